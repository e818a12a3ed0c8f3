"""The best works first: how well they fit (40), how much they are used (30), how new (20), how unlike each other (10)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from datetime import UTC, datetime

from latexrefcheck.discover.merging import Hit
from latexrefcheck.discover.wanted import Wanted, words_of
from latexrefcheck.text.fold import fold

RELEVANCE, QUALITY, RECENCY, DIVERSITY = 40.0, 30.0, 20.0, 10.0
_TITLE = 3.0
"""A word of the title counts as three of the abstract."""
_K1, _B = 1.2, 0.75
"""Saturation and length of Okapi BM25 (Robertson and Zaragoza 2009)."""
_YEARS = 15.0
"""Years after which a work counts as old."""
_MANY = 5000
"""Citations beyond which more say nothing."""


def ranked(hits: Sequence[Hit], wanted: Wanted, venues: Collection[str] = ()) -> list[Hit]:
    """The hits with their scores, from 0 to 100, in the order that ``wanted.sort`` asks for."""
    fits = _fit(hits, wanted)
    favoured = {fold(venue) for venue in venues}
    scored = [
        hit._replace(score=RELEVANCE * fit + QUALITY * _quality(hit, favoured) + RECENCY * _recency(hit))
        for hit, fit in zip(hits, fits, strict=True)
    ]
    if wanted.sort == "date":
        return sorted(scored, key=lambda hit: (-(hit.record.year or 0), -hit.score))
    if wanted.sort == "citations":
        return sorted(scored, key=lambda hit: (-(hit.citations if hit.citations is not None else -1), -hit.score))
    return _spread(scored)


def _fit(hits: Sequence[Hit], wanted: Wanted) -> list[float]:
    """How well each work fits the words, from 0 to 1: BM25 over title and abstract, and where sources put it."""
    asked = words_of(wanted.words)
    texts = [Counter(words_of(hit.record.title) * int(_TITLE) + words_of(hit.abstract)) for hit in hits]
    mean = sum(map(Counter.total, texts)) / max(1, len(texts)) or 1.0
    rare = {word: math.log(1 + (len(texts) + 0.5) / (0.5 + sum(word in text for text in texts))) for word in asked}
    sums = []
    for text in texts:
        long = _K1 * (1 - _B + _B * text.total() / mean)
        sums.append(sum(rare[word] * text[word] * (_K1 + 1) / (text[word] + long) for word in asked if text[word]))
    most = max(sums, default=0.0) or 1.0
    return [0.8 * value / most + 0.2 / (1 + hit.place) for value, hit in zip(sums, hits, strict=True)]


def _quality(hit: Hit, favoured: Collection[str]) -> float:
    cited = math.log1p(min(hit.citations or 0, _MANY)) / math.log1p(_MANY)
    named = any(fold(venue) in favoured for venue in hit.record.venues)
    return min(1.0, cited + 0.3 * named)


def _recency(hit: Hit) -> float:
    year = hit.record.year or 0
    return max(0.0, 1 - max(0, datetime.now(UTC).year - year) / _YEARS) if year else 0.0


def _spread(hits: Sequence[Hit]) -> list[Hit]:
    """By score, where a work by people or in a venue that stand in the list already counts less."""
    left, found = sorted(hits, key=lambda hit: -hit.score), []
    people: Counter[str] = Counter()
    while left:
        best = max(left, key=lambda hit: hit.score + DIVERSITY / (1 + sum(people[mark] for mark in _marks(hit))))
        left.remove(best)
        found.append(best._replace(score=best.score + DIVERSITY / (1 + sum(people[mark] for mark in _marks(best)))))
        people.update(_marks(best))
    return found


def _marks(hit: Hit) -> list[str]:
    first = hit.record.authors[0].text if hit.record.authors else ""
    return [fold(mark) for mark in (first, hit.record.venue) if mark]
