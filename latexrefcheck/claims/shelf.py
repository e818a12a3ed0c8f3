"""Whole texts that the user has: a folder of PDFs, a Zotero library. Both are only read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from latexrefcheck.claims.asked import CitedWork
from latexrefcheck.errors import RefcheckError, UsageError
from latexrefcheck.text import identifiers
from latexrefcheck.text.keys import title_key

if TYPE_CHECKING:
    from latexrefcheck.claims.texts import Piece

MOST_FILES = 5000
"""PDFs of a folder that are looked at."""
HEAD = 4000
"""Characters at the beginning of a PDF in which its own DOI and title are looked for."""


class OnShelf(NamedTuple):
    """What the shelves hold of a work; ``tried`` says for each whether it was there, and why not."""

    pieces: tuple[Piece, ...] = ()
    source: str = ""
    tried: tuple[tuple[str, bool, str], ...] = ()


class Shelf:
    """The user's own texts. ``pdfs`` is a folder, ``zotero`` the directory with ``zotero.sqlite``; None: there is none."""

    def __init__(self, pdfs: Path | None = None, zotero: Path | None = None) -> None:
        if pdfs is not None and not pdfs.is_dir():
            raise UsageError(f"{str(pdfs)!r} is no folder of PDFs")
        if zotero is not None and not (zotero / "zotero.sqlite").is_file():
            raise UsageError(f"{str(zotero)!r} holds no zotero.sqlite; name the Zotero data directory")
        self._pdfs, self._zotero = pdfs, zotero

    def find(self, work: CitedWork, title: str) -> OnShelf:
        """The text of a work, if a shelf has it under its DOI, its arXiv number or its title."""
        tried: list[tuple[str, bool, str]] = []
        for name, there, places in (
            ("zotero", self._zotero, self._in_zotero),
            ("pdf folder", self._pdfs, self._in_folder),
        ):
            if there is None:
                continue
            why = "it is not there"
            for path in places(work, title):
                try:
                    pieces = _read(path)
                except RefcheckError as error:
                    why = str(error)
                    continue
                tried.append((name, True, ""))
                return OnShelf(pieces, f"{name}: {path.name}", tuple(tried))
            tried.append((name, False, why))
        return OnShelf(tried=tuple(tried))

    def _in_zotero(self, work: CitedWork, title: str) -> Iterator[Path]:
        keys = [f"doi {work.doi}"] if work.doi else []
        keys += [f"title {title_key(title)}"] if title else []
        for key in keys:
            yield from (path for path in self._items.get(key, ()) if path.is_file())

    @cached_property
    def _items(self) -> Mapping[str, list[Path]]:
        """The PDFs of the library by the DOI and the title of their items.

        The file is opened as immutable: Zotero may have it open, and nothing of it may change. Raises UsageError for a file
        that is no such database.
        """
        assert self._zotero is not None  # noqa: S101  asked only where there is one
        place = self._zotero.absolute()
        found: dict[str, list[Path]] = {}
        try:
            with closing(sqlite3.connect(f"{(place / 'zotero.sqlite').as_uri()}?mode=ro&immutable=1", uri=True)) as database:
                rows = database.execute(_ZOTERO).fetchall()
        except sqlite3.Error as error:
            raise UsageError(f"{str(place / 'zotero.sqlite')!r} cannot be read as a Zotero library ({error})") from error
        for key, where, field, value in rows:
            path = _attachment(place, str(key), str(where or ""))
            if path is None:
                continue
            if field == "DOI":
                doi = identifiers.doi(str(value))
                if doi:
                    found.setdefault(f"doi {doi.lower()}", []).append(path)
            else:
                found.setdefault(f"title {title_key(str(value))}", []).append(path)
        return found

    def _in_folder(self, work: CitedWork, title: str) -> Iterator[Path]:
        named = [part.lower() for part in (work.doi.replace("/", "_"), work.doi.replace("/", "-"), work.arxiv, work.name) if part]
        wanted = title_key(title)
        for path in self._files:
            stem = path.stem.lower()
            if any(len(part) > 3 and part in stem for part in named) or (wanted and title_key(path.stem) == wanted):
                yield path
        for path, head in self._heads.items():
            if (work.doi and work.doi in head.lower()) or (len(wanted) > 20 and wanted in title_key(head)):
                yield path

    @cached_property
    def _files(self) -> list[Path]:
        assert self._pdfs is not None  # noqa: S101  asked only where there is one
        return sorted(path for path in self._pdfs.rglob("*.pdf") if path.is_file())[:MOST_FILES]

    @cached_property
    def _heads(self) -> Mapping[Path, str]:
        """What stands at the beginning of each PDF of the folder; what cannot be read has no beginning."""
        found = {}
        for path in self._files:
            try:
                pieces = _read(path)
            except RefcheckError:
                continue
            found[path] = " ".join(piece.text for piece in pieces[:2])[:HEAD]
        return found


_ZOTERO = """
SELECT items.key, itemAttachments.path, fields.fieldName, itemDataValues.value
FROM itemAttachments
JOIN items ON items.itemID = itemAttachments.itemID
JOIN itemData ON itemData.itemID = itemAttachments.parentItemID
JOIN fields ON fields.fieldID = itemData.fieldID
JOIN itemDataValues ON itemDataValues.valueID = itemData.valueID
WHERE fields.fieldName IN ('DOI', 'title') AND itemAttachments.contentType = 'application/pdf'
"""
"""Attachments with the fields of the items that they belong to (Zotero's schema, userdata.sql)."""


def _attachment(place: Path, key: str, where: str) -> Path | None:
    """The file of an attachment; None for one that lies outside of the library."""
    kind, _, name = where.partition(":")
    if kind != "storage" or not name or "/" in name or "\\" in name or name.startswith(".") or not key.isalnum():
        return None
    return place / "storage" / key / name


def _read(path: Path) -> tuple[Piece, ...]:
    from latexrefcheck.claims.texts import from_file

    return from_file(path)
