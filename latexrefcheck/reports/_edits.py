"""Fixes as other programs take them: by line and column, in one piece per file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from latexrefcheck.model.document import Edit, SourceFile, Span
from latexrefcheck.model.finding import Fix, Location

MOST_LINES = 40
"""Longest range that several edits are merged over, in lines."""
MOST_CHARACTERS = 4000
"""Longest stretch of text that is shown before and after a fix, in characters."""


class Change(NamedTuple):
    """Whole lines ``first`` to ``last`` (from 1) of a file as they are and as a fix would have them."""

    path: str
    first: int
    last: int
    old: str
    new: str


def by_file(edits: Iterable[Edit]) -> dict[str, list[Edit]]:
    """Edits grouped by report path, in file order."""
    groups: dict[str, list[Edit]] = {}
    for edit in edits:
        groups.setdefault(edit.span.source.path, []).append(edit)
    for group in groups.values():
        group.sort(key=lambda edit: edit.span.start)
    return groups


def merged(fix: Fix, path: str) -> Edit | None:
    """The fix as one edit of ``path``; None if it touches other files too or spans too many lines."""
    groups = by_file(fix.edits)
    if list(groups) != [path]:
        return None
    edits = groups[path]
    source = edits[0].span.source
    start, end = edits[0].span.start, max(edit.span.end for edit in edits)
    if source.position(end)[0] - source.position(start)[0] > MOST_LINES:
        return None
    return Edit(Span(source, start, end), applied(source, edits, start, end))


def applied(source: SourceFile, edits: Iterable[Edit], start: int, end: int) -> str:
    """The text from ``start`` to ``end`` with the edits, ascending and not overlapping, made."""
    parts, at = [], start
    for edit in edits:
        parts += [source.text[at : edit.span.start], edit.text]
        at = edit.span.end
    return "".join([*parts, source.text[at:end]])


def changes(fix: Fix) -> list[Change]:
    """What the fix does to whole lines, one change per stretch of a file that is edited together.

    A stretch longer than :data:`MOST_CHARACTERS` is left out: nobody reads it, and a minified library
    would be repeated for each of its findings.
    """
    stretches = (group for edits in by_file(fix.edits).values() for group in _stretches(edits))
    return [change for group in stretches if (change := _change(group)) is not None]


def _stretches(edits: list[Edit]) -> list[list[Edit]]:
    """Edits of one file, those on the same or adjoining lines together."""
    groups: list[list[Edit]] = []
    line = -1
    for edit in edits:
        place = Location.of(edit.span)
        if groups and place.line <= line + 1:
            groups[-1].append(edit)
        else:
            groups.append([edit])
        line = place.end_line
    return groups


def _change(edits: list[Edit]) -> Change | None:
    source = edits[0].span.source
    starts = source.line_starts
    first = source.position(edits[0].span.start)[0]
    last = source.position(max(edit.span.end for edit in edits))[0]
    begin, stop = starts[first - 1], starts[last] if last < len(starts) else len(source.text)
    if stop - begin > MOST_CHARACTERS:
        return None
    stop = begin + len(source.text[begin:stop].rstrip("\r\n")) if last < len(starts) else stop
    return Change(source.path, first, last, source.text[begin:stop], applied(source, edits, begin, stop))
