"""Entries that a frozen run cannot take from the lock."""

from __future__ import annotations

import pytest
from verdictharness import findings, told


@pytest.mark.parametrize(
    ("unchecked", "expected"), [({"lock": "not covered"}, [(1, None, "error")]), ({"existence": "down"}, []), ({}, [])]
)
def test_not_locked(unchecked: dict[str, str], expected: list[tuple[int, str | None, str]]) -> None:
    assert told(findings("not-locked", "unchecked", unchecked=unchecked, record=None)) == expected
