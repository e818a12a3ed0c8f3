"""Authors that the record does not have."""

from __future__ import annotations

import pytest
from verdictharness import differs, findings, told


@pytest.mark.parametrize(
    ("kind", "basis", "severity"),
    [
        ("added", "identifier", "error"),
        ("replaced", "identifier", "error"),
        ("given", "identifier", "error"),
        ("other-people", "identifier", "error"),
        ("missing", "identifier", "warning"),
        ("renamed", "identifier", "warning"),
        ("added", "search", "warning"),
        ("other-people", "search", "warning"),
    ],
)
def test_severity_by_kind_and_evidence(kind: str, basis: str, severity: str) -> None:
    found = findings(
        "author-mismatch", "mismatch", judgements=differs("author", kind=kind, detail="author 1 differs"), basis=basis
    )
    assert told(found) == [(2, "author", severity)]


def test_other_people_are_named() -> None:
    judgements = differs("author", "Anna Keller", "Richard Roe", "other-people", "the record's authors are Richard Roe")
    (found,) = findings("author-mismatch", "mismatch", judgements=judgements)
    assert found.message == "Crossref has this title by Richard Roe, not by Anna Keller"
    assert found.evidence is not None
    assert found.evidence["record"]["title"] == "Good Predictions of Rivers"


@pytest.mark.parametrize("state", ["agree", "minor", "unknown"])
def test_no_difference(state: str) -> None:
    assert findings("author-mismatch", judgements=differs("author", state=state, kind="order")) == []
