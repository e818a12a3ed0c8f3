"""What a .bib file holds: entries, their fields, and the file as one program reads it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from latexrefcheck.model.source import ByIdentity, Problem, SourceFile, Span

NOT_WORKS = frozenset(("xdata", "set", "bibnote", "comment", "string", "preamble", "control"))
"""Entry types that are no works."""


class Field(NamedTuple):
    """One ``name = value`` of an entry.

    ``name`` is lower case; ``value`` is what BibTeX would see: delimiters removed, ``#`` joined,
    strings expanded, white space kept as written. ``start``/``end`` cover the value as written
    (with delimiters); ``name_start``/``name_end`` the name. ``simple`` is true for one braced,
    quoted or bare piece, so that the value lies in the text at ``start + 1`` (``start`` if bare).
    """

    name: str
    value: str
    name_start: int
    name_end: int
    start: int
    end: int
    simple: bool = True


class Entry:
    """One entry of a .bib file (or one that filecontents carries).

    ``type`` is lower case, ``key`` as written. ``start`` is the offset of ``@``, ``end`` just behind
    the closing delimiter (or where reading stopped). ``fields`` are in file order, repeated names
    included; :meth:`get` picks as the dialect would (BibTeX the first, biber the last).
    """

    __slots__ = ("_index", "broken", "dialect", "end", "fields", "key", "key_end", "key_start", "source", "start", "type")

    def __init__(
        self,
        source: SourceFile,
        type: str,
        key: str,
        start: int,
        end: int,
        key_start: int,
        key_end: int,
        fields: Sequence[Field],
        dialect: str = "bibtex",
        broken: bool = False,
    ) -> None:
        self.source = source
        self.type = type
        self.key = key
        self.start = start
        self.end = end
        self.key_start = key_start
        self.key_end = key_end
        self.fields = fields
        self.dialect = dialect
        self.broken = broken
        self._index: dict[str, Field] | None = None

    def __repr__(self) -> str:
        return f"Entry({self.type!r}, {self.key!r}, {self.source.path!r}@{self.start})"

    def get(self, name: str) -> Field | None:
        """The field ``name`` (lower case) as the dialect would take it, or None. No inheritance, no aliases."""
        if self._index is None:
            ordered = reversed(self.fields) if self.dialect == "bibtex" else self.fields
            self._index = {field.name: field for field in ordered}
        return self._index.get(name)

    def value(self, name: str) -> str:
        """The value of field ``name``, or an empty string."""
        found = self.get(name)
        return found.value if found else ""

    @property
    def span(self) -> Span:
        """The whole entry."""
        return Span(self.source, self.start, self.end)

    @property
    def head(self) -> Span:
        """``@type{key``: where findings about the whole entry point."""
        return Span(self.source, self.start, max(self.key_end, self.start + 1))

    @property
    def key_span(self) -> Span:
        """The key."""
        return Span(self.source, self.key_start, self.key_end)

    def value_span(self, found: Field) -> Span:
        """The value of a field as written, delimiters included."""
        return Span(self.source, found.start, found.end)

    def name_span(self, found: Field) -> Span:
        """The name of a field as written."""
        return Span(self.source, found.name_start, found.name_end)


class StringDefinition(NamedTuple):
    """One ``@string{name = value}``; ``name`` lower case."""

    name: str
    value: str
    span: Span


class _BibliographyFields(NamedTuple):
    source: SourceFile
    dialect: str
    entries: tuple[Entry, ...]
    strings: tuple[StringDefinition, ...] = ()
    problems: tuple[Problem, ...] = ()


class Bibliography(ByIdentity, _BibliographyFields):
    """One .bib file as one program reads it: ``dialect`` is ``bibtex`` or ``biber``. Compared by identity."""

    @cached_property
    def starts(self) -> list[int]:
        """Offsets of the entries, ascending."""
        return [entry.start for entry in self.entries]

    def entry_at(self, offset: int) -> Entry | None:
        """The entry whose span holds ``offset``, or None."""
        index = bisect_right(self.starts, offset) - 1
        if index >= 0 and offset < self.entries[index].end:
            return self.entries[index]
        return None

    @cached_property
    def by_key(self) -> dict[str, Entry]:
        """First entry per key: keys folded to lower case for BibTeX, exact for biber."""
        ordered = self.entries[::-1]  # so that the first one stays
        if self.dialect == "bibtex":
            return {entry.key.lower(): entry for entry in ordered}
        return {entry.key: entry for entry in ordered}

    @cached_property
    def fields_by_name(self) -> dict[str, list[tuple[Entry, Field]]]:
        """All fields grouped by name, in file order: one pass that every rule about a field shares."""
        table: dict[str, list[tuple[Entry, Field]]] = {}
        for entry in self.entries:
            for found in entry.fields:
                if found.name in table:
                    table[found.name].append((entry, found))
                else:
                    table[found.name] = [(entry, found)]
        return table

    def fields(self, *wanted: str) -> Iterator[tuple[Entry, Field]]:
        """Each (entry, field) with one of the given names, name by name."""
        for name in wanted:
            yield from self.fields_by_name.get(name, ())

    @cached_property
    def _columns(self) -> dict[str, tuple[str, list[int]]]:
        return {}

    def search(self, pattern: re.Pattern[str], *wanted: str) -> Iterator[tuple[Entry, Field]]:
        """Each (entry, field) with one of the given names whose value holds a match of ``pattern``.

        One pass over all values of a name at once, for rules whose matches are rare. The pattern must
        match no NUL, which stands between the values, and must not look behind or ahead of what it matches.
        """
        for name in wanted:
            pairs = self.fields_by_name.get(name)
            if not pairs:
                continue
            if name not in self._columns:
                values = [found.value for _, found in pairs]
                self._columns[name] = ("\0".join(values), [0, *accumulate(len(value) + 1 for value in values)])
            text, starts = self._columns[name]
            match = pattern.search(text)
            while match:
                index = bisect_right(starts, match.start()) - 1
                yield pairs[index]
                match = pattern.search(text, starts[index + 1])

    def fold(self, key: str) -> str:
        """The key as this dialect compares keys."""
        return key.lower() if self.dialect == "bibtex" else key
