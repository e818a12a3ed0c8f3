"""A Markdown file as a document: what it cites, where, and which databases it and its project name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from latexrefcheck import files
from latexrefcheck.model.document import Bibliography, Citation, Document, Problem, Section, SourceFile, Span
from latexrefcheck.reading.markdown import metadata
from latexrefcheck.reading.markdown.citations import Cited, cited, examples, is_element
from latexrefcheck.reading.markdown.databases import Databases
from latexrefcheck.reading.markdown.prose import Prose, chunk_lines, prose
from latexrefcheck.reading.markdown.site import Site, site_of
from latexrefcheck.reading.project.folders import walk
from latexrefcheck.reading.project.library import Finder, Library
from latexrefcheck.text.patterns import lazy

SUFFIXES = (".md", ".markdown", ".qmd", ".rmd")
MOST_FILES = 2000
"""Files of a folder that are looked at, and files that one document includes."""

_INCLUDE = lazy(r"\{\{<\s*include\s+[\"']?([^\s\"'<>]+)[\"']?\s*>\}\}")
_CHILD = lazy(r"\bchild\s*[=:]\s*(c\([^()\n]*\)|[\"'][^\"'\n]+[\"'])")
_QUOTED = lazy(r"[\"']([^\"'\n]+)[\"']")


class Paper(NamedTuple):
    """A document, with the references that are no entries of a .bib: those of CSL-JSON, RIS or its own metadata that it cites."""

    document: Document
    worded: tuple[Bibliography, ...] = ()


def documents(
    paths: Sequence[Path], library: Library, extra: Sequence[str] = (), beside: Sequence[Path] = ()
) -> dict[Path, Paper]:
    """The papers among some files: those that a database belongs to, named by them, by their project, or ``beside`` them.

    ``extra`` are paths of libraries that are added to each.
    """
    made: dict[Path, Paper] = {}
    for path in paths:
        source = library.read(str(path))
        if isinstance(source, SourceFile) and (paper := _paper(path, source, library, extra, beside, paths)) is not None:
            made[path] = paper
    return made


def cites(path: Path, library: Library) -> list[str]:
    """The keys that a file cites in brackets, so that no more is needed to know that it means citations."""
    source = library.read(str(path))
    text = prose(source.text).text if isinstance(source, SourceFile) else ""
    bracketed = (one for one in cited(text) if one.command == "@" and text[: one.command_start].rstrip("-; \n")[-1:] == "[")
    return list(dict.fromkeys(one.key for one in bracketed))


def in_folder(folder: Path, library: Library) -> list[Path]:
    """The files of a folder, and of those below it, that name a database or belong to a project that does."""
    found: list[Path] = []
    looked = 0
    for place in walk(str(folder)):
        for path in sorted(Path(place).iterdir()):
            if path.suffix.lower() not in SUFFIXES or path.name.startswith(("_", ".")) or not files.is_file(path):
                continue
            looked += 1
            source = library.read(str(path)) if looked <= MOST_FILES else ""
            if isinstance(source, SourceFile) and _names(path, source, library):
                found.append(path)
    return found


def _names(path: Path, source: SourceFile, library: Library) -> bool:
    if "bibliography" in source.text or "\nreferences:" in source.text:
        told = [metadata.read(source, source.text, *block) for block in prose(source.text).metadata]
        if any(one.databases or one.items for one in told):
            return True
    return path.suffix.lower() in (".qmd", ".rmd") and bool(site_of(path, library).databases)


def _paper(
    path: Path, source: SourceFile, library: Library, extra: Sequence[str], beside: Sequence[Path], named: Sequence[Path]
) -> Paper | None:
    reading = _Reading(path, source, library)
    site = site_of(path, library)
    own = [one for told in reading.told for one in told.databases]
    items = [one for told in reading.told for one in told.items]
    if not (own or items or site.databases or extra or beside):
        return None
    databases = Databases(library)
    for finder, one in ((reading.finder, one) for one in own):
        databases.add(finder, one)
    for finder, one in site.databases:
        databases.add(finder, one)
    for place in (*extra, *(() if own or items or site.databases else map(str, beside))):
        databases.take(place, Span(source, 0, 0))
    for told in reading.told:
        databases.inline(source, told.items)
    citations = tuple(reading.citations(databases.keys))
    everything = next((one for one in citations if one.key == "*" and one.nocite), None)
    citations = tuple(one for one in citations if one.key != "*")
    section = Section("", tuple(databases.resources), everything, databases.complete)
    document = Document(
        root=source,
        backend="pandoc",
        engine="pandoc",
        sources=tuple(one for one in reading.texts if one is not source),
        citations=citations,
        sections=(section,),
        bibitems=tuple(databases.items),
        problems=(*reading.problems, *databases.problems),
        complete=reading.complete and databases.complete and (bool(own) or _whole(site, named, library)),
    )
    return Paper(document, tuple(databases.worded(None if everything is not None else {one.key for one in citations})))


def _whole(site: Site, named: Sequence[Path], library: Library) -> bool:
    """Whether all files of a project are looked at in this run: only then is it known what none of them cites."""
    if site.folder is None:
        return True
    wanted = {library.real(str(path)) for path in named}
    return all(library.real(str(path)) in wanted for path in in_folder(site.folder, library))


class _Reading:
    """One root file with the files that it includes."""

    def __init__(self, path: Path, source: SourceFile, library: Library) -> None:
        self.library = library
        self.finder = Finder(library, path, (), (), ())
        self.texts: dict[SourceFile, Prose] = {}
        self.told: list[metadata.Metadata] = []
        self.problems: list[Problem] = []
        self.complete = True
        self._blocks: list[tuple[SourceFile, metadata.Metadata]] = []
        waiting = [(path, source)]
        while waiting:
            place, one = waiting.pop()
            if one not in self.texts and len(self.texts) < MOST_FILES:
                self._take(one, root=one is source)
                waiting += self._included(place, one)

    def _take(self, source: SourceFile, root: bool) -> None:
        text = self.texts[source] = prose(source.text)
        for block in text.metadata:
            told = metadata.read(source, source.text, *block)
            if told.fault is not None and block is text.metadata[0]:
                message = f"the metadata of the document cannot be read ({told.fault[0]}); its databases are not known"
                self.problems.append(Problem("unresolved-input", told.fault[1], message, None, (), {"what": "metadata"}))
                self.complete = False
            self._blocks.append((source, told))
            if root:
                self.told.append(told)

    def _included(self, path: Path, source: SourceFile) -> Iterator[tuple[Path, SourceFile]]:
        """The files that a file includes; one that is not there is a problem."""
        for name, span in _inclusions(source, self.texts[source]):
            # A name that begins with a slash is one of the project's folder.
            above = path.absolute().parents[:8] if name.startswith("/") else (path.parent,)
            places = (folder / name.lstrip("/") for folder in above if "\0" not in name)
            place = next((one for one in places if files.is_file(one)), None)
            if place is not None and place.absolute() == path.absolute():
                continue  # it includes itself, which no program does twice
            found = self.finder.tex(str(place), extension="") if place is not None else None
            if place is not None and found is not None and found.source is not None:
                yield place, found.source
                continue
            self.complete = False
            reason = "does not exist" if found is None else "is not read"
            data = {"what": "tex", "certain": True}
            self.problems.append(Problem("missing-file", span, f"the included file {name!r} {reason}", name, (), data))

    def citations(self, known: frozenset[str]) -> Iterator[Citation]:
        """All citations, file by file; ``known`` are the keys of the databases, which are no labels of anything else."""
        for source, text in self.texts.items():
            labels = examples(text.text)
            found = [(one, False) for one in cited(text.text)]
            for start, end in text.chunks:
                parts = chunk_lines(source.text, start, end)
                found += [(one, True) for part in parts for one in cited(source.text, *part) if one.key in known]
            for told in (told for owner, told in self._blocks if owner is source):
                found += [(one, True) for part in told.nocite for one in cited(source.text, *part)]
                found += [(one, False) for part in told.citing for one in cited(source.text, *part)]
            found.sort(key=lambda pair: pair[0].start)
            for one, silent in found:
                if one.key in known or not (one.key in labels or is_element(one.key) or (one.key == "*" and not silent)):
                    yield _citation(source, one, silent)


def _citation(source: SourceFile, one: Cited, silent: bool) -> Citation:
    silent = silent or one.command.startswith("nocite")
    return Citation(one.key, Span(source, one.start, one.end), one.command, one.command_start, 0, silent)


def _inclusions(source: SourceFile, text: Prose) -> Iterable[tuple[str, Span]]:
    for found in _INCLUDE.finditer(source.text):
        yield found[1], Span(source, *found.span(1))
    for start, end in text.chunks:
        for part in chunk_lines(source.text, start, end):
            for child in _CHILD.finditer(source.text, *part):
                for name in _QUOTED.finditer(source.text, *child.span(1)):
                    yield name[1], Span(source, *name.span(1))
