"""The SQLite file of one index: full text over words, the works in packed blocks, and how far each file was read.

The row of a work in the full text is the number of its block times :data:`BLOCK` plus its place in there. Rows are only
added. A work that a later dump tells again gets a second row, and the later one counts.
"""

from __future__ import annotations

import os
import re
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from latexrefcheck.errors import ConfigError
from latexrefcheck.verify.index.tokens import TOKENIZER

FORMAT = 1
"""Raised when what is stored changes its form; an index of another format has to be made anew."""
SUFFIX = ".sqlite"
PAGES_MEGABYTES = 64
"""Memory that SQLite may keep pages in."""
PAGE = 16_384
"""Bytes of a page: several blocks of works fit in, so that little is left empty."""
WAIT_SECONDS = 10.0

SCHEMA = f"""
CREATE TABLE about (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE files (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, mark TEXT NOT NULL UNIQUE, pieces INTEGER NOT NULL, works INTEGER NOT NULL,
    damaged INTEGER NOT NULL, done INTEGER NOT NULL);
CREATE TABLE blocks (id INTEGER PRIMARY KEY, works BLOB NOT NULL);
CREATE TABLE common (word TEXT PRIMARY KEY, seen INTEGER NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5(text, content='', detail=none, columnsize=0, tokenize="{TOKENIZER}");
"""


def default_directory() -> Path | None:
    """Where indexes lie unless the user says otherwise; None without a home."""
    import platformdirs

    if os.name == "posix" and not any(os.environ.get(name, "").startswith("/") for name in ("HOME", "XDG_DATA_HOME")):
        return None  # platformdirs would ask the system's list of users
    place = platformdirs.user_data_path("latexrefcheck", appauthor=False) / "indexes"
    return place if place.is_absolute() else None


def file_of(directory: Path, source: str) -> Path:
    """The file of the index of a source."""
    return directory / f"{source}{SUFFIX}"


def connect(path: Path, write: bool = False) -> sqlite3.Connection:
    """An open index; with ``write`` one that is there or new. Raises ConfigError for a file that is none."""
    try:
        if write:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        address = f"{path.resolve().as_uri()}?mode={'rwc' if write else 'ro'}"
        connection = sqlite3.connect(address, uri=True, timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=False)
    except (OSError, sqlite3.Error) as error:
        raise ConfigError(f"the index cannot be opened: {reason(error)}", str(path)) from error
    try:
        connection.execute(f"PRAGMA cache_size={-PAGES_MEGABYTES * 1024}")
        if write:
            connection.execute(f"PRAGMA page_size={PAGE}")
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
            _prepare(connection)
        if connection.execute("PRAGMA user_version").fetchone()[0] != FORMAT:
            raise ConfigError("the index is of another version; remove it and add the dump again", str(path))
    except sqlite3.Error as error:
        connection.close()
        raise ConfigError(f"it is no index that can be used: {reason(error)}", str(path)) from error
    except ConfigError:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    with transaction(connection):
        if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            for statement in filter(str.strip, re.split(r";\s*\n", SCHEMA)):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version={FORMAT}")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All or nothing, against the end of the process at any moment too."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def reason(error: Exception) -> str:
    """What SQLite or the system says, in a clause."""
    return getattr(error, "strerror", None) or str(error)


BLOCK = 16
"""Works that are packed together: they have much in common, and one look-up unpacks no more than these."""


class Stored(NamedTuple):
    """A work as it is packed: all forms of its title, and the text that its source makes the record of."""

    titles: tuple[str, ...]
    body: str


_BETWEEN, _WORKS = "\x1f", "\x1e"
_SIGNS = str.maketrans(_BETWEEN + _WORKS, "  ")


def packed(works: Iterable[Stored]) -> bytes:
    """At most :data:`BLOCK` works as one block."""
    texts = (_BETWEEN.join(part.translate(_SIGNS) for part in (*work.titles, work.body)) for work in works)
    return zlib.compress(_WORKS.join(texts).encode("utf-8", "replace"), 6)


def unpacked(block: bytes, place: int) -> Stored:
    """One work of a block; raises zlib.error or LookupError for a damaged one."""
    *titles, body = zlib.decompress(block).decode("utf-8", "replace").split(_WORKS)[place].split(_BETWEEN)
    return Stored(tuple(titles), body)
