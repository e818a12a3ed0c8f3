"""Sessions: each has a library and a history of its own, which no other sees. They outlive the server.

A session is a directory of the user: ``session.json`` (its name; its time is that of the last activity), ``library.bib``
and ``searches.jsonl``, the forms that the commands know too.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from latexrefcheck.discover import history, places
from latexrefcheck.discover.wanted import InvalidArgument
from latexrefcheck.errors import UnreadableInput
from latexrefcheck.files import read_bytes, write_atomic
from latexrefcheck.web.answers import Unknown

MOST = 200
"""Sessions that are kept."""
LONGEST = 80
"""Characters of a name."""
_ID = re.compile(r"[0-9a-f]{16}", re.ASCII)
_FILE = "session.json"


class Session(NamedTuple):
    """One session. Times are ISO 8601 in UTC; ``works`` and ``searches`` are how many it holds."""

    id: str
    name: str
    last: str
    works: int
    searches: int


class Sessions:
    """The sessions below a directory; what one changes is done by one thread at a time."""

    def __init__(self, directory: Path | None = None) -> None:
        # Without a home directory they last as long as the server.
        self._directory = directory or places.sessions() or Path(tempfile.mkdtemp(prefix="latexrefcheck-"))
        self._lock = threading.RLock()

    def listed(self) -> list[Session]:
        """All sessions, the one of the last activity first."""
        found = []
        for place in self._directory.iterdir() if self._directory.is_dir() else ():
            if _ID.fullmatch(place.name) and (place / _FILE).is_file():
                with suppress(OSError):
                    found.append(((place / _FILE).stat().st_mtime_ns, self._told(place)))
        return [session for _, session in sorted(found, key=lambda one: (-one[0], one[1].id))]

    def made(self, name: str) -> Session:
        """A new session."""
        name = " ".join(name.split())
        if len(name) > LONGEST or not name.isprintable():
            raise InvalidArgument(f"the name of a session has at most {LONGEST} characters, all of them printable")
        with self._lock:
            if len(self.listed()) >= MOST:
                raise InvalidArgument(f"there are {MOST} sessions, which is the most; remove one")
            place = self._directory / secrets.token_hex(8)
            place.mkdir(parents=True, mode=0o700)
            write_atomic(place / _FILE, json.dumps({"name": name}).encode("utf-8", "replace"), 0o600)
            return self._told(place)

    def removed(self, identifier: str) -> None:
        """End a session; its library and its history go with it."""
        with self._lock:
            shutil.rmtree(self._place(identifier), ignore_errors=True)

    def library(self, identifier: str) -> Path:
        """The .bib of a session."""
        return self._place(identifier) / "library.bib"

    def searches(self, identifier: str) -> Path:
        """The history of a session."""
        return self._place(identifier) / "searches.jsonl"

    @contextmanager
    def changing(self, identifier: str) -> Iterator[None]:
        """While something of a session is changed; it becomes the one of the last activity."""
        with self._lock:
            place = self._place(identifier)
            yield
            with suppress(OSError):
                os.utime(place / _FILE)

    def _place(self, identifier: str) -> Path:
        """The directory of a session; Unknown for one that is not there, whatever the text."""
        if not _ID.fullmatch(identifier) or not (self._directory / identifier / _FILE).is_file():
            raise Unknown(f"there is no session {identifier!r}" if identifier else "say which session")
        return self._directory / identifier

    def _told(self, place: Path) -> Session:
        name = ""
        with suppress(UnreadableInput, ValueError, AttributeError):
            name = str(json.loads(read_bytes(place / _FILE)).get("name", ""))
        last = datetime.fromtimestamp((place / _FILE).stat().st_mtime, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        works = 0
        with suppress(UnreadableInput):
            works = sum(line.startswith(b"@") for line in read_bytes(place / "library.bib").splitlines())
        return Session(place.name, name, last, works, len(history.past(place / "searches.jsonl")))
