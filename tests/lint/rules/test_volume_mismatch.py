"""Another volume or number than the record's."""

from __future__ import annotations

import pytest
from verdictharness import differs, findings, told


@pytest.mark.parametrize(
    ("field", "expected"),
    [("volume", [(5, "volume", "error")]), ("number", [(1, "number", "error")]), ("pages", []), ("year", [])],
)
def test_volume_and_number(field: str, expected: list[tuple[int, str, str]]) -> None:
    assert told(findings("volume-mismatch", judgements=differs(field, "12", "21"))) == expected
