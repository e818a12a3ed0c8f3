"""The figures that a profile sets for matching."""

from __future__ import annotations

from typing import NamedTuple


class Thresholds(NamedTuple):
    """Weights of the fields in the score, the score from which an entry is verified, and per-field bounds.

    ``title`` and ``author`` are similarities in 0..1 from which a text-search hit can be the work;
    ``year`` is a tolerance in years. ``sources`` is how many sources have to have looked before
    "not found" is said.
    """

    title_weight: float = 0.4
    author_weight: float = 0.3
    year_weight: float = 0.2
    venue_weight: float = 0.1
    verified: float = 0.90
    partial: float = 0.70
    low: float = 0.50
    title: float = 0.85
    author: float = 0.70
    year: int = 1
    sources: int = 2
