"""After a change: does the database parse to what was intended, and to nothing else?"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from latexrefcheck.model.document import Bibliography, Entry, Field, SourceFile
from latexrefcheck.reading import bib
from latexrefcheck.repair.piecetable import Change

_HARMLESS = frozenset(("undefined-string", "duplicate-string"))


class Intended(NamedTuple):
    """A database as it was before its changes, read by itself: without the strings of others."""

    before: Bibliography

    @classmethod
    def of(cls, bibliography: Bibliography) -> Intended:
        """Read the text of ``bibliography`` again, alone, because what it becomes will be read so too."""
        return cls(bib.parse(bibliography.source, bibliography.dialect))

    @property
    def path(self) -> str:
        """The report path of the file."""
        return self.before.source.path


def apply(text: str, changes: Sequence[Change]) -> str:
    """``text`` with the changes, which ascend and do not overlap."""
    parts, at = [], 0
    for change in changes:
        parts += [text[at : change.start], change.text]
        at = change.end
    return "".join((*parts, text[at:]))


def trouble(intended: Intended, changes: Sequence[Change]) -> str:
    """What would be wrong after the changes, as a clause; empty if all is as intended.

    Every entry, key, type and field that no change touches has to stay as it is; a value changed from the
    inside has to be what the change makes of it; no new problem may appear.
    """
    before = intended.before
    text = before.source.text
    inside = [one for one in changes if one.end <= len(text)]
    source = SourceFile(before.source.path, apply(text, inside), before.source.absolute, before.source.encoding)
    after = bib.parse(source, before.dialect)
    shift = _Shift(inside)
    if len(after.problems) > len(before.problems):
        known = Counter(one.kind for one in before.problems)
        for problem in after.problems:
            known[problem.kind] -= 1
            if known[problem.kind] < 0 and problem.kind not in _HARMLESS:
                return f"the file would no longer be read well: {problem.message}"
    new = {entry.start: entry for entry in after.entries}
    gone = 0
    for entry in before.entries:
        if shift.removed(entry.start, entry.end):
            gone += 1
            continue
        found = new.pop(shift.at(entry.start), None)
        if found is None:
            return f"the entry {entry.key!r} would be lost"
        if shift.touches(entry.start, entry.end):
            clause = _entry(entry, found, shift, text)
        else:
            clause = "" if _same(entry, found) else f"the entry {entry.key!r} would change although nothing in it was edited"
        if clause:
            return clause
    added = [entry for entry in new.values() if not shift.inserted(entry.start)]
    return f"a new entry {added[0].key!r} would appear" if added else ""


def _same(one: Entry, other: Entry) -> bool:
    return (
        one.key == other.key
        and one.type == other.type
        and [(field.name, field.value) for field in one.fields] == [(field.name, field.value) for field in other.fields]
    )


def _entry(entry: Entry, found: Entry, shift: _Shift, text: str) -> str:
    """What is wrong with an entry that was edited, or an empty string."""
    if found.key != entry.key and not shift.touches(entry.key_start, entry.key_end):
        return f"the key {entry.key!r} would become {found.key!r}"
    if found.broken and not entry.broken:
        return f"the entry {entry.key!r} would be broken"
    places = {field.name_start: field for field in found.fields}
    for field in entry.fields:
        if shift.removed(field.name_start, field.end):
            continue
        now = places.pop(shift.at(field.name_start), None)
        if now is None:
            return f"the field {field.name!r} of {entry.key!r} would be lost"
        if now.value != _value(field, shift, text, now) or (
            now.name != field.name and not shift.touches(field.name_start, field.name_end)
        ):
            return f"the field {field.name!r} of {entry.key!r} would not become what was meant"
    strays = [field for field in places.values() if not shift.inserted(field.name_start)]
    return f"a field {strays[0].name!r} would appear in {entry.key!r}" if strays else ""


def _value(field: Field, shift: _Shift, text: str, now: Field) -> str:
    """The value that is meant: as edited from the inside, or, if it was replaced with its delimiters, as written there."""
    if not shift.overlaps(field.start, field.end):
        return field.value
    bare = text[field.start : field.start + 1] not in ("{", '"')
    if not field.simple or bare or not shift.within(field.start + 1, field.end - 1):
        whole = shift.replacing(field.start, field.end)
        if whole is None:
            return now.value
        delimited = whole[:1] in ("{", '"')
        return whole[1:-1] if delimited and "#" not in whole else now.value
    return shift.edited(text, field.start + 1, field.end - 1)


class _Shift:
    """Where things come to lie."""

    def __init__(self, changes: Sequence[Change]) -> None:
        self.changes = changes
        self.starts = [one.start for one in changes]
        self.ends = [one.end for one in changes]
        self.sums = [0]
        for one in changes:
            self.sums.append(self.sums[-1] + len(one.text) - (one.end - one.start))
        self.fresh = [
            (one.start + before, one.start + before + len(one.text)) for one, before in zip(changes, self.sums, strict=False)
        ]
        self.fresh_starts = [start for start, _ in self.fresh]

    def at(self, offset: int) -> int:
        """The new offset of a character: behind what is inserted before it."""
        return offset + self.sums[bisect_right(self.ends, offset)]

    def touches(self, start: int, end: int) -> bool:
        """Whether a change lies in ``start:end``, its edges included."""
        index = bisect_left(self.ends, start)
        return index < len(self.changes) and self.starts[index] <= end

    def overlaps(self, start: int, end: int) -> bool:
        """Whether a change lies in ``start:end`` without only touching an edge."""
        return any(one.start < end and one.end > start for one in self._in(start, end))

    def _in(self, start: int, end: int) -> list[Change]:
        index = bisect_left(self.ends, start)
        found = []
        while index < len(self.changes) and self.starts[index] <= end:
            found.append(self.changes[index])
            index += 1
        return found

    def removed(self, start: int, end: int) -> bool:
        """Whether all of ``start:end`` goes."""
        return any(
            one.start <= start and end <= one.end for one in self._in(start, end) if one.end > one.start and one.text == ""
        )

    def within(self, start: int, end: int) -> bool:
        """Whether every change that touches ``start:end`` stays inside."""
        return all(start <= one.start and one.end <= end for one in self._in(start, end))

    def replacing(self, start: int, end: int) -> str | None:
        """The text of the change that replaces exactly ``start:end``, if there is one."""
        return next((one.text for one in self._in(start, end) if (one.start, one.end) == (start, end)), None)

    def edited(self, text: str, start: int, end: int) -> str:
        """``text[start:end]`` with the changes inside made."""
        inside = [Change(one.start - start, one.end - start, one.text) for one in self._in(start, end)]
        return apply(text[start:end], inside)

    def inserted(self, offset: int) -> bool:
        """Whether a new offset lies in new text."""
        index = bisect_right(self.fresh_starts, offset) - 1
        return index >= 0 and offset < max(self.fresh[index][1], self.fresh[index][0])
