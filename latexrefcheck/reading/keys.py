"""Keys in a library's own pattern: which one its keys follow, and the key of a new entry by it.

A pattern is written as it looks: ``surnameYEARword``, ``Surname:YY``, ``alphaYY``. The words that stand for
something are those of :data:`PARTS`; everything else stands for itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Container, Iterable
from typing import NamedTuple

from latexrefcheck.errors import UsageError
from latexrefcheck.model.document import Entry
from latexrefcheck.text.fold import latin
from latexrefcheck.text.names import parse_names
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.tex import to_unicode

DEFAULT = "surnameYEARword"
_YEAR = lazy(r"(?<!\d)(1[4-9]\d\d|20\d\d)(?!\d)")
_SMALL = frozenset(
    "a an the on of in and for to with from by at is are as towards toward der die das ein eine le la les un une de "
    "des el los las how what why when where do does can we il lo gli".split()
)


class Facts(NamedTuple):
    """What keys are made from: surnames in order, a year, the words of the title."""

    surnames: tuple[str, ...]
    year: str
    words: tuple[str, ...]


def _plain(text: str) -> str:
    """ASCII letters and digits of ``text`` in its capitals, whatever its script."""
    letters = text if text.isascii() else re.sub(r"\w+", lambda word: _latin(word[0]), unicodedata.normalize("NFC", text))
    return "".join(char for char in letters if char.isascii() and char.isalnum())


def _latin(word: str) -> str:
    folded = latin(word)
    if word.isupper() and len(word) > 1:
        return folded.upper()
    return folded[:1].upper() + folded[1:] if word[:1].isupper() else folded


def _first(facts: Facts) -> str:
    return facts.surnames[0] if facts.surnames else "anonymous"


def _word(facts: Facts) -> str:
    return next((word for word in facts.words if word.lower() not in _SMALL), facts.words[0] if facts.words else "untitled")


def _alpha(facts: Facts) -> str:
    """The letters of BibTeX's style alpha: three of one author, the initials of several."""
    if len(facts.surnames) < 2:
        return _first(facts)[:3].capitalize()
    letters = "".join(name[:1].upper() for name in facts.surnames[:4])
    return letters if len(facts.surnames) < 5 else letters[:3]


PARTS: dict[str, Callable[[Facts], str]] = {
    "surname": lambda facts: _first(facts).lower(),
    "Surname": lambda facts: _first(facts)[:1].upper() + _first(facts)[1:],
    "SURNAME": lambda facts: _first(facts).upper(),
    "YEAR": lambda facts: facts.year,
    "YY": lambda facts: facts.year[-2:],
    "word": lambda facts: _word(facts).lower(),
    "Word": lambda facts: _word(facts)[:1].upper() + _word(facts)[1:],
    "alpha": _alpha,
    "ALPHA": lambda facts: _alpha(facts).upper(),
    "surnames": lambda facts: "".join(facts.surnames[:3]).lower() or "anonymous",
    "Surnames": lambda facts: "".join(name[:1].upper() + name[1:] for name in facts.surnames[:3]) or "Anonymous",
    "EtAl": lambda facts: "EtAl" if len(facts.surnames) > 2 else "",
    "etal": lambda facts: "etal" if len(facts.surnames) > 2 else "",
}
"""What the words of a pattern stand for."""

_PART = lazy("|".join(sorted(PARTS, key=len, reverse=True)))
_ALLOWED = lazy(r"[\w:.+/-]*", re.ASCII)


def _patterns() -> Iterable[str]:
    """The patterns that are looked for in a library, the commonest first."""
    for name in ("surname", "Surname", "SURNAME", "surnames", "Surnames", "alpha", "ALPHA"):
        for mark in ("", ":", "-", "_", "."):
            for year in ("YEAR", "YY"):
                for etal in ("", "EtAl", "etal") if name in ("surname", "Surname") else ("",):
                    yield f"{name}{etal}{mark}{year}"
                for word in ("word", "Word") if name in ("surname", "Surname") else ():
                    yield f"{name}{mark}{year}{mark}{word}"
                    yield f"{name}{mark}{word}{mark}{year}"


def facts_of(author: str, year: str, title: str) -> Facts:
    """The facts of an entry from its values as written."""
    people, _ = parse_names(author) if author else ((), False)
    # A particle belongs to the key for some; most leave it out.
    surnames = tuple(filter(None, (_plain(person.family or person.literal) for person in people)))
    found = _YEAR.search(year)
    words = tuple(
        filter(None, (_plain(word) for part in to_unicode(title).split() for word in re.split(r"[-\u2010-\u2014/]", part)))
    )
    return Facts(surnames, found[0] if found else "", words)


def make(pattern: str, facts: Facts) -> str:
    """The key that a pattern gives."""
    return _PART.sub(lambda match: PARTS[match[0]](facts), pattern)


def checked(pattern: str) -> str:
    """``pattern`` if it can make keys; raises UsageError that says what a pattern is."""
    if not _PART.search(pattern) or not _ALLOWED.fullmatch(pattern):
        raise UsageError(
            f"{pattern!r} is no pattern for keys; write it as a key looks, with the words {', '.join(PARTS)}, "
            f"for example surnameYEARword or Surname:YY"
        )
    return pattern


def detect(entries: Iterable[Entry]) -> str:
    """The pattern that the most keys of a library follow (a letter behind it allowed); :data:`DEFAULT` if hardly any does."""
    counts: Counter[str] = Counter()
    total = 0
    patterns = list(dict.fromkeys(_patterns()))
    for entry in list(entries)[-500:]:
        facts = facts_of(
            entry.value("author") or entry.value("editor"), entry.value("year") or entry.value("date"), entry.value("title")
        )
        if not facts.surnames or not facts.year:
            continue
        total += 1
        key = entry.key
        bare = key[:-1] if key[-1:].isalpha() and key[-2:-1].isdigit() else key
        for pattern in patterns:
            if make(pattern, facts) in (key, bare):
                counts[pattern] += 1
    if not counts:
        return DEFAULT
    best = max(counts.values())
    chosen = next(pattern for pattern in patterns if counts[pattern] == best)
    return chosen if best * 5 >= total else DEFAULT


def free(key: str, taken: Container[str]) -> str:
    """``key``, with a letter behind it if it is taken; ``taken`` holds folded keys."""
    if key.lower() not in taken:
        return key
    letters = "abcdefghijklmnopqrstuvwxyz"
    for suffix in (*letters, *(first + second for first in letters for second in letters)):
        if f"{key}{suffix}".lower() not in taken:
            return f"{key}{suffix}"
    raise UsageError(f"there are hundreds of keys like {key!r}; give another pattern with --key-style")
