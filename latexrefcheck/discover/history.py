"""Past searches with what they found: a number then names a work, and ``library history`` lists them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from latexrefcheck.discover import places
from latexrefcheck.discover.wanted import InvalidArgument, Wanted
from latexrefcheck.errors import RefcheckError
from latexrefcheck.files import read_bytes, write_atomic

MOST = 100
"""Searches that are kept."""

Plain = Mapping[str, object]


def keep(wanted: Wanted, works: Sequence[Plain], path: Path | None = None) -> None:
    """Add a search to the history, the user's or that of ``path``; one that cannot be written is lost, and nothing else."""
    path = path or places.searches()
    if path is None:
        return
    when = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    line = json.dumps({"when": when, "search": dict(wanted.plain()), "works": list(works)}, ensure_ascii=False)
    with suppress(OSError, RefcheckError):
        path.parent.mkdir(parents=True, exist_ok=True)
        kept = [json.dumps(one, ensure_ascii=False) for one in past(path)[-(MOST - 1) :]]
        write_atomic(path, ("\n".join([*kept, line]) + "\n").encode("utf-8", "replace"), 0o600)


def past(path: Path | None = None) -> list[Plain]:
    """The searches that are kept, the last one last; damaged lines are passed over."""
    path = path or places.searches()
    found: list[Plain] = []
    if path is None or not path.is_file():
        return found
    for line in read_bytes(path).decode("utf-8", "replace").splitlines():
        with suppress(ValueError):
            one = json.loads(line)
            if isinstance(one, dict) and isinstance(one.get("works"), list) and isinstance(one.get("search"), dict):
                found.append(one)
    return found


def numbered(number: int) -> Plain:
    """The work under a number of the last search, from 1; InvalidArgument where there is none."""
    searches = past()
    if not searches:
        raise InvalidArgument(
            f"{number} is a number of the last search, and nothing was searched for yet: latexrefcheck search WORDS"
        )
    works = searches[-1]["works"]
    one = works[number - 1] if isinstance(works, list) and 1 <= number <= len(works) else None
    if not isinstance(one, dict):
        count = len(works) if isinstance(works, list) else 0
        raise InvalidArgument(f"the last search has no work number {number}, only {count}")
    return one
