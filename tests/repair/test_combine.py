"""Fixes put together: what meets waits, what would spoil a file is refused, and the rest is made."""

from __future__ import annotations

from pathlib import Path

import pytest

from latexrefcheck.model.document import Edit, Span
from latexrefcheck.model.finding import Fix, Location
from latexrefcheck.model.source import SourceFile
from latexrefcheck.reading import bib
from latexrefcheck.repair.combine import Combined, combine
from latexrefcheck.repair.proposal import Proposal

TEXT = "@misc{a, title = {One}, year = {2001}}\n@misc{b, title = {Two}}\n@misc{c, title = {Three}}\n"
BIB = SourceFile("refs.bib", TEXT, Path("/paper/refs.bib"))


def fix(*edits: tuple[str, str], source: SourceFile = BIB, renamed: dict[str, str] | None = None) -> Proposal:
    """A fix that puts the second text of each pair in the place of the first."""
    made = []
    for old, new in edits:
        start = source.text.index(old)
        made.append(Edit(Span(source, start, start + len(old)), new))
    return Proposal("a-rule", Fix("mend it", tuple(made), safe=True), Location.of(made[0].span), "why", renamed=renamed or {})


def insert(before: str, new: str, source: SourceFile = BIB) -> Proposal:
    start = source.text.index(before)
    span = Span(source, start, start)
    return Proposal("a-rule", Fix("mend it", (Edit(span, new),), safe=True), Location.of(span), "why")


def together(*proposals: Proposal, sources: tuple[SourceFile, ...] = (BIB,), closed: str = "") -> Combined:
    read = [bib.parse(source, "bibtex") for source in sources]
    return combine(proposals, {source.path: source for source in sources}, read, lambda _: closed)


def places(proposals: tuple[Proposal, ...] | list[Proposal]) -> list[str]:
    return [one.fix.edits[0].text for one in proposals]


ONE, TWO, THREE = fix(("One", "1")), fix(("Two", "2")), fix(("Three", "3"))
BROKEN = fix(("{Two}", "{Two"))
LOSING = fix(("{Three}}", "{Three}"))


@pytest.mark.parametrize(
    ("proposals", "made", "refused"),
    [
        ([], [], []),
        ([ONE], ["1"], []),
        ([ONE, TWO, THREE], ["1", "2", "3"], []),
        ([BROKEN], [], ["{Two"]),
        ([ONE, BROKEN], ["1"], ["{Two"]),
        ([BROKEN, ONE], ["1"], ["{Two"]),
        ([ONE, BROKEN, THREE], ["1", "3"], ["{Two"]),
        ([ONE, TWO, LOSING], ["1", "2"], ["{Three}"]),
        ([LOSING, TWO, ONE], ["2", "1"], ["{Three}"]),
        ([BROKEN, LOSING, ONE], ["1"], ["{Two", "{Three}"]),
        ([fix(("a,", "a b,"))], [], ["a b,"]),
    ],
)
def test_what_would_spoil_the_file_is_refused_and_the_rest_made(proposals, made, refused):
    found = together(*proposals)
    assert places(found.made) == made
    assert sorted(places([one.proposal for one in found.refused])) == sorted(refused)
    assert all(one.reason for one in found.refused)
    assert len(found.changes.get("refs.bib", ())) == len(made)


@pytest.mark.parametrize(
    ("apart", "proposals", "made"),
    [
        ({"1", "2"}, [ONE, TWO], ["1"]),
        ({"1", "2"}, [TWO, ONE], ["2"]),
        ({"1", "2"}, [ONE, THREE, TWO], ["1"]),  # what stands in the half that gives way goes with it
        ({"2", "3"}, [ONE, TWO, THREE], ["1", "2"]),
        ({"1", "2", "3"}, [ONE, TWO, THREE], ["1"]),
        ({"1", "none"}, [ONE, TWO, THREE], ["1", "2", "3"]),
    ],
)
def test_of_those_that_do_not_go_together_the_later_half_gives_way(monkeypatch, apart, proposals, made):
    def trouble(intended, changes):
        return "they do not go together" if apart <= {one.text for one in changes} else ""

    monkeypatch.setattr("latexrefcheck.repair.combine.trouble", trouble)
    found = together(*proposals)
    assert places(found.made) == made
    assert [one.reason for one in found.refused] == ["they do not go together"] * (len(proposals) - len(made))


@pytest.mark.parametrize(
    ("first", "second", "waits"),
    [
        (fix(("One", "1")), fix(("One}", "Un}")), True),
        (fix(("One", "1")), fix(("ne", "N")), True),
        (fix(("ne", "N")), fix(("One", "1")), True),
        (fix(("One", "1")), fix(("One", "1")), False),
        (fix(("{On", "{on")), fix(("e}, year", "E}, year")), False),
        (insert("One", "x"), insert("One", "y"), True),
        (insert("One", "x"), insert("ne", "y"), False),
        (fix(("One", "1")), insert("ne", "y"), True),
        (insert("ne", "y"), fix(("One", "1")), True),
        (fix(("One", "1")), insert("One", "y"), False),
        (fix(("One", "1"), ("Two", "2")), fix(("Two", "zwei")), True),
        (fix(("a,", "z,"), renamed={"a": "z"}), fix(("b,", "a,"), renamed={"b": "a"}), True),
    ],
)
def test_what_meets_another_waits_as_a_whole(first, second, waits):
    found = together(first, second)
    assert first in found.made
    assert found.waiting == ((second,) if waits else ())
    assert not found.refused


def test_a_fix_that_changes_nothing_is_not_made():
    found = together(fix(("One", "One")), TWO)
    assert (places(found.made), found.waiting, found.refused) == (["2"], (), ())


@pytest.mark.parametrize(
    ("start", "end", "text", "made"),
    [
        (0, 0, "% first\n", True),
        (len(TEXT), len(TEXT), "\n% last\n", True),
        (len(TEXT) - 1, len(TEXT), "\n\n", True),
        (len(TEXT), len(TEXT) + 1, "", False),
        (-1, 0, "% first\n", False),
        (20, 19, "x", False),
    ],
)
def test_the_whole_text_and_nothing_outside_of_it_may_be_changed(start, end, text, made):
    edit = Edit(Span(BIB, start, end), text)
    found = together(Proposal("a-rule", Fix("mend it", (edit,), safe=True), Location("refs.bib", 1, 1, 1, 1), "why"))
    assert (len(found.made), len(found.refused)) == ((1, 0) if made else (0, 1))


@pytest.mark.parametrize(
    ("proposal", "closed", "reason"),
    [
        (ONE, "it is of another project", "refs.bib is left alone: it is of another project"),
        (fix(("One", "1"), source=SourceFile("other.bib", TEXT, Path("/paper/other.bib"))), "", "other.bib is not a file"),
        (fix(("One", "1"), source=SourceFile("refs.bib", TEXT.replace("@", " @", 1))), "", "refs.bib has another text"),
        (fix(("Thrice", "1"), source=SourceFile("refs.bib", TEXT + "Thrice")), "", "the place in refs.bib does not exist"),
    ],
)
def test_what_cannot_be_made_at_all_is_refused_with_the_reason(proposal, closed, reason):
    found = together(proposal, closed=closed)
    assert (found.made, found.waiting, found.changes) == ((), (), {})
    (refused,) = found.refused
    assert refused.reason.startswith(reason)


def test_a_text_that_the_encoding_lacks_is_refused():
    latin = SourceFile("refs.bib", TEXT, Path("/paper/refs.bib"), "latin-1")
    found = together(fix(("One", "Ω"), source=latin), fix(("Two", "é"), source=latin), sources=(latin,))
    assert places(found.made) == ["é"]
    assert "has no 'Ω'" in found.refused[0].reason


@pytest.mark.parametrize(
    ("bad", "encoding", "made"),
    [((), "utf-8", True), ((), "latin-1", True), (((5, 0xE9),), "latin-1", True), (((5, 0xE9),), "utf-8", False)],
)
def test_a_file_with_odd_bytes_is_changed_only_as_it_was_read(bad, encoding, made):
    kept = SourceFile("refs.bib", TEXT, Path("/paper/refs.bib"), "latin-1", b"", bad)
    found = together(fix(("One", "1"), source=SourceFile("refs.bib", TEXT, kept.absolute, encoding)), sources=(kept,))
    assert places(found.made) == (["1"] if made else [])
    assert [one.reason for one in found.refused] == ([] if made else ["refs.bib was read in two encodings"])


def test_files_are_looked_at_each_by_itself():
    other = SourceFile("more.bib", "@misc{z, title = {Four}}\n", Path("/paper/more.bib"))
    both = fix(("One", "1"))
    both = both._replace(fix=both.fix._replace(edits=(*both.fix.edits, *fix(("{Four}}", "{Four}"), source=other).fix.edits)))
    found = together(both, TWO, fix(("Four", "4"), source=other), sources=(BIB, other))
    assert places(found.made) == ["2", "4"]
    assert [one.proposal for one in found.refused] == [both]
    assert set(found.changes) == {"refs.bib", "more.bib"}
