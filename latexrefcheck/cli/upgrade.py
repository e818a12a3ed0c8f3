"""``latexrefcheck upgrade [PATH…]``: cite published versions instead of preprints."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from latexrefcheck.cli import _arguments, _console, _repair
from latexrefcheck.document import Project
from latexrefcheck.fix import Proposal, of_findings
from latexrefcheck.settings.options import INPUT, LOCK, NETWORK, POLICY, VERIFY

NAME = "upgrade"
HELP = "Propose the published versions of cited preprints; --write makes the entries cite them."

RULE = "preprint-published"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Which entries."""
    _repair.add_write(parser)
    parser.add_argument("--key", action="append", metavar="KEY,…", help="only these entries")
    _repair.add_interactive(parser)
    _arguments.add_options(parser, (INPUT, POLICY, VERIFY, NETWORK, LOCK))
    _repair.add_color(parser)


def run(args: argparse.Namespace) -> int:
    """Exit status 0: nothing to upgrade, or written; 1: there is something, and it was only shown."""
    from latexrefcheck import pipeline

    settings = _repair.settings_of(args).replace(select=(RULE,), verify=True)
    keys = set(_repair.listed(args.key))

    def look() -> tuple[Project, Sequence[Proposal]]:
        outcome = pipeline.run(settings, with_entries=False, whole_records=True)
        for note in outcome.report.notes:
            _console.say_once(note)
        findings = [one for one in outcome.report.findings if not keys or one.key in keys]
        for one in findings:
            if one.fix is None and one.state == "open":
                _console.say_once(
                    f"{one.location.path}:{one.location.line}: {one.key}: {one.message}; too little is known to rewrite it"
                )
        return outcome.examined.project, list(of_findings(findings))

    return _repair.finish(_repair.repaired(look, args, settings), settings, args)
