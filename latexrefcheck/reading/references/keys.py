"""What a reference without a cite key is called: its number in brackets, else its first word and year."""

from __future__ import annotations

from collections.abc import Iterable

from latexrefcheck.text.patterns import lazy

_YEAR = lazy(r"(?<!\d)(?:1[5-9]\d\d|20\d\d)(?!\d)")
_WORD = lazy(r"[^\W\d_][\w'’-]*")


class Taken(set[str]):
    """Names that are taken, and how often each was asked for: a list may hold the same name by the ten thousand."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: dict[str, int] = {}


def named(label: str, words: str, taken: set[str]) -> str:
    """A name for a reference that nothing in ``taken`` has; it is added there."""
    if label:
        name = f"[{label}]"
    else:
        word, year = _WORD.search(words), _YEAR.search(words)
        name = " ".join(found[0] for found in (word, year) if found) or "reference"
    counts = taken.counts if isinstance(taken, Taken) else {}
    unique, count = name, counts.get(name, 1)
    while unique in taken:
        count += 1
        unique = f"{name} ({count})"
    counts[name] = count
    taken.add(unique)
    return unique


def all_named(found: Iterable[tuple[str, str]]) -> list[str]:
    """The names of (label, words) pairs, in order."""
    taken = Taken()
    return [named(label, words, taken) for label, words in found]
