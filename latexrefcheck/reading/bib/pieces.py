"""The pieces of a value: braces, quotes, numbers and macros joined by ``#``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from latexrefcheck.model.document import Entry, Field
from latexrefcheck.reading.bib.grammar import ILLEGAL
from latexrefcheck.text.patterns import lazy

_BRACE = lazy(r"[{}]")
_QUOTE = lazy(r"[{}\"]")
_BARE = lazy(rf"[^{ILLEGAL}]++")
_GAP = lazy(r"(?:[ \t\r\n#]++|%[^\r\n]*+)*+")


EXPANSION = 20_000
"""Most characters that macros may add to one value; the size of BibTeX's own strings."""


class Piece(NamedTuple):
    """One piece of a value. ``kind`` is ``brace``, ``quote``, ``number`` or ``macro``.

    ``text`` is the piece without delimiters; ``start``/``end`` cover it with them.
    """

    kind: str
    text: str
    start: int
    end: int


def close_of(text: str, at: int, limit: int) -> int:
    """Offset of the delimiter that closes the brace or quote at ``at``.

    -1 if there is none before ``limit``; a ``}`` too many inside quotes gives ``-2 - offset``.
    Neither program knows an escape: ``\\{`` counts like ``{``.
    """
    quoted = text[at] == '"'
    depth = 0
    for match in (_QUOTE if quoted else _BRACE).finditer(text, at + 1, limit):
        found = match.group()
        if found == "{":
            depth += 1
        elif found == "}":
            if depth == 0:
                return -2 - match.start() if quoted else match.start()
            depth -= 1
        elif depth == 0:
            return match.start()
    return -1


def split(text: str, start: int, end: int) -> tuple[Piece, ...]:
    """The pieces of the well-formed value that lies at ``text[start:end]``."""
    found = []
    at = start
    while at < end:
        if text[at] in '{"':
            close = close_of(text, at, end)
            if close < 0:
                break
            kind = "brace" if text[at] == "{" else "quote"
            found.append(Piece(kind, text[at + 1 : close], at, close + 1))
            at = close + 1
        else:
            bare = _BARE.match(text, at, end)
            if bare is None:
                break
            word = bare.group()
            found.append(Piece("number" if word.isascii() and word.isdigit() else "macro", word, at, bare.end()))
            at = bare.end()
        at = _GAP.match(text, at, end).end()  # type: ignore[union-attr]  # matches the empty string too
    return tuple(found)


def pieces(entry: Entry, field: Field) -> tuple[Piece, ...]:
    """The pieces of ``field`` as written, for those who must change a value in place."""
    return split(entry.source.text, field.start, field.end)


def join(parts: tuple[Piece, ...], macros: Mapping[str, str]) -> str:
    """The value that the pieces make; a macro that is not defined counts as empty, as in both programs.

    Macros may double each other, so what they add is cut behind ``EXPANSION`` characters.
    """
    values = []
    room = EXPANSION
    for part in parts:
        if part.kind == "macro":
            value = macros.get(part.text.lower(), "")[:room]
            room -= len(value)
            values.append(value)
        else:
            values.append(part.text)
    return "".join(values)
