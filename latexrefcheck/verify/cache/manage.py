"""What the user may do with the cache: look at it, empty it, drop what is out of date, ask where it lies."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from latexrefcheck.verify.cache.database import FILE_NAME, TABLES, Database
from latexrefcheck.verify.cache.records import LAST


class Summary(NamedTuple):
    """What the cache holds: sizes in bytes, times as Unix seconds (0 when empty), outcomes per (source, outcome)."""

    path: Path
    exists: bool
    size: int
    records: int
    responses: int
    expired: int
    oldest: float
    newest: float
    sources: Mapping[tuple[str, str], int]
    notes: tuple[str, ...] = ()


def path(directory: Path) -> Path:
    """The file that the cache in ``directory`` is kept in."""
    return directory / FILE_NAME


def info(directory: Path) -> Summary:
    """What the cache holds; an absent file is an empty cache and is not created."""
    file = path(directory)
    if not file.is_file():
        return Summary(file, False, 0, 0, 0, 0, 0.0, 0.0, {})
    database = Database(directory)

    def work(connection: sqlite3.Connection) -> Summary:
        count, expired = connection.execute(
            "SELECT count(*), coalesce(sum(expires <= ?), 0) FROM records", (time.time(),)
        ).fetchone()
        # A cache may come from where strangers can write: of times, only those that a calendar has count.
        oldest, newest = connection.execute(
            "SELECT coalesce(min(stored), 0), coalesce(max(stored), 0) FROM records"
            " WHERE typeof(stored) IN ('real', 'integer') AND stored BETWEEN 0 AND ?",
            (LAST,),
        ).fetchone()
        (responses,) = connection.execute("SELECT count(*) FROM responses").fetchone()
        rows = connection.execute("SELECT source, outcome, count(*) FROM records GROUP BY 1, 2 ORDER BY 1, 2").fetchall()
        sources = {(source, outcome): number for source, outcome, number in rows}
        return Summary(file, True, _size(file), count, responses, expired, oldest, newest, sources)

    empty = Summary(file, True, _size(file), 0, 0, 0, 0.0, 0.0, {})
    try:
        return database.read(work, empty)._replace(notes=tuple(database.notes))
    finally:
        database.close()


def prune(directory: Path) -> int:
    """Drop what is out of date and give the room back; how many records and responses went."""
    if not path(directory).is_file():
        return 0
    database = Database(directory)
    now = time.time()

    def work(connection: sqlite3.Connection) -> int:
        gone = connection.execute("DELETE FROM records WHERE expires<=?", (now,)).rowcount
        gone += connection.execute("DELETE FROM responses WHERE expires<=?", (now,)).rowcount
        connection.execute("DELETE FROM claims WHERE until<=?", (now,))
        return gone

    try:
        gone = database.write(work, 0)
        _shrink(database)
        return gone
    finally:
        database.close()


def clear(directory: Path) -> int:
    """Empty the cache; how many records and responses went. The file stays, as another run may have it open."""
    if not path(directory).is_file():
        return 0
    database = Database(directory)
    try:
        gone = database.write(
            lambda connection: sum(connection.execute(f"DELETE FROM {table}").rowcount for table in TABLES if table != "claims"),  # noqa: S608
            0,
        )
        _shrink(database)
        return gone
    finally:
        database.close()


def _shrink(database: Database) -> None:
    # VACUUM needs the file alone; when another run holds it, the room is given back another time.
    database.read(lambda connection: connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall(), [])
    database.read(lambda connection: connection.execute("VACUUM").fetchall(), [])


def _size(file: Path) -> int:
    total = 0
    for suffix in ("", "-wal", "-shm"):
        with suppress(OSError):
            total += file.with_name(file.name + suffix).stat().st_size
    return total
