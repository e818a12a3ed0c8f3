"""The shelf of raw responses that requests-cache reads and writes; keys and values are its own business."""

from __future__ import annotations

import time
from collections.abc import Callable

from latexrefcheck.verify.cache.database import Database


class ResponseTable:
    """Serialised responses by cache key, each with the Unix time after which it is no longer used."""

    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self.database = database
        self._now = now

    def get(self, key: str, stale: bool = False) -> bytes | None:
        """The value of ``key``, or None; ``stale`` also takes one whose time is up (offline runs)."""
        row = self.database.read(
            lambda connection: connection.execute("SELECT value, expires FROM responses WHERE key=?", (key,)).fetchone(), None
        )
        return None if row is None or not (stale or row[1] > self._now()) else bytes(row[0])

    def put(self, key: str, value: bytes, expires: float) -> None:
        """Keep ``value`` until the Unix time ``expires``."""
        self.database.write(
            lambda connection: connection.execute("INSERT OR REPLACE INTO responses VALUES (?,?,?)", (key, value, expires)), None
        )

    def delete(self, key: str) -> None:
        """Forget ``key``."""
        self.database.write(lambda connection: connection.execute("DELETE FROM responses WHERE key=?", (key,)), None)

    def keys(self) -> list[str]:
        """All keys, sorted."""
        none: list[tuple[str]] = []
        rows = self.database.read(
            lambda connection: connection.execute("SELECT key FROM responses ORDER BY key").fetchall(), none
        )
        return [key for (key,) in rows]
