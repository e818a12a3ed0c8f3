"""Whether a text says what a claim says, and the passages that show it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from latexrefcheck.claims.comparing import Comparison, Parts, compare, parts
from latexrefcheck.claims.lexicon import meanings
from latexrefcheck.claims.sentences import Sentence, sentences
from latexrefcheck.claims.words import Word, abbreviations
from latexrefcheck.model.claims import Stand

SHOWN = 3
"""Passages that are shown."""
SAID, PAPER = 0.55, 0.8
"""Part of a claim that one passage must say, and that the paper must know, for the claim to be supported."""
ENOUGH = 3.0
"""Words of full weight that both must say, unless the claim follows the passage word by word: fewer are a topic."""
LEAST = 3
"""Words of a claim; fewer name a topic."""
PARTLY = 0.3


class Passage(NamedTuple):
    """One sentence of the text, verbatim, where it stands and how near it is."""

    sentence: Sentence
    score: float
    comparison: Comparison
    where: str = ""


class Judged(NamedTuple):
    """What a text says of a claim: the stand, the passages (nearest first), what is missing and what is otherwise."""

    stand: Stand
    passages: tuple[Passage, ...]
    missing: tuple[str, ...] = ()
    against: tuple[str, ...] = ()


class Text:
    """A text that claims are held against, read once."""

    def __init__(self, text: str, title: str = "", listed: Sequence[str] | None = None) -> None:
        """``listed`` are the sentences where they are known."""
        self.long_forms = abbreviations(text)
        self.sentences = [Sentence(one, 0, len(one)) for one in listed] if listed is not None else sentences(text)
        self.parts = [parts(one.text, self.long_forms) for one in self.sentences]
        self.known = frozenset().union(*(one.senses for one in self.parts), parts(title).senses)
        self.places = [""] * len(self.sentences)
        self._grams = [_grams(one.text) for one in self.sentences]

    @classmethod
    def of_parts(cls, content: Sequence[tuple[str, str]], title: str = "") -> Text:
        """A text in parts that have names (``page 3``), which the passages then bear."""
        named = [(where, one) for where, text in content for one in sentences(text)]
        made = cls("\n\n".join(text for _, text in content), title, [one.text for _, one in named])
        made.places = [where for where, _ in named]
        return made

    def knows(self, word: Word) -> bool:
        """Whether a word, or another of its meaning, stands anywhere in the text or its title."""
        return bool(meanings(word.stem) & self.known)

    def near(self, claim: Parts, whole: Parts) -> list[tuple[float, int]]:
        """The places of the sentences nearest to a claim, and to the ``whole`` sentence that it is part of, best first."""
        mine, grams = whole.stems | claim.stems, _grams(whole.text)
        shared = [sum((grams & one).values()) / math.sqrt(sum(one.values()) + 1) for one in self._grams]
        most = max(shared, default=0.0) or 1.0
        found = [
            (WORDS * len(mine & one.stems) / max(1, len(mine)) + GRAMS * alike / most, place)
            for place, (one, alike) in enumerate(zip(self.parts, shared, strict=True))
        ]
        return sorted(found, key=lambda each: (-each[0], each[1]))


WORDS, GRAMS = 3.5, 2.8
"""What the share of the words and the likeness of the letters weigh where passages are ranked (by regression on real claims)."""


def _grams(text: str) -> Counter[str]:
    bare = " ".join("".join(one if one.isalnum() else " " for one in text.lower()).split())
    return Counter(bare[at : at + 4] for at in range(len(bare) - 3))


def judge(claim: str, text: Text, whole: str = "") -> Judged:
    """How a claim stands to a text by rules alone; ``whole`` is the sentence that it is part of."""
    said = parts(claim, text.long_forms | abbreviations(claim))
    ranked = text.near(said, parts(whole, text.long_forms) if whole else said)
    passages = [
        Passage(text.sentences[place], score, compare(said, text.parts[place]), text.places[place])
        for score, place in ranked[: 2 * SHOWN]
    ]
    shown = tuple(passages[:SHOWN])
    if len(said.tokens) < LEAST or not said.words or not passages:
        return Judged(Stand.UNVERIFIABLE, shown)
    best = max(passages, key=lambda one: (one.comparison.covered, one.score))
    against = best.comparison.against
    missing = tuple(word.text for word in best.comparison.missing if not text.knows(word) and word.weight >= 1)
    figures = tuple(one.text for one in best.comparison.figures)
    mine = {word.sense: word for word in said.words}
    weight = sum(one.weight for one in mine.values()) + len(said.quantities)
    lost = sum(one.weight for one in mine.values() if not text.knows(one)) + len(figures)
    known = 1 - lost / (weight or 1)
    covered = best.comparison.covered
    if against:
        return Judged(Stand.CONTRADICTED, shown, missing, against)
    # Who follows the words of a passage and has one more that is nowhere in the paper says more than the paper.
    doubts = best.comparison.doubts or (missing if best.comparison.follows else ())
    enough = best.comparison.follows or best.comparison.said >= ENOUGH
    if enough and not against and not figures and not doubts and covered >= SAID and known >= PAPER:
        return Judged(Stand.SUPPORTED, shown)
    against = against or doubts
    if covered >= PARTLY:
        return Judged(Stand.PARTIAL, shown, (*figures, *missing), against)
    return Judged(Stand.UNVERIFIABLE, shown, (*figures, *missing))
