"""What a source said about one query: found (its records as JSON) or absent, and until when that may be believed."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from latexrefcheck.verify.cache.database import Database

FOUND = "found"
ABSENT = "absent"
DAY = 86_400.0
LAST = 253_402_300_799.0
"""The last second of the year 9999, up to which calendars work."""
HOST = os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")

Key = tuple[str, str, str, str]
"""(kind, value, surname, year) of a query."""

_LIFETIMES: dict[tuple[str, str], tuple[float, float]] = {
    # (outcome, kind): (days until it is asked again, days until it is forgotten).
    # A DOI or PMID record is also the view of retractions, which may not be older than a week;
    # the bibliographic part stays good and serves when the source does not answer.
    (FOUND, "doi"): (7, 90),
    (FOUND, "pmid"): (7, 90),
    (FOUND, "pmcid"): (7, 90),
    (FOUND, "arxiv"): (7, 90),
    (FOUND, "agency"): (90, 365),
    (FOUND, ""): (30, 90),
    (ABSENT, "title"): (7, 7),
    (ABSENT, "bibliographic"): (7, 7),
    (ABSENT, ""): (1, 1),
}


def lifetimes(outcome: str, kind: str) -> tuple[float, float]:
    """Seconds until an outcome is asked again, and until it is no longer used even when asking fails."""
    fresh, kept = _LIFETIMES.get((outcome, kind)) or _LIFETIMES[outcome, ""]
    return fresh * DAY, kept * DAY


class Row(NamedTuple):
    """One stored outcome; ``fresh`` is false when it should be asked again if possible. ``stored`` is Unix time."""

    outcome: str
    body: str
    stored: float
    fresh: bool


class Store:
    """The record store. Keys are per source and base URL, so that a mirror or simulator never answers for the real one.

    ``now`` returns Unix time.
    """

    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self.database = database
        self._now = now

    def lookup(self, source: str, base: str, keys: Iterable[Key]) -> dict[Key, Row]:
        """The outcomes that are known and not forgotten, per key."""
        wanted = tuple(keys)
        now = self._now()

        def work(connection: sqlite3.Connection) -> dict[Key, Row]:
            found: dict[Key, Row] = {}
            for key in wanted:
                row = connection.execute(
                    "SELECT outcome, body, stored, fresh FROM records WHERE source=? AND base=? AND kind=? AND value=?"
                    " AND surname=? AND year=? AND expires>?",
                    (source, base, *key, now),
                ).fetchone()
                if row is not None and _sound(*row):
                    # A clock set back must not keep an answer for ever: stored in the future is not fresh.
                    found[key] = Row(row[0], row[1], float(row[2]), row[2] <= now < row[3])
            return found

        return self.database.read(work, {})

    def save(self, source: str, base: str, rows: Sequence[tuple[Key, str, str]], made: float | None = None) -> None:
        """Keep (key, outcome, body) triples in one transaction and give up the claims on them.

        ``made`` is the Unix time at which the source said so, now without one.
        """
        now = self._now() if made is None else made
        values = []
        for key, outcome, body in rows:
            fresh, kept = lifetimes(outcome, key[0])
            values.append((source, base, *key, outcome, body, now, now + fresh, now + kept))

        def work(connection: sqlite3.Connection) -> None:
            connection.executemany("INSERT OR REPLACE INTO records VALUES (?,?,?,?,?,?,?,?,?,?,?)", values)
            _release(connection, source, base, [key for key, _, _ in rows])

        self.database.write(work, None)

    def _owner(self) -> str:
        """Who claims: a thread of a process, so that runs in one process respect each other too."""
        return f"{HOST}:{os.getpid()}:{threading.get_ident()}"

    def claim(self, source: str, base: str, keys: Sequence[Key], seconds: float) -> set[Key]:
        """The keys that this thread may ask now; the others are being asked by another, of this or of a living process.

        A claim ends when it is saved or released, after ``seconds``, or with its process, so that a
        killed run blocks nobody. Without a working file every key is granted.
        """
        now = self._now()
        owner = self._owner()

        def work(connection: sqlite3.Connection) -> set[Key]:
            held = connection.execute("SELECT DISTINCT owner FROM claims WHERE owner<>?", (owner,)).fetchall()
            gone = [other for (other,) in held if not _alive(other)]
            connection.executemany("DELETE FROM claims WHERE owner=?", [(other,) for other in gone])
            connection.execute("DELETE FROM claims WHERE until<? OR until>?", (now, now + 3600))
            granted: set[Key] = set()
            for key in keys:
                cursor = connection.execute(
                    "INSERT INTO claims VALUES (?,?,?,?,?,?,?,?) ON CONFLICT DO UPDATE SET until=excluded.until"
                    " WHERE owner=excluded.owner",
                    (source, base, *key, owner, now + seconds),
                )
                if cursor.rowcount > 0:
                    granted.add(key)
            return granted

        return self.database.write(work, set(keys))

    def release(self, source: str, base: str, keys: Collection[Key]) -> None:
        """Give up claims without an outcome."""
        self.database.write(lambda connection: _release(connection, source, base, keys), None)


def _sound(outcome: object, body: object, stored: object, fresh: object) -> bool:
    """Whether a row has the form that :meth:`Store.save` gives it: a cache may come from where strangers can write."""
    times = all(isinstance(moment, int | float) and 0 <= moment <= LAST for moment in (stored, fresh))
    return times and outcome in (FOUND, ABSENT) and isinstance(body, str)


def _release(connection: sqlite3.Connection, source: str, base: str, keys: Iterable[Key]) -> None:
    connection.executemany(
        "DELETE FROM claims WHERE source=? AND base=? AND kind=? AND value=? AND surname=? AND year=?",
        [(source, base, *key) for key in keys],
    )


def _alive(owner: str) -> bool:
    """Whether the process that made a claim still runs; one on another machine counts as alive until its time is up."""
    host, pid = (*owner.split(":"), "", "")[:2]
    if host != HOST or not pid.isdigit():
        return True
    with suppress(PermissionError, OverflowError):
        try:
            # Signal 0 only asks; on Windows it would end the process, so there the time-out has to do.
            if os.name == "posix":
                os.kill(int(pid), 0)
        except ProcessLookupError:
            return False
    return True
