"""Another year than the record's."""

from __future__ import annotations

import pytest
from verdictharness import differs, findings, told


@pytest.mark.parametrize(
    ("state", "basis", "expected"),
    [
        ("differ", "identifier", [(7, "year", "error")]),
        ("differ", "search", [(7, "year", "warning")]),
        ("minor", "identifier", []),
        ("agree", "identifier", []),
        ("unknown", "search", []),
    ],
)
def test_year(state: str, basis: str, expected: list[tuple[int, str, str]]) -> None:
    judgements = differs("year", "cited value", "found value", state=state)
    found = findings("year-mismatch", "mismatch", judgements=judgements, basis=basis)
    assert told(found) == expected
    assert all("found value" in one.message for one in found)
