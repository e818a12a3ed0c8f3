"""The well-formed part of a .bib file, cut into columns at C speed.

One pattern takes ``name = value`` and ``type{key``. What lies between two matches (the closing delimiter,
a comma, the end of an entry, junk, the next ``@``) has few different spellings in one file, so each is
judged once. Offsets are running sums of lengths: no step of Python is made per field.
"""

from __future__ import annotations

from itertools import accumulate, compress, count, repeat
from operator import add
from typing import NamedTuple

from latexrefcheck.model.document import Field
from latexrefcheck.reading.bib.grammar import Grammar

COLUMNS = 4
"""Text before the match, name, equals sign with opening delimiter, value."""

BARE_FIELD, BARE_END, FIELD, END = 1, 2, 4, 8
"""What may be ahead of a gap: (bare value or key, delimited value) and behind it: (field, end of entry)."""


class Gap(NamedTuple):
    """One spelling of what lies between two matches.

    ``flags`` says what it may separate, ``closes`` the offset behind the closing brace (after a bare value,
    after a delimited one), ``at`` how far before its end the ``@`` of the next entry stands (0: none).
    """

    flags: int
    closes: tuple[int, int]
    at: int


def _judge(rules: Grammar, text: str) -> Gap:
    """Which separators ``text`` can be."""
    flags, closes, at = 0, [0, 0], 0
    for index, pattern in enumerate(rules.gaps):
        match = pattern.fullmatch(text)
        if match is None:
            continue
        if match["close"] is None:
            flags |= (BARE_FIELD, FIELD)[index]
        else:
            flags |= (BARE_END, END)[index]
            closes[index] = match.end("close")
            at = len(text) - match.start("at") if match["at"] else 0
    return Gap(flags, (closes[0], closes[1]), at)


class Tokens:
    """The tokens of one chunk. ``fields`` has one for each token; those of entry heads are not meant to be used."""

    def __init__(self, rules: Grammar, text: str, base: int) -> None:
        flat = rules.tokens.split(text)
        width = rules.tokens.groups + 1
        group = rules.tokens.groupindex
        self.heads = list(compress(count(), flat[group["head"] :: width]))
        self.bare = list(compress(count(), flat[group["bare"] :: width]))
        for index in sorted(group.values(), reverse=True):
            del flat[index::width]
            width -= 1
        offsets = list(accumulate(map(len, flat), initial=base))
        gaps = flat[0::COLUMNS]
        spellings = {gap: _judge(rules, gap) for gap in set(gaps)}
        self.gaps = list(map(spellings.__getitem__, gaps))
        separators = {gap: spelling.flags & FIELD != 0 for gap, spelling in spellings.items()}
        self.separators = bytes(map(separators.__getitem__, gaps))
        opening = rules.space.match(text, 1)  # the chunk starts with "@"
        self.first = base if opening and offsets[1] == base + opening.end() else -1
        names = flat[1::COLUMNS]
        lower = {name: name.lower() for name in set(names)}
        self.offsets = offsets
        self.count = len(names)
        columns = zip(
            map(lower.__getitem__, names),
            flat[3::COLUMNS],
            offsets[1::COLUMNS],
            offsets[2::COLUMNS],
            map(add, offsets[3::COLUMNS], repeat(-1)),
            map(add, offsets[4::COLUMNS], repeat(1)),
            repeat(True),
        )
        self.fields: tuple[Field, ...] = tuple(map(tuple.__new__, repeat(Field), columns))

    def start(self, head: int) -> int:
        """Offset of the ``@`` before the type ``head``; -1 if there is none, so that it is no head at all."""
        if head == 0:
            return self.first
        distance = self.gaps[head].at
        return self.offsets[COLUMNS * head + 1] - distance if distance else -1
