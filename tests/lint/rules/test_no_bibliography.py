"""Documents that cite without a bibliography."""

from __future__ import annotations

import pytest
from ruleharness import findings, spots

PAPER = "\\documentclass{article}\n%s\n\\begin{document}\n%s\n\\end{document}\n"


@pytest.mark.parametrize(
    ("preamble", "body", "expected"),
    [
        ("", r"\cite{a} \cite{b}", [(4, None)]),
        ("", "No citation.", []),
        ("", r"\cite{a}\bibliography{refs}", []),
        ("", r"\cite{a}\bibliography{gone}", []),
        ("", r"\cite{a}\bibliography{\unknown}", []),
        ("", r"\cite{a}\input{main.bbl}", []),
        ("", r"\cite{a}\input{\unknown}", []),
        (r"\usepackage{biblatex}", r"\cite{a}", [(4, None)]),
        ("", r"\cite{a}\begin{thebibliography}{9}\bibitem{a} A\end{thebibliography}", []),
    ],
)
def test_documents(preamble, body, expected):
    found = findings("no-bibliography", "@book{a, title={A}}", tex=PAPER % (preamble, body), files={"main.bbl": "\\bibitem{a} A"})
    assert spots(found) == expected
