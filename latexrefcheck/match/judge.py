"""The verdict on one reference: what the evidence adds up to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from latexrefcheck.match import fields, kinds, titles
from latexrefcheck.match.survey import (
    OWNERS,
    SEARCHES,
    Candidate,
    Survey,
    compare_venues,
    compare_years,
    source_name,
)
from latexrefcheck.match.thresholds import Thresholds
from latexrefcheck.match.venues import repository, versions_apart, workshop
from latexrefcheck.record import Judgement, Notice, Record, Reference, Verdict

VERSIONS_APART = 5
"""Years within which the article after a conference paper appears."""

LISTS_VENUES = frozenset(("crossref", "dblp", "openalex", "semanticscholar", "inspire", "zbmath"))
"""Indexes in which a published work stands with its venue."""

CURATED = frozenset(("dblp", "inspire", "zbmath"))
"""Indexes whose author lists are kept by hand."""

TELLS_NOTICES = frozenset(("crossref", "datacite", "arxiv", "pubmed", "europepmc"))
"""Sources whose records say whether a work was retracted or withdrawn."""

BROAD = frozenset(("openalex", "semanticscholar"))
"""Indexes that hold works of every field, with and without a DOI."""

RANK = {"same": 0, "partial": 1, "drift": 2, "people": 3, "authors": 4, "container": 5, "other": 6}


class Identified(NamedTuple):
    """What became of one identifier: ``state`` is ``right``, ``wrong``, ``absent``, ``failed`` or ``unknown``."""

    kind: str
    value: str
    state: str
    reason: str = ""
    best: Candidate | None = None


def assess(survey: Survey) -> Verdict:
    """The verdict of a survey."""
    reference = survey.reference
    found = [identified(survey, kind, value) for kind, value in survey.identifiers]
    work, record = _work(survey, found)
    wrong = next((one for one in found if one.state == "wrong"), None)
    absent = next((one for one in found if one.state == "absent"), None)
    verdict = _described(survey, work, record) if record is not None else _nothing(survey, found)
    if record is not None:
        verdict = _replace(verdict, basis="search" if record.searched else "identifier")
    verdict = _doubt(verdict, found)
    if wrong is not None and wrong.best is not None:
        named = wrong.best.record
        reason = f"{wrong.kind} {wrong.value} belongs to “{titles.clean(named.title)}”"
        verdict = _replace(verdict, status="wrong-identifier", reason=reason, identifier=(wrong.kind, wrong.value), other=named)
    elif absent is not None:
        reason = f"{absent.kind} {absent.value} does not exist ({absent.reason})"
        verdict = _replace(verdict, status="identifier-not-found", reason=reason, identifier=(absent.kind, absent.value))
    return _replace(
        verdict,
        notices=_notices(work),
        published=_published(reference, work),
        evidence=tuple(survey.evidence),
        unchecked={**verdict.unchecked, **_open_questions(survey, found)},
        checked=max((one.when for one in survey.evidence), default=""),
    )


def _replace(verdict: Verdict, **changes: object) -> Verdict:
    from dataclasses import replace

    return replace(verdict, **changes)  # type: ignore[arg-type]


def identified(survey: Survey, kind: str, value: str) -> Identified:
    """Whether an identifier belongs to the cited work, by the word of those who own it."""
    state, reason = survey.state(kind, value)
    if state != "found":
        return Identified(kind, value, "unknown" if state == "unasked" else state, reason)
    best = min(survey.by_identifier(kind, value), key=lambda c: (RANK[c.kind], -c.title.score))
    if best.kind in ("same", "partial", "drift"):
        return Identified(kind, value, "right", best=best)
    if best.kind == "people":
        return Identified(kind, value, "wrong" if _twin(survey, best) else "right", best=best)
    if best.kind == "container" or kind == "isbn":
        return Identified(kind, value, "unknown", "it names the volume", best)
    if not survey.reference.title or not any(best.record.titles):
        return Identified(kind, value, "unknown", "there is no title to compare")
    if best.source not in OWNERS[kind]:
        return Identified(kind, value, "unknown", f"only {best.source} knows it, under another title", best)
    if best.kind == "authors" and not _twin(survey, best):
        # The same people under another title: an earlier title, a translation, or another of their works.
        return Identified(kind, value, "right", best=best)
    return Identified(kind, value, "wrong", best=best)


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


def _work(survey: Survey, found: Sequence[Identified]) -> tuple[list[Candidate], Candidate | None]:
    """All candidates that are the cited work, and the one to compare with (None if the work was not met)."""
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
        return [primary, *(c for c in (*same, *sure) if c is not primary)], primary
    if same:
        primary = min(same, key=lambda c: (c.searched, _fit(reference, c), -c.title.score))
        return [primary, *(c for c in same if c is not primary)], primary
    near = [c for c in usable if c.searched and c.kind in ("partial", "drift", "people") and not kinds.unindexed(reference)]
    near = [c for c in near if _telling(survey, c)]
    if near:
        primary = min(near, key=lambda c: (RANK[c.kind], _fit(reference, c), -c.author.score, -c.title.score))
        return [primary], primary
    return [], None


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
            or (candidate.author.score >= 0.5 and not titles.generic(reference.title))
            or (year_near and venue)
        )
    if candidate.kind == "people":
        # Other works of the same title are expected (reviews of a book, a question asked again): all the rest has to fit.
        return year_near and (titles.distinct(reference.title) or (venue and not titles.generic(reference.title)))
    # drift
    if candidate.title.score < survey.thresholds.title - 0.2 or candidate.author.score < survey.thresholds.author:
        return False
    return year_near or venue or candidate.title.score >= 0.9 or len(reference.authors) > 2


def _described(survey: Survey, work: Sequence[Candidate], primary: Candidate | None) -> Verdict:
    """The verdict when the work was met: field by field, then in sum."""
    if primary is None:  # for the type checker; callers ask only with a record
        return _nothing(survey, ())
    reference, limits = survey.reference, survey.thresholds
    records = [c.record for c in work]
    judgements = (
        _title(reference, work),
        _people(reference, work),
        compare_years(reference, records, limits.year),
        _venue(survey, work),
        *fields.compare(reference, primary.record, records),
    )
    if primary.searched:
        judgements = tuple(_other_version(judgements))
    score = _score(judgements, limits)
    differing = [j for j in judgements if j.state == "differ" and j.field in ("title", "author", "year", "venue")]
    same = [c for c in work if c.kind == "same"]
    sources = {c.source for c in same}
    agreement = "confirmed" if len(sources) > 1 else "single-source" if sources or work else "none"
    other = primary.record if primary.kind == "people" else None
    if differing:
        reason = "; ".join(_difference(j) for j in differing)
        return Verdict(reference.key, "mismatch", reason, score, agreement, judgements, primary.record, other)
    if primary.searched and primary.author.state == "unknown" and score < limits.partial:
        return Verdict(
            reference.key, "unverifiable", "only the title could be compared", score, agreement, judgements, primary.record
        )
    return Verdict(reference.key, "verified", f"agrees with {primary.source}", score, agreement, judgements, primary.record)


def _other_version(judgements: Sequence[Judgement]) -> Iterator[Judgement]:
    """A work met by search whose year and venue both differ, paper of a meeting against article: another version of it."""
    by_field = {judgement.field: judgement for judgement in judgements}
    year, venue = by_field["year"], by_field["venue"]
    versions = (
        year.state == venue.state == "differ"
        and by_field["title"].state in ("agree", "minor")
        and by_field["author"].state in ("agree", "minor")
        and versions_apart(venue.cited, venue.found)
        and abs(int(year.cited) - int(year.found.split(",")[0])) <= VERSIONS_APART
    )
    for judgement in judgements:
        if versions and judgement.field in ("year", "venue"):
            yield judgement._replace(state="minor", kind="version", detail="the record is of another version")
        else:
            yield judgement


def _difference(judgement: Judgement) -> str:
    if judgement.detail and judgement.field in ("author", "title"):
        return f"{judgement.field}: {judgement.detail}"
    return f"{judgement.field}: cited {judgement.cited}, found {judgement.found}"


def _title(reference: Reference, work: Sequence[Candidate]) -> Judgement:
    best = min(work, key=lambda c: (("same", "minor", "near", "other").index(c.title.state), -c.title.score))
    match = best.title
    shown = titles.clean(match.found or best.record.title)
    state = {"same": "agree", "minor": "minor"}.get(match.state, "differ")
    if state == "differ" and (not reference.title or not shown or fields.other_language(reference.title, shown)):
        state = "unknown"
    kind = "" if state == "agree" else "wording" if match.state == "near" else "other-title" if match.state == "other" else "form"
    return Judgement("title", state, reference.title, shown, match.score, match.detail, kind)


def _venue(survey: Survey, work: Sequence[Candidate]) -> Judgement:
    """The venue; also when several indexes that list venues know the work only as a preprint."""
    reference = survey.reference
    judgement = compare_venues(reference, [c.record for c in work])
    if judgement.state != "unknown" or not reference.venue or repository(reference.venue) or workshop(reference.venue):
        return judgement
    if any(not c.record.preprint and any(not repository(venue) for venue in c.record.venues) for c in work):
        return judgement
    listing = sorted({c.source for c in work if c.kind == "same" and c.source in LISTS_VENUES})
    if len(listing) < survey.thresholds.sources:
        return judgement._replace(kind="unconfirmed")
    detail = f"{' and '.join(listing)} know it only as a preprint"
    return Judgement("venue", "differ", reference.venue, "preprint", 0.0, detail, "unconfirmed")


def _people(reference: Reference, work: Sequence[Candidate]) -> Judgement:
    """The owner's list first; when another source's list of the same work agrees, the sources disagree and nobody is accused."""
    primary = work[0]
    if primary.author.state in ("agree", "minor"):
        return primary.author
    for candidate in work[1:]:
        if candidate.author.state in ("agree", "minor"):
            detail = "" if primary.author.state == "unknown" else f"{primary.source} lists {primary.author.found}"
            return candidate.author._replace(detail=detail)
    return primary.author


def _score(judgements: Sequence[Judgement], limits: Thresholds) -> float:
    """Weighted agreement over the fields that both sides have."""
    weights = {
        "title": limits.title_weight,
        "author": limits.author_weight,
        "year": limits.year_weight,
        "venue": limits.venue_weight,
    }
    known = [j for j in judgements if j.field in weights and j.state != "unknown"]
    total = sum(weights[j.field] for j in known)
    return round(sum(weights[j.field] * j.score for j in known) / total, 4) if total else 0.0


def _nothing(survey: Survey, found: Sequence[Identified]) -> Verdict:
    """The verdict when no record of the work was met."""
    reference, looked = survey.reference, survey.looked
    best = max((c for c in survey.candidates if c.searched), key=lambda c: c.title.score, default=None)
    near = best.record if best is not None and best.title.state in ("same", "minor", "near") else None
    agreement = "confirmed" if len(looked) > 1 else "single-source" if looked else "none"
    if not reference.title:
        return Verdict(reference.key, "unverifiable", "it has no title to look for", other=near)
    if reference.malformed and not found:
        # The identifier has to be mended first; that finding is made without any source.
        return Verdict(reference.key, "unchecked", reference.malformed, other=near, unchecked={"malformed": reference.malformed})
    if kinds.unindexed(reference):
        reason = f"no index holds {kinds.unindexed_name(reference)} reliably"
        return Verdict(reference.key, "unverifiable", reason, agreement=agreement, other=near)
    if titles.generic(reference.title) and looked:
        return Verdict(
            reference.key,
            "unverifiable",
            "the title is too general for a search to prove anything",
            agreement=agreement,
            other=near,
        )
    if len(looked) >= survey.thresholds.sources:
        return Verdict(reference.key, "not-found", f"no record in {', '.join(looked)}", agreement="confirmed", other=near)
    failures = "; ".join(f"{source}: {reason}" for source, reason in survey.failures.items())
    owner = next((one.reason for one in found if one.state == "failed"), "")
    reason = owner or failures or (f"only {looked[0]} could be searched" if looked else "no source could be asked")
    return Verdict(reference.key, "unchecked", reason, agreement=agreement, other=near, unchecked={"existence": reason})


def _doubt(verdict: Verdict, found: Sequence[Identified]) -> Verdict:
    """Nothing is said while an identifier that the entry gives could not be looked up: it may be another work's."""
    failed = next((one for one in found if one.state == "failed" and one.kind != "isbn"), None)
    return verdict if failed is None else unchecked(verdict, f"{failed.kind} could not be looked up: {failed.reason}")


def unchecked(verdict: Verdict, reason: str) -> Verdict:
    """The verdict taken back for a reason."""
    return _replace(
        verdict, status="unchecked", reason=reason, judgements=(), record=None, published=None, unchecked={"existence": reason}
    )


def looked_enough(survey: Survey, verdict: Verdict | None = None) -> bool:
    """Whether enough sources were heard.

    Two for a difference. Before "not found" is said, or a changed title where the right one may exist
    elsewhere, one of them has to be a broad index that also finds near titles.
    """
    if verdict is not None and verdict.record is not None:
        if _evident(survey.reference, verdict):
            return True
        if not retitled(verdict):
            return len(opinions(survey)) >= survey.thresholds.sources
    return len(survey.looked) >= survey.thresholds.sources and bool(BROAD & set(survey.looked))


def _evident(reference: Reference, verdict: Verdict) -> bool:
    """Whether a hit is beyond doubt the cited work, so that what differs needs no second opinion.

    Either all but the title agree, with several authors named in full; or the title agrees and a curated
    index has another list of the same people.
    """
    state = {judgement.field: judgement for judgement in verdict.judgements}
    if retitled(verdict):
        named = len(reference.authors) > 1 and not reference.cut
        return named and all(state[field].state in ("agree", "minor") for field in ("author", "year", "venue"))
    only_authors = all(state[field].state != "differ" for field in ("title", "year", "venue"))
    curated = verdict.record is not None and verdict.record.source in CURATED
    return curated and only_authors and state["author"].kind in ("added", "replaced", "given", "missing", "renamed")


def retitled(verdict: Verdict) -> bool:
    """Whether the work met bears another title than the cited one."""
    return any(judgement.field == "title" and judgement.state == "differ" for judgement in verdict.judgements)


def opinions(survey: Survey) -> frozenset[str]:
    """Sources that said something about the work: a record that an identifier led to, or the answer to a search."""
    told = {c.source for c in survey.candidates if c.query_kind not in SEARCHES}
    heard = {source_name(e.source) for e in survey.evidence if e.outcome != "failed" and e.query.kind in SEARCHES}
    absent = {
        source_name(e.source)
        for e in survey.evidence
        if e.outcome == "absent" and e.query.kind not in ("agency", "handle", "notices", "updates")
    }
    # arXiv registers its numbers with DataCite and tells both the same: one voice.
    return frozenset(
        "arxiv" if source == "datacite" and "arxiv" in survey.reference.identifiers else source
        for source in told | heard | absent
    )


def _notices(work: Sequence[Candidate]) -> tuple[Notice, ...]:
    """Notices of all records of the work, each event once, those in a title mark included."""
    unique: dict[tuple[str, str], Notice] = {}
    for candidate in work:
        if candidate.kind not in ("same", "partial", "drift"):
            continue
        for notice in candidate.record.notices:
            unique.setdefault((notice.kind, notice.doi.lower()), notice)
        mark = titles.retracted_mark(candidate.record.title)
        if mark and not any(kind in ("retraction", "withdrawal", "removal") for kind, _ in unique):
            unique[(mark, "")] = Notice(mark, source=candidate.source, label="title")
    named = {kind for kind, doi in unique if doi}
    return tuple(notice for (kind, doi), notice in unique.items() if doi or kind not in named)


def _published(reference: Reference, work: Sequence[Candidate]) -> Record | None:
    """The published version of a cited preprint, if a record shows one."""
    if not kinds.cites_preprint(reference):
        return None
    full = [c.record for c in work if c.kind == "same" and not c.record.preprint and c.author.state in ("agree", "minor")]
    for record in full:
        if any(not repository(venue) for venue in record.venues) and not record.identifiers.get("doi", "").startswith(
            "10.48550/"
        ):
            return record
    for candidate in work:
        record = candidate.record
        if record.published_as:
            venue = record.published_as.get("venue") or record.published_as.get("journal_ref") or ""
            identifiers = {kind: value for kind, value in record.published_as.items() if kind in ("doi", "pmid", "pmcid", "url")}
            return Record(record.source, record.titles, record.authors, venues=(venue,) if venue else (), identifiers=identifiers)
    return None


def _open_questions(survey: Survey, found: Sequence[Identified]) -> dict[str, str]:
    """Parts that could not be checked although the verdict stands."""
    questions = {f"{one.kind}": one.reason for one in found if one.state == "failed"}
    for one in survey.evidence:
        asked_for_notices = one.query.kind in ("notices", "updates") or (one.query.kind == "doi" and not survey.identifiers)
        if asked_for_notices and one.outcome == "failed" and source_name(one.source) in TELLS_NOTICES:
            questions["retraction"] = f"{one.source}: {one.reason}"
    if "doi" in questions and "retraction" not in questions:
        questions["retraction"] = questions["doi"]
    return questions
