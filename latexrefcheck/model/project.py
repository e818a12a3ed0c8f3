"""Citations, the databases they lead to, and the documents and the project that hold them."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from latexrefcheck.model.entries import Bibliography
from latexrefcheck.model.source import ByIdentity, Problem, SourceFile, Span


class Citation(NamedTuple):
    """One key of one cite command.

    ``span`` covers the key; ``command`` is the name without backslash (for a wrapper: the name that
    the author used) and ``command_start`` its offset; ``section`` is the index into
    ``Document.sections``; ``nocite`` marks keys that only pull an entry in; ``certain`` is false in a branch
    of which the source does not tell whether TeX takes it.
    """

    key: str
    span: Span
    command: str
    command_start: int
    section: int = 0
    nocite: bool = False
    certain: bool = True


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


class Document(ByIdentity, _DocumentFields):
    """One root document with all it loads. Compared by identity.

    ``backend`` is ``bibtex``, ``biber``, ``manual`` (thebibliography, a printed list, or only a .bbl), ``pandoc``
    (Markdown) or ``none``; ``style`` the .bst or biblatex style; ``engine`` ``pdftex``, ``xetex``, ``luatex``, ``ptex``,
    ``pandoc`` or ``none``;
    ``complete`` is false when an input could not be followed: unused entries are then not reported.
    """

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
    worded: tuple[Bibliography, ...] = ()


class Project(ByIdentity, _ProjectFields):
    """All that one run looks at. ``base`` is the directory that report paths are relative to. Compared by identity.

    ``loose`` are bibliographies given on the command line without a document; ``shared`` the paths of
    libraries whose uncited entries are counted, not listed; ``worded`` the lists of references that are no databases.
    """

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
        for listed in self.worded:
            files.setdefault(listed.source.path, listed.source)
        return files

    def documents_of(self, bibliography: Bibliography) -> tuple[Document, ...]:
        """The documents that load ``bibliography``."""
        return tuple(d for d in self.documents if any(b is bibliography for b in d.bibliographies))
