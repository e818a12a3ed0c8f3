"""Works that were met but could not be compared in full."""

from __future__ import annotations

import pytest
from verdictharness import findings, told


@pytest.mark.parametrize(
    ("status", "expected"), [("partial", [(1, None, "error")]), ("verified", []), ("mismatch", []), ("unverifiable", [])]
)
def test_partial_match(status: str, expected: list[tuple[int, str | None, str]]) -> None:
    found = findings("partial-match", status, reason="agrees with Crossref; the author could not be compared")
    assert told(found) == expected
    for one in found:
        assert "a person should look" in one.message
