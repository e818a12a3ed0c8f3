"""Which fixes are wanted: the safe ones always, of the unsafe those that somebody named."""

from __future__ import annotations

import pytest

from latexrefcheck.model.document import Edit, Span
from latexrefcheck.model.finding import Finding, Fix, Location, Severity
from latexrefcheck.model.source import SourceFile
from latexrefcheck.model.states import FindingState
from latexrefcheck.repair.proposal import Proposal, Wanted, of_findings

SOURCE = SourceFile("refs.bib", "@misc{a}")
SPAN = Span(SOURCE, 6, 7)
PLACE = Location.of(SPAN)


def fix(safe: bool, *edits: Edit) -> Fix:
    return Fix("mend it", edits or (Edit(SPAN, "b"),), safe=safe)


@pytest.mark.parametrize(
    ("wanted", "safe", "key", "taken"),
    [
        (Wanted(), True, "a", True),
        (Wanted(), False, "a", False),
        (Wanted(), False, None, False),
        (Wanted(every=True), False, "a", True),
        (Wanted(names=frozenset(("a",))), False, "a", True),
        (Wanted(names=frozenset(("a",))), False, "A", False),
        (Wanted(names=frozenset(("a",))), False, None, False),
        (Wanted(names=frozenset(("bad-doi",))), False, None, True),
        (Wanted(names=frozenset(("bad-isbn",))), False, "a", False),
    ],
)
def test_what_is_wanted(wanted: Wanted, safe: bool, key: str | None, taken: bool) -> None:
    assert wanted.takes(Proposal("bad-doi", fix(safe), PLACE, "it is bad", key)) is taken


@pytest.mark.parametrize(
    ("state", "mended", "count"),
    [
        (FindingState.OPEN, fix(True), 1),
        (FindingState.OPEN, fix(False), 1),
        (FindingState.SUPPRESSED, fix(True), 0),
        (FindingState.BASELINE, fix(True), 0),
        (FindingState.UNCITED, fix(True), 0),
        (FindingState.OPEN, None, 0),
        (FindingState.OPEN, Fix("nothing", (), safe=True), 0),
    ],
)
def test_what_somebody_accepted_is_not_proposed(state: FindingState, mended: Fix | None, count: int) -> None:
    found = Finding("bad-doi", Severity.error, PLACE, "it is bad", "a", fix=mended, state=state)
    assert len(list(of_findings([found]))) == count
