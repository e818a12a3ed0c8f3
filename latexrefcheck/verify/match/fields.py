"""Compare the lesser fields: volume, number, pages, publisher; and tell languages apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from latexrefcheck.model.record import Judgement, Record, Reference
from latexrefcheck.model.states import JudgementState
from latexrefcheck.text.fold import fold, script
from latexrefcheck.verify.match.words import words

_RUN = re.compile(r"[a-z]*\d+[a-z]?", re.I)
_LANGUAGES = {
    "en": frozenset("the of and in on for to with from by an is are at".split()),
    "de": frozenset("der die das und von zur zum für eine einer des im mit über zu auf ein bei".split()),
    "fr": frozenset("le la les des du et une dans pour sur aux au par".split()),
    "es": frozenset("el los las del y una para con por en un".split()),
    "it": frozenset("il gli della delle dei nel per con una di alla".split()),
    "pt": frozenset("os da das dos uma para em com ao no na".split()),
    "nl": frozenset("het een van voor en op met de".split()),
}


def compare(reference: Reference, primary: Record, records: Sequence[Record]) -> Iterator[Judgement]:
    """Judgements on ``volume``, ``number`` and ``pages``; a published record speaks, a preprint's does not."""
    speaking = [record for record in records if not record.preprint] or [primary]
    for field in ("volume", "number", "pages"):
        cited = getattr(reference, field)
        found = [value for record in speaking if (value := getattr(record, field))]
        if not cited or not found:
            continue
        if field == "pages":
            agrees = any(same_pages(cited, value) for value in found)
        else:
            agrees = any(_number(cited) == _number(value) for value in found)
        yield Judgement(field, JudgementState.AGREE if agrees else JudgementState.DIFFER, cited, found[0], 1.0 if agrees else 0.0)


def same_pages(left: str, right: str) -> bool:
    """Whether page ranges begin alike, "123--30" and "123-130" included; one may give only the first page."""
    first, second = _RUN.findall(fold(left)), _RUN.findall(fold(right))
    if not first or not second:
        return True
    if first[0].lstrip("0") != second[0].lstrip("0"):
        return "".join(first) == "".join(second)
    if len(first) < 2 or len(second) < 2:
        return True
    return bool(first[1].endswith(second[1]) or second[1].endswith(first[1]))


def _number(value: str) -> str:
    """A volume or number for comparison: the first run of digits, else the folded text."""
    found = re.search(r"\d+", value)
    return found.group().lstrip("0") if found else fold(value)


def other_language(left: str, right: str) -> bool:
    """Whether two titles are evidently in two languages or scripts, so that one may be a translation."""
    if other_script(left, right):
        return True
    mine, theirs = _language(left), _language(right)
    return bool(mine and theirs and mine != theirs)


def other_script(left: str, right: str) -> bool:
    """Whether two titles stand in two scripts, so that neither tells whether it is the other."""
    mine, theirs = script(left), script(right)
    return bool(mine and theirs) and mine != theirs and "latin" in (mine, theirs)


def _language(title: str) -> str:
    tokens = words(title)
    counts = {code: sum(token in signs for token in tokens) for code, signs in _LANGUAGES.items()}
    best = max(counts, key=lambda code: counts[code])
    return best if counts[best] and list(counts.values()).count(counts[best]) == 1 else ""
