"""Files that do not exist."""

from __future__ import annotations

import pytest
from ruleharness import findings, spots


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        (r"\input{nothere}", [(3, "nothere")]),
        (r"\IfFileExists{x.tex}{\input{x}}{}\InputIfFileExists{y}{}{}", []),
        (r"\input{glyphtounicode}", []),
        (r"\ifunknown\input{nothere}\fi", []),
        (r"\newcommand{\dir}{chapters}\input{\dir/one}", [(3, "chapters/one")]),
    ],
)
def test_inputs(tex, expected):
    assert spots(findings("missing-file", "@book{a, title={A}}", tex=tex)) == expected


def test_database_with_a_near_name():
    tex = (
        "\\documentclass{article}\\usepackage{biblatex}\\addbibresource{reference.bib}\\begin{document}\\cite{a,b}\\end{document}"
    )
    found = findings("missing-file", tex=tex, files={"references.bib": "@book{a, title={A}}"})
    assert (spots(found), "did you mean 'references.bib'?" in found[0].message) == ([(1, "reference.bib")], True)
    assert found[0].fix.edits[0].text == "references.bib"


def test_with_a_bbl_it_is_a_note():
    tex = "\\documentclass{article}\\begin{document}\\cite{a}\\bibliography{gone}\\end{document}"
    found = findings("missing-file", tex=tex, files={"main.bbl": "\\bibitem{a} A"})
    assert [(finding.key, finding.severity.name) for finding in found] == [("gone.bib", "info")]
