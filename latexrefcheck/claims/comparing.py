"""A claim beside one passage: what of it is there, what is missing, what is said otherwise."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from latexrefcheck.claims import following, lexicon
from latexrefcheck.claims.following import Token, tokens
from latexrefcheck.claims.quantities import Quantity, quantities
from latexrefcheck.claims.words import NAME, Word, uncited, words

NEARLY = 0.75
"""Part of a claim's words that stand in a passage in the same order from which what differs contradicts, and does not only raise
doubts."""
NEAR = 6
"""Words around a figure, or around a word of direction, that say what it is about."""
EQUAL = 0.005
"""Relative difference up to which two figures are the same number, rounded."""


class Parts(NamedTuple):
    """A sentence in comparable form."""

    text: str
    words: tuple[Word, ...]
    quantities: tuple[Quantity, ...]
    tokens: tuple[Token, ...] = ()

    @property
    def stems(self) -> frozenset[str]:
        """One name for the meaning of each of its words."""
        return frozenset(word.sense for word in self.words)

    @property
    def senses(self) -> frozenset[str]:
        """What its words may mean."""
        return frozenset().union(*(lexicon.meanings(word.stem) for word in self.words))


class Comparison(NamedTuple):
    """How a claim stands to a passage.

    ``covered`` is the part of the claim's weight that the passage has, from 0 to 1, and ``said`` that weight; ``missing`` are
    the words of weight that it has not; ``figures`` the numbers that it has not; ``against`` says what it has
    otherwise, one clause each.
    """

    covered: float
    said: float
    missing: tuple[Word, ...]
    figures: tuple[Quantity, ...]
    against: tuple[str, ...]
    doubts: tuple[str, ...] = ()
    """What keeps the passage from saying the claim, and may be another way to say it."""
    follows: bool = False
    """Whether the claim has the passage's own words in their order."""


def parts(text: str, long_forms: Mapping[str, Sequence[str]] | None = None) -> Parts:
    """A sentence in comparable form, without what it cites."""
    bare = uncited(text)
    figures = tuple(quantities(bare))
    units = [(one.start, one.end) for one in figures if one.known]
    said = [word for word in words(bare, long_forms) if not any(start <= word.start < end for start, end in units)]
    return Parts(bare, tuple(said), figures, tuple(tokens(bare, long_forms)))


def compare(claim: Parts, passage: Parts) -> Comparison:
    """What of a claim a passage says, and what it says otherwise."""
    theirs = passage.senses
    mine = list({word.sense: word for word in claim.words}.values())
    whole = sum(word.weight for word in mine) or 1.0
    met = [word for word in mine if lexicon.meanings(word.stem) & theirs]
    missing = [word for word in mine if not lexicon.meanings(word.stem) & theirs]
    figures = [one for one in claim.quantities if not any(_equal(one, other) for other in passage.quantities)]
    total = whole + len(claim.quantities)
    covered = (sum(word.weight for word in met) + len(claim.quantities) - len(figures)) / total
    beside = following.beside(claim.tokens, passage.tokens) if covered >= following.FOLLOWS / 2 else None
    others = _others(missing, claim, passage)
    if beside is None or beside.share < NEARLY:
        doubts = [*_figures(claim, passage, figures), *_turns(claim, passage), *_denials(claim, passage), *others]
        if beside is not None:
            doubts += beside.against
        return Comparison(covered, covered * whole, tuple(missing), tuple(figures), (), tuple(dict.fromkeys(doubts)))
    against = tuple(dict.fromkeys((*beside.against, *others)))
    return Comparison(covered, covered * whole, tuple(missing), tuple(figures), against, beside.swapped, follows=True)


def _equal(one: Quantity, other: Quantity) -> bool:
    if abs(one.value - other.value) > EQUAL * max(abs(one.value), abs(other.value)):
        return False
    return one.unit == other.unit or not one.unit or not other.unit or (not one.known and not other.known)


def _around(said: Parts, place: int, near: int = NEAR) -> set[str]:
    """What the words around a place say, those that say little left out."""
    before = [word for word in said.words if word.start < place][-near:]
    behind = [word for word in said.words if word.start >= place][:near]
    return {word.sense for word in (*before, *behind)}


def _figures(claim: Parts, passage: Parts, figures: Sequence[Quantity]) -> list[str]:
    """Figures of the claim for which the passage has another one of the same unit about the same."""
    found = []
    for one in figures:
        around = _around(claim, one.start)
        best, most = None, 0.0
        taken = [other for other in claim.quantities if other not in figures]
        for other in passage.quantities:
            alike = other.unit == one.unit or not (one.known or other.known or not (one.unit and other.unit))
            if not alike and not (one.known and other.known and _equal(one._replace(unit=""), other)):
                continue
            if any(_equal(other, same) for same in taken):
                continue  # it is another figure of the claim
            shared = len(around & _around(passage, other.start)) / max(1, min(len(around), 2 * NEAR))
            if shared > most:
                best, most = other, shared
        if best is not None and most >= 0.5:
            found.append(f"the claim has {one.text}, the passage {best.text}")
    return found


def _turns(claim: Parts, passage: Parts) -> list[str]:
    """Words of direction that go the other way about the same."""
    found = []
    for mine in claim.words:
        against = lexicon.opposites(mine.stem)
        turn = lexicon.turn(mine.stem)
        if not against and not turn:
            continue
        around = _around(claim, mine.start) - {mine.sense}
        if not around:
            continue
        same = opposite = 0.0
        word = None
        for other in passage.words:
            shared = len(around & _around(passage, other.start)) / len(around)
            if other.stem == mine.stem or other.sense == mine.sense or (turn and turn == lexicon.turn(other.stem)):
                same = max(same, shared)
            elif shared > opposite and (other.stem in against or (turn and turn == -lexicon.turn(other.stem))):
                opposite, word = shared, other
        if word is not None and opposite > same and opposite >= 0.5 and word.denied == mine.denied:
            found.append(f"the claim has \u201c{mine.text}\u201d, the passage \u201c{word.text}\u201d")
    return found


def _denials(claim: Parts, passage: Parts) -> list[str]:
    """What one denies and the other says."""
    theirs: dict[str, set[bool]] = {}
    for word in passage.words:
        theirs.setdefault(word.sense, set()).add(word.denied)
    split = [word for word in claim.words if word.sense in theirs and word.denied not in theirs[word.sense]]
    denied_here = [word for word in split if word.denied]
    denied_there = [word for word in split if not word.denied]
    if denied_here:
        return [f"the claim denies \u201c{denied_here[0].text}\u201d, the passage does not"]
    if denied_there:
        return [f"the passage denies \u201c{denied_there[0].text}\u201d, the claim does not"]
    return []


def _others(missing: Collection[Word], claim: Parts, passage: Parts) -> list[str]:
    """Words of a kind (species, countries, ages) for which the passage has another of the same kind."""
    found = []
    mine = claim.senses
    for word in missing:
        kinds = set(lexicon.apart(word.sense))
        if not kinds:
            continue
        other = next((one for one in passage.words if kinds & set(lexicon.apart(one.sense)) and one.sense not in mine), None)
        if other is not None:
            found.append(f"the claim is about \u201c{word.text}\u201d, the passage about \u201c{other.text}\u201d")
    return found


def is_key(word: Word) -> bool:
    """Whether a word is a name or a figure, without which a claim is another one."""
    return word.weight >= NAME
