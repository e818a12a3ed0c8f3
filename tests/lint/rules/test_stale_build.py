"""Builds that are out of date."""

from __future__ import annotations

import pytest
from ruleharness import findings

END = "\\gdef \\@abspage@last{1}\n"


@pytest.mark.parametrize(
    ("aux", "committed", "expected"), [("\\citation{b}\n" + END, True, 1), ("\\citation{a}\n" + END, True, 0), ("", False, 0)]
)
def test_committed_build(aux, committed, expected):
    files = {"main.aux": aux} | ({".git/index": "DIRC main.aux\0"} if committed else {})
    assert len(findings("stale-build", "@book{a, title={A}}", tex=r"\cite{a}", files=files)) == expected
