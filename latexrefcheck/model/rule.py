"""What a rule is handed: its subject, what it may look at beside it, and the case of a finding that it may mend."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol

from latexrefcheck.model.document import Bibliography, Document, Entry, Field, Project

if TYPE_CHECKING:
    from latexrefcheck.model.finding import Fix
    from latexrefcheck.model.record import Judgement, Record, Verdict


class Checked(NamedTuple):
    """An entry with what the world says of it: the subject of verdict rules."""

    entry: Entry
    verdict: Verdict


class Context(NamedTuple):
    """What a rule may look at beside its subject: the project, its own options, and what is known of entries.

    ``verdicts`` is empty where nothing was verified.
    """

    project: Project
    options: Mapping[str, object] = {}
    verdicts: Mapping[Entry, Verdict] = {}

    def documents(self, bibliography: Bibliography) -> tuple[Document, ...]:
        """The documents that load a bibliography; empty for a lone .bib."""
        return self.project.documents_of(bibliography)


class Case(Protocol):
    """A finding on an entry that may be mended, with a pen that writes as the file is written.

    ``field`` is the field that the finding points at, None for the whole entry; ``verdict`` is None where the entry
    was not verified. Each method is one correction: None where it cannot be made, where what it needs is not known,
    or where nothing would change. Values are Unicode text; the pen knows the file's delimiters, accents and formatting.
    """

    @property
    def entry(self) -> Entry:
        """The entry that the finding is about."""

    @property
    def field(self) -> Field | None:
        """The field that the finding points at."""

    @property
    def verdict(self) -> Verdict | None:
        """What the world says of the entry."""

    @property
    def record(self) -> Record:
        """The record of the cited work; without one, an empty record."""

    def judged(self, field: str) -> Judgement:
        """How the entry and the record compare in ``field``; unknown if they were not compared."""

    def rewrite(self, what: str, text: str) -> Fix | None:
        """Give the field of the finding the value ``text``; ``what`` is what changes, for the sentence of the fix."""

    def year(self) -> Fix | None:
        """The year of the record."""

    def title(self) -> Fix | None:
        """The title of the record in the words, braces and capitals that the entry has where they agree."""

    def people(self) -> Fix | None:
        """The authors, or editors, of the record, each as the entry writes names."""

    def venue(self) -> Fix | None:
        """The venue of the record, in the field and the type of entry that it belongs to."""

    def number(self, name: str) -> Fix | None:
        """The ``volume``, ``number`` or ``pages`` of the record."""

    def identifier(self) -> Fix | None:
        """The right identifier in place of the one that the verdict calls wrong or missing; without one it is removed."""

    def add_doi(self) -> Fix | None:
        """The DOI of the record as a new field."""

    def publish(self) -> Fix | None:
        """The entry turned into one of the published version of the work."""

    def merge(self, alike: bool = False) -> Fix | None:
        """The entry and the one that the finding names made one; ``alike`` refuses that where the titles differ."""
