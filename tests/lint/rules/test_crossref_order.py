"""Parents before children; what matters was tried with bibtex."""

from __future__ import annotations

import pytest
from ruleharness import around, findings, run, spots

from latexrefcheck import registry
from latexrefcheck.model.document import Citation, SourceFile, Span
from latexrefcheck.reading import bib

CHILD, PARENT = "@inproceedings{c, crossref={Proc}}\n", "@proceedings{proc, title={P}}\n"


@pytest.mark.parametrize(
    ("bibs", "dialect", "expected"),
    [
        ({"a.bib": CHILD + PARENT}, "bibtex", []),
        ({"a.bib": PARENT + CHILD}, "bibtex", [(2, "c")]),
        ({"a.bib": PARENT + CHILD}, "biber", []),
        ({"a.bib": PARENT, "b.bib": CHILD}, "bibtex", [(1, "c")]),
        ({"a.bib": CHILD}, "bibtex", []),
    ],
)
def test_table(bibs: dict[str, str], dialect: str, expected: list[tuple[int, str]]) -> None:
    assert spots(findings("crossref-order", bibs, dialect=dialect)) == expected


@pytest.mark.parametrize(
    ("cited", "expected"),
    [(["c"], [(2, "c")]), (["c", "PROC"], []), (["other"], []), (["*"], [])],
)
def test_only_where_the_child_is_cited_without_its_parent(cited: list[str], expected: list[tuple[int, str]]) -> None:
    source = SourceFile("a.bib", PARENT + CHILD)
    citations = tuple(Citation(key, Span(source, 0, 0), "cite", 0) for key in cited)
    project = around([bib.parse(source, "bibtex")], "bibtex", citations=citations)
    assert spots(run(registry.rules["crossref-order"], project, {})) == expected
