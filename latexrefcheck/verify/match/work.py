"""Which of the records that were found are the cited work."""

from __future__ import annotations

from collections.abc import Sequence

from latexrefcheck.model.record import Reference
from latexrefcheck.verify.match import kinds, titles
from latexrefcheck.verify.match.identity import RANK, Identified
from latexrefcheck.verify.match.survey import Candidate, Survey, compare_venues


def cited_work(survey: Survey, found: Sequence[Identified]) -> list[Candidate]:
    """All candidates that are the cited work, the one to compare with first; none if the work was not met."""
    reference = survey.reference
    wrong = {id(one.best.record) for one in found if one.state == "wrong" and one.best is not None}
    usable = [
        c for c in survey.candidates if id(c.record) not in wrong and (not c.searched or kinds.compatible(reference, c.record))
    ]
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
    venue = compare_venues(reference, [record]).state == "agree"
    if candidate.kind == "partial":
        return (
            titles.distinct(reference.title)
            or (candidate.shared >= 0.5 and not titles.generic(reference.title))
            or (year_near and venue)
        )
    if candidate.kind == "people":
        # Other works of the same title are expected (reviews of a book, a question asked again): all the rest has to fit.
        return year_near and (titles.distinct(reference.title) or (venue and not titles.generic(reference.title)))
    # drift
    limits = survey.thresholds
    if candidate.title.score < limits.title_similarity - 0.2 or candidate.shared < limits.author_similarity:
        return False
    return year_near or venue or candidate.title.score >= 0.9 or len(reference.authors) > 2
