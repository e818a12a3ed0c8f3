"""The project as the editor has it: what is typed stands over what is saved, and a check looks at both."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from latexrefcheck import pipeline, settings
from latexrefcheck.errors import RefcheckError
from latexrefcheck.model.document import Project, SourceFile
from latexrefcheck.model.finding import Finding
from latexrefcheck.pipeline.run import Outcome

MOST_TYPED = 64 * 1024 * 1024
"""Bytes of all open files together that stand over what is saved."""


class Looked(NamedTuple):
    """What one check found: the outcome, or the sentence that says why there is none; ``sources`` by their addresses."""

    outcome: Outcome | None = None
    trouble: str = ""
    sources: Mapping[str, SourceFile] = {}

    @property
    def project(self) -> Project | None:
        """What was read."""
        return self.outcome.examined.project if self.outcome is not None else None

    @property
    def findings(self) -> Sequence[Finding]:
        """The open findings."""
        return self.outcome.report.open if self.outcome is not None else ()


class Workspace:
    """One folder. Checks run one at a time; what is typed meanwhile is for the next."""

    def __init__(self, folder: Path, options: Mapping[str, object] | None = None) -> None:
        self.folder = folder
        self.options: Mapping[str, object] = options or {}
        self.looked = Looked()
        self._typed: dict[str, bytes] = {}
        self._guard = threading.Lock()
        self._checking = threading.Lock()

    def typed(self, path: Path, text: str | None) -> None:
        """What stands in an open file; None: it was closed, and what is saved counts again."""
        real = os.path.realpath(path)
        with self._guard:
            self._typed.pop(real, None)
            if text is not None and sum(map(len, self._typed.values())) + len(text) <= MOST_TYPED:
                self._typed[real] = text.encode("utf-8", "surrogatepass")

    def check(self, online: bool = False) -> Looked:
        """Check the project as it stands now; without ``online`` verdicts come from the lock and the cache alone."""
        with self._checking:
            with self._guard:
                overlay = dict(self._typed)
            try:
                outcome = pipeline.run(self._settings(online), overlay=overlay)
            except RefcheckError as error:
                self.looked = Looked(trouble=str(error))
                return self.looked
            found = {
                source.absolute.absolute().as_uri(): source
                for source in _sources(outcome.examined.project).values()
                if source.absolute is not None
            }
            self.looked = Looked(outcome, sources=found)
            return self.looked

    def _settings(self, online: bool) -> settings.Settings:
        given = dict(self.options)
        made = settings.load({"paths": [str(self.folder)], **given}, dict(os.environ), self.folder)
        return made if online else made.replace(offline=True, progress="off", require_complete=False)


def _sources(read: Project) -> dict[str, SourceFile]:
    """Every file that was read, by how reports name it."""
    found = dict(read.sources)
    for document in read.documents:
        for source in (document.root, *document.sources):
            found.setdefault(source.path, source)
    for bibliography in (*read.bibliographies, *read.worded):
        found.setdefault(bibliography.source.path, bibliography.source)
    return found
