"""Verdicts that the lock got in the very change under review: whoever sends the change vouches for itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from latexrefcheck.files import read_bytes
from latexrefcheck.policy import changes
from latexrefcheck.settings import Settings

if TYPE_CHECKING:
    from latexrefcheck.pipeline.examining import Examination

_KEY = re.compile(r'  ("(?:[^"\\]|\\.)*"): \{')
"""How the lock begins an entry (:meth:`latexrefcheck.verify.lock.book.Lock.text`)."""


def marked(examined: Examination, settings: Settings) -> Examination:
    """The examination with such verdicts marked, and a note that counts them."""
    from latexrefcheck.verify.project import lock_path

    verification = examined.verification
    path = lock_path(examined.project, settings.lock)
    if verification is None or path is None or not path.is_file():
        return examined
    base = examined.project.base
    try:
        shown = path.absolute().relative_to(base.absolute()).as_posix()
    except ValueError:
        return examined  # a lock from elsewhere is no part of the change
    touched = changes.since(base, settings.since)
    fresh = {key for key, first, last in _entries(path) if touched.touches(shown, first, last)}
    verdicts = {
        entry: replace(verdict, vouched_now=True)
        if entry.key in fresh and (verdict.from_lock or verdict.confirmed_by)
        else verdict
        for entry, verdict in verification.verdicts.items()
    }
    count = sum(verdict.vouched_now for verdict in verdicts.values())
    if not count:
        return examined
    note = (
        f"the verdicts on {count} of {len(verdicts)} entries are vouched for by lines of the lock that this very change brought; "
        "`latexrefcheck audit --reverify` asks again"
    )
    return examined._replace(verification=verification._replace(verdicts=verdicts, notes=(*verification.notes, note)))


def _entries(path: Path) -> Iterator[tuple[str, int, int]]:
    """The keys of a lock with the first and last line of each."""
    import json

    lines = read_bytes(path).decode("utf-8", "replace").splitlines()
    starts = [(number, found[1]) for number, line in enumerate(lines, 1) if (found := _KEY.match(line))]
    for (number, key), (behind, _) in zip(starts, [*starts[1:], (len(lines) + 1, "")], strict=True):
        yield json.loads(key), number, behind - 1
