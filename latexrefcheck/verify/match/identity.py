"""Whether an identifier belongs to the cited work, by the word of those who own it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from latexrefcheck import registry
from latexrefcheck.model.states import JudgementState
from latexrefcheck.verify import catalogue
from latexrefcheck.verify.match import fields, kinds
from latexrefcheck.verify.match.across import compare_venues, compare_years
from latexrefcheck.verify.match.survey import Candidate, Survey
from latexrefcheck.verify.match.venues import versions_apart

RANK = {"same": 0, "partial": 1, "drift": 2, "people": 3, "authors": 4, "container": 5, "other": 6}
"""Kinds of candidates, those nearest to the cited work first."""


VERSIONS_APART = 5
"""Years within which the article after a conference paper appears."""


class Identified(NamedTuple):
    """What became of one identifier: ``state`` is ``right``, ``wrong``, ``absent``, ``failed`` or ``unknown``."""

    kind: str
    value: str
    state: str
    reason: str = ""
    best: Candidate | None = None


def identified(survey: Survey, kind: str, value: str) -> Identified:
    """Whether an identifier belongs to the cited work, by the word of those who own it."""
    state, reason = survey.state(kind, value)
    if state != "found":
        return Identified(kind, value, "unknown" if state == "unasked" else state, reason)
    best = min(survey.by_identifier(kind, value), key=lambda c: (RANK[c.kind], -c.title.score))
    owner = catalogue.known().owns(best.source, kind)
    if best.kind in ("same", "partial", "drift", "people"):
        return Identified(kind, value, "wrong" if owner and _anothers(survey, best) else "right", best=best)
    if unheard := "" if owner else survey.unheard(kind, value):
        # Whoever holds a copy may confirm; to say that it is another work's is for the owner.
        return Identified(kind, value, "failed", unheard, best)
    if kind == "isbn":
        return Identified(kind, value, "unknown", "it names the volume", best)
    if best.kind == "container":
        tolerable = survey.reference.type in kinds.PARTS or any(c.kind == "same" and c.searched for c in survey.candidates)
        return Identified(kind, value, "wrong" if owner and not tolerable else "unknown", kinds.WHOLE, best)
    if best.title.state == "none":
        apart = best.author.state == JudgementState.DIFFER or elsewhere(survey, best)
        return Identified(kind, value, "wrong" if owner and apart else "unknown", "the record has no title", best)
    if not survey.reference.title or not any(best.record.titles):
        return Identified(kind, value, "unknown", "there is no title to compare")
    if fields.other_script(survey.reference.title, best.record.title):
        return _unread(survey, kind, value, best)
    if not owner:
        return Identified(kind, value, "unknown", f"only {registry.source_name(best.source)} knows it, under another title", best)
    if best.kind == "authors" and not _twin(survey, best):
        # The same people under another title: an earlier title, a translation, or another of their works.
        return Identified(kind, value, "right", best=best)
    return Identified(kind, value, "wrong", best=best)


def _unread(survey: Survey, kind: str, value: str, best: Candidate) -> Identified:
    """The record's title is in another script: people or year have to tell, and without them nothing is said."""
    if best.author.state in ("agree", "minor"):
        return Identified(kind, value, "right", best=best)
    year = compare_years(survey.reference, [best.record], survey.thresholds.year_tolerance).state in ("agree", "minor")
    if year and best.author.state == "unknown":
        return Identified(kind, value, "right", best=best)
    if year or best.author.state == "unknown":
        return Identified(kind, value, "unknown", "its record is in another script", best)
    return Identified(kind, value, "wrong", best=best)


def _anothers(survey: Survey, best: Candidate) -> bool:
    """Whether a record of a like title is another work all the same: a review, or one of another year and venue."""
    if best.kind == "people":
        return _twin(survey, best) or kinds.reviews(survey.reference, best.record) or elsewhere(survey, best)
    return best.kind == "drift" and elsewhere(survey, best)


def elsewhere(survey: Survey, candidate: Candidate) -> bool:
    """Whether a record is of another year and of another venue than the cited work, and no later version of its paper."""
    records, reference = [candidate.record], survey.reference
    year = compare_years(reference, records, survey.thresholds.year_tolerance)
    venue = compare_venues(reference, records)
    if year.state != JudgementState.DIFFER or venue.state != JudgementState.DIFFER:
        return False
    gap = min(abs(int(year.cited) - found) for found in candidate.record.years)
    return gap > VERSIONS_APART or not versions_apart(venue.cited, venue.found, reference.type)


def _twin(survey: Survey, other: Candidate) -> bool:
    """Whether the cited work itself was found as a record distinct from ``other``."""
    mine = other.record.identifiers
    return any(
        c.kind == "same"
        and c.author.state in ("agree", "minor")
        and c.record is not other.record
        and not _shared(c.record.identifiers, mine)
        for c in survey.candidates
    )


def _shared(left: Mapping[str, str], right: Mapping[str, str]) -> bool:
    return any(left.get(kind, "").lower() == value.lower() for kind, value in right.items() if value and kind != "issn")
