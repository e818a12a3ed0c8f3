"""What the author wrote: files, spans, citations, entries and the documents that tie them together.

Everything here is read-only for later stages. Offsets count code points of the decoded text, from 0;
lines and columns count from 1. Spans are half open. The classes are named tuples or slotted classes
and not dataclasses: a thesis has tens of thousands of them, and importing dataclasses alone would
cost a tenth of the time that a short paper may take.
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

_NEWLINE = re.compile(r"\r\n?|\n")
_OTHER_BREAKS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
"""What Python takes as the end of a line and editors and TeX do not."""
_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


class SourceFile:
    """One text file of the project.

    ``path`` is how reports name it (POSIX, relative to the repository or working directory where
    possible), ``absolute`` where it lies (None for text that has no file), ``text`` the decoded text
    with its line ends untouched, ``encoding`` and ``bom`` what is needed to write it back byte-exact,
    and ``bad_bytes`` the (offset, byte) pairs that are not UTF-8 when Latin-1 was the fallback.
    """

    __slots__ = ("_starts", "absolute", "bad_bytes", "bom", "encoding", "path", "text")

    def __init__(
        self,
        path: str,
        text: str,
        absolute: Path | None = None,
        encoding: str = "utf-8",
        bom: bytes = b"",
        bad_bytes: tuple[tuple[int, int], ...] = (),
    ) -> None:
        self.path = path
        self.text = text
        self.absolute = absolute
        self.encoding = encoding
        self.bom = bom
        self.bad_bytes = bad_bytes
        self._starts: list[int] | None = None

    def __repr__(self) -> str:
        return f"SourceFile({self.path!r}, {len(self.text)} characters)"

    @classmethod
    def decode(cls, path: str, data: bytes, absolute: Path | None = None) -> SourceFile:
        """Decode by byte-order mark, else UTF-8, else Latin-1 (which takes any byte and writes it back exactly)."""
        for bom, encoding in _BOMS:
            if data.startswith(bom):
                try:
                    return cls(path, data[len(bom) :].decode(encoding), absolute, encoding, bom)
                except UnicodeDecodeError:
                    break
        try:
            return cls(path, data.decode("utf-8"), absolute)
        except UnicodeDecodeError as error:
            first = error.start
        # In Latin-1 one byte is one character, so byte offsets are text offsets.
        bad = [(first, data[first])]
        bad += [(match.start(), data[match.start()]) for match in re.finditer(rb"[\x80-\xff]", data) if match.start() > first][
            :99
        ]
        return cls(path, data.decode("latin-1"), absolute, "latin-1", b"", tuple(bad))

    def encode(self, text: str) -> bytes:
        """``text`` as bytes in this file's encoding, with its byte-order mark; raises UnicodeEncodeError."""
        return self.bom + text.encode(self.encoding)

    @property
    def line_starts(self) -> list[int]:
        """Offset of each line's first character (LF, CRLF and CR all end a line)."""
        if self._starts is None:
            if any(mark in self.text for mark in _OTHER_BREAKS):
                self._starts = [0, *(match.end() for match in _NEWLINE.finditer(self.text))]
            else:  # three times as quick, and every library has tens of thousands of lines
                self._starts = list(accumulate(map(len, self.text.splitlines(True)), initial=0))
                if not self.text.endswith(("\n", "\r")) and self.text:
                    self._starts.pop()
        return self._starts

    def position(self, offset: int) -> tuple[int, int]:
        """(line, column) of an offset, both from 1; the column counts code points."""
        starts = self.line_starts
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of line ``number`` (from 1) without its line end; empty if there is none."""
        starts = self.line_starts
        if not 1 <= number <= len(starts):
            return ""
        end = starts[number] if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r\n")

    def excerpt(self, line: int, column: int, size: int) -> tuple[int, str]:
        """(characters left out before it, text) of at most ``size`` characters of a line that hold ``column``.

        Costs no more than ``size`` characters, however long the line is: a minified library is one line of megabytes.
        """
        starts = self.line_starts
        if not 1 <= line <= len(starts):
            return 0, ""
        begin = starts[line - 1]
        end = starts[line] if line < len(starts) else len(self.text)
        left = 0 if end - begin <= size or column <= size * 3 // 4 else column - 1 - size // 4
        return left, self.text[begin + left : min(begin + left + size, end)].rstrip("\r\n")


class Span(NamedTuple):
    """A half-open range of one file's text."""

    source: SourceFile
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters of the span."""
        return self.source.text[self.start : self.end]


class Edit(NamedTuple):
    """Replace the characters of ``span`` by ``text``; an empty span inserts."""

    span: Span
    text: str


class Problem(NamedTuple):
    """Something that reading could not take as written. ``kind`` is the id of the rule that reports it.

    ``related`` holds (message, span) pairs; ``data`` anything the rule needs to say more.
    """

    kind: str
    span: Span
    message: str
    key: str | None = None
    related: tuple[tuple[str, Span], ...] = ()
    data: Mapping[str, object] = {}


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


class Bibliography(_BibliographyFields):
    """One .bib file as one program reads it: ``dialect`` is ``bibtex`` or ``biber``. Compared by identity."""

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

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


class Citation(NamedTuple):
    """One key of one cite command.

    ``span`` covers the key; ``command`` is the name without backslash (for a wrapper: the name that
    the author used) and ``command_start`` its offset; ``section`` is the index into
    ``Document.sections``; ``nocite`` marks keys that only pull an entry in.
    """

    key: str
    span: Span
    command: str
    command_start: int
    section: int = 0
    nocite: bool = False


class BibItem(NamedTuple):
    """One key that the document defines itself: ``\\bibitem`` of a thebibliography or .bbl, ``\\entry`` of a biblatex .bbl."""

    key: str
    span: Span
    generated: bool = False


class Resource(NamedTuple):
    """One database that a document asks for. ``name`` is as written; ``bibliography`` is None when it was not found.

    ``origin`` says why a missing one is no finding: ``""`` none, ``"tex-tree"``, ``"generated"``, ``"remote"``, ``"bbl"``.
    """

    name: str
    span: Span
    bibliography: Bibliography | None
    origin: str = ""


class Section(NamedTuple):
    """One bibliography of a document: a refsection, a chapterbib unit, a multibib type, or the only one.

    ``skipped`` names resources that BibTeX does not read because an earlier one of the list is missing.
    """

    name: str
    resources: tuple[Resource, ...] = ()
    nocite_all: Citation | None = None
    complete: bool = True
    """False when a resource is missing or its name could not be worked out: undefined keys are then not reported singly."""


class Build(NamedTuple):
    """What a real build left behind. ``used`` is false when the files are stale or incomplete; ``why`` says so."""

    aux: Path | None = None
    used: bool = False
    why: str = ""
    cited: frozenset[str] = frozenset()
    inputs: tuple[Path, ...] = ()


class _DocumentFields(NamedTuple):
    root: SourceFile
    backend: str
    style: str = ""
    engine: str = "pdftex"
    packages: frozenset[str] = frozenset()
    sources: tuple[SourceFile, ...] = ()
    citations: tuple[Citation, ...] = ()
    sections: tuple[Section, ...] = ()
    bibitems: tuple[BibItem, ...] = ()
    problems: tuple[Problem, ...] = ()
    build: Build = Build()
    complete: bool = True
    input_encoding: str = "utf-8"


class Document(_DocumentFields):
    """One root document with all it loads. Compared by identity.

    ``backend`` is ``bibtex``, ``biber``, ``manual`` (thebibliography or only a .bbl) or ``none``;
    ``style`` the .bst or biblatex style; ``engine`` ``pdftex``, ``xetex``, ``luatex`` or ``ptex``;
    ``complete`` is false when an input could not be followed: unused entries are then not reported.
    """

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    @cached_property
    def bibliographies(self) -> tuple[Bibliography, ...]:
        """The databases that were read, once each, in order of declaration."""
        seen: dict[int, Bibliography] = {}
        for section in self.sections:
            for resource in section.resources:
                if resource.bibliography is not None:
                    seen.setdefault(id(resource.bibliography), resource.bibliography)
        return tuple(seen.values())


class _ProjectFields(NamedTuple):
    base: Path
    documents: tuple[Document, ...] = ()
    loose: tuple[Bibliography, ...] = ()
    problems: tuple[Problem, ...] = ()
    shared: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()


class Project(_ProjectFields):
    """All that one run looks at. ``base`` is the directory that report paths are relative to. Compared by identity.

    ``loose`` are bibliographies given on the command line without a document; ``shared`` the paths of
    libraries whose uncited entries are counted, not listed.
    """

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    @cached_property
    def bibliographies(self) -> tuple[Bibliography, ...]:
        """Every database once per dialect, documents first."""
        seen: dict[int, Bibliography] = {}
        for document in self.documents:
            for bibliography in document.bibliographies:
                seen.setdefault(id(bibliography), bibliography)
        for bibliography in self.loose:
            seen.setdefault(id(bibliography), bibliography)
        return tuple(seen.values())

    @cached_property
    def sources(self) -> dict[str, SourceFile]:
        """Every file that was read, by report path."""
        files = {source.path: source for document in self.documents for source in (document.root, *document.sources)}
        for bibliography in self.bibliographies:
            # A database in filecontents has the path of its .tex file, whose full text is wanted here.
            files.setdefault(bibliography.source.path, bibliography.source)
        return files

    def documents_of(self, bibliography: Bibliography) -> tuple[Document, ...]:
        """The documents that load ``bibliography``."""
        return tuple(d for d in self.documents if any(b is bibliography for b in d.bibliographies))
