"""Compare venues: full names, ISO 4 abbreviations, acronyms, series and repositories."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any, NamedTuple

from latexrefcheck import tables
from latexrefcheck.model.record import Judgement
from latexrefcheck.text.fold import fold
from latexrefcheck.verify.match.words import FUNCTION_WORDS, plain, similarity

_WORD = re.compile(r"[a-z0-9]+|[^\W_]+")
_REPOSITORY = re.compile(
    r"\b(arxiv|corr|biorxiv|medrxiv|chemrxiv|psyarxiv|osf preprints|ssrn|eprint archive|hal|research square|preprints?|"
    r"openreview|computing research repository|e-?prints?|zenodo)\b",
    re.I,
)
_ORDINAL = re.compile(
    r"^(?:\d+(?:st|nd|rd|th)?|[ivxl]{2,6}|(?:twenty|thirty|forty|fifty)?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|"
    r"eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth|fortieth|fiftieth))$"
)
_MONTHS = frozenset("january february march april may june july august september october november december".split())
_FILLER = frozenset(
    "proceedings proc conference conf confe symposium symp workshop workshops meeting annual annu "
    "international intl int joint on of the in and for acm ieee cvf siam usenix "
    "springer part volume vol advances adv trans transactions journal j revue zeitschrift annals ann "
    "magazine mag letters lett bulletin "
    "main track papers long short findings virtual event online usa uk proceeding".split()
)
_SHORT_FORM = re.compile(r"[A-Z](?=\S{0,11}[A-Z0-9@/+&-])[A-Za-z0-9@/+&-]{1,11}(?:[ -]?'?\d{2,4})?$")
_STRONG = frozenset("workshop workshops findings demonstrations tutorial".split())


ARCHIVE = "preprint against published version"
SHORT_NAME = "a short name that is not known"
"""Detail of a judgement that another source, with the long name, could settle."""


class _Known(NamedTuple):
    short: tuple[tuple[str, ...], ...]
    long: tuple[str, ...]
    series: bool
    names: tuple[tuple[str, tuple[str, ...]], ...]
    """Every name of several words after the first letters of its words, which abbreviations keep."""


@cache
def _known() -> tuple[_Known, ...]:
    rows: list[dict[str, Any]] = tables.table("match", "venues")
    found = []
    for row in rows:
        long, short = tuple(row["long"].split()), tuple(tuple(name.split()) for name in row["short"])
        names = (long, *(name for name in short if len(name) > 1))
        found.append(_Known(short, long, bool(row.get("series")), tuple((_initials(name), name) for name in names)))
    return tuple(found)


def _initials(words: Iterable[str]) -> str:
    return "".join(word[0] for word in words)


@cache
def _shorts() -> dict[str, int]:
    """Row of each one-word short form."""
    return {short[0]: row for row, known in enumerate(_known()) for short in known.short if len(short) == 1}


@lru_cache(maxsize=20_000)
def tokens(venue: str) -> tuple[str, ...]:
    """Words of a venue without years, ordinals and function words, and cut before the place and date of a meeting."""
    found = _WORD.findall(fold(plain(venue)).replace("'", ""))
    return tuple(word for word in found if word not in FUNCTION_WORDS and word not in _MONTHS and not _ORDINAL.match(word))


@lru_cache(maxsize=20_000)
def identity(venue: str) -> frozenset[int]:
    """Rows of the table that this name means. A workshop held at a venue is not the venue."""
    return frozenset() if workshop(venue) else held_at(venue)


@lru_cache(maxsize=20_000)
def held_at(venue: str) -> frozenset[int]:
    """Rows of the table that this name means or is held at, workshops and volumes of findings included."""
    words = tokens(venue)
    shorts, initials = _shorts(), _initials(words)
    rows = {shorts[word] for word in words if word in shorts and (len(word) > 3 or len(words) <= 3 or word.upper() in venue)}
    for row, known in enumerate(_known()):
        if any(first in initials and _runs(words, name) for first, name in known.names):
            rows.add(row)
    return frozenset(_most_specific(rows))


def _most_specific(rows: set[int]) -> set[int]:
    """Without the rows whose long name is only part of another row's ("computer vision" in "European … computer vision")."""
    known = _known()
    return {row for row in rows if not any(other != row and set(known[row].long) < set(known[other].long) for other in rows)}


def _holds(words: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Whether ``words`` hold all of ``wanted`` in order, written out or abbreviated."""
    rest = iter(words)
    return all(any(_abbreviates(word, full) for word in rest) for full in wanted)


def _runs(words: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Whether ``words`` hold ``wanted`` without other words between, written out or abbreviated."""
    size = len(wanted)
    return any(all(map(_abbreviates, words[start : start + size], wanted)) for start in range(len(words) - size + 1))


def _abbreviates(short: str, full: str) -> bool:
    """Whether one word can stand for the other: equal, cut short (``Int.``, ``Process``), or contracted (``Intl``, ``Natl``)."""
    if short == full:
        return True
    if len(short) > len(full):
        short, full = full, short
    if full.startswith(short):
        return len(short) >= 3 or len(short) == 1
    if short.rstrip("s") == full.rstrip("s") or (full.startswith(short.rstrip("s")) and len(short) >= 4):
        return True
    stem = len(short) >= 4 and short[:3] == full[:3]
    return stem and _subsequence(short, full)


def _subsequence(short: str, full: str) -> bool:
    rest = iter(full)
    return all(char in rest for char in short)


def repository(venue: str) -> bool:
    """Whether a venue is a preprint server or archive (arXiv, CoRR, bioRxiv, …)."""
    return bool(_REPOSITORY.search(venue))


def workshop(venue: str) -> bool:
    """Whether a venue is a workshop, a demonstration track or a volume of findings."""
    return bool(_STRONG & set(tokens(venue)))


def is_publisher(cited: str, publisher: str) -> bool:
    """Whether a cited venue is but the publisher's name ("Springer" of "Springer New York")."""
    words = set(tokens(cited))
    return bool(words) and words <= set(tokens(publisher))


def compare(cited: str, found: tuple[str, ...], issns: tuple[str, ...] = (), issn: str = "") -> Judgement:
    """The judgement on ``venue``: the best agreement with any of the record's names."""
    if issn and issn in issns:
        return Judgement("venue", "agree", cited, found[0] if found else issn, 1.0, "same ISSN")
    names = tuple(name for name in found if name)
    if not cited or not names:
        return Judgement("venue", "unknown", cited, names[0] if names else "")
    best = Judgement("venue", "differ", cited, max(names, key=len), -1.0)
    rank = {"agree": 2, "unknown": 1, "differ": 0}
    for name in names:
        state, score, detail = _pair(cited, name)
        if (rank[state], score) > (rank[best.state], best.score):
            best = Judgement("venue", state, cited, name, score, detail)
    return best._replace(score=max(best.score, 0.0))


@lru_cache(maxsize=50_000)
def _pair(cited: str, found: str) -> tuple[str, float, str]:
    """State, score and detail for two names of a venue."""
    if repository(cited) or repository(found):
        return ("agree", 1.0, "") if repository(cited) and repository(found) else ("unknown", 0.5, ARCHIVE)
    left, right = tokens(cited), tokens(found)
    if not left or not right:
        return "unknown", 0.5, ""
    if left == right or "".join(left) == "".join(right):
        return "agree", 1.0, ""
    mine, theirs = identity(cited), identity(found)
    if mine & theirs:
        return "agree", 1.0, ""
    if workshop(cited) != workshop(found):
        return _workshop_or_not(cited, found)
    series = any(_known()[row].series for row in mine | theirs)
    if series:
        return "unknown", 0.5, "a series against a volume of it"
    if mine and theirs:
        return "differ", 0.0, ""
    overlap = _overlap(left, right)
    if _alike(left, right, overlap):
        return (
            ("agree", max(overlap, 0.9), "") if _kind(left) & _kind(right) else ("unknown", 0.5, "a journal against a conference")
        )
    if (not mine and _acronym(left, cited, found)) or (not theirs and _acronym(right, found, cited)):
        return "agree", 0.9, "acronym"
    if overlap >= 0.4:
        return "unknown", overlap, ""
    if _opaque(cited, mine) or _opaque(found, theirs):
        return "unknown", 0.3, SHORT_NAME
    return "differ", overlap, ""


def _workshop_or_not(cited: str, found: str) -> tuple[str, float, str]:
    """State, score and detail for two names of which one says that it is a workshop's (or findings, or a track)."""
    if _overlap(tokens(cited), tokens(found)) >= 0.5 or held_at(cited) & held_at(found):
        return "unknown", 0.5, "a workshop or track of the venue"
    for short, long in ((cited, found), (found, cited)):
        if _opaque(short, identity(short)):
            # A workshop's own acronym does not say that it is a workshop.
            return ("agree", 0.9, "acronym") if _acronym(tokens(short), short, long) else ("unknown", 0.3, SHORT_NAME)
    return "differ", 0.1, ""


def _overlap(left: tuple[str, ...], right: tuple[str, ...]) -> float:
    """Share of the telling words of the shorter name that the longer one has, abbreviations included."""
    short, long = sorted(([w for w in side if w not in _FILLER] for side in (left, right)), key=len)
    if not short:
        return 0.0
    pool = list(long)
    hits = 0
    for word in short:
        match = next((other for other in pool if _abbreviates(word, other)), None)
        if match is not None:
            pool.remove(match)
            hits += 1
    # A long name often carries place, date and publisher; a one-word overlap of three words is no agreement.
    return hits / len(short) if hits > 1 or len(short) <= 1 else min(0.5, hits / len(short))


def _alike(left: tuple[str, ...], right: tuple[str, ...], overlap: float) -> bool:
    """Whether two names agree in their telling words; one word of a longer name is not enough ("Nature")."""
    mine, theirs = (tuple(word for word in side if word not in _FILLER) for side in (left, right))
    if mine and len(mine) == len(theirs) and _holds(mine, theirs):
        return True
    if min(len(mine), len(theirs)) >= 2 and (_holds(left, right) or _holds(right, left) or overlap >= 0.6):
        return True
    return similarity(" ".join(left), " ".join(right)) >= 0.85


_KINDS = {
    "journal": frozenset("journal j transactions trans letters lett annals ann bulletin magazine mag revue zeitschrift".split()),
    "meeting": frozenset("conference conf symposium symp workshop workshops meeting".split()),
}


def _kind(words: tuple[str, ...]) -> frozenset[str]:
    """What a name says it is: a journal, a meeting, or possibly either."""
    said = frozenset(kind for kind, signs in _KINDS.items() if signs & set(words))
    return said or frozenset(_KINDS)


def versions_apart(cited: str, found: str) -> bool:
    """Whether one name is a meeting's and the other a journal's, as of a paper and the article that followed it."""
    mine, theirs = _kind(tokens(cited)), _kind(tokens(found))
    return len(mine) == len(theirs) == 1 and mine != theirs


def _opaque(venue: str, rows: frozenset[int]) -> bool:
    """Whether a name is one short form that no table explains."""
    return not rows and bool(_SHORT_FORM.match(venue.strip()))


def _acronym(short: tuple[str, ...], short_text: str, long_text: str) -> bool:
    """Whether a short form is made of the beginnings of words of a long name, or stands in it as a word."""
    telling = [word for word in short if word not in _FILLER]
    if len(telling) != 1 or not 2 <= len(telling[0]) <= 10 or telling[0].upper() not in short_text.upper().split():
        return False
    acronym = telling[0]
    written = next((word for word in short_text.split() if word.lower() == acronym), "")
    if not _SHORT_FORM.match(written):
        return False
    words = tuple(_WORD.findall(fold(plain(long_text))))
    return acronym in words or _spelled(acronym, words)


def _spelled(acronym: str, words: tuple[str, ...]) -> bool:
    """Whether ``acronym`` is a run of word beginnings in order, the first letter beginning a word; words may be left out."""
    if not acronym:
        return True
    for index, word in enumerate(words):
        for size in range(min(4, len(acronym), len(word)), 0, -1):
            if word[:size] == acronym[:size] and _spelled(acronym[size:], words[index + 1 :]):
                return True
    return False
