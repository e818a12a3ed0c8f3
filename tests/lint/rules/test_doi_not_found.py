"""An identifier that its registry does not know."""

from __future__ import annotations

import pytest
from verdictharness import RECORD, findings, told


def test_points_at_the_identifier_and_offers_the_right_one() -> None:
    found = findings("doi-not-found", "identifier-not-found", identifier=("doi", "10.99999/good"), record=RECORD)
    assert told(found) == [(8, "doi", "error")]
    assert found[0].help == "the cited work is doi:10.99999/good"


@pytest.mark.parametrize(
    ("status", "kind"), [("identifier-not-found", "arxiv"), ("wrong-identifier", "doi"), ("unchecked", "doi")]
)
def test_other_verdicts(status: str, kind: str) -> None:
    assert findings("doi-not-found", status, identifier=(kind, "x")) == []
