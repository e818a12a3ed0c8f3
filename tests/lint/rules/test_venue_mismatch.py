"""Another venue than the record's, or one that is not confirmed."""

from __future__ import annotations

import pytest
from verdictharness import differs, findings, told


@pytest.mark.parametrize(
    ("state", "kind", "expected"),
    [
        ("differ", "", [(4, "journal", "error")]),
        ("differ", "unconfirmed", [(4, "journal", "warning")]),
        ("unknown", "unconfirmed", []),
        ("agree", "", []),
    ],
)
def test_venue(state: str, kind: str, expected: list[tuple[int, str, str]]) -> None:
    assert told(findings("venue-mismatch", "mismatch", judgements=differs("venue", state=state, kind=kind))) == expected


def test_points_at_the_head_when_the_venue_is_inherited() -> None:
    bib = "@inproceedings{k, title = {T}, crossref = {p}}"
    found = findings("venue-mismatch", "mismatch", bib, judgements=differs("venue", "ICML", "ICLR"))
    assert told(found) == [(1, "venue", "error")]
    assert found[0].location.column == 1
    assert found[0].message == "the venue is ICML, Crossref has ICLR"
