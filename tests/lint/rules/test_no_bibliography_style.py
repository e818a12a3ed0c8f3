"""Which documents get no style from anywhere."""

from __future__ import annotations

import pytest
import ruleharness

FORM = "\\documentclass%s\n%s\\begin{document}\n\\cite{knuth84}%s\\bibliography{refs}\n\\end{document}\n"
BIB = "@book{knuth84, author = {Knuth, Donald}, title = {The TeXbook}, publisher = {AW}, year = 1984}\n"


@pytest.mark.parametrize(
    ("parts", "fires"),
    [
        (("{article}", "", ""), True),
        (("[12pt,a4paper]{scrbook}", "", ""), True),
        (("{article}", "\\usepackage{natbib}\n", ""), True),
        (("{article}", "", "\\bibliographystyle{plain}"), False),
        (("{article}", "\\bibliographystyle{alpha}\n", ""), False),
        (("{revtex4-2}", "", ""), False),
        (("{elsarticle}", "", ""), False),
        (("{article}", "\\usepackage{apacite}\n", ""), False),
        (("{article}", "\\usepackage{bibunits}\n", ""), False),
        (("{article}", "\\input{missing}\n", ""), False),
    ],
)
def test_a_style_is_missing(parts: tuple[str, str, str], fires: bool) -> None:
    assert bool(list(ruleharness.findings("no-bibliography-style", bib=BIB, tex=FORM % parts))) is fires


def test_a_style_of_the_project_may_set_one() -> None:
    found = ruleharness.findings(
        "no-bibliography-style",
        bib=BIB,
        tex=FORM % ("{article}", "\\usepackage{house}\n", ""),
        files={"house.sty": "% sets all\n"},
    )
    assert list(found) == []
