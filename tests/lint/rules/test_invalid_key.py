"""Keys that a program or LaTeX cannot take; each was tried with pdflatex, bibtex and biber."""

from __future__ import annotations

import pytest
from ruleharness import findings, spots


@pytest.mark.parametrize(
    ("key", "dialects"),
    [
        ("plain-key:2001/a_b+c.d", []),
        ("müller", []),
        ("a&b$c^d|e*f<g?h!i;j[k]", []),
        ("two words", ["bibtex", "biber"]),
        ("a#b", ["bibtex", "biber"]),
        ("a~b", ["bibtex", "biber"]),
        ("a\\b", ["bibtex", "biber"]),
        ("a%b", ["bibtex"]),
        ("a=b", ["biber"]),
        ("a(b", ["biber"]),
        ('a"b', ["biber"]),
        ("a'b", ["biber"]),
    ],
)
def test_table(key: str, dialects: list[str]) -> None:
    for dialect in ("bibtex", "biber"):
        expected = [(1, key)] if dialect in dialects else []
        assert spots(findings("invalid-key", f"@misc{{{key}, t = {{x}}}}", dialect=dialect)) == expected


@pytest.mark.parametrize("key", ["Öztürk2007", "Éluard", "Ørsted", "李2010"])
def test_first_letters_that_pdftex_cannot_carry(key: str) -> None:
    bib = f"@book{{{key}, title = {{T}}}}\n@book{{Müller, title = {{T}}}}\n"
    cited = f"\\cite{{{key}}}\\nocite{{Müller}}"
    assert [found.key for found in findings("invalid-key", bib, cited)] == [key]
    assert not findings("invalid-key", bib, cited, "biber")
    assert not findings(
        "invalid-key",
        bib,
        "% !TeX program = lualatex\n\\documentclass{article}\\begin{document}" + cited + "\\bibliography{refs}\\end{document}",
    )
    assert not findings("invalid-key", bib, r"\cite{Müller}")
