"""Another title than the record's."""

from __future__ import annotations

import pytest
from verdictharness import differs, findings, told


@pytest.mark.parametrize(
    ("state", "basis", "expected"),
    [
        ("differ", "identifier", [(3, "title", "error")]),
        ("differ", "search", [(3, "title", "warning")]),
        ("minor", "identifier", []),
        ("agree", "identifier", []),
        ("unknown", "search", []),
    ],
)
def test_title(state: str, basis: str, expected: list[tuple[int, str, str]]) -> None:
    judgements = differs("title", "cited value", "found value", state=state)
    found = findings("title-mismatch", "mismatch", judgements=judgements, basis=basis)
    assert told(found) == expected
    assert all("found value" in one.message for one in found)
