"""For those who mend entries: the cited work itself, where a wrong identifier was all that led anywhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from latexrefcheck.model.document import Entry
from latexrefcheck.model.record import Reference, Verdict
from latexrefcheck.verify.match.wanted import MET

WRONG = frozenset(("wrong-identifier", "identifier-not-found"))

Ask = Callable[[Sequence[Reference]], Mapping[str, Verdict]]


def found(entries: Mapping[Entry, Reference], verdicts: Mapping[Entry, Verdict], ask: Ask) -> dict[Entry, Verdict]:
    """The verdicts, with more about what entries could be mended by.

    Those on wrong identifiers get the record of the work, if a search without them meets it: a check does not search
    for these, because that the identifier is wrong is known without it. Published versions of which only the DOI is
    known get their record.
    """
    known = dict(verdicts)
    lost = {entry: _without(entries[entry], one) for entry, one in known.items() if _is_lost(one, entries[entry])}
    short = {entry: _published(entries[entry], one) for entry, one in known.items() if _is_short(one)}
    wanted = [*lost.values(), *short.values()]
    judged = ask(wanted) if wanted else {}
    for entry, reference in lost.items():
        known[entry] = _told(known[entry], judged.get(reference.key))
    for entry, reference in short.items():
        again = judged.get(reference.key)
        if again is not None and again.record is not None and again.status in MET and not again.record.preprint:
            known[entry] = replace(known[entry], published=again.record)
    return known


def _is_lost(verdict: Verdict, reference: Reference) -> bool:
    return verdict.status in WRONG and verdict.record is None and bool(reference.title) and not verdict.confirmed_by


def _is_short(verdict: Verdict) -> bool:
    """Whether a published version is known by hardly more than its DOI."""
    record = verdict.published
    return (
        verdict.status not in WRONG
        and record is not None
        and bool(record.identifiers.get("doi"))
        and not (record.venues and record.years)
    )


def _published(reference: Reference, verdict: Verdict) -> Reference:
    """The published version as something to look up: the same work under the other DOI."""
    doi = verdict.published.identifiers["doi"] if verdict.published is not None else ""
    return replace(
        reference,
        key=f"{reference.key} (published)",
        venues=(),
        years=(),
        pages="",
        volume="",
        number="",
        identifiers={"doi": doi},
    )


def _without(reference: Reference, verdict: Verdict) -> Reference:
    """The reference as if its wrong identifier did not stand there."""
    wrong = (verdict.identifier or ("", ""))[0]
    kept = {kind: value for kind, value in reference.identifiers.items() if kind not in (wrong, "url")}
    return replace(reference, identifiers=kept, malformed="")


def _told(verdict: Verdict, again: Verdict | None) -> Verdict:
    if again is None or again.record is None or again.status not in MET:
        return verdict
    return replace(
        verdict, record=again.record, judgements=again.judgements, agreement=again.agreement, published=again.published
    )
