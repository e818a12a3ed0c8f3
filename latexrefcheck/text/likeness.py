"""How alike two strings are."""

from __future__ import annotations


def similarity(left: str, right: str) -> float:
    """Likeness of two strings in 0..1 (normalised insertions and deletions)."""
    from rapidfuzz.fuzz import ratio  # imported late: an offline run does not pay for it

    return ratio(left, right) / 100.0
