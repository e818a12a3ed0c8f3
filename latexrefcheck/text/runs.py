"""Text with faces: what an entry of a bibliography looks like, apart from the notation it is written in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

ITALIC = 1
BOLD = 2
SMALL_CAPS = 4
SUPERSCRIPT = 8
SUBSCRIPT = 16
UNDERLINE = 32
UPRIGHT = 64
"""Roman whatever stands around it."""
KEPT = 128
"""Letters whose case nothing changes: a name, a formula."""

SEEN = ITALIC | BOLD | SMALL_CAPS | SUPERSCRIPT | SUBSCRIPT | UNDERLINE
"""The faces that a reader sees."""


class Run(NamedTuple):
    """A piece of text in one face; ``face`` adds up the constants of this module."""

    text: str
    face: int = 0


def plain(runs: Iterable[Run]) -> str:
    """The text of runs without their faces."""
    return "".join(run.text for run in runs)


def joined(runs: Iterable[Run]) -> tuple[Run, ...]:
    """The same runs, neighbours of one visible face put together and empty ones left out."""
    found: list[Run] = []
    for text, face in runs:
        if not text:
            continue
        face &= SEEN
        if found and found[-1].face == face:
            found[-1] = Run(found[-1].text + text, face)
        else:
            found.append(Run(text, face))
    return tuple(found)
