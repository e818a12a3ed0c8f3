"""Look works up in one index: by a name that is exact, by a title that may be damaged."""

from __future__ import annotations

import math
import sqlite3
import threading
import zlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import combinations, islice
from pathlib import Path
from typing import NamedTuple

from latexrefcheck.model.lookup import Dump, Source
from latexrefcheck.model.record import Record
from latexrefcheck.text.fold import fold
from latexrefcheck.text.likeness import similarity
from latexrefcheck.verify.index import tokens
from latexrefcheck.verify.index.building import SAMPLE
from latexrefcheck.verify.index.database import BLOCK, Stored, connect, unpacked
from latexrefcheck.verify.match.titles import bare
from latexrefcheck.verify.match.words import words

MOST_NAMED = 60
"""Works of one exact title that are looked through: many bear "Introduction"."""
MOST_READ = 150
"""Works whose titles are read in one round."""
MOST_COMPARED = 12
"""Works whose titles are compared in full, the likest at first sight."""
MOST_RECORDS = 5
TELLING_WORDS = 5
"""The rarest words of a title that are looked for."""
ROUNDS = ((2, True), (3, False), (4, False), (1, True), (2, False))
"""Of how many of its telling words a work must have all, and whether by the first author: until one met something sure."""
MOST_EXPECTED = 40.0
"""Works that one join of words may meet by estimate."""
POSTINGS = 1_000_000
"""Entries of word lists that one round may walk through, by estimate; it bounds the time that a search takes."""
MOST_JOINS = 40
NEAR = 0.72
"""Similarity of titles from which a work is a candidate; the judge decides."""
SURE = 0.85
"""Similarity from which no further words are tried; where the first author is the same, :data:`NEAR` is enough."""
SHUFFLED = 0.9
"""What the likeness of the same words in another order counts for."""
CUT, CUT_WORDS = 0.85, 5
"""Similarity of a title and its beginning, if that has so many words."""
_UNREADABLE = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, zlib.error)


class _Hit(NamedTuple):
    """A work that was met, and how alike its title is, in 0..1."""

    work: Stored
    likeness: float


class Index:
    """An index that is open for look-ups; threads share it under a lock.

    ``day`` is the last day (ISO 8601) on which the source touched any of its works, ``works`` how many rows it has.
    """

    def __init__(self, source: Source, dump: Dump, file: Path) -> None:
        self.source = source
        self.dump = dump
        self._connection = connect(file)
        self._lock = threading.Lock()
        row = self._connection.execute("SELECT value FROM about WHERE name='day'").fetchone()
        self.day = str(row[0]) if row else ""
        self.works: int = self._connection.execute("SELECT coalesce(max(id) + 1, 0) FROM blocks").fetchone()[0] * BLOCK

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def named(self, kind: str, value: str) -> list[Record]:
        """The work with an identifier, as the latest dump tells it; nothing where the index has none."""
        for one in reversed(self._rows(f'"{tokens.name(kind, value)}"', MOST_NAMED)):
            record = self._record(self._stored(one))
            if record is not None and _bears(record, kind, value):
                return [record]
        return []

    def at(self, row: int) -> Record | None:
        """The work of a row as it was read; None where there is none or it cannot be read."""
        return self._record(self._stored(row))

    def titled(self, title: str, family: str = "", year: str = "") -> list[Record]:
        """Works whose title is like ``title``, the likest first; those of the first author and the year before others."""
        key, person = tokens.whole_title(title), tokens.of_family(family)
        rows = self._rows(_all((key,)), MOST_NAMED) if key else []
        if len(rows) == MOST_NAMED and person:
            rows = [*dict.fromkeys((*self._rows(_all((key, person)), MOST_NAMED), *rows))]
        if rows:
            met = [(1.0, record) for row in rows if (record := self._record(self._stored(row))) is not None]
        else:
            hits = sorted(self._near(title, person), key=lambda hit: hit.likeness, reverse=True)[: 2 * MOST_RECORDS]
            met = [(hit.likeness, record) for hit in hits if (record := self._record(hit.work)) is not None]
        met.sort(key=lambda pair: (-round(pair[0], 2), not _by(pair[1], family), not _of(pair[1], year)))
        return [record for _, record in met if self._current(record)][:MOST_RECORDS]

    def _near(self, title: str, person: str) -> list[_Hit]:
        words = tokens.of_title(title)
        seen = self._seen([*words, person] if person else words)
        known = (
            word for word in sorted(words, key=lambda word: seen[word]) if seen[word] > SAMPLE or self._rows(_all((word,)), 1)
        )
        telling = [*islice(known, TELLING_WORDS)]
        found: list[_Hit] = []
        read: set[int] = set()
        for size, with_person in ROUNDS:
            if with_person and not person:
                continue
            joins = self._joins(telling, person if with_person else "", seen, size)
            fresh = [row for row in self._rows(" OR ".join(map(_all, joins)), MOST_READ) if row not in read] if joins else []
            read.update(fresh)
            found += [hit for hit in self._compared(fresh, title) if hit.likeness >= NEAR]
            if any(hit.likeness >= (NEAR if with_person else SURE) for hit in found):
                break
        return found

    def _joins(self, words: Sequence[str], person: str, seen: Mapping[str, float], size: int) -> list[tuple[str, ...]]:
        """So many words of which a work must have all, in every choice that meets few works by estimate."""
        if not words:
            return []
        works, left = max(self.works, 1), float(POSTINGS)
        joins = combinations(words, min(size, len(words)))
        every = [(person, *join) for join in joins] if person else [*joins]
        expected = {join: works * math.prod(min(1.0, seen[word] / works) for word in join) for join in every}
        found: list[tuple[str, ...]] = []
        for join in sorted(every, key=lambda join: expected[join])[:MOST_JOINS]:
            left -= sum(seen[word] for word in join)
            if found and (left < 0 or expected[join] > MOST_EXPECTED):
                break
            found.append(join)
        return found

    def _seen(self, words: Sequence[str]) -> dict[str, float]:
        """In how many works each word stands, by what was counted while the index was made."""
        marks = ",".join("?" * len(words))
        query = f"SELECT word, seen FROM common WHERE word IN ({marks})"  # noqa: S608  only marks
        counted = {word: number for word, number in self._ask(query, tuple(words)) if isinstance(number, int)}
        return {word: float(counted.get(word, 1)) * SAMPLE for word in words}

    def _compared(self, rows: Iterable[int], title: str) -> list[_Hit]:
        """The works in ``rows`` whose titles are likest, as far as they can be read."""
        sight = fold(title)
        stored = [work for row in rows if (work := self._stored(row)) is not None and work.titles]
        stored.sort(key=lambda work: max(similarity(sight, fold(form)) for form in work.titles), reverse=True)
        wanted = words(bare(title))
        return [_Hit(work, max(_likeness(wanted, words(bare(form))) for form in work.titles)) for work in stored[:MOST_COMPARED]]

    def _current(self, record: Record) -> bool:
        """Whether no later dump told the work again under another title."""
        for kind, value in record.identifiers.items():
            now = self.named(kind, value)
            if now:
                return now[0] == record
        return True

    def _rows(self, query: str, most: int) -> list[int]:
        found = self._ask("SELECT rowid FROM words WHERE words MATCH ? LIMIT ?", (query, most))
        return [row for (row, *_) in found if isinstance(row, int)]

    def _stored(self, row: int) -> Stored | None:
        for block, *_ in self._ask("SELECT works FROM blocks WHERE id=?", (row // BLOCK,)):
            with suppress(*_UNREADABLE):
                return unpacked(block, row % BLOCK) if isinstance(block, bytes) else None
        return None

    def _record(self, work: Stored | None) -> Record | None:
        with suppress(*_UNREADABLE):
            return None if work is None else self.dump.record(work.body)
        return None

    def _ask(self, query: str, values: tuple[object, ...]) -> list[tuple[object, ...]]:
        """The rows of a query; none from a file that cannot be read, which says nothing of any work."""
        with self._lock, suppress(sqlite3.Error):
            return self._connection.execute(query, values).fetchall()
        return []


def _all(join: Iterable[str]) -> str:
    return "(" + " AND ".join(f'"{word}"' for word in join) + ")"


def _likeness(cited: Sequence[str], found: Sequence[str]) -> float:
    alike = similarity(" ".join(cited), " ".join(found))
    if alike < NEAR:
        alike = max(alike, SHUFFLED * similarity(" ".join(sorted(cited)), " ".join(sorted(found))))
    short, long = sorted((cited, found), key=len)
    return max(alike, CUT) if len(short) >= CUT_WORDS and long[: len(short)] == short else alike


def _bears(record: Record, kind: str, value: str) -> bool:
    told = record.identifiers.get(kind, "") if kind in record.identifiers else record.url
    return told.lower() == value.lower()


def _by(record: Record, family: str) -> bool:
    people = record.authors or record.editors
    return bool(people) and tokens.of_family(people[0].family or people[0].literal) == tokens.of_family(family) != ""


def _of(record: Record, year: str) -> bool:
    return year.isdigit() and int(year) in record.years
