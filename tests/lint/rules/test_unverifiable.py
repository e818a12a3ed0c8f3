"""Entries that no source can tell anything about."""

from __future__ import annotations

import pytest
from verdictharness import findings, told


@pytest.mark.parametrize(
    ("status", "expected"), [("unverifiable", [(1, None, "error")]), ("not-found", []), ("unchecked", []), ("verified", [])]
)
def test_unverifiable(status: str, expected: list[tuple[int, str | None, str]]) -> None:
    found = findings("unverifiable", status, reason="no index holds theses reliably", record=None)
    assert told(found) == expected
