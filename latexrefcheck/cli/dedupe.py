"""``latexrefcheck dedupe [PATH…]``: merge entries of one work and rewrite what cites them."""

from __future__ import annotations

import argparse

from latexrefcheck.cli import _arguments, _console, _repair
from latexrefcheck.model.states import FindingState
from latexrefcheck.repair import Overlay, of_findings
from latexrefcheck.settings.options import INPUT, POLICY

RULES = ("duplicate-doi", "duplicate-key", "possible-duplicate")
"""The rules that find entries of one work."""

NAME = "dedupe"
HELP = "Merge entries of the same work, print the key map and rewrite every citation."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Which duplicates."""
    _repair.add_write(parser)
    parser.add_argument("--safe", action="store_true", help="only entries that are identical but for their key")
    _repair.add_interactive(parser)
    _arguments.add_options(parser, (INPUT, POLICY))
    _repair.add_color(parser)


def run(args: argparse.Namespace) -> int:
    """Exit status 0: nothing to merge, or written; 1: there is something, and it was only shown."""
    from latexrefcheck import pipeline

    # Whatever else the settings select or ignore: this command is asked for these rules.
    settings = _repair.settings_of(args).replace(select=RULES, ignore=(), verify=False)
    left: list[str] = []

    def look(overlay: Overlay) -> _repair.Seen:
        outcome = pipeline.run(settings, with_entries=False, overlay=overlay)
        found = [one for one in outcome.report.findings if one.state == FindingState.OPEN]
        left[:] = [f"{one.location.path}:{one.location.line}: {one.message}" for one in found if one.fix is None]
        wanted = [one for one in of_findings(found) if one.fix.safe or not args.safe]
        return _repair.Seen(outcome.examined.project, wanted, outcome.report.notes)

    repair = _repair.repaired(look, args, settings)
    for sentence in left:
        _console.say(f"{sentence}; not merged: the entries or their citations differ too much to be rewritten")
    return _repair.finish(repair, settings, args, "merge")
