"""Fixes as other programs take them: whole lines before and after, and one edit per file."""

from __future__ import annotations

import pytest

from latexrefcheck.model.document import Edit, Span
from latexrefcheck.model.finding import Fix
from latexrefcheck.model.source import SourceFile
from latexrefcheck.reports._edits import MOST_CHARACTERS, MOST_LINES, Change, changes, merged

TEXT = "@misc{a,\n  title = {One},\n  year = 2001\n}\n@misc{b}\n"
BIB = SourceFile("refs.bib", TEXT)


def edit(old: str, new: str, source: SourceFile = BIB) -> Edit:
    start = source.text.index(old)
    return Edit(Span(source, start, start + len(old)), new)


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        ([("One", "Two")], [(2, 2, "  title = {One},", "  title = {Two},")]),
        ([("@misc{a", "@book{a")], [(1, 1, "@misc{a,", "@book{a,")]),
        ([("@misc{b}", "@misc{c}")], [(5, 5, "@misc{b}", "@misc{c}")]),
        ([("  title = {One},\n", "")], [(2, 3, "  title = {One},\n  year = 2001", "  year = 2001")]),
        ([("One", "Two"), ("2001", "2002")], [(2, 3, "  title = {One},\n  year = 2001", "  title = {Two},\n  year = 2002")]),
        ([("2001", "2002"), ("One", "Two")], [(2, 3, "  title = {One},\n  year = 2001", "  title = {Two},\n  year = 2002")]),
        ([("One", "Two"), ("b}", "c}")], [(2, 2, "  title = {One},", "  title = {Two},"), (5, 5, "@misc{b}", "@misc{c}")]),
    ],
)
def test_changes_are_of_whole_lines(edits, expected):
    fix = Fix("mend it", tuple(edit(*one) for one in edits), safe=True)
    assert changes(fix) == [Change("refs.bib", *one) for one in expected]


@pytest.mark.parametrize(
    ("text", "old"), [("@misc{b}", "@misc{b}"), ("\r\n@misc{b}\r\n", "@misc{b}"), ("é\n\n@misc{b}", "@misc{b}")]
)
def test_the_last_line_may_have_no_end(text, old):
    source = SourceFile("refs.bib", text)
    (change,) = changes(Fix("mend it", (edit("b}", "c}", source),), safe=True))
    assert (change.old, change.new) == (old, "@misc{c}")


def test_files_are_told_apart_and_long_stretches_left_out():
    other = SourceFile("more.bib", "@misc{z}\n")
    long = SourceFile("long.bib", "x" * MOST_CHARACTERS + "@misc{y}\n")
    fix = Fix("mend it", (edit("One", "Two"), edit("z}", "w}", other), edit("y}", "v}", long)), safe=True)
    assert [change.path for change in changes(fix)] == ["refs.bib", "more.bib"]
    assert merged(fix, "refs.bib") is None


@pytest.mark.parametrize(("lines", "whole"), [(1, True), (MOST_LINES, True), (MOST_LINES + 1, False)])
def test_edits_far_apart_are_not_one(lines, whole):
    source = SourceFile("refs.bib", "first" + "\n" * lines + "last\n")
    found = merged(Fix("mend it", (edit("first", "1", source), edit("last", "2", source)), safe=True), "refs.bib")
    assert (found is not None) is whole
    if found is not None:
        assert (found.text, found.span.start, found.span.end) == ("1" + "\n" * lines + "2", 0, len(source.text) - 1)
