"""Tell in which citation style a reference stands: by how it looks, and by what each style makes of the work it cites.

A reference whose record is known is set in every style, and the nearest one is told. Without a record the marks decide that
styles part the same things with: brackets around the year, marks of quotation, how names are cut and joined.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from latexrefcheck import registry
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.runs import plain
from latexrefcheck.text.terms import TYPE_MARK

_HEAD = lazy(r"\s*(?:\[\d{1,4}\]|\(\d{1,4}\)|\d{1,4}\.)\s*")
LONGEST = 2000
"""Characters of a reference that are looked at."""
MOST = 40
"""References of a list that vote on its style."""
LEAST = 0.8
"""Score below which no style is told."""

_TOLD_BY: Mapping[str, Sequence[tuple[float, str]]] = {
    # Weight and pattern of what a style does and others do not; each pattern is searched once, from a fixed beginning.
    "gb-t-7714": (
        (3.0, TYPE_MARK),
        (1.0, r"^\W*(?:\d+\W*)?[A-ZÀ-Þ'’-]{2,}(?: [A-ZÀ-Þ'’-]{2,})*(?: [A-Z]){1,3}[,.]"),
        (1.0, r", 等\b|, 等\.|DOI:10\."),
    ),
    "vancouver": (
        (
            1.6,
            r"^\W*(?:\d+\W+)?(?:[a-zà-ÿ]{1,4} )*[^\W\d_][\w'’-]+(?: [^\W\d_][\w'’-]+)?"
            r" [A-Z](?:-?[A-Z]){0,2}(?: Jr)?(?:,|\.| et al)",
        ),
        (1.2, r"(?:1[5-9]|20)\d\d;\d+|\b(?:1[5-9]|20)\d\d, p\. |; (?:1[5-9]|20)\d\d\b|\beditors?\. "),
        (0.5, r"\.\s*[^.]+ (?:1[5-9]|20)\d\d(?:;|\. )"),
    ),
    "ieee": (
        (1.6, r"^\W*(?:\d+\W+)?(?:[A-ZÀ-Þ]\.[- ]?){1,4}(?:[a-zà-ÿ]{1,4} )*[^\W\d_]"),
        (1.0, r",[”\"] (?:in )?"),
        (0.8, r"\bvol\. \d+|\bno\. \d+|\bpp?\. |\bdoi: 10\.|\[Online\]"),
        (0.6, r"\bdoi: 10\.\S+\.\s*$|,[”\"] [^,]+, (?:vol\.|no\.|[A-Z]+-?\d)"),
    ),
    "mla": (
        (1.0, r"\.[”\"] "),
        (1.0, r"\b(?:vol|no)\. [^,]{1,12}, .*(?:1[5-9]|20)\d\d"),
        (0.9, r"^[^\W\d_][\w'’ -]+, [^\W\d_][\w'’.-]+[^.“\"]{0,40}(?:, and |, et al\.|\.? [“\"])"),
        (0.4, r"^[^\W\d_][\w'’ -]+, [^\W\d_][\w'’-]{2,}(?: [^\W\d_]\.)?[.,] [^(]*$"),
        (0.9, r", (?:\d{1,2} )?(?:[A-Z][a-z]{2,8}\.? )?(?:1[5-9]|20)\d\d(?:, (?:pp?\.|https?://|doi)|\.?\s*$)"),
    ),
    "chicago": (
        (2.2, r"^[^(“\"]{3,300}?[.] (?:(?:1[5-9]|20)\d\d[a-z]?|n\.d)\. "),
        (1.0, r"[.] (?:(?:1[5-9]|20)\d\d[a-z]?|n\.d)\. [“\"]"),
        (0.6, r"^[^\W\d_][\w'’ -]+, [^\W\d_][\w'’-]+[^.]{0,60}, and "),
        (0.4, r"\d \(\d+\): \d"),
    ),
    "harvard": (
        (1.8, r"\(((?:1[5-9]|20)\d\d[a-z]?|no date)\) [“‘\"']?\w"),
        (1.2, r"\(((?:1[5-9]|20)\d\d[a-z]?|no date)\) [“‘\"']"),
        (1.2, r"Available at: |\(Accessed: |\(eds?\.\) "),
        (0.5, r"[A-Z]\.(?: and |,? et al\. \()"),
    ),
    "apa": (
        (2.4, r"\((?:(?:1[5-9]|20)\d\d[a-z]?(?:, [^()]{1,20})?|n\.d\.)\)\. "),
        (0.6, r", & "),
        (0.3, r"\(Eds?\.\)"),
    ),
    "nature": (
        (1.8, r"\((?:[^()]{0,80}, )?(?:1[5-9]|20)\d\d\)\.?(?:\s*(?:doi:|https?://)\S+)?\s*$"),
        (0.8, r"[A-Z]\. & [^\W\d_]|, [A-Z]\. et al\. "),
        (0.5, r"^\W*(?:\d+\W+)?[^\W\d_][\w'’ -]+, (?:[A-ZÀ-Þ]\.[- ]?)+"),
    ),
    "acs": (
        (1.8, r"^\W*(?:\d+\W+)?[^;]{2,80}, (?:[A-ZÀ-Þ]\.[- ]?)+; "),
        (1.0, r" (?:1[5-9]|20)\d\d(?:, \d|\.\s*(?:https?://|$))"),
        (0.6, r"^\(\d{1,4}\)"),
        (0.8, r"; [^;:]{2,60}(?:: [^;]{2,40})?[,;] (?:1[5-9]|20)\d\d|\bpp \d|\(accessed (?:1[5-9]|20)\d\d-"),
        (0.6, r"^\W*(?:\d+\W+)?[^;,]{2,80}, (?:[A-ZÀ-Þ]\.[- ]?)+ (?=[A-Z])"),
    ),
    "acm": (
        (
            1.8,
            r"^\W*(?:\d+\W+)?[^\W\d_][\w'’.-]+(?: [\w'’.-]+){1,3}(?=[,.]| and )[^.]{0,300}?"
            r"\. (?:1[5-9]|20)\d\d\. (?!“)[^,]{0,300}[.?!] ",
        ),
        (0.6, r"\. (?:1[5-9]|20)\d\d\. [^“\"]"),
        (0.4, r"\d, \d+ \([A-Z][a-z]+\.? (?:1[5-9]|20)\d\d\)"),
    ),
}


STYLES = tuple(_TOLD_BY)
"""The styles that can be told."""


class Telling(NamedTuple):
    """A style (its id) and how surely it is told, from 0 to 1: the part of the references that stand in it."""

    style: str
    share: float


@lru_cache(maxsize=1)
def _patterns() -> Mapping[str, Sequence[tuple[float, re.Pattern[str]]]]:
    import re  # the patterns are compiled where a style is asked for, once

    return {style: tuple((weight, re.compile(pattern)) for weight, pattern in told) for style, told in _TOLD_BY.items()}


def by_look(text: str) -> dict[str, float]:
    """How much each style that comes along looks like ``text``; nothing is known of the work."""
    text = " ".join(text[:LONGEST].split())
    return {style: sum(weight for weight, pattern in told if pattern.search(text)) for style, told in _patterns().items()}


def unnumbered(text: str) -> str:
    """A reference without the number in front of it."""
    head = _HEAD.match(text)
    return text[head.end() :] if head else text


def set_in(style: str, item: Mapping[str, object]) -> str:
    """The reference to an item of CSL-JSON in a style, without a number in front."""
    return unnumbered(plain(registry.styles[style].references([item])[0]))


def by_work(text: str, item: Mapping[str, object]) -> dict[str, float]:
    """How near ``text`` comes to the reference that each style makes of the work, from 0 to 1."""
    from rapidfuzz.distance import Indel

    bare = unnumbered(" ".join(text[:LONGEST].split()))
    return {style: Indel.normalized_similarity(bare, set_in(style, item)) for style in _TOLD_BY}


def scores(text: str, item: Mapping[str, object] | None = None) -> dict[str, float]:
    """How well each style explains ``text``, the best about 1 or above: by its look, and by the work where that is known."""
    look = by_look(text)
    most = max(look.values())
    if item is None:
        return look
    found = {style: 0.25 * score / most if most > 1 else 0.0 for style, score in look.items()}
    near = by_work(text, item)
    return {style: near[style] + found[style] for style in found}


def told(text: str, item: Mapping[str, object] | None = None) -> str:
    """The style of one reference; empty where none is near."""
    return _best(scores(text, item))


def _best(scored: Mapping[str, float]) -> str:
    best = max(scored, key=lambda style: scored[style])
    return best if scored[best] >= LEAST else ""


def of_list(references: Iterable[tuple[str, Mapping[str, object] | None]]) -> Telling | None:
    """The style of a list, by the votes of its references (text, item of the work or None); None where most tell none."""
    return voted(scores(text, item) for text, item in islice(references, MOST))


def voted(scored: Iterable[Mapping[str, float]]) -> Telling | None:
    """As :func:`of_list`, for references whose :func:`scores` are known."""
    votes: dict[str, int] = {}
    count = 0
    for one in islice(scored, MOST):
        count += 1
        if style := _best(one):
            votes[style] = votes.get(style, 0) + 1
    best = max(votes, key=lambda style: votes[style], default="")
    return Telling(best, votes[best] / count) if best and votes[best] * 2 > count else None
