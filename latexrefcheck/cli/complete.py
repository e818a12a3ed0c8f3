"""``latexrefcheck complete [PATH…]``: fill fields that entries lack from their verified records."""

from __future__ import annotations

import argparse

from latexrefcheck.cli import _arguments, _repair
from latexrefcheck.errors import UsageError, unknown
from latexrefcheck.repair import Overlay
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
    """Exit status 0: nothing to add, or written; 1: something to add was only shown; 3: some could not be checked."""
    import latexrefcheck.verify as verification
    from latexrefcheck import pipeline
    from latexrefcheck.repair.complete import FIELDS, proposals

    settings = _repair.settings_of(args)
    names = _repair.listed(args.field)
    if wrong := [name for name in names if name not in FIELDS]:
        raise UsageError(unknown("field", wrong[0], FIELDS))
    keys = set(_repair.listed(args.key))
    open_ones: set[str] = set()

    def look(overlay: Overlay) -> _repair.Seen:
        project = pipeline.load(settings, overlay)
        found = verification.run(project, settings, whole_records=True)
        references = verification.references(project, settings.cited_only)
        open_ones.update(verification.unanswered(found.verdicts))
        every = proposals(project, references, found.verdicts, names)
        return _repair.Seen(project, [one for one in every if not keys or one.key in keys], found.notes)

    status = _repair.finish(_repair.repaired(look, args, settings), settings, args, "complete")
    return status or (_repair.INCOMPLETE if open_ones and (not keys or keys & open_ones) else 0)
