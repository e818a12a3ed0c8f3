"""New entries for works: who they are, which are there already, and one after the other the changes that bring them in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from latexrefcheck import files
from latexrefcheck.errors import UsageError
from latexrefcheck.model.document import Bibliography, Project
from latexrefcheck.pipeline.reading import load
from latexrefcheck.repair import Overlay, Proposal
from latexrefcheck.settings import Settings

if TYPE_CHECKING:
    from latexrefcheck.model.record import Record


class LookedUp(NamedTuple):
    """What was asked for with its record, a sentence on each that has none or should not be cited, and on each left open."""

    found: tuple[tuple[str, Record], ...]
    refused: tuple[str, ...] = ()
    left_open: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def looked_up(ids: Sequence[str], settings: Settings) -> LookedUp:
    """The works that ``ids`` name, from the registries that own them; UsageError for a text that names none."""
    from latexrefcheck.verify import asking, single

    references = [single.parse(text) for text in dict.fromkeys(ids)]
    if strange := [one.key for one in references if not one.identifiers]:
        raise UsageError(
            f"{strange[0]!r} names no DOI, arXiv number, PMID or ISBN; look it up first: latexrefcheck verify {strange[0]!r}"
        )
    _, _, notes, verdicts = asking.ask(references, settings)
    found: list[tuple[str, Record]] = []
    refused: list[str] = []
    left_open: list[str] = []
    for reference in references:
        outcome = single.outcome(reference, verdicts[reference.key], False)
        if outcome.status != single.REJECT and outcome.record is not None and outcome.record.title:
            found.append((reference.key, outcome.record))
        else:
            told = refused if outcome.complete else left_open
            told.append(f"{reference.key}: not added: {'; '.join(outcome.reasons)}")
    return LookedUp(tuple(found), tuple(refused), tuple(left_open), notes)


class Turns:
    """Proposes one work after the other: each sees the keys and the works that those before it have brought.

    ``refused`` collects a sentence on each that is there already.
    """

    def __init__(
        self,
        project: Project,
        target: Path,
        given: Path | None,
        settings: Settings,
        records: Sequence[tuple[str, Record]],
        pattern: str = "",
    ) -> None:
        self.refused: list[str] = []
        self._first: Project | None = project
        self._target, self._given, self._settings, self._pattern = target, given, settings, pattern
        self._records = list(records)

    def look(self, overlay: Overlay) -> tuple[Project, Sequence[Proposal]]:
        """The project with what is changed so far, and the next work to add."""
        read = self._first or target_of(self._given, self._settings, overlay=overlay)[0]
        self._first = None
        while self._records:
            asked, record = self._records.pop(0)
            made = _proposal(asked, record, read, self._target, self._pattern)
            if isinstance(made, Proposal):
                return read, [made]
            self.refused.append(made)
        return read, []


def _proposal(asked: str, record: Record, project: Project, target: Path, pattern: str) -> Proposal | str:
    """The proposal for one record, or why there is none."""
    from latexrefcheck.repair import adding

    there = adding.known(record, project.bibliographies)
    if there is not None:
        line = there.entry.source.position(there.entry.start)[0]
        return f"{asked}: not added: {there.entry.source.path}:{line} has it as {there.entry.key} (same {there.by})"
    into = next(one for one in project.bibliographies if _is(one, target))
    return adding.proposal(record, into, project.bibliographies, pattern, asked)


def _is(bibliography: Bibliography, target: Path) -> bool:
    return bibliography.source.absolute is not None and bibliography.source.absolute.resolve() == target.resolve()


def target_of(
    given: Path | None, settings: Settings, dry: bool = False, overlay: Mapping[str, bytes] = {}
) -> tuple[Project, Path]:
    """The project, and the .bib to write to, which is read with it."""
    if given is None:
        project = load(settings, overlay)
        own = [
            one.source.absolute
            for one in project.bibliographies
            if one.source.absolute is not None and one.source.absolute.suffix == ".bib" and one.source.path not in project.shared
        ]
        if len(set(own)) != 1:
            names = ", ".join(sorted({str(path) for path in own})) or "none"
            raise UsageError(f"say with --bib which .bib to write to (the project loads: {names})")
        return project, own[0]
    if not given.exists():
        if not given.parent.is_dir():
            raise UsageError(f"the directory {str(given.parent)!r} of the .bib does not exist")
        if dry:
            raise UsageError(f"{str(given)!r} does not exist yet; without --dry-run it is made")
        files.write_atomic(given, b"")
    named = settings.replace(extra_bib=(*settings.extra_bib, given), paths=settings.paths or _beside(given))
    return load(named, overlay), given


def _beside(given: Path) -> tuple[Path, ...]:
    """Where to look for the project of a .bib: its directory if that has a document, else only the file."""
    documents = any(b"\\documentclass" in files.beginning(path, 100_000) for path in sorted(given.parent.glob("*.tex"))[:50])
    return (given.parent,) if documents else (given,)
