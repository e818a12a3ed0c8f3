"""Reconcile bibliography, lock and evidence: which entries does nothing stand behind?"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from latexrefcheck.errors import UnreadableInput
from latexrefcheck.model.record import Reference
from latexrefcheck.verify.lock import form, support
from latexrefcheck.verify.lock.book import Lock, age


class Uncovered(NamedTuple):
    """An entry that is not covered.

    ``kind`` is ``missing``, ``changed``, ``old``, ``future``, ``unsupported``, ``open``, ``no-evidence``, ``contradiction``
    or ``stale``.
    """

    key: str
    kind: str
    reason: str


def audit(
    references: Sequence[Reference],
    lock: Lock,
    today: date,
    most_days: int,
    ledger: Iterable[str] | None = None,
) -> tuple[Uncovered, ...]:
    """The entries that are not covered, in order; empty when every entry is.

    An entry is covered when the lock holds it unchanged and young enough and it was verified, or when a person
    confirmed it as it stands. With a ``ledger`` (lines of the evidence file) it needs evidence there too, and
    the last verdict there has to be the lock's. Raises UnreadableInput for a line that is no JSON object.
    """
    told = None if ledger is None else read_ledger(ledger)
    found = [one for reference in references for one in _entry(reference, lock, today, most_days, told)]
    known = {reference.key for reference in references}
    stale = sorted(key for key in lock.entries if key not in known)
    return (*found, *(Uncovered(key, "stale", "it is in the lock but not in the bibliography") for key in stale))


def _entry(reference: Reference, lock: Lock, today: date, most_days: int, told: Mapping[str, str] | None) -> Iterator[Uncovered]:
    key, locked = reference.key, lock.entries.get(reference.key)
    if locked is None:
        yield Uncovered(key, "missing", "it is not in the lock")
        return
    if lock.confirmation(reference) is not None:
        return
    if locked.fingerprint != reference.fingerprint:
        yield Uncovered(key, "changed", f"it was changed since it was checked on {locked.checked or locked_day(lock, key)}")
        return
    status = locked.plain.get("verdict", "")
    if status != "verified":
        yield Uncovered(
            key,
            "open",
            f"its verdict is {status or 'missing'} and nobody has confirmed it: {locked.plain.get('reason', '')}".rstrip(": "),
        )
    elif against := _unsupported(lock, reference):
        yield Uncovered(key, "unsupported", f"the lock says {status}, but the record kept there does not: {', '.join(against)}")
    elif future(locked.checked, today):
        yield Uncovered(key, "future", f"it was checked on {locked.checked}, a day that has not come")
    elif age(locked.checked, today) > most_days:
        yield Uncovered(
            key, "old", f"it was last checked on {locked.checked or 'an unknown day'}, more than {most_days} days ago"
        )
    elif told is not None and key not in told:
        yield Uncovered(key, "no-evidence", "the evidence file has no line about it")
    elif told is not None and told[key] and told[key] != status:
        yield Uncovered(key, "contradiction", f"the lock says {status}, the evidence file {told[key]}")


def _unsupported(lock: Lock, reference: Reference) -> tuple[str, ...]:
    """What the kept record says against the verdict of the lock."""
    locked = lock.entries[reference.key]
    return support.contradictions(reference, form.from_plain(reference.key, locked.plain, locked.checked), lock.limits, True)


def future(checked: str, today: date) -> bool:
    """Whether an ISO date is one to come."""
    return checked[:10] > (today + timedelta(days=1)).isoformat()


def locked_day(lock: Lock, key: str) -> str:
    """The day of a confirmation, for entries that were never checked."""
    said = lock.entries[key].confirmed
    return said.date if said is not None else "an unknown day"


def read_ledger(lines: Iterable[str]) -> dict[str, str]:
    """The last verdict per key in an evidence file."""
    told: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise UnreadableInput(f"line {number} of the evidence file is not JSON: {error}") from error
        if not isinstance(data, dict) or not isinstance(data.get("key"), str):
            raise UnreadableInput(f"line {number} of the evidence file has no key")
        told[data["key"]] = str(data.get("verdict") or told.get(data["key"], ""))
    return told
