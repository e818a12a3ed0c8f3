"""What evidence is still wanted before a verdict can stand."""

from __future__ import annotations

from collections.abc import Sequence

from latexrefcheck import registry
from latexrefcheck.model.record import Evidence, Need, Reference, Verdict
from latexrefcheck.model.states import JudgementKind, JudgementState, NeedKind, VerdictStatus
from latexrefcheck.settings.thresholds import Thresholds
from latexrefcheck.verify import catalogue
from latexrefcheck.verify.match import kinds, venues
from latexrefcheck.verify.match.comparison import FIELDS, judgements
from latexrefcheck.verify.match.hearing import broad, looked_enough, opinions, retitled
from latexrefcheck.verify.match.identity import Identified, identified
from latexrefcheck.verify.match.judge import assess, published_doi, unchecked
from latexrefcheck.verify.match.survey import Survey
from latexrefcheck.verify.match.work import cited_work

FINAL = frozenset(("unchecked", "wrong-identifier", "identifier-not-found"))
"""Verdicts that no further source could change."""

MET = frozenset(("verified", "partial"))
"""Verdicts on a work that was met and that nothing contradicts."""

MOST_VOICES = 3
"""So many indexes are asked for a venue before it is said that they know only a preprint."""


class Judge:
    """The judge of a run. Pure in what it says; it keeps the last survey of each reference, as evidence comes bit by bit."""

    def __init__(self, thresholds: Thresholds | None = None) -> None:
        self.thresholds = thresholds or Thresholds()
        self._last: dict[str, tuple[Reference, Survey, Verdict]] = {}

    def _assessed(self, reference: Reference, evidence: Sequence[Evidence]) -> tuple[Survey, Verdict]:
        last = self._last.get(reference.key)
        before = last[1] if last is not None and last[0] is reference else None
        if last is not None and before is not None and _same(before.evidence, evidence):
            return before, last[2]
        survey = Survey(reference, evidence, self.thresholds, before)
        verdict = assess(survey)
        self._last[reference.key] = (reference, survey, verdict)
        return survey, verdict

    def need(self, reference: Reference, evidence: Sequence[Evidence]) -> Need:
        """The one thing to ask next, or ``enough``. A source that agrees in all fields ends the questions."""
        return wanted(*self._assessed(reference, evidence))

    def verdict(self, reference: Reference, evidence: Sequence[Evidence]) -> Verdict:
        """The verdict that the evidence supports; see :func:`judge`."""
        return _judged(*self._assessed(reference, evidence))


def _same(left: Sequence[Evidence], right: Sequence[Evidence]) -> bool:
    return len(left) == len(right) and all(one is other for one, other in zip(left, right, strict=True))


def need(reference: Reference, evidence: Sequence[Evidence], thresholds: Thresholds | None = None) -> Need:
    """The one thing to ask next, or ``enough``; see :class:`Judge`."""
    return Judge(thresholds).need(reference, evidence)


def judge(reference: Reference, evidence: Sequence[Evidence], thresholds: Thresholds | None = None) -> Verdict:
    """The verdict that the evidence supports.

    When something that was asked could not be answered, no difference and no absence is said: the entry is
    ``unchecked`` with the reason. What the answer would have been is not guessed, in neither direction.
    """
    return Judge(thresholds).verdict(reference, evidence)


def _judged(survey: Survey, verdict: Verdict) -> Verdict:
    reference = survey.reference
    if (
        verdict.status in FINAL
        or not survey.failures
        or (verdict.status == VerdictStatus.UNVERIFIABLE and kinds.unindexed(reference))
    ):
        return verdict
    if verdict.status in MET and wanted(survey, verdict).kind == "enough" and not _disputed(survey):
        return verdict
    return unchecked(
        verdict, "; ".join(f"{registry.source_name(source)}: {reason}" for source, reason in survey.failures.items())
    )


def _disputed(survey: Survey) -> bool:
    """Whether the record to compare with differs by itself, so that the verdict rests on who else was heard."""
    found = [identified(survey, kind, value) for kind, value in survey.identifiers]
    work = cited_work(survey, found)
    return any(j.state == JudgementState.DIFFER and j.field in FIELDS for j in judgements(survey, work[:1])) if work else False


def wanted(survey: Survey, verdict: Verdict) -> Need:
    """What is still wanted for a verdict to stand."""
    reference = survey.reference
    found = [identified(survey, kind, value) for kind, value in survey.identifiers]
    failed = [one for one in found if one.state == "failed" and one.kind != "isbn"]
    if failed and not survey.searched and reference.title and all(survey.unasked(one.kind, one.value) for one in failed):
        return Need(NeedKind.SEARCH, "nobody takes its identifier; who finds it by its title may know the identifier too")
    if failed:
        return Need(NeedKind.ENOUGH, "an identifier could not be looked up; the next run asks again")
    for one in found:
        lacking = _about_identifier(survey, one)
        if lacking is not None:
            return lacking
    right = next((one for one in found if one.state == "right"), None)
    if right is None and _only_preprint(survey, verdict):
        return Need(NeedKind.PUBLISHED, "only a preprint of it was met")
    if verdict.status in MET:
        if (silent := _about_silence(survey, right, verdict)) is not None:
            return silent
        asked = _about_notices(survey, verdict) or _about_published(survey, right)
        return asked or _about_venue(survey, verdict, right)
    if right is not None:
        return _about_difference(survey, right, verdict)
    if not reference.title:
        return Need(NeedKind.ENOUGH, "there is no title to search for")
    if any(one.state in ("wrong", "absent") for one in found):
        return Need(NeedKind.ENOUGH) if survey.looked else Need(NeedKind.REPLACEMENT, verdict.reason, cheap=True)
    if not survey.looked:
        return Need(NeedKind.SEARCH, "no record yet")
    if kinds.unindexed(reference) or (reference.malformed and verdict.record is None):
        return Need(NeedKind.ENOUGH)
    if looked_enough(survey, verdict):
        return _about_venue(survey, verdict, right)
    changed = retitled(verdict)
    return Need(NeedKind.SECOND_OPINION, verdict.reason, None if changed else _named(verdict), near=verdict.record is None)


def _about_silence(survey: Survey, right: Identified | None, verdict: Verdict) -> Need | None:
    """Others, where they are asked in one request, when the record does not tell what the entry gives."""
    if verdict.wanting and len(opinions(survey)) < MOST_VOICES:
        own = (right.kind, right.value) if right is not None else _named(verdict)
        return Need(NeedKind.SECOND_OPINION, verdict.reason, own)
    lacking = [j.field for j in verdict.judgements if j.field in ("author", "year") and j.state == "unknown" and j.cited]
    own = (right.kind, right.value) if right is not None else _named(verdict)
    if not lacking or own is None or len(opinions(survey)) >= survey.thresholds.sources:
        return None
    return Need(NeedKind.SECOND_OPINION, f"the {' and the '.join(lacking)} could not be compared", own, cheap=True)


def _named(verdict: Verdict) -> tuple[str, str] | None:
    """The DOI of the record met: asking others for it by the batch costs less than a search."""
    doi = verdict.record.identifiers.get("doi", "") if verdict.record is not None else ""
    return ("doi", doi.lower()) if doi else None


def _about_notices(survey: Survey, verdict: Verdict) -> Need | None:
    """The registry of the DOI that a search hit names, when nobody heard so far tells of retractions."""
    named = _named(verdict)
    if named is None or verdict.basis != "search" or survey.asked(*named):
        return None
    if any(catalogue.known().tells_notices(candidate.source) for candidate in survey.candidates if candidate.kind == "same"):
        return None
    return Need(
        NeedKind.SECOND_OPINION, f"{verdict.record.source if verdict.record else 'it'} tells of no retractions", named, cheap=True
    )


def _about_published(survey: Survey, right: Identified | None) -> Need | None:
    """The registry of the DOI under which a cited preprint was published: only it knows of a retraction."""
    if right is None or right.kind != "arxiv" or right.best is None:
        return None
    doi = published_doi(cited_work(survey, [right]))
    if not doi or survey.asked("doi", doi):
        return None
    return Need(NeedKind.SECOND_OPINION, "its published version may have been retracted", ("doi", doi), cheap=True)


def _only_preprint(survey: Survey, verdict: Verdict) -> bool:
    """Whether a work that is cited as published was met as a preprint only, and no registry was searched for it yet."""
    venue, met = survey.reference.venue, verdict.record
    if met is None or not met.preprint or not venue or venues.repository(venue) or survey.registry_searched:
        return False
    differing = {
        j.field
        for j in verdict.judgements
        if j.state == JudgementState.DIFFER or (j.field == "venue" and j.kind == JudgementKind.UNCONFIRMED)
    }
    return bool(differing & {"year", "venue", "author", "title"})


def _about_venue(survey: Survey, verdict: Verdict, right: Identified | None) -> Need:
    """A venue that no record could settle: known only by an unknown short name, or only the preprint was met."""
    venue = next((j for j in verdict.judgements if j.field == "venue"), None)
    if venue is None:
        return Need(NeedKind.ENOUGH)
    if venue.kind == JudgementKind.UNCONFIRMED:
        if venue.state == JudgementState.DIFFER and not survey.registry_searched:
            return Need(NeedKind.PUBLISHED, "only its preprint was met")
        own = (right.kind, right.value) if right is not None else _named(verdict)
        knowing = {c.source for c in survey.candidates if c.kind == "same" and catalogue.known().lists_venues(c.source)}
        if own is not None and len(knowing) < MOST_VOICES:
            return Need(NeedKind.SECOND_OPINION, "only the preprint was met", own, cheap=True)
    if venue.detail == venues.SHORT_NAME and right is None and not opinions(survey) & broad():
        return Need(NeedKind.SECOND_OPINION, "its venue is only known by a short name", _named(verdict))
    return Need(NeedKind.ENOUGH)


def _about_identifier(survey: Survey, one: Identified) -> Need | None:
    if one.kind == "isbn":
        return None
    state, _ = survey.state(one.kind, one.value)
    if state == "unasked":
        return Need(NeedKind.OWNER, "", (one.kind, one.value))
    open_question = state == "unknown" and one.kind in ("doi", "arxiv") and not survey.unasked(one.kind, one.value)
    if open_question and not _agency_asked(survey, one):
        return Need(NeedKind.AGENCY, "the registry asked does not hold it", (one.kind, one.value))
    return None


def _agency_asked(survey: Survey, one: Identified) -> bool:
    return any(e.query.kind == "agency" and one.value.lower() in e.query.value.lower() for e in survey.evidence)


def _about_difference(survey: Survey, right: Identified, verdict: Verdict) -> Need:
    best, reason = right.best, verdict.reason
    if survey.unheard(right.kind, right.value):
        # What differs is for the owner to say; another index may still agree.
        return Need(NeedKind.SECOND_OPINION, reason, (right.kind, right.value), cheap=True)
    retold = best is not None and right.kind == "arxiv" and best.title.state in ("near", "other")
    if retold and not _versions_asked(survey, right.value):
        return Need(NeedKind.VERSIONS, reason, (right.kind, right.value))
    if len(opinions(survey)) < survey.thresholds.sources:
        return Need(NeedKind.SECOND_OPINION, reason, (right.kind, right.value))
    told = {catalogue.known().voice(c.source) for c in survey.candidates if not c.searched}
    if len(told) < survey.thresholds.sources:
        # Who does not know the work has no opinion on its fields; further ones are asked where that costs little.
        return Need(NeedKind.SECOND_OPINION, reason, (right.kind, right.value), cheap=True)
    if len(told) < MOST_VOICES and _another_version(survey, verdict):
        return Need(
            NeedKind.SECOND_OPINION, "it may know the paper that came before the article", (right.kind, right.value), cheap=True
        )
    return _about_venue(survey, verdict, right)


def _another_version(survey: Survey, verdict: Verdict) -> bool:
    """Whether nothing but the venue differs, a meeting's from a journal's: some indexes keep both as one work."""
    differing = [
        judgement for judgement in verdict.judgements if judgement.state == JudgementState.DIFFER and judgement.field in FIELDS
    ]
    return [judgement.field for judgement in differing] == ["venue"] and venues.versions_apart(
        differing[0].cited, differing[0].found, survey.reference.type
    )


def _versions_asked(survey: Survey, value: str) -> bool:
    return any(e.query.kind == "arxiv" and e.query.value.lower().startswith(f"{value.lower()}v") for e in survey.evidence)
