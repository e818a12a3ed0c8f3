"""Works of which no source has a record."""

from __future__ import annotations

import pytest
from verdictharness import OTHER, findings, told

from latexrefcheck.model.record import Evidence, Query


@pytest.mark.parametrize(
    ("bib", "severity"),
    [
        ("@inproceedings{k, title = {A Title}}", "error"),
        ("@book{k, title = {A Title}}", "info"),
        ("@incollection{k, title = {A Title}}", "info"),
    ],
)
def test_books_are_held_only_in_part(bib: str, severity: str) -> None:
    found = findings("not-found", "not-found", bib, record=None, reason="no record in dblp, crossref")
    assert told(found) == [(1, "title", severity)]
    assert "fake" not in found[0].message


def test_names_the_nearest_title() -> None:
    (found,) = findings("not-found", "not-found", record=None, other=OTHER, reason="no record in dblp, crossref")
    assert "; nearest: “Roads of the North”" in found.message


def test_what_a_search_lists_is_not_called_found() -> None:
    evidence = (
        Evidence("crossref", Query("bibliographic", "A Title"), "found", (OTHER,)),
        Evidence("dblp", Query("title", "A Title"), "absent"),
    )
    (found,) = findings("not-found", "not-found", record=None, evidence=evidence)
    assert found.evidence is not None
    assert found.evidence["asked"] == ["crossref: no match", "dblp: absent"]


@pytest.mark.parametrize("status", ["verified", "unverifiable", "unchecked", "mismatch"])
def test_other_verdicts(status: str) -> None:
    assert findings("not-found", status) == []
