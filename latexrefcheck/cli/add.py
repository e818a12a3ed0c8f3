"""``latexrefcheck add ID…``: write entries for identifiers, from the registries that own them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from latexrefcheck.cli import _arguments, _console, _repair
from latexrefcheck.model.document import Project
from latexrefcheck.repair import Overlay
from latexrefcheck.settings import Settings
from latexrefcheck.settings.options import NETWORK, POLICY
from latexrefcheck.text.visible import escaped

if TYPE_CHECKING:
    from latexrefcheck.pipeline.adding import LookedUp

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
    from latexrefcheck.pipeline import adding
    from latexrefcheck.reading import keys

    pattern = keys.checked(args.key_style) if args.key_style else ""
    settings = _repair.settings_of(args)
    project, target = adding.target_of(args.bib, settings, args.dry_run)
    if _repair.resume(project):
        project, target = adding.target_of(args.bib, settings, args.dry_run)
    told = adding.looked_up(args.ids, settings)
    for note in told.notes:
        _console.say(note)
    return written(args, settings, project, target, told, pattern)


def written(
    args: argparse.Namespace, settings: Settings, project: Project, target: Path, told: LookedUp, pattern: str = ""
) -> int:
    """Write entries for what was found into ``target``; the exit status of ``add``."""
    from latexrefcheck.pipeline.adding import Turns

    turns = Turns(project, target, args.bib, settings, told.found, pattern)

    def look(overlay: Overlay) -> _repair.Seen:
        return _repair.Seen(*turns.look(overlay))

    named = settings.replace(paths=(*settings.paths, target))  # what the user names may be written, wherever it lies
    repair = _repair.repaired(look, args, named, lambda proposals: proposals, len(told.found) + 1)
    for sentence in (*told.refused, *turns.refused, *told.left_open):
        _console.say(sentence)
    args.write = not args.dry_run
    status = _repair.finish(repair, named, args) if repair.made or repair.refused else 0
    for one in repair.made:
        sys.stdout.write(f"{escaped(one.key or '')}\n")
    return REFUSED if told.refused or turns.refused else status or (_repair.INCOMPLETE if told.left_open else 0)
