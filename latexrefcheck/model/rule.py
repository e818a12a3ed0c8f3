"""What a rule is handed: its subject, what it may look at beside it, and the case of a finding that it may mend."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from latexrefcheck.model.document import Bibliography, Document, Entry, Project

if TYPE_CHECKING:
    from latexrefcheck.model.record import Verdict


class Checked(NamedTuple):
    """An entry with what the world says of it: the subject of verdict rules."""

    entry: Entry
    verdict: Verdict


class Context(NamedTuple):
    """What a rule may look at beside its subject: the project and its own options."""

    project: Project
    options: Mapping[str, Any] = {}

    def documents(self, bibliography: Bibliography) -> tuple[Document, ...]:
        """The documents that load a bibliography; empty for a lone .bib."""
        return self.project.documents_of(bibliography)
