"""Waits, back-off and circuit as pure functions."""

from __future__ import annotations

import random

import pytest

from latexrefcheck.verify.http.retry import Circuit, RetryPolicy, asked_wait, backoff

NOW = 1_800_000_000.0


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({}, None),
        ({"Retry-After": "3"}, 3.0),
        ({"retry-after": " 1.5 "}, 1.5),
        ({"Retry-After": "-5"}, 0.0),
        ({"Retry-After": "Fri, 15 Jan 2027 08:00:10 GMT"}, 10.0),
        ({"Retry-After": "Fri, 15 Jan 2027 07:00:00 GMT"}, 0.0),
        ({"Retry-After": "soon"}, None),
        ({"Retry-After": "nan"}, None),
        ({"Retry-After": "inf"}, None),
        ({"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "40000"}, 40000.0),
        ({"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": str(NOW + 90)}, 90.0),
        ({"X-RateLimit-Remaining": "12", "X-RateLimit-Reset": "40000"}, None),
        ({"X-RateLimit-Remaining": "5", "X-RateLimit-Credits-Required": "10", "X-RateLimit-Reset": "7"}, 7.0),
        ({"X-RateLimit-Reset": "40000"}, None),
        ({"Retry-After": "2", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "40000"}, 2.0),
    ],
)
def test_the_wait_that_a_host_asks_for(headers: dict[str, str], wait: float | None) -> None:
    assert asked_wait(headers, NOW) == wait


def test_back_off_doubles_with_jitter_up_to_a_bound() -> None:
    policy, rng = RetryPolicy(first_wait=1.0, last_wait=5.0), random.Random(1)
    for attempt, middle in ((1, 1), (2, 2), (3, 4), (4, 5), (9, 5)):
        waits = {backoff(attempt, policy, rng) for _ in range(50)}
        assert len(waits) > 10
        assert all(0.75 * middle <= wait <= 1.25 * middle for wait in waits)


@pytest.mark.parametrize(
    ("events", "off"),
    [
        ("bbbbb", False),
        ("bbbbbb", True),
        ("gbbbbbb", False),
        ("gbbbbbbbb", True),
        ("bbbbbgbbbbbbb", False),
        ("bgbgbgbgbgbgbgbgbg", False),
    ],
)
def test_the_circuit_counts_failures_in_a_row(events: str, off: bool) -> None:
    circuit = Circuit(RetryPolicy(failures=8))
    for event in events:
        circuit.good() if event == "g" else circuit.bad("it failed", 1.0)
    assert bool(circuit.off) == off


def test_the_circuit_counts_the_time_lost() -> None:
    circuit = Circuit(RetryPolicy(trouble=30.0))
    for _ in range(3):
        circuit.good()
        circuit.bad("no answer in time", 10.0)
    assert circuit.off == "30 s lost to failures, the last: no answer in time"
    circuit.switch_off("another reason")
    assert circuit.off.startswith("30 s lost")


def test_a_source_that_never_answers_in_time_is_given_up_sooner() -> None:
    slow, awake = Circuit(RetryPolicy(failures=8)), Circuit(RetryPolicy(failures=8))
    awake.good()
    for circuit in (slow, awake):
        for _ in range(3):
            circuit.bad("no answer in time", 10.0)
    assert slow.off == "3 failures in a row, the last: no answer in time"
    assert awake.off == ""
