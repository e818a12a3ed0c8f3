"""Which of the records that were found are the cited work."""

from __future__ import annotations

from collections.abc import Sequence

from latexrefcheck.model.record import Reference
from latexrefcheck.model.states import JudgementState
from latexrefcheck.verify.match import fields, kinds, titles
from latexrefcheck.verify.match.across import compare_venues
from latexrefcheck.verify.match.identity import RANK, Identified
from latexrefcheck.verify.match.survey import Candidate, Survey


def cited_work(survey: Survey, found: Sequence[Identified]) -> list[Candidate]:
    """All candidates that are the cited work, the one to compare with first; none if the work was not met."""
    reference = survey.reference
    wrong = {id(one.best.record) for one in found if one.state == "wrong" and one.best is not None}
    usable = [c for c in survey.candidates if id(c.record) not in wrong and (not c.searched or _possible(reference, c))]
    sure = [one.best for one in found if one.state == "right" and one.best is not None]
    same = [c for c in usable if c.kind == "same" and _trusted(survey, c)]
    if sure:
        # What the owner says comes first; another source may still show that its record is the damaged one.
        primary = min(sure, key=lambda c: RANK[c.kind])
        return [primary, *(c for c in (*same, *sure) if c is not primary)]
    if same:
        primary = min(same, key=lambda c: (c.searched, _fit(reference, c), -c.title.score))
        return [primary, *(c for c in same if c is not primary)]
    near = [c for c in usable if c.searched and c.kind in ("partial", "drift", "people") and not kinds.unindexed(reference)]
    near = [c for c in near if _telling(survey, c)]
    if near:
        primary = min(near, key=lambda c: (RANK[c.kind], _fit(reference, c), -c.shared, -c.title.score))
        return [primary]
    return []


def _possible(reference: Reference, candidate: Candidate) -> bool:
    """Whether a search hit is of a kind that the cited work can be; a review of the book is not the book."""
    if candidate.author.state == JudgementState.DIFFER and kinds.reviews(reference, candidate.record):
        return False
    return kinds.compatible(reference, candidate.record)


def _trusted(survey: Survey, candidate: Candidate) -> bool:
    """Whether a record with this title is the work: people known to agree, or a telling title where people are unknown."""
    if candidate.author.state in ("agree", "minor"):
        return True
    return not candidate.searched or titles.distinct(survey.reference.title)


def _fit(reference: Reference, candidate: Candidate) -> tuple[bool, int]:
    """Order among records of one work: the version that is cited first, then the nearest year."""
    preprint = candidate.record.preprint
    gap = min((abs(year - (reference.year or year)) for year in candidate.record.years), default=9)
    return preprint != kinds.cites_preprint(reference), gap


def _telling(survey: Survey, candidate: Candidate) -> bool:
    """Whether a search hit that differs is more than a namesake: the rest of it has to speak for the same work."""
    reference, record = survey.reference, candidate.record
    year_near = bool(record.years) and reference.year is not None and min(abs(y - reference.year) for y in record.years) <= 2
    venue = compare_venues(reference, [record]).state == JudgementState.AGREE
    if candidate.kind == "partial":
        return (
            titles.distinct(reference.title)
            or (candidate.shared >= 0.5 and not titles.generic(reference.title))
            or (year_near and venue)
        )
    if candidate.kind == "people":
        # Other works of the same title are expected (reviews of a book, a question asked again): all the rest has to fit.
        return year_near and (titles.distinct(reference.title) or (venue and not titles.generic(reference.title)))
    return _retold(survey, candidate)


FAR = 2
"""Years beyond which a paper of the same people under a changed title is another one."""


def _retold(survey: Survey, candidate: Candidate) -> bool:
    """Whether a hit of the same people under a changed title is the cited work and not another paper of theirs.

    Papers in a row differ in a number or a word ("…, 2019" and "…, 2020", the role of nurses and of doctors): year and
    venue have to allow that it is one, and where numbers differ, volume or pages have to say so.
    """
    reference, record, limits = survey.reference, candidate.record, survey.thresholds
    if candidate.title.score < limits.title_similarity - 0.2 or candidate.shared < limits.author_similarity:
        return False
    gap = min((abs(year - reference.year) for year in record.years), default=None) if reference.year else None
    venue = compare_venues(reference, [record]).state
    if (gap is not None and gap > FAR) or venue == "differ":
        return False
    if titles.numbers(reference.title) != titles.numbers(candidate.title.found):
        told = {judgement.field: judgement.state for judgement in fields.compare(reference, record, [record])}
        return "agree" in (told.get("pages"), told.get("volume")) and "differ" not in told.values()
    return gap is not None or venue == "agree" or candidate.title.score >= 0.9 or len(reference.authors) > 2
