"""What a scan notes: which keys are cited and which databases are asked for, in which section, and what is wrong."""

from __future__ import annotations

from typing import NamedTuple

from latexrefcheck.model.document import Citation, Problem, SourceFile, Span
from latexrefcheck.reading.tex.assignments import Assignments
from latexrefcheck.reading.tex.buffer import Buffer
from latexrefcheck.reading.tex.commands import Command
from latexrefcheck.text.patterns import lazy

_MERGED = lazy(r"(?<![^\s,])\*(?:\s*\[[^\[\]]*\])*")
_MERGING = frozenset("revtex4-1 revtex4-2 mciteplus achemso".split())
_NOWHERE = Span(SourceFile("", ""), 0, 0)
MAX_SECTIONS = 500
"""Most bibliography units of a document; what follows belongs to the last."""


class Request(NamedTuple):
    """One database name that a bibliography command asks for, in which section and by which command.

    ``label`` is biblatex's name for the database, by which refsections may ask for it.
    """

    name: str
    span: Span
    section: int
    command: str
    remote: bool = False
    unit: int = 0
    """Number of the command among those of its section: BibTeX reads only the first."""
    label: str = ""
    certain: bool = True
    """False in a branch of which the source does not tell whether TeX takes it."""
    glob: bool = False
    """Whether biblatex's option ``glob`` makes the name a pattern."""


class SectionScan:
    """One bibliography unit while scanning."""

    __slots__ = ("kind", "name", "nocite_all", "requests")

    def __init__(self, name: str, kind: str) -> None:
        self.name = name
        self.kind = kind
        self.nocite_all: Citation | None = None
        self.requests: list[Request] = []


class Ledger(Assignments):
    """The notes of a scan: citations and requests by section, problems, and the calls and branches that we are in."""

    def __init__(self) -> None:
        super().__init__()
        self.conditions: list[bool | None] = []
        self.packages: dict[str, str] = {}
        self.unknown_class = False
        self.citations: list[Citation] = []
        self.seen: set[tuple[int, int, str, int, bool]] = set()
        self.problems: list[Problem] = []
        self.sections: list[SectionScan] = [SectionScan("", "main")]
        self.section = 0
        self.complete = True
        self.expanding: list[str] = []
        self.calls: list[tuple[SourceFile, int, str]] = []

    @property
    def undecided(self) -> bool:
        """Whether we are in a branch that TeX may or may not take."""
        return None in self.conditions

    def problem(self, kind: str, span: Span, message: str, **more: object) -> None:
        """Note something for a rule to report."""
        key = more.pop("key", None)
        self.problems.append(Problem(kind, span, message, key if isinstance(key, str) else None, (), more))

    def add_keys(self, buffer: Buffer, content: str, at: int, name: str, start: int, command: Command) -> None:
        """Note the keys of a comma list that stands at offset ``at`` of the buffer."""
        section = self.section if not command.section else self.section_named(command.section, "multibib")
        nocite = command.kind == "nocite"
        certain = not self.undecided
        if "*" in content and not nocite and self.merges_keys():
            content = _MERGED.sub(lambda found: " " * len(found[0]), content)
        empty = -1
        first = at
        for part in content.split(","):
            key = part.strip()
            if not key:
                empty = first if empty < 0 else empty
            elif key == "*" and nocite:
                span = buffer.locate(first + part.index(key), first + part.index(key) + 1)
                origin = self.origin(buffer, start, span)
                self.sections[section].nocite_all = Citation(key, span, name, origin, section, True, certain)
            else:
                begin = first if part == key else first + part.index(key)
                if buffer.virtual:
                    self.add_virtual_key(buffer, key, begin, Citation(key, _NOWHERE, name, start, section, nocite, certain))
                else:
                    span = Span(buffer.pieces[0].source, begin, begin + len(key))
                    self.citations.append(Citation(key, span, name, start, section, nocite, certain))
            first += len(part) + 1
        if empty >= 0 and command.kind in ("cite", "nocite"):
            self.problem(
                "empty-citation-key",
                buffer.locate(start, max(start + 1, empty)),
                f"\\{name} has an empty key: remove the stray comma or name the work",
            )

    def merges_keys(self) -> bool:
        """Whether ``*key`` merges a work with the one before it (REVTeX 4.1, mciteplus, natbib's option ``merge``)."""
        if self.unknown_class or not _MERGING.isdisjoint(self.packages):
            return True
        options = self.packages.get("natbib", "")
        return any(word in options for word in ("merge", "elide", "mcite"))

    def add_virtual_key(self, buffer: Buffer, key: str, begin: int, citation: Citation) -> None:
        """Note a key that a macro cites, once per place where its text was written."""
        span = buffer.locate(begin, begin + len(key))
        mark = (id(span.source), span.start, key, citation.section, citation.certain)
        if mark not in self.seen:
            self.seen.add(mark)
            origin = self.origin(buffer, citation.command_start, span)
            name = self.calls[0][2] if self.calls and origin == self.calls[0][1] else citation.command
            self.citations.append(citation._replace(span=span, command=name, command_start=origin))

    def origin(self, buffer: Buffer, start: int, span: Span) -> int:
        """Offset in ``span.source`` of the command that an author would look for."""
        if self.expanding and self.calls and self.calls[0][0] is span.source:
            return self.calls[0][1]
        place = buffer.locate(start, start + 1)
        return place.start if place.source is span.source else span.start

    def section_named(self, name: str, kind: str) -> int:
        """Index of the section of a multibib type, made when first used."""
        for index, section in enumerate(self.sections):
            if section.name == name and section.kind == kind:
                return index
        return self.new_section(name, kind)

    def new_section(self, name: str, kind: str) -> int:
        """Open another bibliography unit; returns its index."""
        if len(self.sections) >= MAX_SECTIONS:
            self.complete = False
            return len(self.sections) - 1
        self.sections.append(SectionScan(name, kind))
        return len(self.sections) - 1
