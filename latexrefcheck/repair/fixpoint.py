"""Make fixes in turns until nothing is left to do, so that a second run finds nothing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from latexrefcheck.model.document import Project, SourceFile
from latexrefcheck.repair.combine import Closed, Refused, combine
from latexrefcheck.repair.diff import unified
from latexrefcheck.repair.piecetable import Change, PieceTable
from latexrefcheck.repair.proposal import Proposal
from latexrefcheck.repair.writing import NewFile

MOST_ROUNDS = 12
"""Turns after which fixing ends: each makes at least one fix, and hardly any place needs more than three."""

Overlay = Mapping[str, bytes]
"""Contents by real path that are read instead of the files."""

Inspect = Callable[[Overlay], tuple[Project, Sequence[Proposal]]]
Filter = Callable[[Sequence[Proposal]], Sequence[Proposal]]


class Repair(NamedTuple):
    """What is to be written: ``changes`` per report path in offsets of the ``sources`` as they were read."""

    project: Project
    sources: Mapping[str, SourceFile]
    changes: Mapping[str, tuple[Change, ...]]
    made: tuple[Proposal, ...]
    refused: tuple[Refused, ...]

    @property
    def renamed(self) -> dict[str, str]:
        """Keys that disappear, each with the one that stands for it in the end."""
        table = {old: new for one in self.made for old, new in one.renamed.items()}
        return {old: _end(table, old) for old in table}

    def texts(self) -> Iterator[tuple[SourceFile, str]]:
        """Each changed file with its new text."""
        for path, changes in self.changes.items():
            table = PieceTable(self.sources[path].text)
            table.edit(changes)
            yield self.sources[path], table.text

    def new_files(self) -> list[NewFile]:
        """The files to write."""
        return [
            NewFile(source.absolute, source.encode(source.text), source.encode(text))
            for source, text in self.texts()
            if source.absolute is not None
        ]

    def diff(self) -> Iterator[str]:
        """The lines of the unified diff of all files, without line ends."""
        for path in sorted(self.changes):
            yield from unified(path, self.sources[path].text, self.changes[path])


def to_fixpoint(
    look: Inspect,
    choose: Filter,
    closed: Callable[[Project], Closed] = lambda project: lambda source: "",
    rounds: int = MOST_ROUNDS,
) -> Repair:
    """Inspect, choose, make, and look again at what came out, without writing anything.

    ``look`` reads the project, with the texts as changed so far over it, and says what could be done. ``choose``
    says which are wanted and is asked anew each time; ``closed`` which files of a project must not be changed.
    """
    project, proposals = look({})
    sources: dict[str, SourceFile] = dict(project.sources)
    tables: dict[str, PieceTable] = {}
    made: list[Proposal] = []
    refused: dict[tuple[object, ...], Refused] = {}
    seen: set[tuple[str, ...]] = set()
    now = project
    for _ in range(rounds):
        wanted = [one for one in choose(proposals) if _mark(one) not in refused]
        combined = combine(wanted, now.sources, now.bibliographies, closed(now))
        refused.update((_mark(one.proposal), one) for one in combined.refused)
        if not combined.changes:
            break
        for path, changes in combined.changes.items():
            tables.setdefault(path, PieceTable(now.sources[path].text)).edit(changes)
            sources.setdefault(path, now.sources[path])
        state = tuple(f"{path}\0{table.text}" for path, table in sorted(tables.items()))
        if state in seen:
            break  # two rules that undo each other; it was so before this turn, too
        seen.add(state)
        made += combined.made
        now, proposals = look(dict(_contents(tables, sources)))
    total = {path: found for path, table in tables.items() if (found := table.changes())}
    return Repair(project, sources, total, tuple(made), tuple(refused.values()))


def _contents(tables: Mapping[str, PieceTable], sources: Mapping[str, SourceFile]) -> Iterator[tuple[str, bytes]]:
    for path, table in tables.items():
        source = sources[path]
        if source.absolute is not None:
            yield os.path.realpath(source.absolute), source.encode(table.text)


def _mark(proposal: Proposal) -> tuple[object, ...]:
    """What makes two proposals of two turns the same: not the line, which may have moved."""
    return (proposal.rule, proposal.location.path, proposal.key, proposal.why, tuple(edit.text for edit in proposal.fix.edits))


def _end(table: Mapping[str, str], key: str) -> str:
    seen = set()
    while key in table and key not in seen:
        seen.add(key)
        key = table[key]
    return key
