"""Entries that nobody cites."""

from __future__ import annotations

import pytest
from ruleharness import findings, spots

BIB = "@book{a, title={A}}\n@book{b, title={B}}\n"


@pytest.mark.parametrize(
    ("bib", "tex", "dialect", "expected"),
    [
        (BIB, r"\cite{a}", "bibtex", [(2, "b")]),
        (BIB, r"\cite{A}\nocite{b}", "bibtex", []),
        (BIB, r"\cite{A}\nocite{b}", "biber", [(1, "a")]),
        (BIB, r"\nocite{*}", "bibtex", []),
        (BIB, r"\cite{a}% \cite{b}", "bibtex", [(2, "b")]),
        (BIB, r"\cite{a}\input{\unknown}", "bibtex", []),
        (BIB, r"\cite{a}\input{nothere}", "bibtex", [(2, "b")]),
        ("@book{a, crossref={b}}\n@book{b, title={B}}\n", r"\cite{a}", "bibtex", []),
        ("@book{a, xdata={b}}\n@xdata{b, title={B}}\n", r"\cite{a}", "biber", []),
        ("@set{a, entryset={b,c}}\n@book{b, title={B}}\n@book{c, title={C}}\n", r"\cite{a}", "biber", []),
        (
            "@book{a, related={b}}\n@book{b, xref={c}}\n@book{c, title={C}}\n@book{d, title={D}}\n",
            r"\cite{a}",
            "biber",
            [(4, "d")],
        ),
        ("@book{a, ids={x, y}, title={A}}\n@book{b, title={B}}\n", r"\cite{y}", "biber", [(2, "b")]),
        ("@book{a, note={Replaces \\cite{b}}}\n@book{b, title={B}}\n", r"\cite{a}", "bibtex", []),
        (BIB, r"\begin{refsection}\nocite{*}\end{refsection}", "biber", []),
    ],
)
def test_entries(bib, tex, dialect, expected):
    assert spots(findings("unused-entry", bib, tex=tex, dialect=dialect)) == expected


def test_uncited_bibitem():
    tex = "\\cite{a}\n\\begin{thebibliography}{9}\n\\bibitem{a} A\n\\bibitem{b} B\n\\end{thebibliography}"
    assert spots(findings("unused-entry", tex=tex, dialect="manual")) == [(6, "b")]


def test_database_in_the_document():
    tex = (
        "\\begin{filecontents*}[overwrite]{\\jobname.bib}\n"
        + BIB
        + "\\end{filecontents*}\n"
        + ("\\documentclass{article}\\begin{document}\\cite{a}\\bibliography{main}\\end{document}")
    )
    assert spots(findings("unused-entry", tex=tex)) == [(3, "b")]


def test_a_lone_database_has_no_unused_entries():
    assert findings("unused-entry", BIB, lone=True) == []
