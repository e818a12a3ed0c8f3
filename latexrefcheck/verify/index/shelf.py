"""The indexes in use, and what they say of one reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from latexrefcheck import registry
from latexrefcheck.errors import ConfigError
from latexrefcheck.model.record import Evidence, Query, Record, Reference
from latexrefcheck.model.states import EvidenceOutcome
from latexrefcheck.verify.cache import FOUND, lifetimes
from latexrefcheck.verify.index.looking import Index
from latexrefcheck.verify.index.manage import files

KINDS = ("doi", "arxiv", "acl", "pmid")
"""Identifiers that dumps give their works."""
DAY = 86_400


class Heard(NamedTuple):
    """What the indexes say of a reference; ``old`` names the sources whose indexes are too old to speak of retractions."""

    evidence: tuple[Evidence, ...] = ()
    old: frozenset[str] = frozenset()


class Shelf:
    """Some open indexes. ``answered`` counts their answers by source; ``notes`` says of those that cannot be used why."""

    def __init__(self, indexes: Sequence[Index] = (), notes: Sequence[str] = (), today: Callable[[], date] | None = None) -> None:
        self.indexes = indexes
        self.notes = tuple(notes)
        self.answered: Counter[str] = Counter()
        self._today = today or (lambda: datetime.now(UTC).date())

    @property
    def days(self) -> Mapping[str, str]:
        """The day of each index, by source."""
        return MappingProxyType({index.source.id: index.day for index in self.indexes})

    def hear(self, reference: Reference) -> Heard:
        """The evidence on a reference: by its identifiers, else by its title where no index has one of them."""
        evidence = [one for index in self.indexes for one in self._identified(index, reference)]
        if not evidence and reference.title:
            evidence = [one for index in self.indexes for one in self._titled(index, reference)]
        self.answered.update(one.source for one in evidence)
        return Heard(tuple(evidence), frozenset(index.source.id for index in self.indexes if self._old(index)))

    def _identified(self, index: Index, reference: Reference) -> Iterator[Evidence]:
        for kind in KINDS:
            value = reference.identifiers.get(kind, "")
            if value and (records := index.named(kind, value)):
                yield _evidence(index, Query(kind, value), records)

    def _titled(self, index: Index, reference: Reference) -> Iterator[Evidence]:
        people = reference.authors or reference.editors
        surname = (people[0].family or people[0].literal) if people else ""
        year = str(reference.year) if reference.year else ""
        title = " ".join(reference.title.split())
        if records := index.titled(title, surname, year):
            yield _evidence(index, Query(index.source.search() or "title", title, surname, year), records)

    def _old(self, index: Index) -> bool:
        try:
            made = date.fromisoformat(index.day)
        except ValueError:
            return True
        return self._today() - made > timedelta(seconds=lifetimes(FOUND, "doi")[1])

    def told(self) -> Iterator[str]:
        """What the reader of a report should know of the indexes."""
        yield from self.notes
        if self.answered:
            names = [f"{registry.source_name(source)} of {self.days[source] or 'no date'}" for source in sorted(self.answered)]
            yield f"{self.answered.total()} answers came from the local index{'es' if len(names) > 1 else ''}: {', '.join(names)}"

    def close(self) -> None:
        """Close the files."""
        for index in self.indexes:
            index.close()


def _evidence(index: Index, query: Query, records: Sequence[Record]) -> Evidence:
    when = f"{index.day}T00:00:00Z" if index.day else ""
    dated = tuple(replace(record, retrieved=when) for record in records)
    return Evidence(index.source.id, query, EvidenceOutcome.FOUND, dated, dated[0].url, when, cached=True)


def opened(directory: Path | None, names: Sequence[str] = (), without: Sequence[str] = ()) -> Shelf:
    """The indexes in a directory, those of the sources ``names`` if there are any, in that order, and of none ``without``."""
    found = files(directory) if directory is not None else {}
    indexes: list[Index] = []
    notes: list[str] = []
    for name in names or found:
        source = registry.sources[name]
        if name not in found or name in without or source.dump is None:
            continue
        try:
            indexes.append(Index(source, source.dump, found[name]))
        except ConfigError as error:
            notes.append(str(error))
    return Shelf(indexes, notes)
