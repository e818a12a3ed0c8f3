"""Authors that the record does not have."""

from __future__ import annotations

from dataclasses import replace

import pytest
from verdictharness import RECORD, differs, findings, told


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


@pytest.mark.parametrize(("kind", "severity"), [("added", "warning"), ("other-people", "error")])
def test_lists_of_preprints_change_between_versions(kind: str, severity: str) -> None:
    found = findings(
        "author-mismatch", "mismatch", judgements=differs("author", kind=kind), record=replace(RECORD, preprint=True)
    )
    assert told(found) == [(2, "author", severity)]


def test_a_changed_title_makes_it_a_version_perhaps() -> None:
    judgements = (*differs("author", kind="added"), *differs("title", kind="wording"))
    assert told(findings("author-mismatch", "mismatch", judgements=judgements)) == [(2, "author", "warning")]
