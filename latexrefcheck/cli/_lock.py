"""What writing to entries does to the lock: verdicts are kept for entries as they were checked."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from latexrefcheck.model.document import Project

if TYPE_CHECKING:
    from latexrefcheck.model.record import Reference
    from latexrefcheck.settings import Settings

NAMED = 5
"""Keys that are named; more are counted."""


class Covered:
    """The references that the lock stands behind before files are written; nothing is read where there is no lock."""

    def __init__(self, project: Project, settings: Settings) -> None:
        import latexrefcheck.verify as verification

        self._settings = settings
        self._path = verification.lock_path(project, settings.lock)
        self._references = _references(project) if self._path is not None and self._path.exists() else {}

    def lost(self) -> str:
        """Which of them the lock does not cover as they now stand, in one sentence with the command that renews it."""
        if not self._references or self._path is None:
            return ""
        from latexrefcheck import pipeline
        from latexrefcheck.verify.lock import Lock

        lock = Lock.read(self._path)
        now = _references(pipeline.load(self._settings))
        today = datetime.now(UTC).date()

        def held(one: Reference) -> bool:
            return lock.verdict(one, today, self._settings.lock_max_age) is not None

        lost = [key for key, one in self._references.items() if key in now and held(one) and not held(now[key])]
        if not lost:
            return ""
        keys = ", ".join(lost[:NAMED]) + (f" and {len(lost) - NAMED} more" if len(lost) > NAMED else "")
        entries = f"{len(lost)} entr{'y' if len(lost) == 1 else 'ies'}"
        said = any(lock.confirmation(self._references[key]) is not None for key in lost)
        again = '; what a person had confirmed: `latexrefcheck confirm KEY --reason "…"`' if said else ""
        path = os.path.relpath(self._path)
        return f"{path} no longer covers {entries} whose checked fields changed ({keys}); `{self._command()}` renews it{again}"

    def _command(self) -> str:
        words = ["latexrefcheck", "check", "--write-lock"]
        if self._settings.origins.get("lock", "").startswith("--"):
            words += ["--lock", str(self._settings.lock)]
        return shlex.join([*words, *map(str, self._settings.paths)])


def _references(project: Project) -> Mapping[str, Reference]:
    import latexrefcheck.verify as verification

    return {one.key: one for one in verification.references(project, False).values()}
