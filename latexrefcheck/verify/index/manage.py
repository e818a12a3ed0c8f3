"""What the user may do with indexes: list them, check them, remove them."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from latexrefcheck import registry
from latexrefcheck.errors import ConfigError
from latexrefcheck.verify.index.database import BLOCK, SUFFIX, connect, reason
from latexrefcheck.verify.index.looking import Index

SAMPLE = 500
"""Works that are looked up by their names and titles when an index is checked."""


class File(NamedTuple):
    """A file of a dump as far as it was read."""

    name: str
    works: int
    damaged: int
    whole: bool


class Summary(NamedTuple):
    """What an index holds: its day in ISO 8601, works and damaged pieces, bytes on disk, and its files."""

    source: str
    path: Path
    day: str
    works: int
    damaged: int
    size: int
    files: tuple[File, ...]


def files(directory: Path) -> Mapping[str, Path]:
    """The files of the indexes in a directory, by source; those of sources that are not installed are left out."""
    if not directory.is_dir():
        return {}
    found = {path.name.removesuffix(SUFFIX): path for path in sorted(directory.iterdir()) if path.name.endswith(SUFFIX)}
    return {name: path for name, path in found.items() if name in registry.sources and registry.sources[name].dump is not None}


def summary(source: str, path: Path) -> Summary:
    """What the index of a source holds. Raises ConfigError for a file that is none."""
    connection = connect(path)
    try:
        rows = connection.execute("SELECT name, works, damaged, done FROM files ORDER BY id").fetchall()
        day = connection.execute("SELECT value FROM about WHERE name='day'").fetchone()
    except sqlite3.Error as error:
        raise ConfigError(f"the index cannot be read: {reason(error)}", str(path)) from error
    finally:
        connection.close()
    listed = tuple(File(str(name), int(works), int(damaged), bool(done)) for name, works, damaged, done in rows)
    size = sum(each.stat().st_size for each in _parts(path) if each.exists())
    works, damaged = sum(each.works for each in listed), sum(each.damaged for each in listed)
    return Summary(source, path, str(day[0]) if day else "", works, damaged, size, listed)


def _parts(path: Path) -> Iterator[Path]:
    for suffix in ("", "-wal", "-shm"):
        yield path.with_name(path.name + suffix)


def remove(path: Path) -> int:
    """Delete an index; the bytes that it took."""
    gone = 0
    for part in _parts(path):
        if part.exists():
            gone += part.stat().st_size
            part.unlink()
    return gone


def check(source: str, path: Path) -> list[str]:
    """What is wrong with an index, one clause each: damage in the file, files not read to their ends, works not found again."""
    described = registry.sources[source]
    if described.dump is None:
        raise ConfigError(f"{described.name} has no dump that can be read")
    told = summary(source, path)
    wrong = [f"{each.name} was not read to its end; add it again" for each in told.files if not each.whole]
    connection = connect(path)
    try:
        rows = [str(row) for (row,) in connection.execute("PRAGMA quick_check(5)")]
        wrong += [f"the file is damaged: {row}" for row in rows if row != "ok"]
        blocks = connection.execute("SELECT coalesce(max(id) + 1, 0) FROM blocks").fetchone()[0]
    except sqlite3.Error as error:
        return [*wrong, f"the file is damaged: {reason(error)}"]
    finally:
        connection.close()
    index = Index(described, described.dump, path)
    try:
        lost, looked = _lost(index, blocks)
    finally:
        index.close()
    return [*wrong, f"{lost} of {looked} works were not found again"] if lost else wrong


def _lost(index: Index, blocks: int) -> tuple[int, int]:
    """How many works of a sample their own names or titles do not lead to, and how many were looked up."""
    chance = random.Random(blocks)  # noqa: S311  a sample, and the same one each time
    lost = looked = 0
    for _ in range(min(SAMPLE, blocks)):
        record = index.at(chance.randrange(blocks) * BLOCK)
        if record is None:
            lost, looked = lost + 1, looked + 1
            continue
        looked += 1
        named = [index.named(kind, value) for kind, value in record.identifiers.items() if kind in ("doi", "arxiv", "acl")]
        lost += not all(named) or not index.titled(record.title, record.authors[0].family if record.authors else "")
    return lost, looked
