"""A text under edits that still knows its original: so that edits made in turns end as one list of spans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Change(NamedTuple):
    """The characters ``start`` to ``end`` of the original become ``text``."""

    start: int
    end: int
    text: str


class _Piece(NamedTuple):
    """Either a stretch of the original (``text`` is None) or new text that replaces ``start:end`` of it."""

    start: int
    end: int
    text: str | None = None

    @property
    def length(self) -> int:
        return self.end - self.start if self.text is None else len(self.text)


class PieceTable:
    """An original text and what became of it."""

    def __init__(self, original: str) -> None:
        self.original = original
        self._pieces: list[_Piece] = [_Piece(0, len(original))]

    @property
    def text(self) -> str:
        """The text as it is now."""
        return "".join(self.original[one.start : one.end] if one.text is None else one.text for one in self._pieces)

    def edit(self, changes: Iterable[Change]) -> None:
        """Make ``changes``, which are given in offsets of the present text, ascend, and do not overlap."""
        made: list[_Piece] = []
        waiting = iter(self._pieces)
        rest: _Piece | None = next(waiting, None)
        at = 0  # offset in the present text of the start of ``rest``

        def take(upto: int) -> list[_Piece]:
            """The pieces of the present text from ``at`` to ``upto``, which are used up."""
            nonlocal rest, at
            taken = []
            while rest is not None and at < upto:
                size = min(rest.length, upto - at)
                head, rest = _cut(rest, size)
                taken.append(head)
                at += size
                if rest is None:
                    rest = next(waiting, None)
            return taken

        for change in changes:
            made += take(change.start)
            gone = take(change.end)
            here = gone[0].start if gone else rest.start if rest is not None else len(self.original)
            made.append(_Piece(here, gone[-1].end if gone else here, change.text))
        made += take(at + sum(one.length for one in self._pieces) + 1)
        self._pieces = made

    def changes(self) -> tuple[Change, ...]:
        """What became of the original, ascending; touching changes are one, and what came back as it was is none."""
        return tuple(one for one in self._merged() if self.original[one.start : one.end] != one.text)

    def _merged(self) -> Iterator[Change]:
        open_one: Change | None = None
        for piece in self._pieces:
            if piece.text is None:
                if piece.length == 0:
                    continue
                if open_one is not None:
                    yield open_one
                open_one = None
            elif open_one is None:
                open_one = Change(piece.start, piece.end, piece.text)
            else:
                open_one = Change(open_one.start, max(open_one.end, piece.end), open_one.text + piece.text)
        if open_one is not None:
            yield open_one


def _cut(piece: _Piece, size: int) -> tuple[_Piece, _Piece | None]:
    """The first ``size`` characters of a piece, and the rest if there is one."""
    if size >= piece.length:
        return piece, None
    if piece.text is None:
        return _Piece(piece.start, piece.start + size), _Piece(piece.start + size, piece.end)
    # The replaced stretch of the original goes with the first part; the rest replaces nothing.
    return _Piece(piece.start, piece.end, piece.text[:size]), _Piece(piece.end, piece.end, piece.text[size:])
