"""The SQLite file under the cache: private, shared by threads and processes, and never a reason to fail.

Whatever goes wrong with the file (no directory, read-only, locked, corrupt, disk full) costs only
requests: the run goes on without it and :attr:`Database.notes` says why.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

FORMAT = 2
"""Raised when the stored form of records changes; a file of another format is emptied, not misread."""

FILE_NAME = "cache.sqlite"
BUSY_MILLISECONDS = 5_000
"""How long one statement waits for another process before the write is given up."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS records (
    source TEXT NOT NULL, base TEXT NOT NULL, kind TEXT NOT NULL, value TEXT NOT NULL,
    surname TEXT NOT NULL, year TEXT NOT NULL, outcome TEXT NOT NULL, body TEXT NOT NULL,
    stored REAL NOT NULL, fresh REAL NOT NULL, expires REAL NOT NULL,
    PRIMARY KEY (source, base, kind, value, surname, year)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS responses (key TEXT PRIMARY KEY, value BLOB, expires INTEGER);
CREATE TABLE IF NOT EXISTS claims (
    source TEXT NOT NULL, base TEXT NOT NULL, kind TEXT NOT NULL, value TEXT NOT NULL,
    surname TEXT NOT NULL, year TEXT NOT NULL, owner TEXT NOT NULL, until REAL NOT NULL,
    PRIMARY KEY (source, base, kind, value, surname, year)) WITHOUT ROWID;
"""
TABLES = ("records", "responses", "claims")

Result = TypeVar("Result")


def default_directory() -> Path | None:
    """The user's cache directory on this system, or None without a home: then nothing is kept on disk.

    A directory below the current one is never taken: that is a paper's, and its authors could have put a cache there.
    """
    import platformdirs

    if os.name == "posix" and not any(os.environ.get(name, "").startswith("/") for name in ("HOME", "XDG_CACHE_HOME")):
        return None  # platformdirs would ask the system's list of users
    place = platformdirs.user_cache_path("latexrefcheck", appauthor=False)
    return place if place.is_absolute() else None


def opened(chosen: Path | None) -> Database:
    """The cache in the directory that the user chose, else in the user's cache directory, else in memory with a note."""
    directory = chosen or default_directory()
    database = Database(directory)
    if directory is None:
        database.notes.append("there is no home directory to keep the cache in; name a directory with --cache")
    return database


class Database:
    """One connection that all threads of the process share under a lock; statements are short.

    ``directory`` None keeps everything in memory (``--no-cache``).
    """

    def __init__(self, directory: Path | None) -> None:
        self.path = None if directory is None else directory / FILE_NAME
        self.notes: list[str] = []
        self._lock = threading.RLock()
        self._writable = True
        self._closed = False
        self._connection = self._open()

    @property
    def connection(self) -> sqlite3.Connection:
        """The open connection, for what runs inside of :meth:`read` and :meth:`write`."""
        return self._connection

    def read(self, work: Callable[[sqlite3.Connection], Result], default: Result) -> Result:
        """The result of ``work`` on the connection, or ``default`` when the file does not answer."""
        return self._run(work, default, write=False)

    def write(self, work: Callable[[sqlite3.Connection], Result], default: Result) -> Result:
        """Run ``work`` in one transaction; a file that cannot be written costs the write, not the run."""
        return self._run(work, default, write=True)

    def holds_no(self, table: str) -> bool:
        """Whether one of :data:`TABLES` is empty."""
        if table not in TABLES:
            raise ValueError(table)
        query = f"SELECT NOT EXISTS (SELECT 1 FROM {table})"  # noqa: S608  one of ours
        return bool(self.read(lambda connection: connection.execute(query).fetchone()[0], False))

    def close(self) -> None:
        """Close the connection; reads then find nothing and writes are lost."""
        with self._lock:
            self._closed = True
            self._connection.close()

    def __del__(self) -> None:
        connection = getattr(self, "_connection", None)
        if connection is not None:
            connection.close()

    def _run(self, work: Callable[[sqlite3.Connection], Result], default: Result, *, write: bool) -> Result:
        with self._lock:
            for attempt in (1, 2) if self._open_for(write) else ():
                try:
                    return self._transaction(work) if write else work(self._connection)
                except sqlite3.OperationalError as error:
                    if attempt == 2:
                        # One wait for a lock that is never given up is enough for a run.
                        self._writable = self._writable and not write
                        self._note(f"the cache {self.path} could not be {'written' if write else 'read'}: {error}")
                except sqlite3.Error as error:
                    if not _damaged(error):
                        self._note(f"the cache {self.path} could not be used: {error}")
                        return default
                    self._replace(error)
        return default

    def _open_for(self, write: bool) -> bool:
        # A worker that is still on its way when the run has ended finds the file closed.
        return not self._closed and (self._writable or not write)

    def _transaction(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        connection = self._connection
        # IMMEDIATE: a deferred transaction that reads and then writes fails at once when another process
        # wrote in between, however long the busy timeout is.
        connection.execute("BEGIN IMMEDIATE")
        try:
            result = work(connection)
            connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            raise
        return result

    def _note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    def _open(self) -> sqlite3.Connection:
        if self.path is None:
            return _connect(":memory:")
        try:
            _private_file(self.path)
            return _connect(str(self.path))
        except (OSError, sqlite3.Error) as error:
            if not _damaged(error):
                return self._only_read(self.path) or self._without(error)
            self._move_aside(error)
        try:
            _private_file(self.path)
            return _connect(str(self.path))
        except (OSError, sqlite3.Error) as error:
            return self._without(error)

    def _only_read(self, path: Path) -> sqlite3.Connection | None:
        """A connection to a file that can be read though not written, as one of another user or on a read-only medium."""
        for manner in ("mode=ro", "immutable=1"):  # without leave to make its -shm file, SQLite needs to be told the latter
            with suppress(OSError, sqlite3.Error):
                connection = sqlite3.connect(f"{path.resolve().as_uri()}?{manner}", uri=True, check_same_thread=False)
                connection.isolation_level = None
                with suppress(sqlite3.Error):
                    if connection.execute("PRAGMA user_version").fetchone()[0] == FORMAT:
                        self._writable = False
                        self._note(f"the cache {path} cannot be written; this run only reads it")
                        return connection
                connection.close()
        return None

    def _without(self, error: Exception) -> sqlite3.Connection:
        reason = getattr(error, "strerror", None) or str(error)
        self._note(f"the cache {self.path} cannot be used ({reason}); this run goes on without it")
        self.path = None  # the responses are kept where the records are
        return _connect(":memory:")

    def _replace(self, error: Exception) -> None:
        """A file that turned out corrupt while in use: move it aside and start a new one."""
        self._connection.close()
        if self.path is not None:
            self._move_aside(error)
        self._connection = self._open()

    def _move_aside(self, error: Exception) -> None:
        if self.path is None:
            return
        aside = self.path.with_name(f"{FILE_NAME}.corrupt-{time.strftime('%Y%m%dT%H%M%S', time.gmtime())}")
        with suppress(OSError):
            self.path.replace(aside)
            for suffix in ("-wal", "-shm"):
                self.path.with_name(FILE_NAME + suffix).unlink(missing_ok=True)
            self._note(f"the cache {self.path} was damaged ({error}); it was moved to {aside.name} and a new one begun")


def _damaged(error: Exception) -> bool:
    """Whether SQLite says that the file is corrupt or no database; every other error leaves the file alone."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _private_file(path: Path) -> None:
    """Create the file for its owner only; SQLite gives ``-wal`` and ``-shm`` the mode of the file."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0), 0o600)
    os.close(handle)
    if os.name == "posix" and path.stat().st_mode & 0o077:
        path.chmod(0o600)


def _connect(target: str) -> sqlite3.Connection:
    connection = sqlite3.connect(target, timeout=BUSY_MILLISECONDS / 1000, isolation_level=None, check_same_thread=False)
    try:
        # journal_mode=WAL is not waited for by the busy handler when two processes open a new file at once.
        _patiently(connection, "PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        if connection.execute("PRAGMA user_version").fetchone()[0] != FORMAT:
            _patiently(connection, "BEGIN IMMEDIATE")
            if connection.execute("PRAGMA user_version").fetchone()[0] != FORMAT:
                for table in TABLES:
                    connection.execute(f"DROP TABLE IF EXISTS {table}")
                for statement in filter(str.strip, SCHEMA.split(";")):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version={FORMAT}")
            connection.execute("COMMIT")
    except BaseException:
        connection.close()
        raise
    return connection


def _patiently(connection: sqlite3.Connection, statement: str) -> None:
    end = time.monotonic() + BUSY_MILLISECONDS / 1000
    while True:
        try:
            connection.execute(statement)
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > end:
                raise
            time.sleep(0.02)
        else:
            return
