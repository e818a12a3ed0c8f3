"""A text as sentences, each at its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from latexrefcheck.text.patterns import lazy

LONGEST = 1200
"""Characters of a sentence; what is longer is a table or has no full stops, and is cut."""

_END = lazy(
    r"(?<!\b[A-Za-z])(?<!\bet al)(?<!\bcf)(?<!\bvs)(?<!\bca)(?<!\bFigs)(?<!\bFig)(?<!\bEqs)(?<!\bEq)(?<!\bRef)(?<!\bRefs)(?<!\bTab)"  # noqa: E501
    r"(?<!\bSec)(?<!\bDr)(?<!\bProf)(?<!\bSt)(?<!\bNo)(?<!\bresp)(?<!\bapprox)(?<!\bSuppl)(?<!\bsp)(?<!\bspp)(?<!\bvar)"
    r"[.!?][\"'\u201d\u2019)\]]*(?:\[\d[\d,\u2013 -]{0,30}\]|\d{1,3}(?:[,\u2013-]\d{1,3}){0,10}(?=\s+[A-Z]))?\s+"
    r"(?=[\"'\u201c\u2018(\[]?[A-Z\u00c0-\u00de0-9\u0391-\u03a9\u0400-\u042f])"
    r"|(?<=[\u3002\uff01\uff1f])\s*|\n\s*\n\s*"
)
"""Where one ends: at a full stop that no abbreviation and no initial has, before something that begins one."""


class Sentence(NamedTuple):
    """One sentence of a text on one line, from which offset to which."""

    text: str
    start: int
    end: int


def sentences(text: str) -> list[Sentence]:
    """The sentences of a text in order; headings and what has no letter are left out."""
    return [one for one in _cut(text) if any(map(str.isalpha, one.text)) and len(one.text) > 3]


def _cut(text: str) -> Iterator[Sentence]:
    first = 0
    for end in _END.finditer(text):
        if end.start() > first or end.end() > first:
            yield from _pieces(text, first, end.end())
        first = end.end()
    yield from _pieces(text, first, len(text))


def _pieces(text: str, first: int, last: int) -> Iterator[Sentence]:
    while first < last:
        stop = last
        if last - first > LONGEST:
            cut = text.rfind(" ", first + 1, first + LONGEST)
            stop = cut if cut > first else first + LONGEST
        piece = text[first:stop]
        bare = piece.strip()
        if bare:
            at = first + len(piece) - len(piece.lstrip())
            yield Sentence(" ".join(bare.split()), at, at + len(bare))
        first = stop
