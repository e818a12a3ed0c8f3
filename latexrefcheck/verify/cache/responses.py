"""The raw responses of requests-cache, in its SQLite table and JSON form, over the one connection that a run has.

Its own connections are not used: on a file that cannot be written they wait for ever. Importing this module imports
requests-cache (about 0.1 s), so only the session does.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from requests_cache.backends.base import BaseCache
from requests_cache.backends.sqlite import SQLiteDict
from requests_cache.models.response import CachedResponse

from latexrefcheck.verify.cache.database import Database

logging.getLogger("requests_cache").addHandler(logging.NullHandler())
"""A row that cannot be read is no news for the user; without a handler Python would print it on standard error."""

STATUSES = (200, 404, 410)
"""Statuses of responses that are kept: the source spoke, and what it said holds for a while."""


class ResponseTable(SQLiteDict):
    """The table ``responses``; a row that cannot be read is an absent one, a file that cannot be written costs the write."""

    def __init__(self, database: Database) -> None:
        self.database = database
        super().__init__(database.path or ":memory:", table_name="responses", serializer="json")

    def init_db(self) -> None:
        """The table is part of the schema of the file."""

    def close(self) -> None:
        """The connection is closed by whoever opened it."""

    @contextmanager
    def connection(self, commit: bool = False) -> Iterator[sqlite3.Connection]:
        """The connection of the run; whoever comes here holds its lock, and a transaction if it writes."""
        yield self.database.connection

    def __getitem__(self, key: str) -> object:
        found = self.database.read(lambda _: self._found(key), None)
        if found is None:
            raise KeyError(key)
        return found

    def _found(self, key: str) -> object:
        try:
            found = super().__getitem__(key)  # type: ignore[no-untyped-call]
        except sqlite3.Error:
            raise
        except Exception:  # no such row, or one whose JSON is that of no response
            return None
        whole = isinstance(found, CachedResponse) and found.status_code in STATUSES and found.expires is not None
        return found if whole else None

    def __setitem__(self, key: str, value: object) -> None:
        self.database.write(lambda _: self._store(key, value), None)

    def _store(self, key: str, value: object) -> None:
        super().__setitem__(key, value)  # type: ignore[no-untyped-call]

    def __delitem__(self, key: str) -> None:
        self.database.write(lambda connection: connection.execute("DELETE FROM responses WHERE key=?", (key,)), None)


class Responses(BaseCache):
    """The cache of a session."""

    def __init__(self, database: Database) -> None:
        super().__init__("latexrefcheck")
        self.responses = ResponseTable(database)
