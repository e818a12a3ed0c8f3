"""Make an index of the files of a dump: streamed, in transactions that also say how far the file was read.

A process that is killed loses the works of its last seconds, and the same command goes on behind the ones before.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from latexrefcheck import registry
from latexrefcheck.errors import ConfigError, UnreadableInput
from latexrefcheck.files import beginning, opened
from latexrefcheck.model.lookup import Dump, Source
from latexrefcheck.verify.index import tokens
from latexrefcheck.verify.index.database import BLOCK, Stored, connect, packed, reason, transaction
from latexrefcheck.verify.index.unpacking import members

BATCH = 20_000
"""Pieces in one transaction."""
PART = 1_000
"""Pieces that one worker process gets at a time."""
MOST_COUNTED = 400_000
"""Words that are counted at a time; when there are more, those seldom met so far are forgotten."""
SAMPLE = 8
"""Of so many works one is counted to learn which words are common."""
RARE = 3
"""A word that was counted so often or less is not kept as common."""
MERGE_PAGES = 2_000
"""Pages that are merged in one transaction when all files are in."""
_DAMAGED = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError)


class Progress(NamedTuple):
    """How far a file is: pieces read, works held, pieces that could not be read, unfinished files with it."""

    file: str
    pieces: int
    works: int
    damaged: int


class _Row(NamedTuple):
    """A piece as it is stored; one without words is damaged."""

    words: str = ""
    work: Stored = Stored((), "")
    day: str = ""


def rows(source: str, pieces: Sequence[bytes]) -> list[_Row]:
    """The rows of the pieces of a dump, without those that are no works; for worker processes too."""
    dump = registry.sources[source].dump
    if dump is None:
        return []
    found: list[_Row] = []
    for piece in pieces:
        try:
            held = dump.held(piece)
        except _DAMAGED:
            found.append(_Row())
            continue
        if held is not None:
            found.append(_Row(" ".join(tokens.of_work(held)), Stored(held.titles, held.body), held.day))
    return found


def add(
    source: Source, paths: Sequence[Path], file: Path, report: Callable[[Progress], None] | None = None, processes: int = 1
) -> list[Progress]:
    """Add the files of a dump to the index ``file``; one sum per path. Files that are in already are passed over.

    With more than one of ``processes`` others read and fold the works, and this one writes.
    Raises UnreadableInput for a file that cannot be read to its end: what came before the damage stays in the index.
    """
    if source.dump is None:
        raise ConfigError(f"{source.name} has no dump that can be read")
    for path in paths:
        opened(path).close()  # before an index is begun
    connection = connect(file, write=True)
    try:
        _own(connection, source, file)
        with _Builder(connection, source, source.dump, processes) as builder:
            return [builder.take(path, report) for path in paths]
    except sqlite3.Error as error:
        raise ConfigError(f"the index cannot be written: {reason(error)}", str(file)) from error
    finally:
        connection.close()


def _own(connection: sqlite3.Connection, source: Source, file: Path) -> None:
    with transaction(connection):
        connection.execute("INSERT OR IGNORE INTO about VALUES ('source', ?)", (source.id,))
        row = connection.execute("SELECT value FROM about WHERE name='source'").fetchone()
    if row[0] != source.id:
        raise ConfigError(f"the index is one of {row[0]}, not of {source.id}", str(file))


class _Builder:
    def __init__(self, connection: sqlite3.Connection, source: Source, dump: Dump, processes: int) -> None:
        self._connection = connection
        self._source = source.id
        self._dump = dump
        self._pool = None if processes <= 1 else ProcessPoolExecutor(processes, mp_context=get_context("spawn"))
        self._counted: Counter[str] = Counter(dict(connection.execute("SELECT word, seen FROM common")))
        row = connection.execute("SELECT value FROM about WHERE name='day'").fetchone()
        self._day = row[0] if row else ""
        self._grown = False

    def __enter__(self) -> _Builder:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
        if kind is None or issubclass(kind, UnreadableInput):
            self._finish()

    def take(self, path: Path, report: Callable[[Progress], None] | None) -> Progress:
        """Add one file from where an earlier run left it."""
        mark = _mark(path)
        row = self._connection.execute("SELECT pieces, works, damaged, done FROM files WHERE mark=?", (mark,)).fetchone()
        pieces, works, damaged, done = row or (0, 0, 0, 0)
        told = Progress(str(path), pieces, works, damaged)
        if done:
            return told
        found = islice(self._pieces(path), pieces, None)
        while True:
            batch, broken = _batch(found)
            read = self._read(batch)
            held = [row for row in read if row.words]
            told = told._replace(
                pieces=told.pieces + len(batch), works=told.works + len(held), damaged=told.damaged + len(read) - len(held)
            )
            with transaction(self._connection):
                self._keep(held)
                ended = len(batch) < BATCH and broken is None
                self._connection.execute(
                    "INSERT INTO files (name, mark, pieces, works, damaged, done) VALUES (?,?,?,?,?,?) ON CONFLICT (mark)"
                    " DO UPDATE SET pieces=excluded.pieces, works=excluded.works, damaged=excluded.damaged, done=excluded.done",
                    (path.name, mark, told.pieces, told.works, told.damaged, ended),
                )
            if report is not None:
                report(told)
            if broken is not None:
                raise broken
            if ended:
                return told

    def _pieces(self, path: Path) -> Iterator[bytes]:
        for _, chunks in members(path):
            yield from self._dump.pieces(chunks)

    def _read(self, batch: Sequence[bytes]) -> list[_Row]:
        if self._pool is None:
            return rows(self._source, batch)
        parts = [batch[at : at + PART] for at in range(0, len(batch), PART)]
        return [row for part in self._pool.map(rows, [self._source] * len(parts), parts) for row in part]

    def _keep(self, held: Sequence[_Row]) -> None:
        if not held:
            return
        first = self._connection.execute("SELECT coalesce(max(id), -1) FROM blocks").fetchone()[0] + 1
        blocks = [held[at : at + BLOCK] for at in range(0, len(held), BLOCK)]
        self._connection.executemany(
            "INSERT INTO blocks VALUES (?,?)",
            ((number, packed(row.work for row in block)) for number, block in enumerate(blocks, first)),
        )
        self._connection.executemany(
            "INSERT INTO words (rowid, text) VALUES (?,?)",
            ((number, row.words) for number, row in enumerate(held, first * BLOCK)),
        )
        for row in held[::SAMPLE]:
            self._counted.update(word for word in row.words.split() if not word.startswith("#"))
        if len(self._counted) > MOST_COUNTED:
            self._counted = Counter({word: seen for word, seen in self._counted.items() if seen > RARE})
        self._day = max(self._day, *(row.day for row in held))
        self._connection.execute("INSERT OR REPLACE INTO about VALUES ('day', ?)", (self._day,))
        self._grown = True

    def _finish(self) -> None:
        """Write which words are common, and merge what the transactions left in pieces."""
        if not self._grown:
            return
        with transaction(self._connection):
            self._connection.execute("DELETE FROM common")
            self._connection.executemany(
                "INSERT INTO common VALUES (?,?)", ((word, seen) for word, seen in self._counted.items() if seen > RARE)
            )
        pages = -MERGE_PAGES
        while True:
            before = self._connection.total_changes
            with transaction(self._connection):
                self._connection.execute("INSERT INTO words (words, rank) VALUES ('merge', ?)", (pages,))
            if self._connection.total_changes - before < 2:
                break
            pages = MERGE_PAGES
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with suppress(sqlite3.OperationalError):  # a reader has it open; the next run does it
            # Without a log beside it the file can be read from a place where nobody may write.
            self._connection.execute("PRAGMA journal_mode=DELETE")


def _batch(found: Iterator[bytes]) -> tuple[list[bytes], UnreadableInput | None]:
    """The next pieces, and why there are no more if the file is damaged."""
    batch: list[bytes] = []
    try:
        for piece in islice(found, BATCH):
            batch.append(piece)  # one by one: what came before the damage counts
    except UnreadableInput as error:
        return batch, error
    return batch, None


def _mark(path: Path) -> str:
    """What tells a file from others whatever it is called: its size and its first bytes."""
    start = beginning(path, 1 << 16)
    size = path.stat().st_size if start else 0
    return f"{size}-{hashlib.sha256(start).hexdigest()[:32]}"
