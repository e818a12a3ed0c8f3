"""``latexrefcheck add ID…``: write entries for identifiers, from the registries that own them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from latexrefcheck import files
from latexrefcheck.cli import _arguments, _console, _repair
from latexrefcheck.errors import UsageError
from latexrefcheck.model.document import Bibliography, Project
from latexrefcheck.repair import Overlay, Proposal
from latexrefcheck.settings import Settings
from latexrefcheck.settings.options import NETWORK, POLICY
from latexrefcheck.text.visible import escaped

if TYPE_CHECKING:
    from latexrefcheck.model.record import Record

NAME = "add"
HELP = "Write a verified entry for a DOI, arXiv number, PMID, ISBN or URL into a .bib."

REFUSED = 1


def arguments(parser: argparse.ArgumentParser) -> None:
    """What to add, and where."""
    parser.add_argument("ids", nargs="+", metavar="ID", help="doi:10.…, arXiv:…, PMID:…, ISBN:…, or a URL that holds one of them")
    parser.add_argument("--bib", type=Path, metavar="FILE", help="the .bib to write to (default: the only one of the project)")
    parser.add_argument(
        "--key-style",
        default="",
        metavar="PATTERN",
        help="pattern of the key, such as surnameYEARword (default: the library's own)",
    )
    parser.add_argument("--dry-run", action="store_true", help="show the diff and write nothing")
    parser.add_argument("--project", dest="paths", action="append", metavar="PATH", help="root .tex or directory of the project")
    _arguments.add_options(parser, (NETWORK, POLICY), paths=False, only=_arguments.SETTINGS)
    _repair.add_color(parser)


def run(args: argparse.Namespace) -> int:
    """Exit status 0: all were written; 1: some were refused (there already, not found, retracted), or only shown; 3: some
    could not be checked, and nothing else is wrong."""
    from latexrefcheck.reading import keys

    pattern = keys.checked(args.key_style) if args.key_style else ""
    settings = _repair.settings_of(args)
    project, target = target_of(args.bib, settings, args.dry_run)
    if _repair.resume(project):
        project, target = target_of(args.bib, settings, args.dry_run)
    return written(args, settings, project, target, *_records(args.ids, settings), pattern=pattern)


def written(
    args: argparse.Namespace,
    settings: Settings,
    project: Project,
    target: Path,
    records: list[tuple[str, Record]],
    refused: list[str],
    open_ones: list[str],
    pattern: str = "",
) -> int:
    """Write entries for ``records`` (what was asked for, and its record) into ``target``; the exit status of ``add``."""
    turns = [project]
    count = len(records)

    def look(overlay: Overlay) -> _repair.Seen:
        # One after the other: each sees the keys and the works that those before it have brought.
        read = turns.pop() if turns else target_of(args.bib, settings, overlay=overlay)[0]
        while records:
            asked, record = records.pop(0)
            made = _proposal(asked, record, read, target, pattern)
            if isinstance(made, Proposal):
                return _repair.Seen(read, [made])
            refused.append(made)
        return _repair.Seen(read, [])

    named = settings.replace(paths=(*settings.paths, target))  # what the user names may be written, wherever it lies
    repair = _repair.repaired(look, args, named, lambda proposals: proposals, count + 1)
    for sentence in (*refused, *open_ones):
        _console.say(sentence)
    args.write = not args.dry_run
    status = _repair.finish(repair, named, args) if repair.made or repair.refused else 0
    for one in repair.made:
        sys.stdout.write(f"{escaped(one.key or '')}\n")
    return REFUSED if refused else status or (_repair.INCOMPLETE if open_ones else 0)


def _records(ids: Sequence[str], settings: Settings) -> tuple[list[tuple[str, Record]], list[str], list[str]]:
    """What was asked for with its record, a sentence on each that has none or should not be cited, and on each left open."""
    from latexrefcheck.verify import asking, single

    references = [single.parse(text) for text in dict.fromkeys(ids)]
    if strange := [one.key for one in references if not one.identifiers]:
        raise UsageError(
            f"{strange[0]!r} names no DOI, arXiv number, PMID or ISBN; look it up first: latexrefcheck verify {strange[0]!r}"
        )
    _, _, notes, verdicts = asking.ask(references, settings)
    for note in notes:
        _console.say(note)
    found: list[tuple[str, Record]] = []
    refused: list[str] = []
    open_ones: list[str] = []
    for reference in references:
        outcome = single.outcome(reference, verdicts[reference.key], False)
        if outcome.status != single.REJECT and outcome.record is not None and outcome.record.title:
            found.append((reference.key, outcome.record))
        else:
            told = refused if outcome.complete else open_ones
            told.append(f"{reference.key}: not added: {'; '.join(outcome.reasons)}")
    return found, refused, open_ones


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
    from latexrefcheck import pipeline

    if given is None:
        project = pipeline.load(settings, overlay)
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
    return pipeline.load(named, overlay), given


def _beside(given: Path) -> tuple[Path, ...]:
    """Where to look for the project of a .bib: its directory if that has a document, else only the file."""
    documents = any(b"\\documentclass" in files.beginning(path, 100_000) for path in sorted(given.parent.glob("*.tex"))[:50])
    return (given.parent,) if documents else (given,)
