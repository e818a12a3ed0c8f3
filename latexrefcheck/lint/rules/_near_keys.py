"""Which key an author probably meant: by spelling, and by the author and year that keys are made of."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from latexrefcheck.lint.rules._keys import known
from latexrefcheck.model.document import Document, Entry
from latexrefcheck.text.fold import latin
from latexrefcheck.text.patterns import lazy

MAX_ASKED = 300
"""Different keys per document for which suggestions are looked for: enough for a person, a bound for hostile input."""
_YEAR = lazy(r"(?:1[5-9]|20)\d\d")
_LETTERS = lazy(r"[^\W\d_]{3,}")
_COMMAND = lazy(r"\\(?:[a-zA-Z]+\s*|.)|[{}]")


@lru_cache(maxsize=1024)
def near_keys(document: Document, section: int, key: str, cutoff: float) -> tuple[str, ...]:
    """Up to three keys of the section that look like ``key`` (``cutoff`` in 0..100), the best first."""
    from rapidfuzz import fuzz, process

    entries = known(document, section).entries
    found = process.extract(_plain(key), _choices(document, section), scorer=fuzz.ratio, score_cutoff=cutoff, limit=2)
    spelled = [_written(entries, choice) for _, _, choice in found]
    return tuple(dict.fromkeys([*spelled, *_by_author_and_year(document, section, key)]))[:3]


@lru_cache(maxsize=16)
def _choices(document: Document, section: int) -> dict[str, str]:
    table = known(document, section)
    return {key: _plain(key) for key in (*table.entries, *table.items)}


def _plain(key: str) -> str:
    # Case and separators are what people get wrong most; they do not count against a candidate.
    return re.sub(r"[\W_]+", "", key.lower()) or key


def _written(entries: Mapping[str, Entry], choice: str) -> str:
    entry = entries.get(choice)
    return entry.key if entry is not None and entry.key.lower() == choice.lower() else choice


def _by_author_and_year(document: Document, section: int, key: str) -> Sequence[str]:
    year = _YEAR.search(key) or re.search(r"(?<!\d)\d\d(?!\d)", key)
    words = {_ascii(word) for word in _LETTERS.findall(key)}
    if year is None or not words:
        return ()
    table = author_years(document, section)
    return [entry.key for word in sorted(words) for entry in table.get((word, year[0][-2:]), ())[:2]]


@lru_cache(maxsize=16)
def author_years(document: Document, section: int) -> dict[tuple[str, str], list[Entry]]:
    """Entries by (surname of the first author, last two digits of the year)."""
    table: dict[tuple[str, str], list[Entry]] = {}
    for entry in dict.fromkeys(known(document, section).entries.values()):
        names = entry.value("author") or entry.value("editor")
        year = _YEAR.search(entry.value("year") or entry.value("date"))
        if names and year:
            table.setdefault((_surname(names), year[0][-2:]), []).append(entry)
    return table


def _surname(names: str) -> str:
    first = re.split(r"\s+and\s+", names, maxsplit=1)[0]
    last = first.partition(",")[0] if "," in first else first.rsplit(None, 1)[-1] if first.strip() else ""
    return _ascii(_COMMAND.sub("", last))


def _ascii(text: str) -> str:
    return "".join(filter(str.isalnum, latin(text)))
