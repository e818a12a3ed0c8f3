"""Text that was drawn out of pages: where a place is, and what the places of lines on a page tell of a list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from statistics import median
from typing import NamedTuple

from latexrefcheck.model.document import SourceFile
from latexrefcheck.text.patterns import lazy

A_BLANK = 2.5
"""Points that a blank stands for."""
LEAST_INDENT, MOST_INDENT = 4.0, 100.0
"""Points from which on a line hangs, and most of them that are shown. (What stands behind an exponent is a line of its own.)"""
NEAR = 1.5
"""Points within which lines begin at one place."""
HEADING_SIZE = 1.12
"""How much larger than its neighbours the letters of a heading are at least."""

_NUMBER_ALONE = lazy(r"\s*(?:[-–—]\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*[-–—])?\s*")
_OUTER = lazy(r"\A(?:\d{1,4}|[ivxlc]{1,7})\s+|\s+(?:\d{1,4}|[ivxlc]{1,7})\Z")


class PagedText(SourceFile):
    """The text of a document of pages, which end in form feeds: a "line" of it is a page, a "column" a character on that."""

    __slots__ = ()

    @property
    def line_starts(self) -> list[int]:
        """Offset of each page's first character."""
        if self._starts is None:
            self._starts = list(accumulate((len(page) + 1 for page in self.text.split("\f")[:-1]), initial=0))
        return self._starts

    def excerpt(self, line: int, column: int, size: int) -> tuple[int, str]:
        """The line of text that holds a character of a page, after the characters of the page before it."""
        starts = self.line_starts
        if not 1 <= line <= len(starts):
            return 0, ""
        end = starts[line] - 1 if line < len(starts) else len(self.text)
        place = min(starts[line - 1] + column - 1, end)
        first = self.text.rfind("\n", starts[line - 1], place) + 1 or starts[line - 1]
        last = self.text.find("\n", place, end)
        return first - starts[line - 1], self.text[first : end if last < 0 else last][:size]


class Row(NamedTuple):
    """Where a line begins, in points from the left and from the foot of its page, and the size of its letters (0: not known)."""

    left: float = 0.0
    size: float = 0.0
    base: float = 0.0


def without_furniture(pages: Sequence[Sequence[str]]) -> list[list[str]]:
    """The lines of pages, their numbers and running heads left blank: what stands at the top or the foot of several pages.

    The first page with it may have the heading of which the others bear the name.
    """
    edges = Counter(told for lines in pages for told in {_told(lines[at]) for at in _edge(lines)} if told)
    seen: set[str] = set()
    kept = []
    for lines in pages:
        made = list(lines)
        for at in _edge(lines):
            told = _told(lines[at])
            again = told in seen and edges[told] >= REPEATED and len(told) < LONGEST_HEAD
            seen.add(told)
            if _NUMBER_ALONE.fullmatch(lines[at]) or again:
                made[at] = " " * len(lines[at])
        kept.append(made)
    return kept


REPEATED = 3
"""Pages on which a running head stands at least."""
LONGEST_HEAD = 120
"""Most characters of one."""


def _edge(lines: Sequence[str]) -> list[int]:
    """The places of the first two and the last two lines that hold anything."""
    full = [at for at, line in enumerate(lines) if line.strip()]
    return full if len(full) < 4 else [*full[:2], *full[-2:]]


def _told(text: str) -> str:
    """A line without the number of its page; nothing for one without words, as references end in."""
    told = _OUTER.sub("", " ".join(text.lower().split()))
    return told if sum(map(str.isalpha, told)) >= 4 else ""


def indented(pages: Sequence[Sequence[str]], rows: Sequence[Sequence[Row]], middles: Sequence[float]) -> list[list[str]]:
    """The lines of pages, those that begin right of the margin of their column behind blanks: hanging indents part references.

    ``middles`` are the middles of the pages in points, right of which the second column begins.
    """
    rows = [_behind(places) for places in rows]
    margins: list[dict[bool, float | None]] = []
    for lines, places, middle in zip(pages, rows, middles, strict=True):
        lefts = [row.left for line, row in zip(lines, places, strict=True) if line.strip() and row.size and row.left < BEHIND]
        margins.append({right: _margin([left for left in lefts if (left >= middle) is right]) for right in (False, True)})
    made = []
    for number, (lines, places, middle) in enumerate(zip(pages, rows, middles, strict=True)):
        first, second = (_shared(margins, number, right) for right in (False, True))
        columns = (first, first if second is None else second)  # a page without a second column has lines that begin late
        offs = [row.left - (row.left if (margin := columns[middle <= row.left < BEHIND]) is None else margin) for row in places]
        made.append(
            [
                " " * round(min(off, MOST_INDENT) / A_BLANK) + line if line.strip() and row.size and off > LEAST_INDENT else line
                for line, row, off in zip(lines, places, offs, strict=True)
            ]
        )
    return made


BEHIND = 1e6
"""Where a line is taken to begin that is none: more of the one before, behind an exponent."""


def _behind(rows: Sequence[Row]) -> list[Row]:
    made: list[Row] = []
    last = Row()
    for row in rows:
        same = last.size and row.size and abs(row.base - last.base) < max(row.size, last.size) / 2
        if same and row.left > last.left + row.size:
            made.append(row._replace(left=BEHIND))
        else:
            made.append(row)
            last = row if row.size else last
    return made


def _margin(lefts: Sequence[float]) -> float | None:
    """Where the lines of a column begin: the leftmost place at which several do; None where too few lines tell."""
    ordered = sorted(lefts)
    return next((left for left, third in zip(ordered, ordered[2:], strict=False) if third - left < NEAR), None)


def _shared(margins: Sequence[dict[bool, float | None]], number: int, right: bool) -> float | None:
    """The margin of a column; that of the other pages on the same side of a sheet where it lies a little further left."""
    own = margins[number][right]
    others = [one for other in margins[number % 2 :: 2] if (one := other[right]) is not None]
    usual = median(others) if others else own
    return usual if own is None or usual is None or 0 < own - usual < MOST_INDENT else own


def heading(lines: Sequence[str], rows: Sequence[Row]) -> int | None:
    """The number of the first line, not the first of all, that is set larger than most and so begins something else."""
    sizes = [row.size for line, row in zip(lines, rows, strict=True) if line.strip() and row.size]
    usual = median(sizes) if len(sizes) >= 3 else 0
    for number, (line, row) in enumerate(zip(lines, rows, strict=True)):
        if number and usual and row.size > HEADING_SIZE * usual and sum(map(str.isalpha, line)) >= 3:
            return number
    return None
