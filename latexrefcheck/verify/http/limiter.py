"""How fast each host may be asked: one limiter per host and pool for all threads, corrected by what the host says.

How many requests left in the last seconds is counted by a bucket of pyrate-limiter, used through its public interface
only: a bucket that counts in memory unless another is given, such as one in a file or on a server that several
processes or machines share. Such a bucket counts the moment at which a request leaves; a host counts the moment at
which it *arrives*, so that with a varying delay on the way every tenth request at full rate would be one too many. The
limiter allows for that, bounds the requests in flight, and takes pauses and corrected limits from response headers.
"""

from __future__ import annotations

import math
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping

from pyrate_limiter import AbstractBucket, InMemoryBucket, Rate, RateItem

from latexrefcheck.model.lookup import Limit

SLACK = 0.01
"""Seconds added to every window: two clocks and a scheduler lie between us and the host."""

TRUST = 0.9
"""Share of the quickest answer that is taken as sure travelling time (half of it before there are :data:`FEW`)."""

FEW = 11

STRETCH, RELAX, MOST_STRETCH = 1.25, 0.85, 3.0
"""By how much windows grow with each refusal and shrink with each answer: several processes then share a limit,
while refusals at random, up to a third, cost next to nothing."""

LOOK = 1.0
"""Seconds after which a thread that waits for a request in flight looks again, whatever it heard."""

FORGET_EVERY = 256
"""Permits after which a bucket drops what its windows no longer hold."""

_INTERVAL = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(ms|s|m|h)?\s*$")
_COUNT = re.compile(r"\s*([1-9][0-9]{0,3})\s*$")
_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, None: 1.0}

BucketFactory = Callable[[str, Limit], AbstractBucket]
"""Makes the bucket of a limiter from its name (``source/pool``, or a host) and its limit."""


class Stopped(Exception):
    """The run has ended; nothing more may leave."""


class Permit:
    """Leave for one request: when it left, and the latest moment at which the host can have counted it (None in flight)."""

    __slots__ = ("latest", "sent")

    def __init__(self, sent: float) -> None:
        self.sent = sent
        self.latest: float | None = None


class Limiter:
    """The limiter of one host and pool: at most ``count`` arrivals in any ``seconds``, ``concurrent`` in flight."""

    def __init__(self, name: str, limit: Limit, bucket: AbstractBucket) -> None:
        self.name = name
        self.limit = limit
        self.bucket = bucket
        self._changed = threading.Condition()
        self._recent: deque[Permit] = deque()
        self._in_flight = 0
        self._granted = 0
        self._paused_until = 0.0
        self._quickest = math.inf
        self._stretch = 1.0
        self._answers = self._trips = 0
        self._usual = 0.0
        self._stopped = False

    def acquire(self) -> Permit:
        """Wait for leave to send one request; raises :class:`Stopped` when the run ends first."""
        with self._changed:
            while True:
                if self._stopped:
                    raise Stopped
                wait = self._missing(time.monotonic())
                if wait <= 0:
                    permit = Permit(time.monotonic())
                    self._recent.append(permit)
                    self._in_flight += 1
                    return permit
                self._changed.wait(wait)

    def _missing(self, now: float) -> float:
        """Seconds until another look is worth while; 0 when a permit was taken from the bucket."""
        while len(self._recent) > self.limit.count:
            self._recent.popleft()
        if now < self._paused_until:
            return self._paused_until - now
        if self._in_flight >= self.limit.concurrent:
            return LOOK
        on_the_way = 0.0
        if len(self._recent) == self.limit.count:
            oldest = self._recent[0]
            if oldest.latest is None:
                return LOOK
            on_the_way = oldest.latest - oldest.sent
        return self._take(on_the_way)

    def _take(self, on_the_way: float) -> float:
        window = self.limit.seconds * self._stretch + SLACK + on_the_way
        self.bucket.rates = [Rate(self.limit.count, max(1, math.ceil(window * 1000)))]
        item = RateItem(self.name, _number(self.bucket.now()))  # type: ignore[no-untyped-call]
        if self.bucket.put(item):
            self._granted += 1
            if self._granted % FORGET_EVERY == 0:
                self.bucket.leak(item.timestamp)
            return 0.0
        return max(0.001, _number(self.bucket.waiting(item)) / 1000)

    def release(self, permit: Permit, answered: bool = False, came: bool = False) -> float:
        """The request has been answered or has failed; seconds that it took.

        ``came``: a response came, of whatever status, so that the time tells how long the way is.
        """
        with self._changed:
            now = time.monotonic()
            took = now - permit.sent
            self._in_flight -= 1
            if answered:
                self._stretch = max(1.0, self._stretch * RELAX)
                self._answers += 1
                self._usual += (took - self._usual) / min(self._answers, 10)
            if answered or came:
                self._trips += 1
                self._quickest = min(self._quickest, took)
            sure = min(self._quickest, took) * (TRUST if self._trips >= FEW else 0.5)
            permit.latest = max(permit.sent, now - sure)
            self._changed.notify_all()
            return took

    @property
    def usual(self) -> float:
        """Seconds that an answer usually takes; 0 before there are three."""
        return self._usual if self._answers > 2 else 0.0

    def pause(self, seconds: float) -> None:
        """Nothing leaves for ``seconds``; a longer pause that is under way stays."""
        with self._changed:
            self._paused_until = max(self._paused_until, time.monotonic() + seconds)

    def strain(self) -> None:
        """The host refused a request although we kept to its limit: others share it, so leave them room."""
        with self._changed:
            self._stretch = min(MOST_STRETCH, self._stretch * STRETCH)

    def correct(self, headers: Mapping[str, str]) -> None:
        """Take the limits that the host announces (Crossref's ``x-rate-limit-*`` and ``x-concurrency-limit``)."""
        limit = announced(headers, self.limit)
        if limit != self.limit:
            with self._changed:
                self.limit = limit
                self._changed.notify_all()

    def stop(self) -> None:
        """Let nothing out any more; every thread that waits is told at once."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()


def _number(value: object) -> int:
    """What a synchronous bucket returns; one that has to be awaited serves no threads."""
    if not isinstance(value, int | float):
        raise TypeError("a bucket that has to be awaited cannot limit threads")
    return int(value)


def announced(headers: Mapping[str, str], known: Limit) -> Limit:
    """The limit in force by the response headers, with ``known`` for what they leave open or say unreadably."""
    lower = {name.lower(): value for name, value in headers.items()}
    count, seconds, concurrent = known.count, known.seconds, known.concurrent
    interval = _INTERVAL.match(lower.get("x-rate-limit-interval", ""))
    if interval:
        stated = _COUNT.match(lower.get("x-rate-limit-limit", ""))
        length = float(interval[1]) * _UNITS[interval[2]]
        if stated and int(stated[1]) <= 1000 and 0.1 <= length <= 3600:
            count, seconds = int(stated[1]), length
    stated = _COUNT.match(lower.get("x-concurrency-limit", ""))
    if stated and int(stated[1]) <= 100:
        concurrent = int(stated[1])
    return Limit(count, seconds, concurrent)


def in_memory(name: str, limit: Limit) -> AbstractBucket:
    """A bucket that counts for this process alone."""
    return InMemoryBucket([Rate(limit.count, max(1, int(limit.seconds * 1000)))])


class Limiters:
    """The limiters of all hosts by name, made from a table when first used.

    ``limits`` maps names to limits; a name that is not in it (a host that a redirect leads to) gets ``default``.
    """

    def __init__(self, limits: Mapping[str, Limit], default: Limit, buckets: BucketFactory = in_memory) -> None:
        self.limits = limits
        self.default = default
        self._buckets = buckets
        self._made: dict[str, Limiter] = {}
        self._lock = threading.Lock()
        self._stopped = False

    def named(self, name: str) -> Limiter:
        """The limiter called ``name``."""
        with self._lock:
            found = self._made.get(name)
            if found is None:
                limit = self.limits.get(name, self.default)
                found = self._made[name] = Limiter(name, limit, self._buckets(name, limit))
                if self._stopped:
                    found.stop()
            return found

    def pause(self, names: Iterable[str], seconds: float) -> None:
        """Let nothing out through the limiters ``names`` for ``seconds``."""
        for name in names:
            self.named(name).pause(seconds)

    def stop(self) -> None:
        """Let nothing out through any limiter."""
        with self._lock:
            self._stopped = True
            made = list(self._made.values())
        for limiter in made:
            limiter.stop()
