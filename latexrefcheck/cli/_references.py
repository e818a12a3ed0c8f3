"""What commands on the references of a project share: the project's entries, its lock, one entry by key."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from latexrefcheck.cli import _arguments
from latexrefcheck.errors import UsageError, nearest, unknown
from latexrefcheck.model.document import Entry
from latexrefcheck.model.record import Reference
from latexrefcheck.settings import Settings
from latexrefcheck.settings.options import LOCK, POLICY
from latexrefcheck.verify.lock import NAME, Lock


class Book(NamedTuple):
    """A project's references in order and its lock; ``place`` is how reports would name the file of the lock."""

    references: Mapping[Entry, Reference]
    lock: Lock
    place: str


def add_project(parser: argparse.ArgumentParser) -> None:
    """The options that say which project and which lock."""
    parser.add_argument(
        "--project", dest="paths", action="append", metavar="PATH", help="root .tex, directory or .bib (default: as in check)"
    )
    _arguments.add_options(parser, (LOCK, POLICY), paths=False, only={"lock", *_arguments.SETTINGS})


def open_book(settings: Settings, cited_only: bool = False) -> Book:
    """The references and the lock of the project that the settings name."""
    import latexrefcheck.verify as verification
    from latexrefcheck import pipeline

    project = pipeline.load(settings)
    found = verification.references(project, cited_only)
    path = verification.lock_path(project, settings.lock) or Path(NAME)
    absolute = path.absolute()
    inside = absolute.is_relative_to(project.base)
    return Book(found, Lock.read(path), (absolute.relative_to(project.base) if inside else absolute).as_posix())


def find(book: Book, key: str) -> Reference:
    """The reference with a key; raises UsageError with the near keys if there is none."""
    for reference in book.references.values():
        if reference.key == key:
            return reference
    known = [reference.key for reference in book.references.values()]
    if not known:
        raise UsageError("the project has no bibliography entries; name its .bib or root .tex with --project")
    raise UsageError(unknown("key", key, known) if len(known) <= 30 else _near(key, known))


def _near(key: str, known: list[str]) -> str:
    near = nearest(key, known, most=3)
    return f"unknown key {key!r}" + (f"; did you mean {', '.join(map(repr, near))}?" if near else "")
