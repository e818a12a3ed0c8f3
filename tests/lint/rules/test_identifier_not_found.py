"""An identifier that its registry does not know."""

from __future__ import annotations

import pytest
from verdictharness import RECORD, findings, told


def test_points_at_the_identifier_and_offers_the_right_one() -> None:
    found = findings("identifier-not-found", "identifier-not-found", identifier=("arxiv", "2412.00001"), record=RECORD)
    assert told(found) == [(9, "eprint", "error")]
    assert found[0].help == "the cited work is doi:10.99999/good"


@pytest.mark.parametrize(
    ("status", "kind"), [("identifier-not-found", "doi"), ("wrong-identifier", "arxiv"), ("unchecked", "arxiv")]
)
def test_other_verdicts(status: str, kind: str) -> None:
    assert findings("identifier-not-found", status, identifier=(kind, "x")) == []
