"""Whether the record that a lock keeps supports the verdict beside it: anybody can edit a lock."""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.model.record import Record, Reference, Verdict
from latexrefcheck.model.states import JudgementState, VerdictStatus
from latexrefcheck.settings.thresholds import Thresholds
from latexrefcheck.verify.match import comparison

CLAIMS = frozenset(("verified", "partial"))
"""Verdicts that say of an entry that nothing contradicts it."""


def derived(reference: Reference, verdict: Verdict, limits: Thresholds) -> Verdict:
    """The verdict with judgements, score and level derived again from its record; the status is not touched."""
    from dataclasses import replace

    if verdict.status not in CLAIMS or verdict.record is None:
        return verdict
    told = tuple(comparison.compared(reference, verdict.record, limits))
    score = comparison.score(told, limits)
    kept = {judgement.field: judgement for judgement in verdict.judgements}
    merged = tuple(kept.pop(judgement.field, judgement) for judgement in told) + tuple(kept.values())
    # The record is kept in short, so that silence of it says nothing: what was verified stays above the bound.
    given = max(score, limits.high_confidence) if verdict.status == VerdictStatus.VERIFIED else limits.capped(score)
    return replace(verdict, judgements=merged, score=given, level=limits.level(given))


def contradictions(reference: Reference, verdict: Verdict, limits: Thresholds) -> tuple[str, ...]:
    """What the kept record says against a verdict that claims to find nothing wrong; empty when it supports it."""
    if verdict.status not in CLAIMS:
        return ()
    if limits.require_sources > 1 and verdict.agreement == "single-source":
        return ("only one source holds it",)
    if verdict.record is None or not any(verdict.record.titles):
        return ("no record is kept",) if reference.title else ()
    # What was told as harmless (another order, another version) stands in the lock with its reason.
    harmless = {judgement.field for judgement in verdict.judgements if judgement.state == JudgementState.MINOR}
    return tuple(what for what in _against(reference, verdict.record, limits) if what not in harmless)


def _against(reference: Reference, record: Record, limits: Thresholds) -> Iterator[str]:
    for kind in ("doi", "pmid"):
        mine, theirs = reference.identifiers.get(kind, "").lower(), record.identifiers.get(kind, "").lower()
        if mine and theirs and mine != theirs and not mine.startswith("10/"):
            yield kind
    told = comparison.compared(reference, record, limits) if any(record.titles) else ()
    yield from (judgement.field for judgement in told if judgement.state == JudgementState.DIFFER)
