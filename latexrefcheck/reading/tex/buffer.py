"""Text with a map back to where each piece was written, and the search for matching brackets in it.

A file is one piece. The expansion of a macro is several: pieces of its body and pieces of the
arguments. Offsets into a buffer become spans of source files with :meth:`Buffer.locate`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

from latexrefcheck.model.document import SourceFile, Span
from latexrefcheck.reading.tex.groups import Groups
from latexrefcheck.text.patterns import lazy

_BRACES = lazy(r"\\.|%[^\n\r]*|\{|\}", re.S)
_BRACKETS = {closer: lazy(rf"\\.|%[^\n\r]*|\{{|\}}|{re.escape(closer)}", re.S) for closer in ("]", ">", ")")}
OPTIONAL_LIMIT = 2000
"""Longest optional argument that is looked for, in characters: a missing ``]`` must not cost a search of all that follows."""


class Piece(NamedTuple):
    """From offset ``at`` of the buffer on, the text is that of ``source`` from ``start`` on."""

    at: int
    source: SourceFile
    start: int
    argument: bool
    """True for what the author wrote in the document, false for the body of a macro."""


class Part(NamedTuple):
    """Part of the body of a macro: pieces of text, or the parameter of this number and where it stands."""

    pieces: list[tuple[str, Piece]]
    parameter: int = 0
    joins: bool = True
    """Whether a letter of it would become part of a control word before it."""


_PARAMETER = lazy(r"#(\d)|\\#|##|%[^\n\r]*")
_BLANK_LINE = lazy(r"\n[ \t\r]*\n")
_AT = itemgetter(0)


def _nested(depth: int) -> str:
    """A pattern for a group in braces with at most ``depth`` levels of groups inside."""
    plain = r"[^{}\\%]++|\\.|%[^\n\r]*+"
    pattern = rf"\{{(?:{plain})*+\}}"
    for _ in range(depth):
        pattern = rf"\{{(?:{plain}|{pattern})*+\}}"
    return pattern


_GROUP = lazy(_nested(4), re.S)
"""Most arguments; deeper ones are matched brace by brace."""


class Buffer:
    """A text to scan. ``virtual`` is false for a whole file."""

    __slots__ = ("_behind", "_closing", "_groups", "_paragraph", "_parts", "_spent", "own", "pieces", "text", "virtual")

    def __init__(self, text: str, pieces: list[Piece], virtual: bool = True, behind: tuple[Buffer, int] | None = None) -> None:
        self.text = text
        self.pieces = pieces
        self.virtual = virtual
        self.own = len(text)
        """Where the text ends that belongs to the buffer; what follows is a view of the text behind a call."""
        self._behind = behind
        """The buffer of which the view is, and where in it the view begins."""
        self._spent = 0
        self._closing: dict[int, int] | None = None
        self._groups: Groups | None = None
        self._parts: tuple[Part, ...] | None = None
        self._paragraph = (0, -1)
        """Where a paragraph end was last sought from, and where it is."""

    @classmethod
    def of(cls, source: SourceFile) -> Buffer:
        """The buffer of a whole file."""
        return cls(source.text, [Piece(0, source, 0, True)], virtual=False)

    def locate(self, start: int, end: int) -> Span:
        """Where ``text[start:end]`` was written; if in several places, the part in an argument, else the first part."""
        pieces = self.pieces
        if start >= self.own and self._behind is not None:
            outer, at = self._behind
            return outer.locate(start - self.own + at, end - self.own + at)
        if len(pieces) == 1 and (end <= self.own or self._behind is None):
            offset = pieces[0].start - pieces[0].at
            return Span(pieces[0].source, start + offset, end + offset)
        best: Span | None = None
        for text, piece in self.cut(start, end):
            span = Span(piece.source, piece.start, piece.start + len(text))
            if piece.argument:
                return span
            best = best or span
        if best is not None:
            return best
        at, source, first, _ = pieces[max(0, bisect_right(pieces, start, key=_AT) - 1)]
        return Span(source, first + start - at, first + start - at)

    def cut(self, start: int, end: int, argument: bool | None = None) -> list[tuple[str, Piece]]:
        """The pieces of ``text[start:end]``, each with its text; ``argument`` overrides their mark."""
        pieces, own = self.pieces, self.own
        found: list[tuple[str, Piece]] = []
        if start < own:
            last = min(end, own)
            index = 0 if len(pieces) == 1 else max(0, bisect_right(pieces, start, key=_AT) - 1)
            at, source, first, mark = pieces[index]
            while start < last:
                index += 1
                following = pieces[index] if index < len(pieces) else None
                stop = last if following is None or following.at > last else following.at
                if start < stop:
                    place = Piece(0, source, first + start - at, mark if argument is None else argument)
                    found.append((self.text[start:stop], place))
                    start = stop
                if following is not None:
                    at, source, first, mark = following
        if end > own and self._behind is not None:
            outer, at = self._behind
            found += outer.cut(max(start, own) - own + at, min(end, len(self.text)) - own + at, argument)
        return found

    def parts(self) -> tuple[Part, ...]:
        """The text as the body of a macro: what stands between its parameters, which are cut off for all calls at once."""
        if self._parts is None:
            self._parts = tuple(self._split())
        return self._parts

    def _split(self) -> Iterator[Part]:
        last = 0
        for found in _PARAMETER.finditer(self.text):
            if found[1] is None and found[0] != "##":
                continue
            yield Part(self.cut(last, found.start()))
            last = found.end()
            if found[1] is None:  # "##" is the "#" of a definition inside
                yield Part(self.cut(found.start(), found.start() + 1), joins=False)
            else:
                yield Part(self.cut(found.start(), found.end()), int(found[1]))
        yield Part(self.cut(last, len(self.text)))

    def close(self, opening: int) -> int:
        """Offset of the brace that closes the one at ``opening``, or -1."""
        if self._closing is not None:
            return self._closing.get(opening, -1)
        whole = _GROUP.match(self.text, opening)
        if whole is not None:
            end = whole.end() - 1
            self._spend(end - opening)
            return end
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

    def paragraph_end(self, at: int) -> int:
        """Offset of the blank line that ends the paragraph around ``at``, or of the end of the text."""
        first, last = self._paragraph
        if not first <= at <= last:
            found = _BLANK_LINE.search(self.text, at)
            last = found.start() if found else len(self.text)
            self._paragraph = at, last
        return last

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
        if parts:
            self._set_off(parts[0][0])
            self.add(parts)

    def _set_off(self, text: str) -> None:
        """Put a blank between a control word and a letter."""
        if self._texts and text[:1].isalpha() and _OPEN_WORD.search(self._texts[-1][-_LONGEST_WORD:]):
            last = self._pieces[-1]
            self.add([(" ", last._replace(start=last.start + len(self._texts[-1]), argument=False))])

    def followed_by(self, buffer: Buffer, start: int, length: int) -> Buffer:
        """The buffer of all that was added, which goes on with a view of the text behind it: that from ``start`` on."""
        seen = buffer.text[start : start + length]
        self._set_off(seen)
        built = Buffer("".join((*self._texts, seen)), self._pieces, behind=(buffer, start) if seen else None)
        built.own = self.length
        return built

    def build(self) -> Buffer:
        """The buffer of all that was added; the builder can go on."""
        return Buffer("".join(self._texts), self._pieces)
