"""Why a verdict is what it is: every record beside the entry, every score, the figure that decided, what would change it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from latexrefcheck.model.record import Evidence, Judgement, Record, Reference, Verdict
from latexrefcheck.settings import thresholds
from latexrefcheck.settings.thresholds import Thresholds
from latexrefcheck.verify.match import comparison, judge

MOST_RECORDS = 3
"""Records of one answer that are laid beside the entry: a search lists what is only like it."""

STEP = 0.01


class Compared(NamedTuple):
    """One record of one source beside the entry: the four fields and their score."""

    source: str
    query: str
    record: Record
    judgements: tuple[Judgement, ...]
    score: float


class Change(NamedTuple):
    """What would change the verdict: a threshold with the value from which it does, and the status that it would have."""

    threshold: str
    value: float
    now: float
    status: str


class Explanation(NamedTuple):
    """All that is to be said about one verdict."""

    reference: Reference
    verdict: Verdict
    records: tuple[Compared, ...]
    evidence: tuple[Evidence, ...]
    deciding: tuple[str, ...]
    changes: tuple[Change, ...]


def explain(reference: Reference, verdict: Verdict, evidence: Sequence[Evidence], limits: Thresholds) -> Explanation:
    """The explanation of a verdict that ``evidence`` led to; without evidence (from the lock) of what is kept."""
    told = tuple(_records(reference, evidence, limits))
    if not told and verdict.record is not None:
        told = (_compared(reference, verdict.record, verdict.word.value, verdict.record.source, limits),)
    changes = tuple(_changes(reference, verdict, evidence, limits)) if evidence else ()
    return Explanation(reference, verdict, told, tuple(evidence), tuple(_deciding(verdict, limits)), changes)


def _records(reference: Reference, evidence: Sequence[Evidence], limits: Thresholds) -> Iterator[Compared]:
    for one in evidence:
        for record in one.records[:MOST_RECORDS]:
            if any(record.titles):
                yield _compared(reference, record, f"{one.query.kind} {one.query.value}", one.source, limits)


def _compared(reference: Reference, record: Record, query: str, source: str, limits: Thresholds) -> Compared:
    told = tuple(comparison.compared(reference, record, limits))
    return Compared(source, query, record, told, comparison.score(told, limits))


def _deciding(verdict: Verdict, limits: Thresholds) -> Iterator[str]:
    """One sentence per figure that decided."""
    bounds = {"title": ("title_similarity", limits.title_similarity), "author": ("author_similarity", limits.author_similarity)}
    for judgement in verdict.judgements:
        if judgement.field in bounds and judgement.state in ("differ", "minor"):
            name, bound = bounds[judgement.field]
            sign, word = ("<", "differs") if judgement.state == "differ" else (">=", "agrees")
            yield f"{judgement.field}: similarity {judgement.score:.2f} {sign} {name} {bound:.2f}, so that it {word}"
        elif judgement.field == "year" and judgement.state == "differ":
            yield f"year: {judgement.cited} is more than year_tolerance {limits.year_tolerance} from {judgement.found}"
        elif judgement.field == "venue" and judgement.state == "differ":
            yield f"venue: {judgement.cited} is not {judgement.found}"
    if verdict.judgements:
        yield (
            f"score {verdict.score:.2f}: level {verdict.level.value} (high from {limits.high_confidence:.2f}, medium from "
            f"{limits.medium_confidence:.2f}, low from {limits.low_confidence:.2f})"
        )


def _changes(reference: Reference, verdict: Verdict, evidence: Sequence[Evidence], limits: Thresholds) -> Iterator[Change]:
    """Each threshold that would change the verdict by itself, found by judging again."""
    for name, value in _tries(verdict, limits):
        changed = thresholds.of({**limits._asdict(), name: value})
        status = judge(reference, evidence, changed).status
        if status != verdict.status:
            yield Change(name, value, getattr(limits, name), status)


def _tries(verdict: Verdict, limits: Thresholds) -> Iterator[tuple[str, float]]:
    field = {judgement.field: judgement for judgement in verdict.judgements}
    for name, bound in (("title", "title_similarity"), ("author", "author_similarity")):
        if name in field and field[name].state != "unknown":
            value = field[name].score
            yield bound, round(value, 2) if value < getattr(limits, bound) else min(1.0, round(value + STEP, 2))
    year = field.get("year")
    if year is not None and year.cited.isdecimal() and year.state in ("differ", "minor"):
        gaps = [abs(int(year.cited) - int(one)) for one in year.found.split(", ") if one.isdecimal()]
        if gaps:
            yield "year_tolerance", min(gaps) if year.state == "differ" else min(gaps) - 1
    if verdict.judgements:
        yield "high_confidence", verdict.score if verdict.status == "partial" else min(1.0, round(verdict.score + STEP, 2))
        yield "medium_confidence", min(1.0, round(verdict.score + STEP, 2))
    yield "low_confidence", min(1.0, round(verdict.score + STEP, 2))
    yield "sources", limits.sources + 1
