"""Notices about the work."""

from __future__ import annotations

import pytest
from verdictharness import findings, told

from latexrefcheck.model.record import OF_PUBLISHED, Notice


@pytest.mark.parametrize("kind", ("retraction", "withdrawal", "removal"))
def test_notice(kind: str) -> None:
    notices = (Notice(kind, "10.99999/notice", "publisher", "2020-02-03"), Notice(kind, "10.99999/notice", "retraction-watch"))
    found = findings("retracted", notices=notices)
    assert told(found) == [(1, None, "error")]
    assert "on 2020-02-03 (doi:10.99999/notice; publisher, retraction-watch)" in found[0].message


@pytest.mark.parametrize("kind", ("correction", "expression_of_concern", "other"))
def test_other_notices(kind: str) -> None:
    assert findings("retracted", notices=(Notice(kind, "10.99999/notice"),)) == []


def test_notice_about_the_published_version() -> None:
    found = findings("retracted", notices=(Notice("retraction", "10.99999/notice", label=f"Retraction {OF_PUBLISHED}"),))
    assert "the published version of this preprint was retracted (doi:10.99999/notice)" in found[0].message
