"""Years and venues of a reference against all records of its work."""

from __future__ import annotations

from collections.abc import Sequence

from latexrefcheck.model.record import Judgement, Record, Reference
from latexrefcheck.model.states import JudgementState
from latexrefcheck.verify.match import venues, years


def compare_years(reference: Reference, records: Sequence[Record], tolerance: int) -> Judgement:
    """The year against all years of all records of the work."""
    found = [year for record in records for year in record.years]
    both = any(record.preprint for record in records) and any(not record.preprint for record in records)
    return years.compare(reference.year, found, tolerance, both, years.excuse(reference, records))


def compare_venues(reference: Reference, records: Sequence[Record]) -> Judgement:
    """The venue against all names in all records of the work; a preprint's archive says nothing about the venue."""
    issns = tuple(issn for record in records for issn in record.issns)
    said = [
        venues.compare(reference.venue, record.venues, issns, reference.identifiers.get("issn", ""), record.type)
        for record in records
        if not record.preprint or venues.repository(reference.venue)
    ]
    agreeing = next((judgement for judgement in said if judgement.state == JudgementState.AGREE), None)
    if agreeing is not None:
        return agreeing
    if any(venues.is_publisher(reference.venue, record.publisher) for record in records):
        return Judgement(
            "venue", JudgementState.UNKNOWN, reference.venue, "", 0.5, "the publisher stands in the place of the venue"
        )
    doubtful = next((j for j in said if j.state == "unknown" and j.found and j.detail not in venues.SILENT), None)
    differing = next((judgement for judgement in said if judgement.state == JudgementState.DIFFER), None)
    return doubtful or differing or next(iter(said), Judgement("venue", JudgementState.UNKNOWN, reference.venue))
