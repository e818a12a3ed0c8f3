"""An identifier that belongs to another work."""

from __future__ import annotations

import pytest
from verdictharness import OTHER, findings, told


def test_names_the_other_work() -> None:
    found = findings("doi-mismatch", "wrong-identifier", identifier=("doi", "10.99999/good"), other=OTHER, record=None)
    assert told(found) == [(8, "doi", "error")]
    assert "belongs to “Roads of the North” (Richard Roe, 1975, doi:10.99999/roads)" in found[0].message


@pytest.mark.parametrize(
    ("status", "kind"),
    [("wrong-identifier", "arxiv"), ("wrong-identifier", "pmid"), ("identifier-not-found", "doi"), ("verified", "doi")],
)
def test_other_verdicts(status: str, kind: str) -> None:
    assert findings("doi-mismatch", status, identifier=(kind, "x"), other=OTHER) == []
