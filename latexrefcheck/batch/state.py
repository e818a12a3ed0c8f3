"""How far a batch is, in one SQLite file: which papers there are, what was told of each work, what came of each paper.

Every step is one transaction, so that a batch that is ended at any moment goes on behind the last one.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from latexrefcheck.batch.tasks import Result
from latexrefcheck.errors import ConfigError

FORMAT = 1
NAME = "state.sqlite"
SCHEMA = """
CREATE TABLE IF NOT EXISTS papers (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, result BLOB, open INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS works (mark TEXT PRIMARY KEY, evidence BLOB NOT NULL, open INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS counts (name TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS unfinished ON papers (id) WHERE result IS NULL;
"""
_AT_ONCE = 500


class Told(NamedTuple):
    """The evidence on a work as text; ``open`` says that somebody could not answer and may be asked again."""

    evidence: str
    open: bool


class State:
    """The state of the batch in ``directory``. Raises ConfigError where it cannot be read or written."""

    def __init__(self, directory: Path) -> None:
        self.path = directory / NAME
        try:
            directory.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(self.path, isolation_level=None, timeout=30)
            version = self._connection.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, FORMAT):
                raise ConfigError("the state is that of another version; name another directory with --out", str(self.path))
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.execute("PRAGMA synchronous=NORMAL")
            self._connection.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version={FORMAT}; COMMIT;")
        except (OSError, sqlite3.Error) as error:
            raise ConfigError(f"the state of the batch cannot be kept: {error}", str(self.path)) from error

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __len__(self) -> int:
        return int(self._connection.execute("SELECT count(*) FROM papers").fetchone()[0])

    def add(self, papers: Iterable[Path]) -> None:
        """Take papers in, each once, in order."""
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.executemany("INSERT OR IGNORE INTO papers (path) VALUES (?)", [(str(paper),) for paper in papers])
        self._connection.execute("COMMIT")

    def reopen(self) -> None:
        """Forget what could not be checked, so that it is tried again."""
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.execute("DELETE FROM works WHERE open")
        self._connection.execute("UPDATE papers SET result=NULL, open=0 WHERE open")
        self._connection.execute("COMMIT")

    def waiting(self, after: int, most: int) -> list[tuple[int, str]]:
        """The next papers without a result, as (number, path)."""
        rows = self._connection.execute(
            "SELECT id, path FROM papers WHERE result IS NULL AND id>? ORDER BY id LIMIT ?", (after, most)
        )
        return [(int(number), str(path)) for number, path in rows]

    def known(self, marks: Sequence[str]) -> dict[str, Told]:
        """What was told of works, by fingerprint."""
        found: dict[str, Told] = {}
        for start in range(0, len(marks), _AT_ONCE):
            part = marks[start : start + _AT_ONCE]
            places = ",".join("?" * len(part))
            query = f"SELECT mark, evidence, open FROM works WHERE mark IN ({places})"  # noqa: S608  only marks
            for mark, packed, left in self._connection.execute(query, part):
                found[mark] = Told(zlib.decompress(packed).decode("utf-8"), bool(left))
        return found

    def tell(self, told: Mapping[str, Told], requests: int) -> None:
        """Keep what was told of works, and how many requests that took."""
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.executemany(
            "INSERT OR REPLACE INTO works VALUES (?,?,?)",
            [(mark, zlib.compress(one.evidence.encode("utf-8", "replace")), one.open) for mark, one in told.items()],
        )
        self._connection.execute(
            "INSERT INTO counts VALUES ('requests', ?) ON CONFLICT DO UPDATE SET number = number + excluded.number", (requests,)
        )
        self._connection.execute("COMMIT")

    def finish(self, number: int, result: Result, left: bool) -> None:
        """Keep the result of a paper; ``left`` says that not everything in it could be checked."""
        text = json.dumps(result._asdict(), ensure_ascii=False, separators=(",", ":"), default=str)
        packed = zlib.compress(text.encode("utf-8", "surrogatepass"))
        self._connection.execute("UPDATE papers SET result=?, open=? WHERE id=?", (packed, left, number))

    def results(self) -> Iterator[Result]:
        """The results so far, in the order of the papers."""
        for (packed,) in self._connection.execute("SELECT result FROM papers WHERE result IS NOT NULL ORDER BY id"):
            yield Result(**json.loads(zlib.decompress(packed).decode("utf-8", "surrogatepass")))

    @property
    def counted(self) -> tuple[int, int, int]:
        """Works that were looked up, requests that this took, papers that wait."""
        works = self._connection.execute("SELECT count(*) FROM works").fetchone()[0]
        row = self._connection.execute("SELECT number FROM counts WHERE name='requests'").fetchone()
        left = self._connection.execute("SELECT count(*) FROM papers WHERE result IS NULL").fetchone()[0]
        return int(works), int(row[0]) if row else 0, int(left)
