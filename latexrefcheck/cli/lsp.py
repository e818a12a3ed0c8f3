"""``latexrefcheck lsp``: the language server, for editors."""

from __future__ import annotations

import argparse

from latexrefcheck.errors import UsageError

NAME = "lsp"
HELP = "Speak the Language Server Protocol on standard input and output: findings, verdicts and fixes in an editor."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Nothing but what clients add by habit."""
    parser.add_argument("--stdio", action="store_true", help="standard input and output (the default)")


def run(args: argparse.Namespace) -> int:
    """Serve until the editor ends it."""
    try:
        from latexrefcheck.editor.server import make
    except ImportError:
        raise UsageError("the language server needs a further package: pip install 'latexrefcheck[lsp]'") from None
    make().start_io()
    return 0
