"""How fast each host may be asked: one limiter per host and pool for all threads, corrected by what the host says.

The waiting is done by requests-ratelimiter over pyrate-limiter. Their own bucket counts the moment
a request leaves; a host counts the moment it *arrives*, so with a varying delay on the way every tenth
request at full rate is one too many. This bucket keeps both ends of that interval, allows for it,
counts the requests in flight, and takes pauses and corrected limits from response headers.
"""

from __future__ import annotations

import math
import re
import threading
import time
from collections import deque
from collections.abc import Mapping
from typing import Any

from pyrate_limiter import Rate, RateItem
from pyrate_limiter.abstracts import AbstractBucket
from requests_ratelimiter.buckets import HostBucketFactory

from latexrefcheck.model.record import Limit

POLL = 0.01
"""Seconds between looks while only a request in flight is waited for."""

SLACK = 0.01
"""Seconds added to every window: two clocks and a scheduler lie between us and the host."""

TRUST = 0.9
"""Share of the quickest answer that is taken as sure travelling time (half of it before there are :data:`FEW`)."""

FEW = 11

STRETCH, RELAX, MOST_STRETCH = 1.25, 0.85, 3.0
"""By how much windows grow with each refusal and shrink with each answer: several processes then share a limit,
while refusals at random, up to a third, cost next to nothing."""

_INTERVAL = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(ms|s|m|h)?\s*$")
_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, None: 1.0}


class Visit:
    """One request: when it left, and the latest moment at which the host can have counted it (None in flight)."""

    __slots__ = ("latest", "sent")

    def __init__(self, sent: float) -> None:
        self.sent = sent
        self.latest: float | None = None


class Bucket(AbstractBucket):
    """The limiter of one host and pool: at most ``count`` arrivals in any ``seconds``, ``concurrent`` in flight."""

    is_async = False

    def __init__(self, limit: Limit) -> None:
        self._guard = threading.Lock()
        self._visits: deque[Visit] = deque()
        self._in_flight = 0
        self._paused_until = 0.0
        self._quickest = math.inf
        self._stretch = 1.0
        self._answers = self._trips = 0
        self._usual = 0.0
        self._wait = 0.0
        self._mine = threading.local()
        self.limit = limit
        self._set(limit)

    def _set(self, limit: Limit) -> None:
        self.limit = limit
        self.rates = [Rate(limit.count, max(1, int(limit.seconds * 1000)))]

    def put(self, item: RateItem) -> bool:
        """Take a place now if there is one. The item's own time is ignored: it drifts while it waits."""
        with self._guard:
            now = time.monotonic()
            self._wait = self._missing(now)
            if self._wait > 0:
                self.failing_rate = self.rates[0]
                return False
            self.failing_rate = None
            visit = Visit(now)
            self._visits.append(visit)
            self._in_flight += 1
            self._mine.visit = visit
            return True

    def waiting(self, item: RateItem) -> int:
        """Milliseconds until another try is worth while."""
        return max(1, math.ceil(self._wait * 1000))

    def _missing(self, now: float) -> float:
        limit = self.limit
        while len(self._visits) > limit.count:
            self._visits.popleft()
        if now < self._paused_until:
            return self._paused_until - now
        if self._in_flight >= limit.concurrent:
            return POLL
        if len(self._visits) < limit.count:
            return 0.0
        oldest = self._visits[0]
        if oldest.latest is None:
            return POLL
        wait = oldest.latest + limit.seconds * self._stretch + SLACK - now
        if wait <= 0:
            self._visits.popleft()
        return wait

    def finish(self, answered: bool = False, came: bool = False) -> float:
        """The request of this thread has been answered or has failed; seconds it took (0 without one under way).

        ``came``: a response came, of whatever status, so that the time tells how long the way is.
        """
        visit: Visit | None = getattr(self._mine, "visit", None)
        if visit is None:
            return 0.0
        self._mine.visit = None
        with self._guard:
            now = time.monotonic()
            took = now - visit.sent
            self._in_flight -= 1
            if answered:
                self._stretch = max(1.0, self._stretch * RELAX)
                self._answers += 1
                self._usual += (took - self._usual) / min(self._answers, 10)
            if answered or came:
                self._trips += 1
                self._quickest = min(self._quickest, took)
            sure = min(self._quickest, took) * (TRUST if self._trips >= FEW else 0.5)
            visit.latest = max(visit.sent, now - sure)
            return took

    @property
    def usual(self) -> float:
        """Seconds that an answer usually takes; 0 before there are three."""
        return self._usual if self._answers > 2 else 0.0

    def pause(self, seconds: float) -> None:
        """Nothing leaves for ``seconds``; a longer pause that is under way stays."""
        with self._guard:
            self._paused_until = max(self._paused_until, time.monotonic() + seconds)

    def strain(self) -> None:
        """The host refused a request although we kept to its limit: others share it, so leave them room."""
        with self._guard:
            self._stretch = min(MOST_STRETCH, self._stretch * STRETCH)

    def correct(self, headers: Mapping[str, str]) -> None:
        """Take the limits that the host announces (Crossref's ``x-rate-limit-*`` and ``x-concurrency-limit``)."""
        limit = announced(headers, self.limit)
        if limit != self.limit:
            with self._guard:
                self._set(limit)

    def leak(self, current_timestamp: int | None = None) -> int:
        """Nothing leaks behind the scenes; :meth:`put` drops what is out of the window."""
        return 0

    def flush(self) -> None:
        """Forget all visits."""
        with self._guard:
            self._visits.clear()
            self.failing_rate = None

    def count(self) -> int:
        """Visits that still count."""
        return len(self._visits)

    def peek(self, index: int) -> RateItem | None:
        """No visit is shown: :meth:`waiting` says all that the limiter needs."""
        return None


def announced(headers: Mapping[str, str], known: Limit) -> Limit:
    """The limit in force by the response headers, with ``known`` for what they leave open or say unreadably."""
    lower = {name.lower(): value for name, value in headers.items()}
    count, seconds, concurrent = known.count, known.seconds, known.concurrent
    interval = _INTERVAL.match(lower.get("x-rate-limit-interval", ""))
    if interval:
        stated = lower.get("x-rate-limit-limit", "")
        length = float(interval[1]) * _UNITS[interval[2]]
        if stated.isdigit() and 1 <= int(stated) <= 1000 and 0.1 <= length <= 3600:
            count, seconds = int(stated), length
    stated = lower.get("x-concurrency-limit", "")
    if stated.isdigit() and 1 <= int(stated) <= 100:
        concurrent = int(stated)
    return Limit(count, seconds, concurrent)


class Buckets(HostBucketFactory):
    """The buckets of all hosts by name, made from a table when first used.

    ``limits`` maps names to limits; a name that is not in it (a host that a redirect leads to) gets ``default``.
    """

    def __init__(self, limits: Mapping[str, Limit], default: Limit) -> None:
        super().__init__(rates=[Rate(1, 1000)])
        self.limits = limits
        self.default = default
        self._guard = threading.Lock()

    def wrap_item(self, name: str, weight: int = 1) -> RateItem:
        """The item of one request; buckets keep their own time."""
        return RateItem(name, 0, weight=weight)

    def get(self, item: RateItem) -> Bucket:
        """The bucket of ``item``."""
        return self.named(item.name)

    def named(self, name: str) -> Bucket:
        """The bucket called ``name``."""
        with self._guard:
            found: Any = self.buckets.get(name)
            if found is None:
                found = self.buckets[name] = Bucket(self.limits.get(name, self.default))
            bucket: Bucket = found
            return bucket
