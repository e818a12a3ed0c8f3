"""``latexrefcheck [check] [PATH…]``: the check itself."""

from __future__ import annotations

import argparse
import os
import sys

from latexrefcheck.cli import _arguments, _console, _output
from latexrefcheck.errors import UsageError
from latexrefcheck.files import MAX_BYTES

NAME = "check"
HELP = "Check the citations and the bibliography of LaTeX projects."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Every declared option."""
    _arguments.add_options(parser)
    parser.add_argument(
        "--stdin-filename",
        metavar="FILE",
        help="what the text on standard input (PATH -) is called in reports, and where its inputs are looked for",
    )


def run(args: argparse.Namespace) -> int:
    """Check, write the reports, and return the exit status."""
    from latexrefcheck import pipeline

    typed = _typed(args)
    settings = _arguments.settings(args)
    wanted = _output.targets(settings, os.environ)
    overlay = {} if typed is None else {os.path.realpath(args.paths[0]): typed}
    outcome = pipeline.run(settings, with_entries=_output.lists_entries(wanted), overlay=overlay)
    args.outcome = outcome  # kept with the arguments: see latexrefcheck.cli.run
    _output.write(outcome.report, wanted, settings, _arguments.terminal_width())
    verification = outcome.examined.verification
    for sentence in () if verification is None else verification.unwritten:
        _console.say(f"latexrefcheck: {sentence}")
    return outcome.report.exit_code


def _typed(args: argparse.Namespace) -> bytes | None:
    """The text on standard input if that is what is to be checked; ``args.paths`` then names it as the user or its content does.

    Raises UsageError for a text that is too long, or beside other paths.
    """
    if "-" not in args.paths:
        if args.stdin_filename:
            raise UsageError("--stdin-filename names the text on standard input; it goes with the path -")
        return None
    if args.paths != ["-"]:
        raise UsageError("- (standard input) is checked alone, without other paths")
    text = sys.stdin.buffer.read(MAX_BYTES + 1)
    if len(text) > MAX_BYTES:
        raise UsageError(f"the text on standard input is longer than {MAX_BYTES} bytes; write it to a file and split it")
    if args.stdin_filename:
        args.paths = [args.stdin_filename]
    else:
        from latexrefcheck.reading.references import telling

        args.paths = [f"stdin{telling.suffix(text)}"]
    return text
