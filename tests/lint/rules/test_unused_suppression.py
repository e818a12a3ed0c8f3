"""Suppressions that nothing needs."""

from __future__ import annotations

import pytest
from ruleharness import findings, spots

TWICE = "@misc{a, title = {T}, year = {1999}, year = {2000}}\n"
ONCE = "@misc{a, title = {T}, year = {1999}}\n"
ABOVE = "% latexrefcheck: ignore[duplicate-field] reprint\n"


@pytest.mark.parametrize(
    ("bib", "expected"),
    [
        (ABOVE + TWICE, []),
        (ABOVE + ONCE, [(1, None)]),
        (ONCE + ABOVE + TWICE.replace("{a", "{b"), []),
        (ABOVE + ONCE + TWICE.replace("{a", "{b"), [(1, None)]),
        ("% latexrefcheck: ignore-file[duplicate-field] reprints\n" + ONCE + TWICE.replace("{a", "{b"), []),
        ("% latexrefcheck: ignore-file[duplicate-field] reprints\n" + ONCE, [(1, None)]),
        ("% latexrefcheck: ignore[duplicate-field, empty-field] both\n" + TWICE, [(1, None)]),
        # Verification did not take place, so that nobody knows whether this one is needed.
        ("% latexrefcheck: ignore[year-mismatch] reprint\n" + ONCE, []),
        ("% latexrefcheck: ignore[no-such-rule] x\n" + ONCE, []),
        (ONCE, []),
    ],
)
def test_unused(bib, expected):
    assert spots(findings("unused-suppression", bib)) == expected


def test_the_message_names_the_rules():
    found = findings("unused-suppression", "% latexrefcheck: ignore[duplicate-field, empty-field] both\n" + TWICE)
    assert [f.message for f in found] == ["nothing here needs empty-field to be ignored; remove it"]
    assert [(f.location.column, f.location.end_column) for f in found] == [(1, 54)]
