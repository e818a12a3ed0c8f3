"""The source line of a finding with carets under the exact columns.

Columns count code points; a terminal counts cells. Wide characters take two cells, combining ones
none, and a tab goes to the next multiple of four (Unicode Standard Annex 11).
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from latexrefcheck.model.finding import Location
from latexrefcheck.text.visible import printable

TAB = 4
ELLIPSIS = "\u2026"


@lru_cache(maxsize=4096)
def cells(character: str) -> int:
    """Terminal cells of one printable character: 0, 1 or 2."""
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def marked(excerpt: str, place: Location, width: int, left: int = 0) -> tuple[str, str] | None:
    """(source line, caret line), both at most ``width`` cells; None if the place is not in the excerpt.

    ``left`` characters of the line stand before the excerpt. Long lines are cut around the place, with
    an ellipsis where something is left out.
    """
    start = place.column - 1 - left
    if not excerpt.strip() or start < 0 or start > len(excerpt):
        return None
    end = place.end_column - 1 - left if place.end_line == place.line else len(excerpt)
    end = min(max(end, start + 1), max(len(excerpt), start + 1))
    first, last = _window(excerpt, start, max(width, 20))
    head, tail = ELLIPSIS if first or left else "", ELLIPSIS if last < len(excerpt) else ""
    shown, offsets = _laid_out(excerpt[first:last])
    begin = offsets[start - first]
    stop = offsets[min(end, last) - first] if end - first < len(offsets) else offsets[-1]
    carets = "^" * max(stop - begin, 1)
    return head + shown + tail, " " * (begin + len(head)) + carets


def _window(excerpt: str, start: int, width: int) -> tuple[int, int]:
    """The range of characters to show: all if they fit, else a part that holds ``start``."""
    if excerpt.isascii() and "\t" not in excerpt:
        if len(excerpt) <= width:
            return 0, len(excerpt)
        room = width - 2
        first = 0 if start < room * 2 // 3 else start - room // 3
        first = min(first, len(excerpt) - room) if first else 0
        return first, min(first + room, len(excerpt))
    sizes = [TAB if o == "\t" else cells(shown) for o, shown in zip(excerpt, printable(excerpt), strict=True)]
    if sum(sizes) <= width:
        return 0, len(excerpt)
    room, first = width - 2, 0
    if sum(sizes[:start]) >= room * 2 // 3:
        first, before = start, 0
        while first > 0 and before + sizes[first - 1] <= room // 3:
            first -= 1
            before += sizes[first]
    last, used = first, 0
    while last < len(sizes) and used + sizes[last] <= room:
        used += sizes[last]
        last += 1
    return first, last


def _laid_out(text: str) -> tuple[str, list[int] | range]:
    """``text`` as a terminal shows it, with the cell at which each character (and the end) starts."""
    if text.isascii() and text.isprintable():
        return text, range(len(text) + 1)
    shown, offsets, cell = [], [0], 0
    for original, character in zip(text, printable(text), strict=True):
        if original == "\t":
            size = TAB - cell % TAB
            shown.append(" " * size)
        else:
            size = cells(character)
            shown.append(character)
        cell += size
        offsets.append(cell)
    return "".join(shown), offsets
