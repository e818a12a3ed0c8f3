"""When to try again, how long to wait, and when to leave a source alone for the rest of the run. Pure."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from typing import NamedTuple


class RetryPolicy(NamedTuple):
    """How often a request is tried again, and how much trouble of a source is borne.

    ``tries`` per request; ``first_wait`` seconds before the second try, doubled each time up to
    ``last_wait``; ``longest_wait`` bounds what the host asks to wait for one request, all its waits together;
    ``failures`` in a row or ``trouble`` seconds lost in all switch the source off for the run.
    """

    tries: int = 5
    first_wait: float = 1.0
    last_wait: float = 4.0
    longest_wait: float = 60.0
    failures: int = 8
    trouble: float = 180.0


LONG = 8.0
"""Seconds from which a failed try counts double before the first answer."""

RETRIED = frozenset((408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524))
"""Statuses that may pass by themselves; every other failure status is final for its request."""

REFUSED = frozenset((401, 403))
"""Statuses that say that we are not wanted or our key is wrong; asking on makes it worse."""


def asked_wait(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds that the host asks us to wait, or None.

    ``Retry-After`` in seconds or as a date (RFC 9110, 10.2.3), else, when nothing is left,
    ``X-RateLimit-Reset`` in seconds or as Unix time. ``now`` is Unix time.
    """
    lower = {name.lower(): value.strip() for name, value in headers.items()}
    stated = lower.get("retry-after", "")
    wait = _number(stated)
    if wait is None and stated:
        from email.utils import parsedate_to_datetime

        try:
            wait = parsedate_to_datetime(stated).timestamp() - now
        except (TypeError, ValueError, OverflowError):
            wait = None
    if wait is None and _nothing_left(lower):
        wait = _number(lower.get("x-ratelimit-reset", ""))
        if wait is not None and wait > 1e9:
            wait -= now
    return None if wait is None else max(0.0, wait)


def _nothing_left(lower: Mapping[str, str]) -> bool:
    left = _number(lower.get("x-ratelimit-remaining", ""))
    # OpenAlex counts credits: what is left may be more than nothing and still too little for a search.
    needed = _number(lower.get("x-ratelimit-credits-required", "")) or 1.0
    return left is not None and left < needed


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def backoff(attempt: int, policy: RetryPolicy, rng: random.Random) -> float:
    """Seconds before try ``attempt`` + 1 (from 1) when the host does not say: doubled each time, with jitter."""
    wait: float = min(policy.first_wait * 2 ** (attempt - 1), policy.last_wait)
    return wait * rng.uniform(0.75, 1.25)


class Circuit:
    """Whether a source is still asked: counts failures in a row and the time lost, and keeps the one reason for the user."""

    def __init__(self, policy: RetryPolicy) -> None:
        self.policy = policy
        self.off = ""
        self._in_a_row = 0.0
        self._tries = 0
        self._trouble = 0.0
        self.answered = False

    def good(self) -> None:
        """The source gave an answer."""
        self._in_a_row, self._tries = 0.0, 0
        self.answered = True

    def bad(self, reason: str, seconds: float, weight: float = 1) -> None:
        """A try failed after ``seconds``, waits included; ``weight`` counts how much it says."""
        # Nothing but time-outs from the start: nobody is there, and finding that out is what takes long.
        self._in_a_row += weight * (2 if seconds >= LONG and not self.answered else 1)
        self._tries += 1
        self._trouble += seconds
        # A source that never answered is given up a little sooner: it is down, blocked or behind a proxy.
        most = self.policy.failures if self.answered else max(1, self.policy.failures - 2)
        if self._in_a_row >= most:
            self.switch_off(f"{self._tries} failures in a row, the last: {reason}")
        elif self._trouble >= self.policy.trouble:
            self.switch_off(f"{self._trouble:.0f} s lost to failures, the last: {reason}")

    def switch_off(self, reason: str) -> None:
        """Leave the source alone for the rest of the run; the first reason stays."""
        self.off = self.off or reason


def duration(seconds: float) -> str:
    """A length of time for people."""
    for unit, size in (("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
