"""``latexrefcheck completion SHELL``: a script that completes commands, options and file names."""

from __future__ import annotations

import argparse
import sys

from latexrefcheck.cli import _arguments

NAME = "completion"
HELP = "Print a completion script for a shell; how to load it stands in docs/install.md."

SHELLS = ("bash", "zsh", "tcsh")


def arguments(parser: argparse.ArgumentParser) -> None:
    """For which shell."""
    parser.add_argument("shell", choices=SHELLS, help="bash, zsh or tcsh")


def run(args: argparse.Namespace) -> int:
    """Write the script to standard output."""
    import shtab

    parser = _arguments.whole()
    for action in _arguments.actions(parser):
        if action.metavar in _arguments.FILES or action.dest in ("paths", "path"):
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # shtab reads it from the action
    sys.stdout.write(shtab.complete(parser, args.shell) + "\n")
    return 0
