"""Keys in other capitals."""

from __future__ import annotations

import pytest
from ruleharness import findings, spots

BIB = "@book{knuth84, title={T}}\n@book{Lamport94, title={L}}\n"


@pytest.mark.parametrize(
    ("tex", "dialect", "expected"),
    [
        (r"\cite{knuth84}", "bibtex", []),
        (r"\cite{Knuth84}", "bibtex", [(3, "Knuth84")]),
        (r"\cite{knuth84, lamport94}", "bibtex", [(3, "lamport94")]),
        (r"\cite{ghost}", "bibtex", []),
        (r"\cite{Knuth84}", "biber", []),
    ],
)
def test_keys(tex, dialect, expected):
    assert spots(findings("key-case-mismatch", BIB, tex=tex, dialect=dialect)) == expected


@pytest.mark.parametrize(
    ("tex", "severities"),
    [
        (r"\cite{Knuth84} \cite{Knuth84}", ["warning"]),
        (r"\cite{Knuth84} \cite{knuth84}", ["error"]),
        (r"\cite{Knuth84} \nocite{KNUTH84}", ["error", "error"]),
    ],
)
def test_bibtex_stops_at_a_second_spelling(tex, severities):
    found = findings("key-case-mismatch", BIB, tex=tex)
    assert [one.severity.name for one in found] == severities
    assert all(("BibTeX stops" in one.message) is (one.severity.name == "error") for one in found)


def test_fix_is_safe():
    found = findings("key-case-mismatch", BIB, tex=r"\cite{Knuth84}")[0]
    assert (found.fix.safe, found.fix.edits[0].text, found.fix.edits[0].span.text) == (True, "knuth84", "Knuth84")
    assert found.related[0].location.path == "refs.bib"


def test_no_fix_where_a_macro_makes_the_key():
    found = findings("key-case-mismatch", BIB, tex=r"\newcommand{\k}[1]{\cite{KNUTH#1}}\k{84}")[0]
    assert (found.key, found.fix) == ("KNUTH84", None)


def test_a_spelling_is_told_once_and_mended_everywhere():
    (found,) = findings("key-case-mismatch", BIB, tex=r"\cite{Knuth84} \cite{knuth84,Knuth84} \nocite{Knuth84}")
    assert "3 times" in found.message
    assert [edit.span.text for edit in found.fix.edits] == ["Knuth84"] * 3


def test_no_fix_where_a_macro_makes_one_of_the_keys():
    found = findings("key-case-mismatch", BIB, tex=r"\newcommand{\k}[1]{\cite{KNUTH#1}}\k{84}\cite{KNUTH84}")[0]
    assert found.fix is None
