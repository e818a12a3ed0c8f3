"""Short forms of venues: whether one is made of the beginnings of a long name's words."""

from __future__ import annotations

import re

from latexrefcheck.text.fold import fold
from latexrefcheck.verify.match.venue_names import Name

_WORD = re.compile(r"[^\W_]+")


def opaque(name: Name) -> bool:
    """Whether a name is one short form in capitals."""
    return (
        len(name.parts) == 1
        and (name.parts[0].word.text in name.acronyms or name.text.isupper())
        and len(name.key) <= 12
        and name.text.isascii()
    )


def short_of(short: Name, long: Name) -> bool:
    """Whether a short form is made of the beginnings of the words of a long name, or stands in it."""
    acronym = short.key
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
    return any(acronym == "".join(word[0] for word in some) for some in (telling, own, every))


def _spelled(acronym: str, every: tuple[str, ...]) -> bool:
    """Whether ``acronym`` is a run of word beginnings in order, the first letter beginning a word; words may be left out."""
    if not acronym:
        return True
    for index, word in enumerate(every):
        for size in range(min(4, len(acronym), len(word)), 0, -1):
            if word[:size] == acronym[:size] and _spelled(acronym[size:], every[index + 1 :]):
                return True
    return False
