"""Societies in the names of their journals: by their letters ("Notices of the AMS") or written out."""

from __future__ import annotations

import re
from functools import cache

from latexrefcheck.system import tables


@cache
def _societies() -> dict[str, list[str]]:
    """The full names of each society by its letters, which several may share."""
    told: dict[str, list[str]] = tables.table("match", "societies")
    return told


@cache
def _letters() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w/&-])(?:{'|'.join(map(re.escape, _societies()))})(?![\w/&-])")


def written_out(venue: str) -> tuple[str, ...]:
    """The readings of a name with the letters of the society in it written out; none where no such letters stand in it."""
    found = _letters().search(venue)
    if found is None:
        return ()
    return tuple(f"{venue[: found.start()]}{name}{venue[found.end() :]}" for name in _societies()[found[0]])
