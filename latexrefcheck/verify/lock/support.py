"""Whether the record that a lock keeps supports the verdict beside it: anybody can edit a lock."""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.model.record import Record, Reference, Verdict
from latexrefcheck.model.states import Agreement, JudgementState, VerdictStatus
from latexrefcheck.settings.thresholds import Thresholds
from latexrefcheck.text.person import Person

CLAIMS = frozenset(("verified", "partial"))
"""Verdicts that say of an entry that nothing contradicts it."""


def graded(verdict: Verdict, limits: Thresholds) -> Verdict:
    """The verdict with a score and level that do not contradict it; the record is kept in short, and the score beside it."""
    from dataclasses import replace

    if verdict.status not in CLAIMS:
        return verdict
    verified = verdict.status == VerdictStatus.VERIFIED
    given = max(verdict.score, limits.high_confidence) if verified else limits.capped(verdict.score)
    return replace(verdict, score=given, level=limits.level(given))


def contradictions(reference: Reference, verdict: Verdict, limits: Thresholds, thorough: bool = False) -> tuple[str, ...]:
    """What the kept record says against a verdict that claims to find nothing wrong; empty when it supports it.

    ``thorough`` compares the venue too, which takes as long as all the rest: for those who write and audit a lock.
    """
    if verdict.status not in CLAIMS:
        return ()
    if limits.require_sources > 1 and verdict.agreement == Agreement.SINGLE_SOURCE:
        return ("only one source holds it",)
    if verdict.record is None or not any(verdict.record.titles):
        return ("no record is kept",) if reference.title else ()
    # What was told as harmless (another order, another version) stands in the lock with its reason.
    harmless = {judgement.field for judgement in verdict.judgements if judgement.state == JudgementState.MINOR}
    return tuple(what for what in _against(reference, verdict.record, limits, thorough) if what not in harmless)


def _against(reference: Reference, record: Record, limits: Thresholds, thorough: bool) -> Iterator[str]:
    for kind in ("doi", "pmid"):
        mine, theirs = reference.identifiers.get(kind, "").lower(), record.identifiers.get(kind, "").lower()
        if mine and theirs and mine != theirs and not mine.startswith("10/"):
            yield kind
    if reference.words:
        yield from _in_words(reference, record, limits, thorough)
        return
    if not any(record.titles) or (not thorough and _same_words(reference, record)):
        return
    from latexrefcheck.verify.match import comparison  # imported late: where all say the same, nothing has to be compared

    told = comparison.compared(reference, record, limits, venue=thorough)
    yield from (judgement.field for judgement in told if judgement.state == JudgementState.DIFFER)


def _in_words(reference: Reference, record: Record, limits: Thresholds, thorough: bool) -> Iterator[str]:
    """What the text of a reference in words says otherwise than the record."""
    from latexrefcheck.verify import alignment, words  # imported late: few projects have references in words

    parts = alignment.cut(reference.words, record) if any(record.titles) else None
    if parts is None:
        yield "title"
        return
    told = words.compare(parts, record, limits)
    yield from (one.field for one in told if one.state == JudgementState.DIFFER and (thorough or one.field != "venue"))


def _same_words(reference: Reference, record: Record) -> bool:
    """Whether title, people and year stand in the same words, as they mostly do. Venues cost too much to compare in a run."""
    people = [person for person in record.authors if person.literal != "others"]
    mine, theirs = list(map(_signature, reference.authors)), list(map(_signature, people))
    listed = len(mine) == len(theirs) or record.authors_cut
    return (
        _letters(reference.title) == _letters(record.title)
        and (not theirs or (listed and mine[: len(theirs)] == theirs))
        and (reference.year is None or not record.years or reference.year in record.years)
    )


def _signature(person: Person) -> tuple[str, str]:
    return (person.family or person.literal).casefold(), person.given[:1].casefold()


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()
