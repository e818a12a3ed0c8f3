"""What the project of a document says of databases: ``_quarto.yml``, ``_metadata.yml``, the ``index.Rmd`` of a book."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from latexrefcheck import files
from latexrefcheck.model.document import SourceFile
from latexrefcheck.reading.markdown import metadata
from latexrefcheck.reading.markdown.prose import prose
from latexrefcheck.reading.project.folders import is_within, repository
from latexrefcheck.reading.project.library import Finder, Library

_PROJECT = ("_quarto.yml", "_quarto.yaml")
_FOLDER = ("_metadata.yml", "_metadata.yaml")
LEVELS = 8
"""Folders above a file in which its project is looked for."""


class Site(NamedTuple):
    """The databases that a project names, each with where its path begins; ``folder`` holds the documents that share them."""

    databases: tuple[tuple[Finder, metadata.Named], ...] = ()
    folder: Path | None = None


def site_of(path: Path, library: Library) -> Site:
    """What the projects around a file say; nothing above the base, or the repository, is looked at."""
    folder = path.absolute().parent
    tops = [str(library.base), repository(folder) or str(library.base), library.real(str(folder))]
    found: list[tuple[Finder, metadata.Named]] = []
    for place in (folder, *folder.parents)[:LEVELS]:
        if not is_within(library.real(str(place)), tops):
            break
        found += _said(place, _FOLDER, library)
        if any(files.is_file(place / name) for name in _PROJECT):
            return Site((*_said(place, _PROJECT, library), *found), place)
    index = next((folder / name for name in ("index.Rmd", "index.rmd") if files.is_file(folder / name)), None)
    if index is not None and files.is_file(folder / "_bookdown.yml") and index.name != path.name:
        return Site(tuple(_of_book(index, library)), folder)
    return Site(tuple(found), folder if found else None)


def _said(folder: Path, names: tuple[str, ...], library: Library) -> list[tuple[Finder, metadata.Named]]:
    found = []
    for path in (folder / name for name in names if files.is_file(folder / name)):
        source = library.read(str(path))
        if isinstance(source, SourceFile):
            finder = Finder(library, path, (), (), ())
            found += [(finder, one) for one in metadata.read(source, source.text, 0, len(source.text)).databases]
    return found


def _of_book(index: Path, library: Library) -> list[tuple[Finder, metadata.Named]]:
    source = library.read(str(index))
    if not isinstance(source, SourceFile):
        return []
    finder = Finder(library, index, (), (), ())
    told = [metadata.read(source, source.text, *block) for block in prose(source.text).metadata]
    return [(finder, one) for each in told for one in each.databases]
