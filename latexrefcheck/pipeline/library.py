"""Works that somebody keeps in a .bib: read them, take some out, write them in another form."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from latexrefcheck import files
from latexrefcheck.cite import writing
from latexrefcheck.discover import history
from latexrefcheck.discover.wanted import InvalidArgument
from latexrefcheck.errors import UsageError, nearest, unknown
from latexrefcheck.model.document import Bibliography, Entry
from latexrefcheck.model.record import Record
from latexrefcheck.pipeline.reading import load
from latexrefcheck.settings import Settings

MOST = 20_000
"""Entries of a library; one that holds more is several."""


class Library(NamedTuple):
    """A .bib and its whole entries."""

    bibliography: Bibliography
    entries: tuple[Entry, ...]

    @property
    def items(self) -> list[Mapping[str, Any]]:
        """The entries as CSL-JSON."""
        from latexrefcheck.reading.references import bib

        return bib.items(self.entries, self.bibliography)


def read(target: Path, settings: Settings) -> Library:
    """The library in a file; UsageError if there is none."""
    if not target.is_file():
        raise UsageError(f"{str(target)!r} does not exist")
    found = load(settings.replace(paths=(target,), cited_only=False, build="off"))
    bibliography = next(iter(found.bibliographies))
    return Library(bibliography, tuple(entry for entry in bibliography.entries if entry.fields and not entry.broken))


def without(library: Library, keys: Collection[str]) -> str:
    """The text of a library without the entries of some keys; InvalidArgument for a key that it has not."""
    table = {entry.key: entry for entry in library.entries}
    for key in keys:
        if key not in table:
            near = nearest(key, table)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise InvalidArgument(f"{library.bibliography.source.path} has no {key!r}{hint}")
    text = library.bibliography.source.text
    for entry in sorted((table[key] for key in dict.fromkeys(keys)), key=lambda one: -one.start):
        end = entry.end + len(text[entry.end :]) - len(text[entry.end :].lstrip())
        before = text[: entry.start]
        text = before + text[end:] if text[end:].strip() else before.rstrip() + ("\n" if before.strip() else "")
    return text


def write(library: Library, text: str) -> None:
    """Put ``text`` in the place of a library; ChangedMeanwhile if the file is no longer what was read."""
    from latexrefcheck.repair import NewFile, write_all

    source = library.bibliography.source
    if source.absolute is None:
        raise UsageError(f"{source.path} is no file")
    files.refuse_link(source.absolute, "the library")
    write_all([NewFile(source.absolute, source.encode(source.text), source.encode(text))])


def exported(library: Library, form: str, style: str = "") -> Iterator[str]:
    """The works in one of ``LIBRARY_FORMATS``, a line or a paragraph each; as text and Markdown in a citation style."""
    if form not in writing.LIBRARY_FORMATS:
        raise InvalidArgument(unknown("format", form, writing.LIBRARY_FORMATS))
    for number, piece in enumerate(writing.written(library.items, style, form), 1):
        # Markdown numbers a list by itself; a style's own number would stand beside that.
        yield f"{number}. {_bare(piece)}\n" if form == "markdown" else f"{piece}\n"


def _bare(piece: str) -> str:
    from latexrefcheck.cite.telling import unnumbered

    # What Markdown would obey in the number stands behind a backslash: \[1\], 1\.
    head, rest = piece[:12].replace("\\", ""), piece[12:]
    bare = unnumbered(head + rest)
    return bare if bare != head + rest else piece


def kept(work: history.Plain) -> Record | None:
    """The record of a work as a search kept it, where no registry holds it to be asked again: two indexes do."""
    from latexrefcheck.text.names import parse_names

    if not work.get("title") or not str(work.get("id", "")).startswith("http"):
        return None
    people = work.get("authors")
    names = parse_names(" and ".join(str(one) for one in people) if isinstance(people, list) else "")[0]
    year, venue = work.get("year"), str(work.get("journal") or "")
    return Record(
        source=str(work.get("source", "")),
        titles=(str(work["title"]),),
        authors=names,
        years=(year,) if isinstance(year, int) else (),
        venues=(venue,) if venue else (),
        type="article" if "journal" in venue.lower() else "inproceedings" if venue else "",
        url=str(work.get("officialUrl") or ""),
    )
