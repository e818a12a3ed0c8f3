"""arXiv numbers."""

from __future__ import annotations

import pytest
from ruleharness import findings


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ("eprint = {2301.12345}, archiveprefix = {arXiv}", None),
        ("eprint = {0704.0001v2}, archiveprefix = {arXiv}", None),
        ("eprint = {hep-th/9901001}, eprinttype = {arxiv}", None),
        ("eprint = {math.GT/0309136}, archiveprefix = {arXiv}", None),
        ("eprint = {arXiv:2301.12345}", None),
        ("eprint = {PMC12345}", None),
        ("eprint = {12345}, eprinttype = {jstor}", None),
        ("eprint = {}, archiveprefix = {arXiv}", None),
        ("eprint = {2313.12345}, archiveprefix = {arXiv}", "13 is not a month (numbers are YYMM.NNNNN)"),
        ("eprint = {2301.1234}, archiveprefix = {arXiv}", "a number of 2023 has 5 digits behind the point, not 4"),
        ("eprint = {1412.12345}, archiveprefix = {arXiv}", "a number of 2014 has 4 digits behind the point, not 5"),
        ("eprint = {0601.1234}, archiveprefix = {arXiv}", "this scheme of numbers began in April 2007"),
        ("arxiv = {hello}", "it is neither of the form 2301.12345 nor hep-th/9901001"),
    ],
)
def test_arxiv(fields: str, reason: str | None) -> None:
    found = findings("bad-arxiv-id", f"@misc{{k, {fields}}}")
    assert [f.message.partition(" is no arXiv number: ")[2] for f in found] == ([reason] if reason else [])
