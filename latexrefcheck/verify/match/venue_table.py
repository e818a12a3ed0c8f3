"""Which known venue a name means: the table of meetings, journals and series whose names cannot be derived from each other."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from latexrefcheck.system import tables
from latexrefcheck.verify.match.venue_names import WEAK, Name, Part, parse
from latexrefcheck.verify.match.venue_words import Likeness, Word, likeness


class Row(NamedTuple):
    """One venue: its ``kind`` ("meeting", "journal" or "series"), its short forms, and its names of several words."""

    kind: str
    shorts: tuple[str, ...]
    names: tuple[Name, ...]


@cache
def rows() -> tuple[Row, ...]:
    """The table, read once."""
    told: dict[str, list[list[str]]] = tables.table("match", "venues")
    return tuple(_row(kind.rstrip("s") if kind != "series" else kind, one) for kind, several in told.items() for one in several)


def _row(kind: str, told: list[str]) -> Row:
    names = [parse(name) for name in told]
    shorts = [name.key for name in names if len(name.parts) == 1 and not name.proceedings]
    long = [name for name in names if len(name.parts) > 1]
    return Row(kind, tuple(shorts), tuple(long))


def _initials(words: tuple[Word, ...]) -> str:
    return "".join(word.text[0] for word in words)


@cache
def _by_short() -> dict[str, frozenset[int]]:
    """Rows of each short form; SIGGRAPH is a meeting, and its papers stand in a journal."""
    found: dict[str, frozenset[int]] = {}
    for row, known in enumerate(rows()):
        for short in known.shorts:
            found[short] = found.get(short, frozenset()) | {row}
    return found


@lru_cache(maxsize=20_000)
def held_at(venue: str) -> frozenset[int]:
    """Rows of the table that this name means or is held at, workshops and volumes of findings included."""
    name = parse(venue)
    return _by_acronym(name) or _by_words(name)


def _by_acronym(name: Name) -> frozenset[int]:
    """Rows by the short forms in a name; a journal's counts only alone or beside the name: *BMJ Open* is not the BMJ."""
    shorts, table = _by_short(), rows()
    own = [part.word.text for part in name.parts if not part.sponsor]
    lone = {name.key} if len(name.parts) == 1 or name.text.isupper() else set()
    lone |= set(own) & name.acronyms if len(own) == 1 else set()
    organisers = {part.word.text for part in name.parts if part.sponsor}
    beside = organisers if len(organisers) == len(name.parts) else set()
    whole = frozenset(lone | name.aside)
    return frozenset(
        row
        for word in (*(name.acronyms - organisers), *lone, *beside)
        for row in shorts.get(word, ())
        if word in whole or table[row].kind != "journal"
    )


@cache
def _by_initials() -> dict[str, list[tuple[int, Name]]]:
    """Rows and their names of several words by the first letters of these words, which abbreviations keep."""
    found: dict[str, list[tuple[int, Name]]] = {}
    for row, known in enumerate(rows()):
        for name in known.names:
            found.setdefault(_initials(name.words), []).append((row, name))
    return found


def _by_words(name: Name) -> frozenset[int]:
    letters, index = _initials(name.words), _by_initials()
    volume = name.meeting or name.proceedings or name.dated or bool(name.aside)
    met: dict[int, frozenset[str]] = {}
    for run in {letters[start:end] for start in range(len(letters)) for end in range(start + 2, len(letters) + 1)}:
        for row, wanted in index.get(run, ()):
            if (volume or not wanted.meeting) and stands_in(wanted.words, name, rows()[row].kind):
                met[row] = frozenset(word.text for word in wanted.words) | met.get(row, frozenset())
    return frozenset(row for row, words in met.items() if not any(words < other for other in met.values()))


@lru_cache(maxsize=20_000)
def identity(venue: str) -> frozenset[int]:
    """Rows of the table that this name means. A workshop held at a venue is not the venue."""
    return frozenset() if parse(venue).workshop else held_at(venue)


def stands_in(wanted: tuple[Word, ...], name: Name, kind: str = "meeting") -> bool:
    """Whether ``name`` holds ``wanted`` in full pieces, written out or abbreviated.

    Organisers and "International" may stand before the name of a meeting, other pieces around it (place, date, another
    meeting held with it). A journal's name has to be the whole, but for a subtitle.
    """
    parts = name.parts
    for start in range(len(parts) - len(wanted) + 1):
        end = start + len(wanted)
        if not all(likeness(part.word, word) is Likeness.EQUAL for part, word in zip(parts[start:end], wanted, strict=True)):
            continue
        before, after = _before(parts, start, kind), parts[end:]
        if kind == "meeting":
            if not before and (not after or after[0].piece != parts[end - 1].piece):
                return True
        elif not before and start <= _organisers(parts) and _explained(name, end):
            return True
    return False


EXPLAINED = 3
"""Words from which a subtitle explains a journal ("Structure, Function, and Bioinformatics") and does not name another one."""


def _explained(name: Name, end: int) -> bool:
    """Whether what follows the first ``end`` words of a journal's name is nothing, or but explains it."""
    rest = name.parts[end:]
    return not rest or (end >= name.head and (bool(name.section) or explains(rest)))


def explains(subtitle: tuple[Part, ...]) -> bool:
    """Whether a subtitle explains the name before it ("An International Journal")."""
    return len(subtitle) >= EXPLAINED or any(part.word.text == "journal" for part in subtitle)


def _before(parts: tuple[Part, ...], start: int, kind: str) -> list[Part]:
    """The words that stand before ``start`` in the same piece and mean something."""
    mine = [part for part in parts[:start] if part.piece == parts[start].piece]
    return [part for part in mine if not (part.sponsor or (kind == "meeting" and part.word.text in WEAK))]


def _organisers(parts: tuple[Part, ...]) -> int:
    """How many organisers stand first."""
    return next((at for at, part in enumerate(parts) if not part.sponsor), len(parts))
