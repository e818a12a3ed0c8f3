"""Limiters over the public buckets of pyrate-limiter: the window at the host, sharing, the end of a run."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
from pyrate_limiter import AbstractBucket, Rate, SQLiteBucket

from latexrefcheck.model.lookup import Limit
from latexrefcheck.verify.http.limiter import Limiter, Limiters, Stopped, announced, in_memory


def made(limit: Limit) -> Limiter:
    return Limiter("toy/", limit, in_memory("toy/", limit))


def test_permits_keep_their_distance_however_many_threads_ask() -> None:
    limiter, times, guard = made(Limit(3, 0.2, 8)), [], threading.Lock()

    def work() -> None:
        permit = limiter.acquire()
        with guard:
            times.append(permit.sent)
        limiter.release(permit, answered=True)

    threads = [threading.Thread(target=work) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    times.sort()
    assert min(later - earlier for earlier, later in zip(times, times[3:], strict=False)) >= 0.2


def test_the_window_begins_when_the_host_may_have_counted_the_request() -> None:
    """A slow request may have arrived late: the next one waits for its window from then on, not from its leaving."""
    limiter = made(Limit(1, 0.2))
    limiter.release(limiter.acquire(), answered=True)
    slow = limiter.acquire()
    time.sleep(0.3)
    limiter.release(slow, answered=True)
    ended = time.monotonic()
    limiter.release(limiter.acquire())
    assert time.monotonic() - ended >= 0.19


def test_what_is_in_flight_is_bounded_and_a_freed_place_is_taken_at_once() -> None:
    limiter = made(Limit(1000, 1.0, 2))
    first, second = limiter.acquire(), limiter.acquire()
    taken: list[float] = []
    thread = threading.Thread(target=lambda: (limiter.acquire(), taken.append(time.monotonic())))
    thread.start()
    time.sleep(0.1)
    assert taken == []
    freed = time.monotonic()
    limiter.release(first)
    thread.join()
    assert taken[0] - freed < 0.5
    limiter.release(second)


def test_a_pause_holds_for_everybody_and_a_shorter_one_does_not_end_it() -> None:
    limiter = made(Limit(1000, 1.0, 20))
    start = time.monotonic()
    limiter.pause(0.3)
    limiter.pause(0.01)
    limiter.acquire()
    assert time.monotonic() - start >= 0.3


def test_refusals_stretch_the_window_and_answers_shrink_it() -> None:
    limiter = made(Limit(1, 0.1))
    for _ in range(20):
        limiter.strain()
    limiter.release(limiter.acquire())
    start = time.monotonic()
    limiter.release(limiter.acquire(), answered=True)
    assert time.monotonic() - start >= 0.25
    for _ in range(8):
        limiter.release(limiter.acquire(), answered=True)
    start = time.monotonic()
    limiter.acquire()
    assert time.monotonic() - start < 0.25


def test_the_end_of_a_run_wakes_who_waits() -> None:
    limiters = Limiters({"toy/": Limit(1, 3600.0)}, Limit(1, 1.0))
    limiters.named("toy/").acquire()
    ended: list[str] = []

    def wait() -> None:
        with pytest.raises(Stopped):
            limiters.named("toy/").acquire()
        ended.append("stopped")

    thread = threading.Thread(target=wait)
    thread.start()
    time.sleep(0.05)
    limiters.stop()
    thread.join(2)
    assert ended == ["stopped"]
    with pytest.raises(Stopped):
        limiters.named("another host").acquire()


def test_a_shared_bucket_shares_the_limit(tmp_path: Path) -> None:
    """Two runs that count in one place (here a file; it could be a server for many machines) keep to one limit together."""

    def shared(name: str, limit: Limit) -> AbstractBucket:
        rates = [Rate(limit.count, int(limit.seconds * 1000))]
        return SQLiteBucket.init_from_file(rates, table="toy", db_path=str(tmp_path / "limits.sqlite"), use_file_lock=True)

    runs = [Limiters({"toy/": Limit(2, 0.3, 4)}, Limit(1, 1.0), shared) for _ in range(2)]
    times: list[float] = []
    guard = threading.Lock()

    def work(run: Limiters) -> None:
        for _ in range(4):
            permit = run.named("toy/").acquire()
            with guard:
                times.append(permit.sent)
            run.named("toy/").release(permit)

    threads = [threading.Thread(target=work, args=(run,)) for run in runs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(times) == 8
    assert max(times) - min(times) >= 0.85, "two in 0.3 seconds, for both together"


@pytest.mark.parametrize(
    ("headers", "limit"),
    [
        ({}, Limit(1, 1.0, 1)),
        ({"x-rate-limit-limit": "3", "x-rate-limit-interval": "1s", "x-concurrency-limit": "3"}, Limit(3, 1.0, 3)),
        ({"X-Rate-Limit-Limit": "5", "X-Rate-Limit-Interval": "200ms"}, Limit(5, 0.2, 1)),
        ({"x-rate-limit-limit": "50", "x-rate-limit-interval": "2m"}, Limit(50, 120.0, 1)),
        ({"x-rate-limit-limit": "5"}, Limit(1, 1.0, 1)),
        ({"x-rate-limit-limit": "0", "x-rate-limit-interval": "1s"}, Limit(1, 1.0, 1)),
        ({"x-rate-limit-limit": "9", "x-rate-limit-interval": "1 fortnight"}, Limit(1, 1.0, 1)),
        ({"x-rate-limit-limit": "9", "x-rate-limit-interval": "9999h"}, Limit(1, 1.0, 1)),
        ({"x-rate-limit-limit": "9" * 5000, "x-rate-limit-interval": "1s"}, Limit(1, 1.0, 1)),
        ({"x-rate-limit-limit": "\u00b2", "x-rate-limit-interval": "1s"}, Limit(1, 1.0, 1)),
        ({"x-rate-limit-limit": "9", "x-rate-limit-interval": "9" * 400 + "s"}, Limit(1, 1.0, 1)),
        ({"x-rate-limit-limit": "9", "x-rate-limit-interval": "0s"}, Limit(1, 1.0, 1)),
        ({"x-concurrency-limit": "-1"}, Limit(1, 1.0, 1)),
        ({"x-concurrency-limit": "\u00b3"}, Limit(1, 1.0, 1)),
        ({"x-concurrency-limit": "1000000"}, Limit(1, 1.0, 1)),
    ],
)
def test_announced_limits(headers: dict[str, str], limit: Limit) -> None:
    assert announced(headers, Limit(1, 1.0, 1)) == limit
