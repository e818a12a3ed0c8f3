"""Compare titles: the same work, the same with a word changed, or another work."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

from latexrefcheck.text.likeness import similarity
from latexrefcheck.verify.match import forms
from latexrefcheck.verify.match.words import ARTICLES, content, plain, words

_MARKS = re.compile(
    r"^\s*[\[(]?\s*(?:retracted(?:\s+article|\s+paper|\s+chapter)?|withdrawn(?:\s+article)?|removed|temporary removal|"
    r"reprint(?:ed)?(?:\s+of)?|republished|invited(?:\s+(?:paper|talk|review))?|keynote)\s*(?:[\])]\s*:?|:)\s*",
    re.I,
)
_TAILS = re.compile(
    r"\s*(?:[\[(]\s*(?:extended abstract|extended version|full version|short paper|student abstract|"
    r"invited (?:paper|talk)|abstract|"
    r"preprint|reprint|retracted(?: article)?|withdrawn|with discussion|technical report|poster|demo(?:nstration)?|keynote|"
    r"dagstuhl seminar \d+|in [a-z]{4,12})\s*[\])]|[*†‡§¶]+|\s[–—-]\s(?:extended abstract|retracted(?: article)?))\s*\.?\s*$",
    re.I,
)
_RETRACTED = re.compile(r"^\s*[\[(]?\s*(retracted|withdrawn|removed|temporary removal)\b[^:\])]{0,20}[\]):]", re.I)
_BREAKS = re.compile(r"\s*(?::|\.|\?|!|;)\s+|\s+[-–—]+\s+|[—]|\s*\(", re.S)
_MATH = re.compile(r"[$\\^_ℓα-ωΑ-Ω∞₀-₉⁰-⁹]|<(?:mml|sub|sup|i|inline)", re.I)

_ABOUT = re.compile(
    r"^\W*(?:(?:book|media|software)\s+reviews?\b|(?:review|discussion)\s*:|review of\s+[\"“‘']|"
    r"(?:author(?:s['’])?\s+)?(?:reply|response|rejoinder|comments?|commentary)\s*(?::|(?:on|to)\s*(?::|[\"“‘']))|"
    r"peer review\b|faculty opinions recommendation\b|decision letter\b|"
    r"supplement(?:ary|al)? (?:material|data|information)\b)",
    re.I,
)
"""How titles of what is written about a work begin."""
_UNTITLED = re.compile(
    r"^\W*(?:n\W?a|untitled|(?:no|unknown|missing) title(?: available| found)?|"
    r"title (?:not available|unavailable|pending|missing)|not available|unknown|null|none|tba|tbd)?\W*$",
    re.I,
)
_SPOKEN = re.compile(r"\w+(?:['’‘ʼ`´′]+\w*)*")
_NUMBER = re.compile(r"\d+|\b[ivx]+\b")

GENERIC_STARTS = frozenset(
    words(
        "introduction editorial preface foreword index contents discussion comment comments reply response "
        "erratum corrigendum "
        "correction abstract abstracts conclusion conclusions bibliography references appendix overview obituary"
    )
)


LONGEST = 600
"""Characters of a title that are compared; comparing is quadratic, and no real title comes near."""


STATES = ("same", "minor", "near", "other", "none")
"""States of a match, the best first."""


class TitleMatch(NamedTuple):
    """How a cited title compares with one title of a record.

    ``state``: ``same``, ``minor`` (articles, mathematics, a subtitle more or less), ``near`` (words
    changed), ``other`` or ``none`` (the record has no title); ``score`` in 0..1; ``detail`` one clause for the reader.
    """

    state: str
    score: float
    found: str = ""
    detail: str = ""


@lru_cache(maxsize=20_000)
def bare(title: str) -> str:
    """The title without marks such as ``RETRACTED:`` and tails such as ``(extended abstract)``."""
    title, previous = title[:LONGEST], None
    while previous != title:
        previous = title
        title = _TAILS.sub("", _MARKS.sub("", title))
    return title.strip()


def retracted_mark(title: str) -> str:
    """``retraction``, ``withdrawal`` or ``removal`` when the title itself says so, else an empty string."""
    found = _RETRACTED.match(title)
    if not found:
        return ""
    return {"retracted": "retraction", "withdrawn": "withdrawal"}.get(found.group(1).lower(), "removal")


def untitled(title: str) -> bool:
    """Whether a record's title is none, or a word that stands in for one ("N/A", "[Untitled]")."""
    return bool(_UNTITLED.match(title))


def numbers(title: str) -> list[str]:
    """The numbers of a title in order, Roman ones included: works in a row differ in nothing else."""
    return _NUMBER.findall(" ".join(words(forms.numbered(title))))


def distinct(title: str) -> bool:
    """Whether a title is telling enough that another work hardly bears it by chance."""
    meaning = content(words(bare(title)))
    return len(set(meaning)) >= 4 or (len(set(meaning)) == 3 and sum(map(len, meaning)) >= 24)


def generic(title: str) -> bool:
    """Whether many works bear such a title ("Deep Learning", "Editorial"), so that a search proves nothing."""
    tokens = words(bare(title))
    meaning = content(tokens)
    if len(set(meaning)) <= 2 and sum(map(len, meaning)) < 22:
        return True
    return bool(tokens) and tokens[0] in GENERIC_STARTS and len(meaning) <= 3


def heads(title: str) -> list[str]:
    """The leading parts of a title that its subtitle may be cut after, shortest first, the whole not included."""
    return [title[: match.start()] for match in _BREAKS.finditer(title) if 0 < match.start() < len(title.rstrip()) - 1]


def compare(cited: str, titles: tuple[str, ...]) -> TitleMatch:
    """The best match of the cited title among all titles of a record."""
    given = [title for title in titles if not untitled(title) or words(title) == words(cited)]
    best = TitleMatch("other" if given or not cited else "none", 0.0)
    for title in given:
        match = _pair(cited, title)
        if (-STATES.index(match.state), match.score) > (-STATES.index(best.state), best.score):
            best = match
        if best.state == "same":
            break
    return best


@lru_cache(maxsize=50_000)
def _pair(cited: str, found: str) -> TitleMatch:
    left, right = words(bare(cited)), words(bare(found))
    if not left or not right:
        return TitleMatch("other", 0.0, found)
    score = similarity(" ".join(left), " ".join(right))
    if bool(_ABOUT.match(cited)) != bool(_ABOUT.match(found)):
        return TitleMatch("other", min(score, 0.5), found)
    if "".join(left) == "".join(right):
        return TitleMatch("same", 1.0, found)
    short = _subtitle(bare(cited), bare(found)) or forms.compare(bare(cited), bare(found))
    if short is not None:
        return TitleMatch(short.state, short.score, found, short.detail)
    removed, added = changes(left, right)
    if not ((set(removed) | set(added)) - ARTICLES):
        return TitleMatch("minor", max(score, 0.97), found, "articles differ")
    if _only_mathematics(cited, found, left, right):
        return TitleMatch("minor", max(score, 0.95), found, "mathematics is written differently")
    told = describe(*changes(left, right, spoken(bare(cited), left), spoken(bare(found), right)))
    return TitleMatch(_near(left, right, removed, added, score), score, found, told)


def _subtitle(cited: str, found: str) -> TitleMatch | None:
    """A match when one title is the other without its subtitle."""
    left, right = "".join(words(cited)), "".join(words(found))
    if len(left) < len(right) and right.startswith(left) and any("".join(words(head)) == left for head in heads(found)):
        return TitleMatch("same", 0.97, detail="the subtitle is left out")
    if len(right) < len(left) and left.startswith(right) and any("".join(words(head)) == right for head in heads(cited)):
        return TitleMatch("minor", 0.93, detail="the record has no subtitle")
    if len(left) >= 12 and ((right.endswith(left) and _tail(left, found)) or (left.endswith(right) and _tail(right, cited))):
        return TitleMatch("minor", 0.92, detail="the name before the colon is left out or added")
    return None


def _tail(short: str, title: str) -> bool:
    """Whether a title is a name, a colon and then ``short``."""
    return any("".join(words(title[match.end() :])) == short for match in _BREAKS.finditer(title))


def changes(
    left: tuple[str, ...],
    right: tuple[str, ...],
    mine: tuple[str, ...] | None = None,
    theirs: tuple[str, ...] | None = None,
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words only in ``left`` and only in ``right``, in order; words that are only joined or split differently are equal.

    ``mine`` and ``theirs`` are the same words as they are to be shown.
    """
    removed: list[str] = []
    added: list[str] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if tag == "equal" or "".join(left[i1:i2]) == "".join(right[j1:j2]):
            continue
        removed.extend((mine or left)[i1:i2])
        added.extend((theirs or right)[j1:j2])
    return tuple(removed), tuple(added)


def spoken(title: str, folded: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a title as they are written, one for each of ``folded``; those themselves where the two do not match."""
    written = tuple(_SPOKEN.findall(plain(title).replace("_", " ")))
    return written if len(written) == len(folded) else folded


def _near(left: tuple[str, ...], right: tuple[str, ...], removed: tuple[str, ...], added: tuple[str, ...], score: float) -> str:
    """``near`` when most words stay in place: at most two in five changed, or the strings are alike all the same."""
    longer = max(len(left), len(right))
    kept = longer - max(len(removed), len(added))
    if kept >= 2 and (kept / longer >= 0.6 or score >= 0.8):
        return "near"
    return "near" if score >= 0.85 else "other"


def _only_mathematics(cited: str, found: str, left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    """Whether titles with formulas agree in all their ordinary words (at least three)."""
    if not (_MATH.search(cited) or _MATH.search(found)):
        return False
    ordinary_left, ordinary_right = (
        tuple(w for w in side if len(w) > 2 and w.isalpha() and w not in _GREEK_NAMES) for side in (left, right)
    )
    return len(ordinary_left) >= 3 and ordinary_left == ordinary_right


_GREEK_NAMES = frozenset(
    words("α β γ δ ε ζ η θ ι κ λ μ ν ξ ο π ρ σ τ υ φ χ ψ ω")
    + words("ell mathcal mathbb mathrm mathbf text textit infty infinity sqrt rightarrow varepsilon epsilon emph")
)


def describe(removed: tuple[str, ...], added: tuple[str, ...], limit: int = 4) -> str:
    """One clause that names the words that differ; empty when too many do."""
    if len(removed) > limit or len(added) > limit:
        return ""
    if removed and added:
        return f"it says “{' '.join(removed)}”, the record “{' '.join(added)}”"
    if removed:
        return f"“{' '.join(removed)}” is not in the record's title"
    return f"the record's title also has “{' '.join(added)}”"


def clean(title: str) -> str:
    """A title for display: no markup, single spaces."""
    return " ".join(plain(title).split()) if "<" in title or "&" in title else " ".join(title.split())
