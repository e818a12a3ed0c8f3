"""Short forms of venues: whether one is made of the beginnings of a long name's words."""

from __future__ import annotations

import re

from latexrefcheck.text.fold import fold
from latexrefcheck.verify.match.venue_names import Name

_WORD = re.compile(r"[^\W_]+")


def opaque(name: Name) -> bool:
    """Whether a name is one short form in capitals, with or without who organises it before it."""
    short = letters(name)
    return bool(short) and (short in name.acronyms or name.text.isupper()) and len(name.key) <= 12 and name.text.isascii()


def letters(name: Name) -> str:
    """The only word of a name, put aside who organises it ("IEEE DSAA"); nothing for a name of several."""
    told = [part for part in name.parts if not part.sponsor] or list(name.parts)
    return told[0].word.text if len(told) == 1 else ""


def short_of(short: Name, long: Name) -> bool:
    """Whether a short form is made of the beginnings of the words of a long name, or stands in it."""
    acronym = letters(short)
    if not opaque(short) or len(long.parts) + long.meeting < 2:
        return False
    meeting = long.meeting or long.proceedings or long.workshop or long.dated
    if acronym in (long.acronyms if meeting else long.aside):
        return True
    every = tuple(fold(word) for word in _WORD.findall(long.text))
    if meeting:
        return _spelled(acronym, every)
    telling = [part.word.text for part in long.parts[: long.head]]
    own = [part.word.text for part in long.parts[: long.head] if not part.sponsor]
    return any(acronym == "".join(word[:1] for word in some) for some in (telling, own, every))


_MOST_LETTERS = 4
"""Letters of one word that a short form takes at most ("SIGGRAPH" of "Graphics")."""


def _spelled(acronym: str, every: tuple[str, ...]) -> bool:
    """Whether ``acronym`` is a run of word beginnings in order; words may be left out."""
    reached = {0}
    for word in every:
        reached |= {
            at + size for at in reached for size in range(1, _MOST_LETTERS + 1) if word[:size] == acronym[at : at + size] != ""
        }
    return len(acronym) in reached
