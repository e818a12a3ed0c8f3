"""The fields of a reference against the records of its work, and their weighted sum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from latexrefcheck import registry
from latexrefcheck.model.record import Judgement, Record, Reference
from latexrefcheck.model.states import JudgementKind, JudgementState
from latexrefcheck.settings.thresholds import Thresholds
from latexrefcheck.verify import catalogue
from latexrefcheck.verify.match import fields, similarity, titles
from latexrefcheck.verify.match.across import compare_venues, compare_years
from latexrefcheck.verify.match.identity import VERSIONS_APART
from latexrefcheck.verify.match.survey import Candidate, Survey, compare_people
from latexrefcheck.verify.match.venues import host_only, repository, versions_apart, workshop

FIELDS = ("title", "author", "year", "venue")
"""The fields whose difference makes a mismatch."""

UNCOMPARED = 0.6
"""What a field counts that could not be compared: alone it leaves an entry verified, unless it is the title or the authors."""

LEAST_AGREEING = 0.9
"""What a field counts at least that agrees."""


def judgements(survey: Survey, work: Sequence[Candidate]) -> tuple[Judgement, ...]:
    """The judgement on every field; the first candidate of ``work`` is the one to compare with."""
    reference, primary = survey.reference, work[0]
    records = [candidate.record for candidate in work]
    lesser = tuple(fields.compare(reference, primary.record, records))
    told = (
        _title(reference, work, lesser),
        _people(work),
        compare_years(reference, records, survey.thresholds.year_tolerance),
        _host(survey, work, _venue(survey, work)),
        *lesser,
    )
    return tuple(_other_version(told, reference.type)) if primary.searched else told


def _other_version(judgements: Sequence[Judgement], entry_type: str) -> Iterator[Judgement]:
    """A work met by search in another year and venue, paper of a meeting against article: another version of it."""
    by_field = {judgement.field: judgement for judgement in judgements}
    year, venue = by_field["year"], by_field["venue"]
    versions = (
        venue.state == JudgementState.DIFFER
        and year.state in ("differ", "minor")
        and by_field["title"].state in ("agree", "minor")
        and by_field["author"].state in ("agree", "minor")
        and versions_apart(venue.cited, venue.found, entry_type)
        and abs(int(year.cited) - int(year.found.split(",")[0])) <= VERSIONS_APART
    )
    for judgement in judgements:
        if versions and judgement.field in ("year", "venue"):
            yield judgement._replace(
                state=JudgementState.MINOR, kind=JudgementKind.VERSION, detail="the record is of another version"
            )
        else:
            yield judgement


def _title(reference: Reference, work: Sequence[Candidate], lesser: Sequence[Judgement]) -> Judgement:
    best = min(work, key=lambda c: (titles.STATES.index(c.title.state), -c.title.score))
    match = best.title
    if match.state == "none":
        # Volume and pages say which article it is as well as a title does.
        placed = {judgement.field for judgement in lesser if judgement.state == JudgementState.AGREE} >= {"volume", "pages"}
        return Judgement(
            "title",
            JudgementState.MINOR if placed else JudgementState.UNKNOWN,
            reference.title,
            "",
            0.9 * placed,
            "the record has no title",
        )
    shown = titles.clean(match.found or best.record.title)
    state = {"same": JudgementState.AGREE, "minor": JudgementState.MINOR}.get(match.state, JudgementState.DIFFER)
    if state == JudgementState.DIFFER and (not reference.title or not shown or fields.other_language(reference.title, shown)):
        state = JudgementState.UNKNOWN
    kind = (
        JudgementKind.NONE
        if state == JudgementState.AGREE
        else JudgementKind.WORDING
        if match.state == "near"
        else JudgementKind.OTHER_TITLE
        if match.state == "other"
        else JudgementKind.FORM
    )
    return Judgement("title", state, reference.title, shown, similarity.title(reference.title, match), match.detail, kind)


def _venue(survey: Survey, work: Sequence[Candidate]) -> Judgement:
    """The venue; also when several indexes that list venues know the work only as a preprint."""
    reference = survey.reference
    judgement = compare_venues(reference, [c.record for c in work])
    if judgement.state != "unknown" or not reference.venue or repository(reference.venue) or workshop(reference.venue):
        return judgement
    if any(not c.record.preprint and any(not repository(venue) for venue in c.record.venues) for c in work):
        return judgement
    listing = sorted({c.source for c in work if c.kind == "same" and catalogue.known().lists_venues(c.source)})
    if len(listing) < survey.thresholds.sources:
        return judgement._replace(kind=JudgementKind.UNCONFIRMED)
    detail = f"{' and '.join(listing)} know it only as a preprint"
    return Judgement("venue", JudgementState.DIFFER, reference.venue, "preprint", 0.0, detail, JudgementKind.UNCONFIRMED)


def _host(survey: Survey, work: Sequence[Candidate], venue: Judgement) -> Judgement:
    """The venue where only an index speaks against it, and names the meeting at which a volume without its name was read.

    Only for what an identifier led to and people agree on; a cited name that is known as another meeting's stays wrong.
    """
    # Papers of the ACL Anthology are of meetings, whatever the entry calls itself.
    meeting = survey.reference.type in ("article", "misc") and any(kind == "acl" for kind, _ in survey.identifiers)
    kind = meeting or survey.reference.type in ("inproceedings", "conference", "incollection")
    if venue.state != JudgementState.DIFFER or venue.kind or work[0].searched or not kind:
        return venue
    told = (catalogue.known().owns(c.source, name) for c in work for name, _ in survey.identifiers if name != "acl")
    sure = work[0].kind == "same" and work[0].author.state == JudgementState.AGREE
    if any(told) or not sure or not host_only(venue.cited, venue.found):
        return venue
    return venue._replace(state=JudgementState.UNKNOWN, detail="a volume against the meeting at which it was read")


def _people(work: Sequence[Candidate]) -> Judgement:
    """The owner's list first; when another source's list of the same work agrees, the sources disagree and nobody is accused."""
    primary = work[0]
    if primary.author.state in ("agree", "minor"):
        return primary.author
    for candidate in work[1:]:
        if candidate.author.state in ("agree", "minor"):
            detail = (
                ""
                if primary.author.state == "unknown"
                else f"{registry.source_name(primary.source)} lists {primary.author.found}"
            )
            return candidate.author._replace(detail=detail)
    return primary.author


def compared(reference: Reference, record: Record, limits: Thresholds, venue: bool = True) -> Iterator[Judgement]:
    """The four fields against one record by itself."""
    match = similarity.decided_title(reference.title, titles.compare(reference.title, record.titles), limits)
    state = {"same": JudgementState.AGREE, "minor": JudgementState.MINOR}.get(match.state, JudgementState.DIFFER)
    shown = titles.clean(match.found or record.title)
    if state == JudgementState.DIFFER and (not reference.title or not shown or fields.other_language(reference.title, shown)):
        state = JudgementState.UNKNOWN
    yield Judgement("title", state, reference.title, shown, similarity.title(reference.title, match), match.detail)
    yield similarity.decided_authors(compare_people(reference, record), limits)
    yield compare_years(reference, [record], limits.year_tolerance)
    if venue:
        yield compare_venues(reference, [record])


def score(told: Sequence[Judgement], limits: Thresholds) -> float:
    """Weighted agreement of the four fields.

    A field that could not be compared counts less than one that agrees, whoever is silent about it; only a venue that
    neither the entry nor the record has is no part of the sum (books and preprints have none).
    """
    weights = {
        "title": limits.title_weight,
        "author": limits.author_weight,
        "year": limits.year_weight,
        "venue": limits.venue_weight,
    }
    parts = [(weights[j.field], _worth(j)) for j in told if j.field in weights and (j.field != "venue" or j.cited or j.found)]
    total = sum(weight for weight, _ in parts)
    return round(sum(weight * worth for weight, worth in parts) / total, 4) if total else 0.0


def _worth(judgement: Judgement) -> float:
    if judgement.state == "unknown":
        return UNCOMPARED
    if judgement.state == JudgementState.DIFFER:
        return judgement.score if judgement.field in ("title", "author") else 0.0
    return max(LEAST_AGREEING, judgement.score)


def uncompared(told: Sequence[Judgement]) -> list[str]:
    """The fields that could not be compared and that a work of this kind has."""
    return [j.field for j in told if j.field in FIELDS and j.state == "unknown" and (j.field != "venue" or j.cited or j.found)]
