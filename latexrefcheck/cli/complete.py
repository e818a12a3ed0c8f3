"""``latexrefcheck complete [PATH…]``: fill fields that entries lack from their verified records."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from latexrefcheck.cli import _arguments, _console, _repair
from latexrefcheck.document import Project
from latexrefcheck.errors import UsageError
from latexrefcheck.fix import Proposal
from latexrefcheck.registry import unknown
from latexrefcheck.settings.options import INPUT, LOCK, NETWORK, POLICY, VERIFY

NAME = "complete"
HELP = "Fill fields that entries lack from their verified records; nothing is overwritten."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Which entries and fields."""
    _repair.add_write(parser)
    parser.add_argument("--key", action="append", metavar="KEY,…", help="only these entries")
    parser.add_argument("--field", action="append", metavar="FIELD,…", help="only these fields (doi, pages, …)")
    _repair.add_interactive(parser)
    _arguments.add_options(parser, (INPUT, POLICY, VERIFY, NETWORK, LOCK))
    _repair.add_color(parser)


def run(args: argparse.Namespace) -> int:
    """Exit status 0: nothing to add, or written; 1: there is something to add, and it was only shown."""
    from latexrefcheck import pipeline, verification
    from latexrefcheck.fix.complete import FIELDS, proposals

    settings = _repair.settings_of(args)
    names = _repair.listed(args.field)
    if wrong := [name for name in names if name not in FIELDS]:
        raise UsageError(unknown("field", wrong[0], FIELDS))
    keys = set(_repair.listed(args.key))

    def look() -> tuple[Project, Sequence[Proposal]]:
        project = pipeline.load(settings)
        found = verification.run(project, settings, whole_records=True)
        references = verification.references(project, settings.cited_only)
        for note in found.notes:
            _console.say_once(note)
        every = proposals(project, references, found.verdicts, names)
        return project, [one for one in every if not keys or one.key in keys]

    return _repair.finish(_repair.repaired(look, args, settings), settings, args)
