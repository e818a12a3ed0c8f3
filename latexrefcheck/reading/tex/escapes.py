"""What is executed inside of listings: fancyvrb's ``commandchars``, and ``escapeinside`` of listings and minted."""

from __future__ import annotations

import re
from collections.abc import Iterator

from latexrefcheck.text.patterns import lazy

_COMMANDS = lazy(r"\bcommandchars\s*=\s*\\\\\\\{\\\}")
_INSIDE = lazy(r"\bescapeinside\s*=\s*(?:\{([^{}\s]+)\}\s*\{([^{}\s]+)\}|\{?([^\s,{}\]])([^\s,{}\]])\}?)")
_CHARACTER = lazy(r"\bescapechar\s*=\s*\{?\\?([^\s,{}\]])")
_MATHS = lazy(r"\bmathescape\s*(?:=\s*true)?\s*(?:[,\]}]|$)")
MAX_REGIONS = 5000


def live(options: str, text: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    """The (start, stop) of the parts of a listing that TeX executes."""
    if _COMMANDS.search(options):
        yield start, stop
        return
    pairs = [(found[1] or found[3], found[2] or found[4]) for found in _INSIDE.finditer(options)]
    pairs += [(found[1], found[1]) for found in _CHARACTER.finditer(options)]
    if _MATHS.search(options):
        pairs.append(("$", "$"))
    for opening, closing in pairs[-3:]:
        inside = re.compile(re.escape(opening) + r"(.{0,2000}?)" + re.escape(closing), re.S)
        for count, found in enumerate(inside.finditer(text, start, stop)):
            if count >= MAX_REGIONS:
                return
            yield found.span(1)
