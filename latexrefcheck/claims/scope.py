"""Which part of a citing sentence leans on which citation.

In a sentence that cites several works, each stands behind what it is cited for: from the citation before it (or the beginning)
to itself; a name with its citation at the beginning of a sentence is followed by what it is cited for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from latexrefcheck.text.patterns import lazy

LEAST = 25
"""Characters of a part that can be a claim of its own."""
_LEADS = lazy(
    r"\A\W*(?:[A-Z][\w'\u2019-]+(?:\s+(?:et al\.?|and|&)\s*[\w'\u2019-]*)?\W*|(?:see|cf|e\.g|in|by|according to|following)\W+){0,3}\Z",  # noqa: E501
    0,
)
_GLUE = lazy(r"^[\s,;:.)\]]*(?:and|but|while|whereas|although|however|or|as well as)?[\s,;:]*", 0x2)


class Mark(NamedTuple):
    """A place in a sentence that cites: ``own`` the work in question, or another."""

    start: int
    end: int
    own: bool


def part(sentence: str, marks: Sequence[Mark]) -> str:
    """What of a sentence leans on the work; the whole where it cannot be told, blanks where citations stood."""
    bare = list(sentence)
    for mark in marks:
        bare[mark.start : mark.end] = " " * (mark.end - mark.start)
    text = "".join(bare)
    own = next((mark for mark in marks if mark.own), None)
    if own is None or all(mark.own for mark in marks):
        return _tidy(text)
    before = max((mark.end for mark in marks if not mark.own and mark.end <= own.start), default=0)
    behind = min((mark.start for mark in marks if not mark.own and mark.start >= own.end), default=len(text))
    ahead, after = text[before : own.start], text[own.end : behind]
    if len(" ".join(ahead.split())) < LEAST or _LEADS.match(ahead):
        chosen = ahead + " " + after
    else:
        chosen = ahead
    chosen = _GLUE.sub("", " ".join(chosen.split()), count=1)
    return _tidy(chosen if len(chosen) >= LEAST else text)


def _tidy(text: str) -> str:
    """One line, without the blanks that a citation leaves before a mark."""
    return _GAP.sub(r"\1", " ".join(text.split()))


_GAP = lazy(r" +([.,;:!?](?:\s|$))")
