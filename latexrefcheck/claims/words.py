"""The words of a sentence in comparable form: stems of one meaning, with what is denied and what is a name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from latexrefcheck.claims import lexicon
from latexrefcheck.text.fold import fold
from latexrefcheck.text.patterns import lazy

_WORD = lazy(r"[^\W_]+(?:['\u2019][^\W_]+)?")
_CITED = lazy(
    r"\b[A-Z][\w'\u2019-]{1,30}(?: and [A-Z][\w'\u2019-]{1,30})? (?:et al\.?|and (?:colleagues|co-?workers))"
    r"|<\|[a-z_]{1,20}\|>|\[[\d,;\u2013\s-]{1,40}\]|\((?:[^()]{0,80}\b(?:1[89]|20)\d\d[a-z]?[^()]{0,120})\)"
)
"""What stands for a citation: a number in brackets, authors and years in parentheses, somebody and others."""
_STOP = ".;:!?"
REACH = 3
"""Words behind a negation that it denies."""
NAME, LIGHT, LITTLE = 1.6, 0.35, 0.0
"""Weights of words beside 1.0: names and figures, words that say little, and those in every paper."""


class Word(NamedTuple):
    """A word that says something."""

    sense: str
    stem: str
    text: str
    start: int
    weight: float
    denied: bool
    clause: int
    """Which part of the sentence between marks it is in."""


def uncited(text: str) -> str:
    """A sentence with blanks where it cites."""
    return _CITED.sub(lambda found: " " * len(found[0]), text)


def words(text: str, long_forms: Mapping[str, Sequence[str]] | None = None) -> list[Word]:
    """The words of a sentence that say something, in order; ``long_forms`` are abbreviations and what they stand for."""
    found: list[Word] = []
    denied, clause, last = 0, 0, 0
    for match in _WORD.finditer(text):
        between = text[last : match.start()]
        if any(mark in _STOP + ",()" for mark in between):
            clause += 1
            if any(mark in _STOP for mark in between):
                denied = 0
        last = match.end()
        raw = match[0]
        folded = fold(raw).replace("'", "").replace("\u2019", "")
        if folded in lexicon.NEGATIONS or raw.lower().endswith(("n't", "n\u2019t")):
            denied = REACH
            continue
        for expanded in (long_forms or {}).get(raw, (folded,)):
            for part in expanded.split():
                stemmed = lexicon.stem(part)
                weight = _weight(raw, stemmed)
                if weight > LITTLE:
                    found.append(Word(lexicon.sense(stemmed), stemmed, raw, match.start(), weight, denied > 0, clause))
        denied -= denied > 0
    return found


def _weight(raw: str, stemmed: str) -> float:
    if lexicon.is_little(stemmed, raw) or (len(stemmed) < 2 and not stemmed.isdigit()):
        return LITTLE
    if raw.isdigit():
        return LITTLE  # numbers are compared as quantities
    if any(map(str.isdigit, raw)) or any(map(str.isupper, raw[1:])):
        return NAME
    return LIGHT if lexicon.is_light(stemmed) else 1.0


_SHORT = lazy(r"\(\s*([A-Za-z][A-Za-z0-9-]{1,9})\s*(?:[;,][^()]{0,40})?\)")


def abbreviations(text: str) -> dict[str, tuple[str, ...]]:
    """The abbreviations that a text defines (``long form (LF)``) and their folded long forms (Schwartz and Hearst 2003)."""
    found: dict[str, tuple[str, ...]] = {}
    for match in _SHORT.finditer(text):
        short = match[1]
        if not any(map(str.isupper, short)) or short in found:
            continue
        before = text[max(0, match.start() - 200) : match.start()].rstrip()
        before = before[max(before.rfind("."), before.rfind(";")) + 1 :]
        words_before = before.split()[-min(len(short) + 5, len(short) * 2) :]
        long = _long_form(short, " ".join(words_before))
        if long:
            found[short] = (fold(long.replace("-", " ")),)
    return found


def _long_form(short: str, before: str) -> str:
    letters = [one.lower() for one in short if one.isalnum()]
    at = len(before) - 1
    for place in range(len(letters) - 1, -1, -1):
        while at >= 0 and (before[at].lower() != letters[place] or (place == 0 and at > 0 and before[at - 1].isalnum())):
            at -= 1
        if at < 0:
            return ""
        at -= 1
    long = before[at + 1 :]
    return long if len(long) > len(short) and len(long.split()) <= len(short) + 4 else ""
