"""Strings that nothing defines."""

from __future__ import annotations

from pathlib import Path

import pytest
from ruleharness import findings, run, spots

from latexrefcheck import registry
from latexrefcheck.model.document import Document, Project, Resource, Section, SourceFile, Span
from latexrefcheck.reading import bib

USE = "@misc{k, journal = prl}"


@pytest.mark.parametrize(
    ("bibs", "expected"),
    [
        ({"a.bib": USE}, [(1, "prl")]),
        ({"a.bib": "@misc{k, month = Apr, note = 1 # jan}"}, []),
        ({"a.bib": "@misc{k,\n month = sept}"}, [(2, "sept")]),
        ({"a.bib": '@string{PRL = "x"}\n' + USE}, []),
        ({"a.bib": USE + '\n@string{PRL = "x"}'}, [(1, "prl")]),
        ({"strings.bib": '@string{PRL = "x"}', "a.bib": USE}, []),
        ({"a.bib": USE, "strings.bib": '@string{PRL = "x"}'}, [(1, "prl")]),
        ({"a.bib": "@misc{k, a = x1 # x2, b = x1}"}, [(1, "x1"), (1, "x2")]),
    ],
)
def test_table(bibs: dict[str, str], expected: list[tuple[int, str]]) -> None:
    assert spots(findings("undefined-string", bibs)) == expected


def test_a_near_name_is_offered() -> None:
    (found,) = findings("undefined-string", "@misc{k, month = sept}")
    assert found.message.endswith("did you mean sep?")
    assert found.fix is not None
    assert [(edit.span.text, edit.text) for edit in found.fix.edits] == [("sept", "sep")]


def test_silent_where_a_database_is_missing() -> None:
    source = SourceFile("a.bib", USE)
    found = Resource("a", Span(source, 0, 0), bib.parse(source, "bibtex"))
    lost = Resource("IEEEabrv", Span(source, 0, 0), None)
    document = Document(root=source, backend="bibtex", sections=(Section("", (lost, found)),))
    assert run(registry.rules["undefined-string"], Project(Path(), documents=(document,)), {}) == []


def test_a_name_is_told_once_with_the_number_of_its_uses() -> None:
    (found,) = findings("undefined-string", "@misc{k, month = sept}\n@misc{l, month = SEPT}\n@misc{m, month = sept}")
    assert "(used 3 times)" in found.message
    assert found.fix is not None
    assert [edit.span.text for edit in found.fix.edits] == ["sept", "SEPT", "sept"]


def test_near_names_are_looked_for_only_so_often() -> None:
    uses = "".join(f"@misc{{k{n}, month = jan{n:02}}}\n" for n in range(30))
    offered = ["did you mean jan?" in found.message for found in findings("undefined-string", uses)]
    assert offered == [True] * 25 + [False] * 5
