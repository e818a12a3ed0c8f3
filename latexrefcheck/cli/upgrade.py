"""``latexrefcheck upgrade [PATH…]``: cite published versions instead of preprints."""

from __future__ import annotations

import argparse

from latexrefcheck.cli import _arguments, _console, _repair
from latexrefcheck.model.states import FindingState
from latexrefcheck.repair import Overlay, of_findings
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
    """Exit status 0: nothing to upgrade, or written; 1: something was only shown; 3: some could not be checked."""
    import latexrefcheck.verify as verification
    from latexrefcheck import pipeline

    settings = _repair.settings_of(args).replace(select=(RULE,), verify=True)
    keys = set(_repair.listed(args.key))
    open_ones: set[str] = set()

    def look(overlay: Overlay) -> _repair.Seen:
        outcome = pipeline.run(settings, with_entries=False, whole_records=True, overlay=overlay)
        if outcome.examined.verification is not None:
            open_ones.update(verification.unanswered(outcome.examined.verification.verdicts))
        findings = [one for one in outcome.report.findings if not keys or one.key in keys]
        for one in findings:
            if one.fix is None and one.state == FindingState.OPEN:
                _console.say_once(
                    f"{one.location.path}:{one.location.line}: {one.key}: {one.message}; too little is known to rewrite it"
                )
        return _repair.Seen(outcome.examined.project, list(of_findings(findings)), outcome.report.notes)

    status = _repair.finish(_repair.repaired(look, args, settings), settings, args, "upgrade")
    return status or (_repair.INCOMPLETE if open_ones and (not keys or keys & open_ones) else 0)
