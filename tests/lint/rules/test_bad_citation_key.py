"""Keys that cannot be."""

from __future__ import annotations

import pytest
from ruleharness import findings, spots

BIB = "@book{knuth84, title={T}}\n"


@pytest.mark.parametrize(
    ("tex", "dialect", "expected"),
    [
        (r"\cite{knuth84 , lamport94}", "bibtex", [(3, "knuth84")]),
        (r"\cite{ knuth84, lamport94 }", "bibtex", [(3, "lamport94")]),
        ("\\cite{knuth84\n, lamport94}", "bibtex", [(3, "knuth84")]),
        (r"\cite{knuth84 , lamport94}", "biber", []),
        (r"\usepackage{cite}\cite{knuth84 , lamport94}", "bibtex", []),
        (r"\cite{RS13, Def. 1.3}", "bibtex", []),
        (r"\cite[Fig.~2 in][]{knuth84}", "bibtex", [(3, "[")]),
        (r"\cite[Fig.~2 in][]{knuth84}", "biber", []),
        (r"\usepackage{natbib}\cite[Fig.~2 in][]{knuth84}", "bibtex", []),
        (r"\cite \emph{x}", "bibtex", [(3, "\\emph")]),
        (r"\cite{a#b}", "bibtex", [(3, "a#b")]),
        (r"\cite{a~b}", "bibtex", [(3, "a~b")]),
        (r"\newcommand{\x}[1]{\cite{#1}}", "bibtex", []),
    ],
)
def test_keys(tex, dialect, expected):
    assert spots(findings("bad-citation-key", BIB, tex=tex, dialect=dialect)) == expected


def test_fix_removes_the_white_space():
    fix = findings("bad-citation-key", BIB, tex=r"\cite{knuth84  , lamport94}")[0].fix
    assert (fix.safe, fix.edits[0].text, fix.edits[0].span.text) == (True, "", "  ")
