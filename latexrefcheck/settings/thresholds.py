"""The figures that decide verdicts: similarities, weights and the bounds of the score. Their only home."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from latexrefcheck.model.levels import Level

if TYPE_CHECKING:
    from latexrefcheck.settings import Settings

BELOW_HIGH = 0.01
"""How far below ``high_confidence`` the score of an entry stays that something contradicts."""


class Thresholds(NamedTuple):
    """What a profile sets for matching; see docs/verification.md for what each figure does.

    ``title_similarity`` and ``author_similarity`` (0..1) are what a field needs to agree, ``year_tolerance`` the years
    of difference that still agree. The weights make the score of the four fields. ``high_confidence``,
    ``medium_confidence`` and ``low_confidence`` are the scores from which an entry is verified, partly or weakly
    matched; below the last a search hit that differs is not taken for the work. ``sources`` is how many sources have
    to have looked before "not found" is said; ``require_sources`` is how many have to hold a work for it to be verified.
    """

    title_similarity: float = 0.85
    author_similarity: float = 0.70
    year_tolerance: int = 1
    title_weight: float = 0.4
    author_weight: float = 0.3
    year_weight: float = 0.2
    venue_weight: float = 0.1
    high_confidence: float = 0.90
    medium_confidence: float = 0.70
    low_confidence: float = 0.50
    sources: int = 2
    require_sources: int = 1

    def level(self, score: float) -> Level:
        """The level of a score."""
        if score < self.low_confidence:
            return Level.none
        if score < self.medium_confidence:
            return Level.low
        return Level.medium if score < self.high_confidence else Level.high

    def capped(self, score: float) -> float:
        """The score of an entry that something contradicts: it never reaches the level of a verified one."""
        return round(max(0.0, min(score, self.high_confidence - BELOW_HIGH)), 4)


DEFAULTS: Mapping[str, float] = Thresholds()._asdict()

MEANING: Mapping[str, str] = {
    "title_similarity": "Similarity from which a title agrees.",
    "author_similarity": "Similarity from which the authors agree.",
    "year_tolerance": "Years of difference that still agree.",
    "title_weight": "Weight of the title in the score; the four weights need not add up to 1.",
    "author_weight": "Weight of the authors.",
    "year_weight": "Weight of the year.",
    "venue_weight": "Weight of the venue.",
    "high_confidence": "Score from which an entry that nothing contradicts is verified; below, it is a partial match.",
    "medium_confidence": "Score from which a match is medium and not low; below, what lacks too much to compare is unverifiable.",
    "low_confidence": "Score below which a search hit that differs is not the cited work, and the level is none.",
    "require_sources": "Sources that have to hold a work for it to be verified; also `require-sources` by itself.",
    "sources": "Sources that have to have looked before “not found” or a difference is said.",
}
"""What each figure decides, in a sentence for the user."""

_FORMER = {
    "verified": "high_confidence",
    "partial": "medium_confidence",
    "low": "low_confidence",
    "title": "title_similarity",
    "author": "author_similarity",
    "authors_similarity": "author_similarity",
    "year": "year_tolerance",
    "authors_weight": "author_weight",
}
"""Earlier and other names of the figures, which configuration files may still have."""


NAMES = (*DEFAULTS, *_FORMER)
"""Every name that is understood."""


def canonical(name: str) -> str:
    """The name of a threshold with underscores; hyphens, earlier names and capitals are understood, others stay as they are."""
    plain = name.strip().lower().replace("-", "_")
    return _FORMER.get(plain, plain if plain in DEFAULTS else name)


def chosen(settings: Settings) -> Thresholds:
    """The thresholds of a run, the number of sources that it asks for among them."""
    found = of(settings.thresholds)
    return found._replace(require_sources=max(found.require_sources, settings.require_sources))


def of(table: Mapping[str, float]) -> Thresholds:
    """The thresholds that settings hold; a table of a few of them leaves the others as they are."""
    given = {canonical(name): value for name, value in table.items()}
    return Thresholds._make(given.get(name, default) for name, default in DEFAULTS.items())
