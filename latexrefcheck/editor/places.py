"""Offsets of ours, and positions of the protocol: lines and UTF-16 units from 0, files as addresses."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from lsprotocol import types

from latexrefcheck.model.document import SourceFile, Span
from latexrefcheck.model.finding import Location


def uri(path: Path) -> str:
    """The address of a file."""
    return path.absolute().as_uri()


def path_of(address: str) -> Path | None:
    """The file of an address; None for one that is on no disk (an unsaved buffer)."""
    parts = urlsplit(address)
    if parts.scheme != "file":
        return None
    text = unquote(parts.path)
    if len(text) > 2 and text[0] == "/" and text[2] == ":":  # file:///c:/…
        text = text[1:]
    return Path(text) if text and "\0" not in text else None


def same(one: str, other: str) -> bool:
    """Whether two addresses name one file, however they are escaped."""
    return one == other or quote(unquote(one)) == quote(unquote(other))


def units(text: str) -> int:
    """How long a text is in UTF-16."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def position(source: SourceFile, offset: int) -> types.Position:
    """Where an offset is."""
    offset = max(0, min(offset, len(source.text)))
    line, _ = source.position(offset) if source.line_starts else (1, 1)
    start = source.line_starts[line - 1] if source.line_starts else 0
    return types.Position(line - 1, units(source.text[start:offset]))


def range_of(span: Span) -> types.Range:
    """The range of a span."""
    return types.Range(position(span.source, span.start), position(span.source, span.end))


def range_of_location(source: SourceFile, location: Location) -> types.Range:
    """The range of a place in a report."""

    def at(line: int, column: int) -> types.Position:
        return types.Position(line - 1, units(source.line(line)[: max(0, column - 1)]))

    return types.Range(at(location.line, location.column), at(location.end_line, location.end_column))


def offset(source: SourceFile, where: types.Position) -> int:
    """The offset of a position; one behind the end of its line is at the end."""
    starts = source.line_starts
    if where.line >= len(starts):
        return len(source.text)
    start = starts[where.line]
    line = source.line(where.line + 1)
    if line.isascii():
        return start + min(where.character, len(line))
    data = line.encode("utf-16-le", "surrogatepass")[: 2 * where.character]
    return start + len(data.decode("utf-16-le", "ignore"))
