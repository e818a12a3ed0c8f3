"""Notices about the work."""

from __future__ import annotations

import pytest
from verdictharness import findings, told

from latexrefcheck.model.record import Notice


@pytest.mark.parametrize("kind", ("expression_of_concern",))
def test_notice(kind: str) -> None:
    notices = (Notice(kind, "10.99999/notice", "publisher", "2020-02-03"), Notice(kind, "10.99999/notice", "retraction-watch"))
    found = findings("expression-of-concern", notices=notices)
    assert told(found) == [(1, None, "error")]
    assert "on 2020-02-03 (doi:10.99999/notice; publisher, retraction-watch)" in found[0].message


@pytest.mark.parametrize("kind", ("retraction", "correction"))
def test_other_notices(kind: str) -> None:
    assert findings("expression-of-concern", notices=(Notice(kind, "10.99999/notice"),)) == []
