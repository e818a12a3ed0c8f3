"""An identifier that belongs to another work."""

from __future__ import annotations

import pytest
from verdictharness import OTHER, findings, told


def test_names_the_other_work() -> None:
    found = findings("arxiv-id-mismatch", "wrong-identifier", identifier=("arxiv", "2412.00001"), other=OTHER, record=None)
    assert told(found) == [(9, "eprint", "error")]
    assert "belongs to “Roads of the North” (Richard Roe, 1975, doi:10.99999/roads)" in found[0].message


@pytest.mark.parametrize(
    ("status", "kind"),
    [("wrong-identifier", "doi"), ("wrong-identifier", "pmid"), ("identifier-not-found", "arxiv"), ("verified", "arxiv")],
)
def test_other_verdicts(status: str, kind: str) -> None:
    assert findings("arxiv-id-mismatch", status, identifier=(kind, "x"), other=OTHER) == []
