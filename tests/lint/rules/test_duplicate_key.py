"""One key for two entries."""

from __future__ import annotations

from pathlib import Path

import pytest
from ruleharness import around, findings, run

from latexrefcheck import registry
from latexrefcheck.model.document import Project, SourceFile
from latexrefcheck.model.finding import Severity
from latexrefcheck.reading import bib

A, B = "@misc{k, t={x}}\n", "@misc{k, t={y}}\n"


@pytest.mark.parametrize(
    ("bibs", "dialect", "expected"),
    [
        ({"a.bib": A + "@misc{n, t={x}}"}, "bibtex", []),
        ({"a.bib": A + B}, "bibtex", [("a.bib", 2, "k", Severity.error, "a.bib", 1)]),
        ({"a.bib": A + B}, "biber", [("a.bib", 2, "k", Severity.error, "a.bib", 1)]),
        ({"a.bib": A + '@Misc{k,\n t = "x"}'}, "bibtex", [("a.bib", 2, "k", Severity.warning, "a.bib", 1)]),
        ({"a.bib": A, "b.bib": "\n" + B}, "biber", [("b.bib", 2, "k", Severity.error, "a.bib", 1)]),
        ({"a.bib": A + "@misc{K, t={y}}"}, "bibtex", [("a.bib", 2, "K", Severity.error, "a.bib", 1)]),
        ({"a.bib": A + "@misc{K, t={y}}"}, "biber", []),
        ({"a.bib": "@misc{, t={x}}\n@misc{, t={y}}"}, "bibtex", []),
        (
            {"a.bib": A + B + A},
            "bibtex",
            [("a.bib", 2, "k", Severity.error, "a.bib", 1), ("a.bib", 3, "k", Severity.warning, "a.bib", 1)],
        ),
    ],
)
def test_table(bibs: dict[str, str], dialect: str, expected: list[tuple[object, ...]]) -> None:
    found = findings("duplicate-key", bibs, dialect=dialect)
    firsts = [f.related[0].location for f in found]
    places = [(f.location.path, f.location.line, f.key, f.severity) for f in found]
    assert [(*place, first.path, first.line) for place, first in zip(places, firsts, strict=True)] == expected


def test_a_library_of_two_documents_is_reported_once_and_loose_files_stand_apart() -> None:
    library = bib.parse(SourceFile("a.bib", A + B), "bibtex")
    other = bib.parse(SourceFile("b.bib", A), "bibtex")
    one, two = (around([library], "bibtex").documents[0] for _ in range(2))
    project = Project(Path(), documents=(one, two), loose=(other,))
    found = run(registry.rules["duplicate-key"], project, {})
    assert [(f.location.path, f.location.line) for f in found] == [("a.bib", 2)]
