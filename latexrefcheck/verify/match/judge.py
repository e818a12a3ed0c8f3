"""The verdict on one reference: what the evidence adds up to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from latexrefcheck import registry
from latexrefcheck.model.levels import Level
from latexrefcheck.model.record import OF_PUBLISHED, Judgement, Notice, Record, Reference, Verdict
from latexrefcheck.model.states import Agreement, EvidenceOutcome, JudgementState, VerdictStatus
from latexrefcheck.settings.thresholds import Thresholds
from latexrefcheck.text.terms import identifier
from latexrefcheck.verify import catalogue
from latexrefcheck.verify.match import kinds, titles
from latexrefcheck.verify.match.comparison import FIELDS, judgements, score, uncompared
from latexrefcheck.verify.match.identity import Identified, identified
from latexrefcheck.verify.match.survey import Candidate, Survey
from latexrefcheck.verify.match.venues import repository
from latexrefcheck.verify.match.work import cited_work

HALF = 0.5
"""Likeness from which a title of the same people is named as the nearest: the first half of it has 0.6 to 0.7."""


def assess(survey: Survey) -> Verdict:
    """The verdict of a survey."""
    reference = survey.reference
    found = [identified(survey, kind, value) for kind, value in survey.identifiers]
    work = cited_work(survey, found)
    wrong = next((one for one in found if one.state == "wrong"), None)
    absent = next((one for one in found if one.state == "absent"), None)
    verdict = _described(survey, work) if work else None
    if verdict is None or _other_work(verdict, survey.thresholds):
        near = work[0].record if work else None
        verdict, work = _nothing(survey, found, near), []
    verdict = _doubt(verdict, found)
    if wrong is not None and wrong.best is not None:
        named = wrong.best.record
        what = f"{identifier(wrong.kind)} {wrong.value}"
        shown = "a record without a title" if titles.untitled(named.title) else f"“{titles.clean(named.title)}”"
        reason = f"{what} is that of the whole {shown}" if wrong.reason == kinds.WHOLE else f"{what} belongs to {shown}"
        verdict = _replace(
            verdict, status=VerdictStatus.WRONG_IDENTIFIER, reason=reason, identifier=(wrong.kind, wrong.value), other=named
        )
    elif absent is not None:
        reason = f"{identifier(absent.kind)} {absent.value} does not exist ({absent.reason})"
        verdict = _replace(
            verdict, status=VerdictStatus.IDENTIFIER_NOT_FOUND, reason=reason, identifier=(absent.kind, absent.value)
        )
    if verdict.status in ("verified", "partial"):
        missing = "; ".join(filter(None, (survey.unheard(kind, value) for kind, value in survey.identifiers)))
        verdict = _replace(verdict, reason=f"{verdict.reason} ({missing})" if missing else verdict.reason)
    if verdict.status != VerdictStatus.UNCHECKED and not survey.unanswered:
        # With a wrong identifier the search for the work was a courtesy; nobody failed to answer.
        verdict = _replace(verdict, unchecked={what: why for what, why in verdict.unchecked.items() if what != "existence"})
    return _replace(
        graded(verdict, survey.thresholds),
        notices=_notices(survey, work),
        published=_published(reference, work),
        evidence=tuple(survey.evidence),
        unchecked={**verdict.unchecked, **_open_questions(survey, found)},
        checked=max((one.when for one in survey.evidence), default=""),
    )


def _replace(verdict: Verdict, **changes: object) -> Verdict:
    from dataclasses import replace

    return replace(verdict, **changes)  # type: ignore[arg-type]


def _described(survey: Survey, work: Sequence[Candidate]) -> Verdict:
    """The verdict when the work was met: field by field, then in sum."""
    primary, told = work[0], judgements(survey, work)
    sources = {candidate.source for candidate in work if candidate.kind == "same"}
    differing = [j for j in told if j.state == JudgementState.DIFFER and j.field in FIELDS]
    limits = survey.thresholds
    verdict = Verdict(
        survey.reference.key,
        VerdictStatus.VERIFIED,
        f"agrees with {registry.source_name(primary.source)}",
        score(told, limits),
        Agreement.CONFIRMED if len(sources) > 1 else Agreement.SINGLE_SOURCE,
        told,
        primary.record,
        basis="search" if primary.searched else "identifier",
    )
    if differing:
        other = primary.record if primary.kind == "people" else None
        return _replace(verdict, status=VerdictStatus.MISMATCH, reason="; ".join(map(_difference, differing)), other=other)
    medium = "" if primary.searched else kinds.other_medium(survey.reference, primary.record)
    if medium and limits.level(verdict.score) in (Level.high, Level.medium):
        return _replace(verdict, status=VerdictStatus.PARTIAL, reason=f"its identifier leads to {medium}")
    level = limits.level(verdict.score)
    wanting = limits.require_sources - len(sources)
    if level is Level.high and wanting > 0:
        reason = f"only {registry.source_name(primary.source)} holds it; {limits.require_sources} sources are required"
        return _replace(verdict, status=VerdictStatus.PARTIAL, reason=reason, wanting=wanting)
    if level is Level.high:
        return verdict
    lacking = " and ".join(uncompared(told)) or "some of it in full"
    if level is Level.medium:
        reason = f"{verdict.reason} as far as it could be compared: the {lacking} could not be"
        return _replace(verdict, status=VerdictStatus.PARTIAL, reason=reason)
    return _replace(
        verdict, status=VerdictStatus.UNVERIFIABLE, reason=f"too little could be compared: the {lacking} could not be"
    )


def _other_work(verdict: Verdict, limits: Thresholds) -> bool:
    """Whether a search hit agrees so little that it is not the cited work."""
    searched = verdict.basis == "search" and verdict.status == VerdictStatus.MISMATCH
    return searched and limits.level(limits.capped(verdict.score)) is Level.none


def graded(verdict: Verdict, limits: Thresholds) -> Verdict:
    """The verdict with its level, and with a score that does not contradict it.

    Only what is verified has a high score; where nothing was compared there is none.
    """
    if not verdict.judgements:
        graded_already = not verdict.score and verdict.level is Level.none
        return verdict if graded_already else _replace(verdict, score=0.0, level=Level.none)
    given = verdict.score if verdict.status == VerdictStatus.VERIFIED else limits.capped(verdict.score)
    return _replace(verdict, score=given, level=limits.level(given))


def _difference(judgement: Judgement) -> str:
    if judgement.detail and judgement.field in ("author", "title"):
        return f"{judgement.field}: {judgement.detail}"
    return f"{judgement.field}: cited {judgement.cited}, found {judgement.found}"


def _nothing(survey: Survey, found: Sequence[Identified], weak: Record | None = None) -> Verdict:
    """The verdict when no record of the work was met; ``weak`` is one that agrees too little to be it."""
    reference, looked = survey.reference, survey.looked
    names = [registry.source_name(source) for source in looked]
    near = weak or _nearest(survey)
    agreement = Agreement.CONFIRMED if len(looked) > 1 else Agreement.SINGLE_SOURCE if looked else Agreement.NONE
    if not reference.title:
        return Verdict(reference.key, VerdictStatus.UNVERIFIABLE, "it has no title to look for", other=near)
    if reference.malformed and not found:
        # The identifier has to be mended first; that finding is made without any source.
        return Verdict(
            reference.key, VerdictStatus.UNCHECKED, reference.malformed, other=near, unchecked={"malformed": reference.malformed}
        )
    if kinds.unindexed(reference):
        reason = f"no index holds {kinds.unindexed_name(reference)} reliably"
        return Verdict(reference.key, VerdictStatus.UNVERIFIABLE, reason, agreement=agreement, other=near)
    whole = next((one for one in found if one.reason == kinds.WHOLE and one.best is not None), None)
    if whole is not None and whole.best is not None:
        reason = f"its {identifier(whole.kind)} is that of the whole book, and no index holds the part"
        return Verdict(reference.key, VerdictStatus.UNVERIFIABLE, reason, agreement=agreement, other=whole.best.record)
    if looked and titles.generic(reference.title):
        return Verdict(
            reference.key,
            VerdictStatus.UNVERIFIABLE,
            "the title is too general for a search to prove anything",
            agreement=agreement,
            other=near,
        )
    if len(looked) >= survey.thresholds.sources:
        return Verdict(
            reference.key,
            VerdictStatus.NOT_FOUND,
            f"no record in {', '.join(map(registry.source_name, looked))}",
            agreement=Agreement.CONFIRMED,
            other=near,
        )
    failures = by_reason(survey.failures.items())
    owner = next((one.reason for one in found if one.state == "failed"), "")
    reason = owner or failures or (f"only {names[0]} could be searched" if looked else "no source could be asked")
    return Verdict(
        reference.key, VerdictStatus.UNCHECKED, reason, agreement=agreement, other=near, unchecked={"existence": reason}
    )


def _nearest(survey: Survey) -> Record | None:
    """The record worth naming where the work was not met: of a like title, else of the same people and half of the title."""
    searched = [candidate for candidate in survey.candidates if candidate.searched]
    best = max(searched, key=lambda c: c.title.score, default=None)
    if best is not None and best.title.state != "other":
        return best.record
    works = [candidate for candidate in searched if not candidate.record.notice_of]
    theirs = [c for c in works if c.author.state in ("agree", "minor") and c.title.score >= HALF]
    return max(theirs, key=lambda c: c.title.score).record if theirs else None


def by_reason(failures: Iterable[tuple[str, str]]) -> str:
    """Sources and why they failed, a reason that several share once: ``dblp: HTTP 500; Crossref, OpenAlex: no connection``."""
    shared: dict[str, list[str]] = {}
    for source, reason in failures:
        name = registry.source_name(source)
        if name not in shared.setdefault(reason, []):
            shared[reason].append(name)
    return "; ".join(f"{', '.join(sources)}: {reason}" for reason, sources in shared.items())


def _doubt(verdict: Verdict, found: Sequence[Identified]) -> Verdict:
    """Nothing is said while an identifier that the entry gives could not be looked up: it may be another work's."""
    failed = next((one for one in found if one.state == "failed" and one.kind != "isbn"), None)
    return (
        verdict
        if failed is None
        else unchecked(verdict, f"its {identifier(failed.kind)} could not be looked up: {failed.reason}")
    )


def unchecked(verdict: Verdict, reason: str) -> Verdict:
    """The verdict taken back for a reason."""
    return _replace(
        verdict,
        status=VerdictStatus.UNCHECKED,
        reason=reason,
        score=0.0,
        level=Level.none,
        judgements=(),
        record=None,
        published=None,
        unchecked={"existence": reason},
    )


def published_doi(work: Sequence[Candidate]) -> str:
    """The DOI under which a work that is cited by its arXiv number was published, as a record of it tells."""
    told = (candidate.record.published_as.get("doi", "") for candidate in work if candidate.kind in ("same", "drift"))
    full = (c.record.identifiers.get("doi", "") for c in work if c.kind == "same" and not c.record.preprint)
    return next((doi.lower() for doi in (*told, *full) if doi and not doi.lower().startswith("10.48550/")), "")


def _notices(survey: Survey, work: Sequence[Candidate]) -> tuple[Notice, ...]:
    """Notices of all records of the work, each event once, those in a title mark included.

    Those about the published version of a cited preprint say so; its title may have changed on the way.
    """
    unique: dict[tuple[str, str], Notice] = {}
    preprint = kinds.cites_preprint(survey.reference)
    doi = published_doi(work) if "arxiv" in survey.reference.identifiers else ""
    later = [c for c in survey.candidates if doi and c.record.identifiers.get("doi", "").lower() == doi and c not in work]
    for candidate in (*(c for c in work if c.kind in ("same", "partial", "drift")), *later):
        version = OF_PUBLISHED if preprint and not candidate.record.preprint else ""
        for notice in candidate.record.notices:
            labelled = notice._replace(label=f"{notice.label} {version}".strip())
            unique.setdefault((notice.kind, notice.doi.lower()), labelled)
        mark = titles.retracted_mark(candidate.record.title)
        if mark and not any(kind in ("retraction", "withdrawal", "removal") for kind, _ in unique):
            unique[(mark, "")] = Notice(mark, source=candidate.source, label=f"title {version}".strip())
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
            return Record(
                source=record.source,
                titles=record.titles,
                authors=record.authors,
                venues=(venue,) if venue else (),
                identifiers=identifiers,
            )
    return None


def _open_questions(survey: Survey, found: Sequence[Identified]) -> dict[str, str]:
    """Parts that could not be checked although the verdict stands."""
    questions = {f"{one.kind}": one.reason for one in found if one.state == "failed"}
    own = {asked.query for kind, value in survey.identifiers for asked in survey.asked(kind, value)}
    for one in survey.evidence:
        asked_for_notices = one.query.kind in ("notices", "updates") or (one.query.kind == "doi" and one.query not in own)
        if asked_for_notices and one.outcome == EvidenceOutcome.FAILED and catalogue.known().tells_notices(one.source):
            questions["retraction"] = f"{registry.source_name(one.source)}: {one.reason}"
    if "retraction" not in questions and (reason := _retraction_unheard(survey)):
        questions["retraction"] = reason
    if "doi" in questions and "retraction" not in questions:
        questions["retraction"] = questions["doi"]
    return questions


def _retraction_unheard(survey: Survey) -> str:
    """Why nobody who tells of retractions was heard, where an owner failed; who is switched off is not missed."""
    sources, met = catalogue.known(), [c.source for c in survey.candidates if c.kind == "same"]
    if not met or any(map(sources.tells_retractions, met)):
        return ""
    missing = (survey.unheard(kind, value) for kind, value in survey.identifiers if not survey.owner_off(kind, value))
    return next(filter(None, missing), "")
