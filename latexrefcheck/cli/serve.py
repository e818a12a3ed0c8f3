"""``latexrefcheck serve [PATH…]``: a page in the browser for one project."""

from __future__ import annotations

import argparse
import sys

from latexrefcheck.cli import _arguments, _console
from latexrefcheck.errors import UsageError

NAME = "serve"
HELP = "Show a page in the browser: check, look at entries and findings, mend, search, keep works."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Every option of a check, and where the page is."""
    _arguments.add_options(parser)
    parser.add_argument("--port", type=int, default=0, metavar="N", help="port of 127.0.0.1 (default: a free one)")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    parser.add_argument("--no-check", action="store_true", help="begin no check before the page asks for one")


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C; exit status 0."""
    try:
        from latexrefcheck.web import Site, serve
    except ImportError as error:
        raise UsageError(f"the page needs further packages ({error.name}): pip install 'latexrefcheck[web]'") from None

    _arguments.settings(args)  # what is wrong with them is said now, and not on the page
    site = Site(lambda: _arguments.settings(args))

    def announce(address: str, once: str) -> None:
        sys.stdout.write(f"{address}\n")
        sys.stdout.flush()
        _console.say("open this address in a browser on this machine; Ctrl-C ends it")
        if args.open:
            import webbrowser

            webbrowser.open(once)
        if not args.no_check:
            site.checks.start()

    serve(site, args.port, announce)
    return 0
