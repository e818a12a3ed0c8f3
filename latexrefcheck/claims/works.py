"""Works that claims lean on, with what verification adds to what the paper says of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from latexrefcheck.claims.asked import CitedWork
from latexrefcheck.model.states import VerdictStatus

if TYPE_CHECKING:
    from latexrefcheck.model.record import Verdict
    from latexrefcheck.settings import Settings


def work_of(name: str, identifiers: Mapping[str, str], title: str, verdict: Verdict | None) -> CitedWork:
    """A work with what its verdict adds: identifiers of its record, its state, notices against it."""
    if verdict is None:
        return CitedWork(name, dict(identifiers), title)
    record = verdict.record
    known = dict(identifiers)
    if record is not None and verdict.status in (VerdictStatus.VERIFIED, VerdictStatus.PARTIAL):
        known = {**record.identifiers, **known}
    notices = tuple(f"{one.kind.replace('_', ' ')}{f' (doi:{one.doi})' if one.doi else ''}" for one in verdict.notices)
    named = title or (record.title if record is not None else "")
    return CitedWork(name, known, named, verdict.status.value, verdict.reason, notices)


def works_of(names: Sequence[str], settings: Settings) -> dict[str, CitedWork]:
    """The works that identifiers name, with what the sources say of them; names without an identifier are left out."""
    from latexrefcheck.verify import asking, single

    known = {name: reference for name in names if (reference := single.parse(name)).identifiers}
    if not known:
        return {}
    verdicts = asking.ask(list(known.values()), settings)[3]
    works = {}
    for name, reference in known.items():
        outcome = single.outcome(reference, verdicts[reference.key], False)
        record = outcome.record
        identifiers = {**(record.identifiers if record is not None else {}), **reference.identifiers}
        state = "found" if record is not None else "not found" if outcome.complete else "unchecked"
        title = record.title if record is not None else ""
        reason = "" if record is not None else "; ".join(outcome.reasons)
        works[name] = CitedWork(name, identifiers, title, state, reason, outcome.notices)
    return works
