"""Works that fewer sources hold than a run asks for."""

from __future__ import annotations

import pytest
from verdictharness import findings, told


@pytest.mark.parametrize(
    ("status", "wanting", "expected"),
    [("partial", 1, [(1, None, "error")]), ("partial", 0, []), ("verified", 0, []), ("mismatch", 0, [])],
)
def test_single_source(status: str, wanting: int, expected: list[tuple[int, str | None, str]]) -> None:
    found = findings("single-source", status, wanting=wanting, reason="only Crossref holds it; 2 sources are required")
    assert told(found) == expected
    assert not findings("partial-match", status, wanting=1)
