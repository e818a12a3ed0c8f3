"""What a paper cites, as works: entries of databases that a document uses, and references in words, read from themselves.

What an entry or its words do not tell is taken from the record, where a verdict says that the two are the same work.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from latexrefcheck.lint.rules import _keys
from latexrefcheck.model.document import Bibliography, Entry, Span
from latexrefcheck.model.entries import NOT_WORKS
from latexrefcheck.model.references import Worded
from latexrefcheck.model.rule import Context
from latexrefcheck.model.states import JudgementState, VerdictStatus
from latexrefcheck.model.work import Work
from latexrefcheck.reading import works
from latexrefcheck.text import archives
from latexrefcheck.text.person import Person

if TYPE_CHECKING:
    from latexrefcheck.model.record import Record

KEPT = 2000
"""Readings of references in words that are kept: each takes milliseconds, and several rules want it."""
_PUBLISHED = frozenset("book phdthesis mastersthesis thesis inbook incollection proceedings collection".split())
"""Types of entries that are publications wherever else a copy lies."""


class Cited(NamedTuple):
    """One reference of the paper, the work that it describes, and the record of that work where it was verified."""

    entry: Entry
    work: Work
    record: Record | None = None

    @property
    def span(self) -> Span:
        """Where a finding on it points."""
        return self.entry.head

    @property
    def years(self) -> tuple[int, ...]:
        """The years that it gives, else those of the record."""
        return self.work.years or (self.record.years if self.record is not None else ())

    @property
    def venues(self) -> tuple[str, ...]:
        """All names of where it appeared, its own first: journal, proceedings, series, publisher."""
        works = (self.work, self.record) if self.record is not None else (self.work,)
        return tuple(venue for work in works for venue in (*work.venues, work.series, work.publisher) if venue)

    @property
    def people(self) -> tuple[Person, ...]:
        """Authors, else editors; with those that the record has beside, for a list may be cut ("et al.")."""
        own = self.work.authors or self.work.editors
        return (*own, *(self.record.authors or self.record.editors)) if self.record is not None else own

    @property
    def preprint(self) -> bool:
        """Whether it is cited as a preprint and not as a publication."""
        work = self.work
        if work.venue or work.type in _PUBLISHED:
            return archives.preprint_server(work.venue)
        if "arxiv" in work.identifiers or archives.preprint_doi(work.identifiers.get("doi", "")):
            return True
        if isinstance(self.entry, Worded) and work.title:
            # Behind the title only: titles are about arXiv too.
            told = archives.preprint_server(self.entry.words.rpartition(work.title)[2])
        else:
            told = archives.preprint_server(f"{work.publisher} {work.series} {work.note}")
        return told or (self.record is not None and self.record.preprint)


def cited(context: Context) -> Iterator[Cited]:
    """Every work that a document uses, once; of a database without a document, and of a list in words, all."""
    for bibliography in context.project.bibliographies:
        documents = context.documents(bibliography)
        used = frozenset[str]().union(*(_keys.used_keys(document, bibliography) for document in documents))
        for entry in bibliography.entries:
            if entry.type in NOT_WORKS or not entry.fields:
                continue
            if not documents or bibliography.fold(entry.key) in used:
                yield Cited(entry, works.read(entry, _lookup(bibliography)), _record(entry, context))
    for listed in context.project.worded:
        for entry in listed.entries:
            if isinstance(entry, Worded):
                yield Cited(entry, entry.work or _of_words(entry.words), _record(entry, context))


def _lookup(bibliography: Bibliography) -> works.Lookup:
    return lambda key: bibliography.by_key.get(bibliography.fold(key))


def _record(entry: Entry, context: Context) -> Record | None:
    """The record of the very work; of anything less sure nothing is taken.

    An entry that says too little to be verified is taken for the work that its own identifier leads to, if nothing differs.
    """
    verdict = context.verdicts.get(entry)
    if verdict is None or verdict.status not in (VerdictStatus.VERIFIED, VerdictStatus.PARTIAL):
        return None
    if verdict.status == VerdictStatus.PARTIAL:
        differs = any(one.state == JudgementState.DIFFER for one in verdict.judgements)
        if differs or verdict.basis != "identifier":
            return None
    return verdict.record


@lru_cache(maxsize=KEPT)
def _of_words(words: str) -> Work:
    from latexrefcheck.reading.references import fields  # imported late: most papers have no such list

    return fields.work(words)
