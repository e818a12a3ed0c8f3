"""Strings that are defined twice."""

from __future__ import annotations

import pytest
from ruleharness import findings, spots


@pytest.mark.parametrize(
    ("bib", "expected"),
    [
        ('@string{a="x"}@string{b="x"}', []),
        ('@string{acm="x"}\n@string(ACM={y})\n@string{acm="z"}', [(2, "acm"), (3, "acm")]),
        ('@string{jan="I"}', []),
    ],
)
def test_table(bib: str, expected: list[tuple[int, str]]) -> None:
    assert spots(findings("duplicate-string", bib)) == expected
