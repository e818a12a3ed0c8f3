"""``latexrefcheck [check] [PATH…]``: the check itself."""

from __future__ import annotations

import argparse
import os

from latexrefcheck.cli import _arguments, _console, _output

NAME = "check"
HELP = "Check the citations and the bibliography of LaTeX projects."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Every declared option."""
    _arguments.add_options(parser)


def run(args: argparse.Namespace) -> int:
    """Check, write the reports, and return the exit status."""
    from latexrefcheck import pipeline

    settings = _arguments.settings(args)
    wanted = _output.targets(settings, os.environ)
    outcome = pipeline.run(settings, with_entries=_output.lists_entries(wanted))
    args.outcome = outcome  # kept with the arguments: see latexrefcheck.cli.run
    _output.write(outcome.report, wanted, settings, _arguments.terminal_width())
    verification = outcome.examined.verification
    for sentence in () if verification is None else verification.unwritten:
        _console.say(f"latexrefcheck: {sentence}")
    return outcome.report.exit_code
