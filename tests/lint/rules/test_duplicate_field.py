"""A field that is given twice."""

from __future__ import annotations

import pytest
from ruleharness import findings

from latexrefcheck.model.finding import Severity


@pytest.mark.parametrize(
    ("bib", "expected"),
    [
        ("@misc{k, year={1}, note={1}}", []),
        ("@misc{k, year={1},\n year={2}}", [(2, 2, "k", "year", Severity.error)]),
        ("@misc{k, year={1},\n Year=1}", [(2, 2, "k", "year", Severity.info)]),
        (
            "@misc{k, a={1}, b={1},\n b={2},\n a={2}, a={3}}",
            [(2, 2, "k", "b", Severity.error), (3, 2, "k", "a", Severity.error), (3, 9, "k", "a", Severity.error)],
        ),
    ],
)
def test_table(bib: str, expected: list[tuple[object, ...]]) -> None:
    found = findings("duplicate-field", bib)
    assert [(f.location.line, f.location.column, f.key, f.field, f.severity) for f in found] == expected


@pytest.mark.parametrize(("dialect", "kept"), [("bibtex", "the first"), ("biber", "the last")])
def test_the_message_says_which_value_counts(dialect: str, kept: str) -> None:
    found = findings("duplicate-field", "@misc{k, year={1}, year={2}}", dialect=dialect)
    assert [f"{kept} value is used" in f.message for f in found] == [True]
