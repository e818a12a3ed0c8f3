"""Text with a map back to where each piece was written, and the search for matching brackets in it.

A file is one piece. The expansion of a macro is several: pieces of its body and pieces of the
arguments. Offsets into a buffer become spans of source files with :meth:`Buffer.locate`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from operator import itemgetter
from typing import NamedTuple

from latexrefcheck.model.document import SourceFile, Span
from latexrefcheck.reading.tex.groups import Groups
from latexrefcheck.text.patterns import lazy

_BRACES = lazy(r"\\.|%[^\n\r]*|[{}]", re.S)
_BRACKETS = {closer: re.compile(r"\\.|%[^\n\r]*|[{}" + re.escape(closer) + "]", re.S) for closer in ("]", ">", ")")}
OPTIONAL_LIMIT = 2000
"""Longest optional argument that is looked for, in characters: a missing ``]`` must not cost a search of all that follows."""


class Piece(NamedTuple):
    """From offset ``at`` of the buffer on, the text is that of ``source`` from ``start`` on."""

    at: int
    source: SourceFile
    start: int
    argument: bool
    """True for what the author wrote in the document, false for the body of a macro."""


_AT = itemgetter(0)


class Buffer:
    """A text to scan. ``virtual`` is false for a whole file."""

    __slots__ = ("_closing", "_groups", "_spent", "own", "pieces", "text", "virtual")

    def __init__(self, text: str, pieces: list[Piece], virtual: bool = True) -> None:
        self.text = text
        self.pieces = pieces
        self.virtual = virtual
        self.own = len(text)
        """Where the text ends that belongs to the buffer; what follows is a view of the text behind a call."""
        self._spent = 0
        self._closing: dict[int, int] | None = None
        self._groups: Groups | None = None

    @classmethod
    def of(cls, source: SourceFile) -> Buffer:
        """The buffer of a whole file."""
        return cls(source.text, [Piece(0, source, 0, True)], virtual=False)

    def locate(self, start: int, end: int) -> Span:
        """Where ``text[start:end]`` was written; if in several places, the part in an argument, else the first part."""
        pieces = self.pieces
        if len(pieces) == 1:
            offset = pieces[0].start - pieces[0].at
            return Span(pieces[0].source, start + offset, end + offset)
        index = max(0, bisect_right(pieces, start, key=_AT) - 1)
        best: Span | None = None
        while index < len(pieces):
            piece = pieces[index]
            stop = pieces[index + 1].at if index + 1 < len(pieces) else len(self.text)
            first, last = max(start, piece.at), min(end, stop)
            if first < last or best is None:
                span = Span(piece.source, piece.start + first - piece.at, piece.start + max(first, last) - piece.at)
                if piece.argument and first < last:
                    return span
                best = best or span
            if stop >= end:
                break
            index += 1
        return best or Span(pieces[0].source, pieces[0].start, pieces[0].start)

    def cut(self, start: int, end: int, argument: bool | None = None) -> list[tuple[str, Piece]]:
        """The pieces of ``text[start:end]``, each with its text; ``argument`` overrides their mark."""
        pieces = self.pieces
        if len(pieces) == 1:
            at, source, offset, mark = pieces[0]
            text = self.text[start:end]
            place = Piece(0, source, offset + start - at, mark if argument is None else argument)
            return [(text, place)] if text else []
        found = []
        index = max(0, bisect_right(pieces, start, key=_AT) - 1)
        while index < len(pieces) and (start < end):
            piece = pieces[index]
            stop = pieces[index + 1].at if index + 1 < len(pieces) else len(self.text)
            last = min(end, stop)
            if start < last:
                mark = piece.argument if argument is None else argument
                found.append((self.text[start:last], Piece(0, piece.source, piece.start + start - piece.at, mark)))
                start = last
            index += 1
        return found

    def close(self, opening: int) -> int:
        """Offset of the brace that closes the one at ``opening``, or -1."""
        if self._closing is not None:
            return self._closing.get(opening, -1)
        depth = 0
        for found in _BRACES.finditer(self.text, opening):
            character = found[0]
            if character == "{":
                depth += 1
            elif character == "}":
                depth -= 1
                if depth == 0:
                    self._spend(found.start() - opening)
                    return found.start()
        self._spend(len(self.text) - opening)
        return -1

    def close_optional(self, opening: int, closer: str = "]") -> int:
        """Offset of the ``]`` (or other ``closer``) that ends the optional argument opened at ``opening``, or -1."""
        stop = min(len(self.text), opening + OPTIONAL_LIMIT)
        if self.text.find(closer, opening + 1, stop) < 0:
            return -1
        depth = 0
        for found in _BRACKETS[closer].finditer(self.text, opening + 1, stop):
            character = found[0]
            if character == "{":
                depth += 1
            elif character == "}":
                depth -= 1
                if depth < 0:
                    return -1
            elif character == closer and depth == 0:
                return found.start()
        return -1

    def group_end(self, at: int) -> int:
        """Offset behind the end of the innermost group around ``at`` (braces, ``\\begingroup``, an environment), or -1."""
        if self._groups is None:
            self._groups = Groups(self.text[: self.own])  # groups that end behind it do not end in a run of the buffer
        return self._groups.end_of(at)

    def _spend(self, cost: int) -> None:
        # Deep or unclosed nesting would make repeated searches quadratic: from some point on, match all braces in one pass.
        self._spent += cost
        if self._spent > 4 * len(self.text) + 100_000:
            closing: dict[int, int] = {}
            opened: list[int] = []
            for found in _BRACES.finditer(self.text):
                if found[0] == "{":
                    opened.append(found.start())
                elif found[0] == "}" and opened:
                    closing[opened.pop()] = found.start()
            self._closing = closing


_OPEN_WORD = lazy(r"(?:^|[^\\])(?:\\\\)*\\[a-zA-Z@]+$")
_LONGEST_WORD = 100


class Builder:
    """Puts a buffer together from pieces."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._pieces: list[Piece] = []
        self.length = 0

    def add(self, parts: list[tuple[str, Piece]]) -> None:
        """Append located pieces of text."""
        for text, piece in parts:
            self._texts.append(text)
            self._pieces.append(Piece(self.length, piece.source, piece.start, piece.argument))
            self.length += len(text)

    def join(self, parts: list[tuple[str, Piece]]) -> None:
        """Append as tokens: a letter does not become part of the control word before it, for which a blank is put between."""
        if parts and self._texts and parts[0][0][:1].isalpha() and _OPEN_WORD.search(self._texts[-1][-_LONGEST_WORD:]):
            last = self._pieces[-1]
            self.add([(" ", last._replace(start=last.start + len(self._texts[-1]), argument=False))])
        self.add(parts)

    def followed_by(self, parts: list[tuple[str, Piece]]) -> Buffer:
        """The buffer of all that was added, which goes on with a view of the text behind it."""
        added = self.length
        self.join(parts)
        built = self.build()
        built.own = self.length - sum(len(text) for text, _ in parts) if parts else added
        return built

    def build(self) -> Buffer:
        """The buffer of all that was added; the builder can go on."""
        return Buffer("".join(self._texts), self._pieces)
