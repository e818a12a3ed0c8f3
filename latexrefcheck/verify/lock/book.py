"""The lock in memory: read, ask, change, write."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, NamedTuple

from latexrefcheck.errors import ConfigError, reason
from latexrefcheck.files import read_bytes, refuse_link, write_atomic
from latexrefcheck.model.record import Judgement, Reference, Verdict
from latexrefcheck.model.states import JudgementKind, JudgementState, VerdictStatus
from latexrefcheck.settings.thresholds import Thresholds
from latexrefcheck.text.visible import json_text
from latexrefcheck.verify.lock import form, support

NAME = "latexrefcheck.lock"
VERSION = 1

SETTLED = frozenset(("malformed",))
"""Open parts that asking again does not change; anything else would hide for as long as the lock holds."""


class Confirmation(NamedTuple):
    """A person vouches for an entry as it stands: ``fingerprint`` is what was looked at; a changed entry is open again."""

    reason: str
    fingerprint: str
    date: str
    by: str = ""


class Locked(NamedTuple):
    """One entry of the lock. ``plain`` is its verdict in the form of the file, empty if it was only confirmed."""

    fingerprint: str
    checked: str
    plain: Mapping[str, Any]
    confirmed: Confirmation | None = None
    verdict: Verdict | None = None
    """What ``plain`` says, where it has been read."""


class Lock:
    """The lock of one bibliography. Nothing is written before :meth:`write`."""

    def __init__(self, path: Path, entries: Mapping[str, Locked] | None = None) -> None:
        self.path = path
        self.entries: dict[str, Locked] = dict(entries or {})
        self.limits = Thresholds()
        """By which the verdicts are derived again from the records that are kept."""
        self.confirmations = True
        """Whether the word of a person counts."""
        self.unsupported: dict[str, tuple[str, ...]] = {}
        """Entries whose verdict was not believed, with what speaks against it."""

    @classmethod
    def read(cls, path: Path) -> Lock:
        """The lock at ``path``, empty if there is none. Raises ConfigError if it is no lock, with the line if known.

        A link that leads out of the project raises LeavesProject, here and when it is written.
        """
        refuse_link(path, "the lock")
        if not path.exists():
            return cls(path)
        text = read_bytes(path).decode("utf-8", "replace")
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            hint = "merge conflicts are solved by taking either side and running with --write-lock"
            raise ConfigError(f"not JSON ({reason(error)}); {hint}", str(path), getattr(error, "lineno", None)) from error
        if not isinstance(data, dict) or data.get("version") != VERSION or not isinstance(data.get("entries"), dict):
            raise ConfigError(f"no lock of version {VERSION}; remove it and run with --write-lock", str(path))
        entries = {}
        for key, plain in data["entries"].items():
            try:
                entries[key] = _read(key, plain)
            except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
                raise ConfigError(f"entry {key!r} cannot be read; remove it and run with --write-lock", str(path)) from error
        return cls(path, entries)

    def verdict(self, reference: Reference, today: date, most_days: int) -> Verdict | None:
        """The verdict that still holds for ``reference``, or None when it has to be checked.

        It holds while the fingerprint is the same, the check is at most ``most_days`` old and not of a day to come,
        and the record that is kept supports it. What a person confirmed holds as long as the entry does not change,
        but notices such as retractions still show.
        """
        locked = self.entries.get(reference.key)
        if locked is None:
            return None
        young = bool(locked.plain) and locked.fingerprint == reference.fingerprint and age(locked.checked, today) <= most_days
        verdict = (locked.verdict or form.from_plain(reference.key, locked.plain, locked.checked)) if young else None
        said = self.confirmation(reference)
        if said is None and verdict is not None:
            if against := support.contradictions(reference, verdict, self.limits):
                self.unsupported[reference.key] = against
                return None
            verdict = support.graded(verdict, self.limits)
        if said is not None:
            return confirm(verdict or Verdict(reference.key, VerdictStatus.VERIFIED, from_lock=True, checked=said.date), said)
        return None if verdict is None or verdict.status == VerdictStatus.UNCHECKED else verdict

    def confirmation(self, reference: Reference) -> Confirmation | None:
        """What a person said of the entry as it stands, if anything."""
        locked = self.entries.get(reference.key)
        said = None if locked is None or not self.confirmations else locked.confirmed
        return said if said is not None and said.fingerprint == reference.fingerprint else None

    def record(self, reference: Reference, verdict: Verdict) -> None:
        """Note a verdict. One that came from the lock, or that is still open in some part, leaves what is there as it is."""
        if verdict.from_lock or verdict.status == VerdictStatus.UNCHECKED or verdict.unchecked.keys() - SETTLED:
            return
        before = self.entries.get(reference.key)
        said = self.confirmation(reference)
        plain = form.to_plain(verdict, reference, self.limits)
        day = (verdict.checked or datetime.now(UTC).isoformat())[:10]
        if before is not None and before.fingerprint == reference.fingerprint and before.plain == plain and before.checked >= day:
            return
        self.entries[reference.key] = Locked(reference.fingerprint, day, plain, said)

    def confirm(self, reference: Reference, reason: str, today: date, by: str = "") -> None:
        """Note that a person vouches for the entry as it stands."""
        before = self.entries.get(reference.key)
        said = Confirmation(reason, reference.fingerprint, today.isoformat(), by)
        if before is None or before.fingerprint != reference.fingerprint:
            self.entries[reference.key] = Locked(reference.fingerprint, "", {}, said)
        else:
            self.entries[reference.key] = before._replace(confirmed=said)

    def unconfirm(self, key: str) -> None:
        """Take a confirmation back."""
        before = self.entries.get(key)
        if before is not None and before.plain:
            self.entries[key] = before._replace(confirmed=None)
        elif before is not None:
            del self.entries[key]

    def keep(self, keys: Collection[str]) -> None:
        """Drop the entries of keys that are no longer in the bibliography."""
        self.entries = {key: locked for key, locked in self.entries.items() if key in keys}

    def text(self) -> str:
        """The file: sorted by key, one line per value, so that diffs are small."""
        entries = [_lines(key, _plain(self.entries[key])) for key in sorted(self.entries)]
        inner = ",\n".join(entries)
        return f'{{\n "version": {VERSION},\n "entries": {{{f"{chr(10)}{inner}{chr(10)} " if entries else ""}}}\n}}\n'

    def write(self) -> bool:
        """Write the file whole if it would change; says whether it did. Raises ConfigError if it cannot be written."""
        data = self.text().encode("utf-8", "replace")
        refuse_link(self.path, "the lock")
        try:
            if self.path.exists() and read_bytes(self.path) == data:
                return False
            write_atomic(self.path, data)
        except OSError as error:
            raise ConfigError(f"the lock cannot be written: {error.strerror}", str(self.path)) from error
        return True


def confirm(verdict: Verdict, said: Confirmation) -> Verdict:
    """The verdict after a person's word: differences are settled, notices about the work stay."""
    from dataclasses import replace

    settled = tuple(_settled(judgement) for judgement in verdict.judgements)
    return replace(
        verdict,
        status=VerdictStatus.VERIFIED,
        reason=f"confirmed: {said.reason}",
        confirmed_by=said.reason,
        judgements=settled,
        identifier=None,
        unchecked={},
    )


def _settled(judgement: Judgement) -> Judgement:
    return (
        judgement._replace(state=JudgementState.MINOR, kind=JudgementKind.CONFIRMED)
        if judgement.state == JudgementState.DIFFER
        else judgement
    )


def age(checked: str, today: date) -> float:
    """Days since an ISO date; endless when there is none, and for a day to come (tomorrow may be today elsewhere)."""
    try:
        days = float((today - date.fromisoformat(checked[:10])).days)
    except ValueError:
        return float("inf")
    return days if days >= -1 else float("inf")


def _read(key: str, plain: Mapping[str, Any]) -> Locked:
    said = plain.get("confirmed")
    confirmed = None if said is None else Confirmation(*(str(said.get(name, "")) for name in Confirmation._fields))
    rest = {name: value for name, value in plain.items() if name not in ("fingerprint", "checked", "confirmed")}
    checked = str(plain.get("checked", ""))
    verdict = form.from_plain(key, rest, checked) if rest else None  # a broken entry is told now, not in the middle of a run
    return Locked(str(plain["fingerprint"]), checked, rest, confirmed, verdict)


def _lines(key: str, plain: Mapping[str, object]) -> str:
    values = ",\n".join(f"   {_json(name)}: {_json(value)}" for name, value in plain.items())
    return f"  {_json(key)}: {{\n{values}\n  }}"


def _json(value: object) -> str:
    return json_text(json.dumps(value, ensure_ascii=False))


def _plain(locked: Locked) -> dict[str, object]:
    plain: dict[str, object] = {"fingerprint": locked.fingerprint}
    if locked.checked:
        plain["checked"] = locked.checked
    plain |= locked.plain
    if locked.confirmed is not None:
        plain["confirmed"] = {name: text for name, text in locked.confirmed._asdict().items() if text}
    return plain
