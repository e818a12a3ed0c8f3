"""Words of venues' names: whether one can stand for another, by the abbreviations that serials are cited with."""

from __future__ import annotations

from enum import IntEnum
from functools import cache, lru_cache
from typing import NamedTuple

from latexrefcheck.system import tables


class Word(NamedTuple):
    """One word of a name, folded; ``cut`` says that a full stop or its form marks it as an abbreviation."""

    text: str
    cut: bool = False


class Likeness(IntEnum):
    """How well one word stands for another."""

    NONE = 0
    WEAK = 1
    """Possible, though the usual abbreviation is another ("Phys." for "Physiology"), or a slip of the pen."""
    EQUAL = 2


class _Table(NamedTuple):
    standard: dict[str, tuple[str, ...]]
    other: dict[str, tuple[str, ...]]
    letters: dict[str, tuple[str, ...]]
    stems: dict[str, str]
    """The standard abbreviation of each beginning of a word."""
    longest: int


@cache
def _table() -> _Table:
    from latexrefcheck.text.fold import fold

    told: dict[str, dict[str, list[str]]] = tables.table("match", "abbreviations")
    parts = [
        {fold(short): tuple(fold(stem) for stem in stems) for short, stems in told[part].items()}
        for part in ("standard", "other", "letters")
    ]
    stems = {stem: short for short, beginnings in parts[0].items() for stem in beginnings}
    return _Table(parts[0], parts[1], parts[2], stems, max(map(len, stems)))


@lru_cache(maxsize=20_000)
def standard(word: str) -> str:
    """The standard abbreviation of a full word; an empty string if the table has none."""
    table = _table()
    for size in range(min(len(word), table.longest), 2, -1):
        if (short := table.stems.get(word[:size])) is not None:
            return short
    return ""


@lru_cache(maxsize=20_000)
def abbreviation(word: str) -> bool:
    """Whether a word is known as an abbreviation of longer ones."""
    table = _table()
    return word in table.standard or word in table.other


def singular(word: str) -> str:
    """The word without the ending of the plural."""
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is", "ics")) else word


@lru_cache(maxsize=100_000)
def likeness(left: Word, right: Word) -> Likeness:
    """How well two words stand for each other."""
    if left.text == right.text:
        return Likeness.EQUAL
    short, full = sorted((left, right), key=lambda word: len(word.text))
    if len(short.text) == 1:
        return _letter(short.text, full.text)
    if singular(short.text) == singular(full.text):
        return Likeness.EQUAL
    said = _cut(short, full)
    if said is not Likeness.NONE:
        return said
    mine, theirs = (word.text if abbreviation(word.text) else standard(word.text) for word in (short, full))
    if mine and mine == theirs:
        # "Computer" and "Computational" have one abbreviation and are two words.
        return Likeness.EQUAL if short.cut or full.cut else Likeness.WEAK
    return Likeness.WEAK if _slip(short.text, full.text) else Likeness.NONE


def _letter(letter: str, word: str) -> Likeness:
    if not word.startswith(letter):
        return Likeness.NONE
    known = _table().letters.get(letter, ())
    return Likeness.EQUAL if any(word.startswith(full) for full in known) else Likeness.WEAK


def _cut(short: Word, full: Word) -> Likeness:
    """The shorter word as an abbreviation of the longer one."""
    table = _table()
    usual = standard(full.text)
    if short.text == usual or any(full.text.startswith(stem) for stem in table.other.get(short.text, ())):
        return Likeness.EQUAL
    if not full.text.startswith(short.text):
        contracted = short.cut and len(short.text) >= 4 and short.text[:3] == full.text[:3]
        return Likeness.EQUAL if contracted and _subsequence(short.text, full.text) else Likeness.NONE
    if short.text in table.standard:
        other_words = not any(full.text.startswith(stem) for stem in table.standard[short.text])
        return Likeness.WEAK if other_words and usual else Likeness.EQUAL
    if short.cut:
        return Likeness.EQUAL if len(short.text) >= 2 else Likeness.WEAK
    return Likeness.WEAK if len(short.text) >= 4 and len(full.text) - len(short.text) <= 3 else Likeness.NONE


def _subsequence(short: str, full: str) -> bool:
    rest = iter(full)
    return all(char in rest for char in short)


_SLIP = 0.9
"""Likeness of two long words from which one is taken for a misspelling of the other."""


def _slip(left: str, right: str) -> bool:
    if left[0] != right[0] or min(len(left), len(right)) < 6:
        return False
    from latexrefcheck.text.likeness import similarity

    return similarity(left, right) >= _SLIP
