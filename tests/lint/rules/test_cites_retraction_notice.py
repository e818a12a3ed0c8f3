"""Entries that cite a notice instead of the work."""

from __future__ import annotations

from dataclasses import replace

import pytest
from verdictharness import RECORD, findings, told


@pytest.mark.parametrize(
    ("title", "notice_of", "expected"),
    [
        ("Good Predictions", ("10.99999/work",), [(1, "doi", "error")]),
        ("Retraction: Good Predictions", ("10.99999/work",), []),
        ("Good Predictions", (), []),
    ],
)
def test_notice(title: str, notice_of: tuple[str, ...], expected: list[tuple[int, str, str]]) -> None:
    bib = f"@article{{k, title = {{{title}}}, doi = {{10.99999/good}}}}"
    found = findings("cites-retraction-notice", "verified", bib, record=replace(RECORD, notice_of=notice_of))
    assert told(found) == expected
    assert all("10.99999/work" in one.message for one in found)
