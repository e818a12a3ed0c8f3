"""Compare years: any publication year of the work counts, give or take the profile's tolerance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from latexrefcheck.model.record import Judgement, Record, Reference
from latexrefcheck.model.states import JudgementState
from latexrefcheck.verify.match import fields


def compare(cited: int | None, found: Iterable[int], tolerance: int = 1, span: bool = False, excuse: str = "") -> Judgement:
    """The judgement on ``year``.

    ``tolerance`` is in years. ``span`` says that ``found`` holds the years of a preprint and of its
    published version: any year between them is then right as well. ``excuse`` says why the record's years need not be
    the cited one.
    """
    years = sorted({year for year in found if year})
    shown = ", ".join(map(str, years))
    if cited is None or not years:
        return Judgement("year", JudgementState.UNKNOWN, str(cited or ""), shown)
    distance = 0 if span and years[0] <= cited <= years[-1] else min(abs(cited - year) for year in years)
    if distance == 0:
        return Judgement("year", JudgementState.AGREE, str(cited), shown, 1.0)
    if distance <= tolerance:
        return Judgement(
            "year",
            JudgementState.MINOR,
            str(cited),
            shown,
            0.9,
            f"{distance} year off, as between online, print and preprint dates",
        )
    if excuse:
        return Judgement("year", JudgementState.MINOR, str(cited), shown, 0.9, excuse)
    return Judgement("year", JudgementState.DIFFER, str(cited), shown, 0.0, f"the record has {shown}")


BORN_PRINTED = 2003
"""Until this year articles and books came out on paper; a later date of their record may be that of the scan or e-book."""


def excuse(reference: Reference, records: Sequence[Record]) -> str:
    """Why the years of these records may be others than the cited one, in one clause; empty if nothing explains it."""
    if any(record.type == "software" for record in records):
        return "each version of a software has its own year"
    found = [year for record in records for year in record.years]
    if reference.year is None or not found or reference.year > min(found):
        return ""
    if reference.type == "unpublished":
        return "what was a manuscript then was published later"
    online = [record for record in records if record.online_only]
    if reference.year <= BORN_PRINTED and any(_in_place(reference, record) for record in online):
        return "the record has only the date of the online edition"
    return ""


def _in_place(reference: Reference, record: Record) -> bool:
    """Whether volume, number and pages agree as far as both sides have them, at least one of them; a book has none."""
    told = [judgement.state for judgement in fields.compare(reference, record, [record])]
    return "differ" not in told and ("agree" in told or record.type == "book")
