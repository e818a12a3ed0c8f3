"""For those who mend entries: the cited work itself, where a wrong identifier was all that led anywhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from latexrefcheck.document import Entry
from latexrefcheck.record import Reference, Verdict

WRONG = frozenset(("wrong-identifier", "identifier-not-found"))

Ask = Callable[[Sequence[Reference]], Mapping[str, Verdict]]


def found(entries: Mapping[Entry, Reference], verdicts: Mapping[Entry, Verdict], ask: Ask) -> dict[Entry, Verdict]:
    """The verdicts; those on wrong identifiers with the record of the work, if a search without them meets it.

    A check does not search for these: that the identifier is wrong is known without it.
    """
    lost = {
        entry: _without(entries[entry], verdict)
        for entry, verdict in verdicts.items()
        if verdict.status in WRONG and verdict.record is None and entries[entry].title and not verdict.confirmed_by
    }
    if not lost:
        return dict(verdicts)
    judged = ask(list(lost.values()))
    return {
        entry: _told(verdict, judged.get(lost[entry].key)) if entry in lost else verdict for entry, verdict in verdicts.items()
    }


def _without(reference: Reference, verdict: Verdict) -> Reference:
    """The reference as if its wrong identifier did not stand there."""
    wrong = (verdict.identifier or ("", ""))[0]
    kept = {kind: value for kind, value in reference.identifiers.items() if kind not in (wrong, "url")}
    return replace(reference, identifiers=kept, malformed="")


def _told(verdict: Verdict, again: Verdict | None) -> Verdict:
    if again is None or again.record is None or again.status != "verified":
        return verdict
    return replace(
        verdict, record=again.record, judgements=again.judgements, agreement=again.agreement, published=again.published
    )
