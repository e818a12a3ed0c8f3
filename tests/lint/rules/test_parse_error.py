"""Entries that cannot be read."""

from __future__ import annotations

import pytest
from ruleharness import findings, spots

from latexrefcheck.model.finding import Severity


@pytest.mark.parametrize(
    ("bib", "dialect", "expected"),
    [
        ("@misc{a, t={x}}", "bibtex", []),
        ("@misc{a, t={x} u={y}}\n@misc{b, t={x}}", "bibtex", [(1, "a")]),
        ("@misc{a,\n t={x},\n % u={y},\n v={z}\n}", "bibtex", [(3, "a")]),
        ("@misc{a,\n t={x},\n % u={y},\n v={z}\n}", "biber", []),
        ("@misc{a, t={x}}\n@misc{b,\n t={x}", "bibtex", [(2, "b")]),
        ("@misc{a}", "bibtex", []),
        ("@misc{a, t={x}} @misc{b, t={x}}", "bibtex", [(1, "b")]),
        ("@misc{a, t={x}} @misc{b, t={x}}\n", "bibtex", [(1, "b")]),
        ("@misc{a, t={x}} @misc{b, t={x}}\r\n", "bibtex", [(1, "b")]),
        ("@misc{a, t={x}} @misc{b, t={x}}\n\n", "bibtex", []),
        ("@misc{a, t={x}} @misc{b, t={x}}\r", "bibtex", [(1, "b")]),
        ("@misc{a, t={x}} @misc{b, t={x}}\r\r", "bibtex", []),
        ("@misc{a, t={x}} @misc{b, t={x}}\r\n\r\n", "bibtex", []),
        ("@misc{a, t={x}}\n@misc{b, t={x}}", "bibtex", []),
        ("@misc{a, t={x}\n} @misc{b, t={x}}", "bibtex", [(2, "b")]),
        ("@misc{a, t={x}} @misc{b, t={x}}", "biber", []),
        ("@misc{a}", "biber", [(1, "a")]),
    ],
)
def test_table(bib: str, dialect: str, expected: list[tuple[int, str]]) -> None:
    assert spots(findings("parse-error", bib, dialect=dialect)) == expected


def test_an_at_sign_in_the_text_is_milder() -> None:
    found = findings("parse-error", "Mail me@example.org, please.\n@misc{a, t={x}}")
    assert [(f.severity, f.key) for f in found] == [(Severity.warning, None)]
