"""Who has been heard on a reference, and whether that is enough."""

from __future__ import annotations

from collections.abc import Mapping

from latexrefcheck.model.lookup import Worth
from latexrefcheck.model.record import Judgement, Record, Reference, Verdict
from latexrefcheck.model.states import EvidenceOutcome, JudgementKind, JudgementState
from latexrefcheck.verify import catalogue
from latexrefcheck.verify.match.survey import SEARCHES, Survey


def broad() -> frozenset[str]:
    """Indexes that hold works of every field, with and without a DOI."""
    return catalogue.known().of_worth(Worth.BROAD)


def looked_enough(survey: Survey, verdict: Verdict | None = None) -> bool:
    """Whether enough sources were heard.

    Two for a difference. Before a changed title is said where the right one may exist elsewhere, one of them
    has to be a broad index. Before "not found" is said every broad index has to have been asked: each holds
    works that the other lacks. Who failed to answer is not replaced by another, since the answer could differ.
    """
    if verdict is not None and verdict.record is not None:
        if _evident(survey.reference, verdict):
            return True
        if not retitled(verdict):
            return len(opinions(survey)) >= survey.thresholds.sources
    looked = set(survey.looked)
    if verdict is None or verdict.record is None:
        return survey.searched >= broad() and (len(looked) >= survey.thresholds.sources or bool(survey.failures))
    return len(looked) >= survey.thresholds.sources and bool(broad() & looked)


def _evident(reference: Reference, verdict: Verdict) -> bool:
    """Whether a hit is beyond doubt the cited work, so that what differs needs no second opinion.

    Either all but the title agree, with several authors named in full; or the title agrees and a curated
    index has another list of the same people; or all but the year, or but the meeting, agree with a curated
    index that gives no DOI by which others could be asked.
    """
    state = {judgement.field: judgement for judgement in verdict.judgements}
    if retitled(verdict):
        named = len(reference.authors) > 1 and not reference.authors_cut
        return named and all(state[field].state in ("agree", "minor") for field in ("author", "year", "venue"))
    only_authors = all(state[field].state != JudgementState.DIFFER for field in ("title", "year", "venue"))
    record = verdict.record
    curated = record is not None and record.source in catalogue.known().of_worth(Worth.CURATED)
    if curated and record is not None and state["author"].state == JudgementState.AGREE and "doi" not in record.identifiers:
        return _one_meeting(reference, record, state)
    return (
        curated
        and only_authors
        and state["author"].kind
        in (JudgementKind.ADDED, JudgementKind.REPLACED, JudgementKind.GIVEN, JudgementKind.MISSING, JudgementKind.RENAMED)
    )


def _one_meeting(reference: Reference, record: Record, state: Mapping[str, Judgement]) -> bool:
    """Whether all but the year agree, or all but the name of the meeting: nobody gives one paper at two meetings in a year."""
    named = len(reference.authors) > 1 and not reference.authors_cut
    meeting = record.type == "inproceedings" and reference.type in ("inproceedings", "conference")
    differing = [field for field in ("title", "year", "venue") if state[field].state != JudgementState.AGREE]
    return named and (
        differing == ["year"] or (meeting and differing == ["venue"] and state["venue"].state == JudgementState.DIFFER)
    )


def retitled(verdict: Verdict) -> bool:
    """Whether the work met bears another title than the cited one."""
    return any(judgement.field == "title" and judgement.state == JudgementState.DIFFER for judgement in verdict.judgements)


def opinions(survey: Survey) -> frozenset[str]:
    """Sources that said something about the work: a record that an identifier led to, or the answer to a search."""
    told = {c.source for c in survey.candidates if c.query_kind not in SEARCHES}
    heard = {e.source for e in survey.evidence if e.outcome != EvidenceOutcome.FAILED and e.query.kind in SEARCHES}
    absent = {
        e.source
        for e in survey.evidence
        if e.outcome == EvidenceOutcome.ABSENT and e.query.kind not in ("agency", "handle", "notices", "updates")
    }
    # arXiv registers its numbers with DataCite and tells both the same: one voice.
    return frozenset(catalogue.known().voice(source, survey.reference.identifiers) for source in told | heard | absent)
