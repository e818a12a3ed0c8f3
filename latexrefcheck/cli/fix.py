"""``latexrefcheck fix [PATH…]``: show, or with ``--write`` make, the fixes that the findings carry."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence

from latexrefcheck import registry
from latexrefcheck.cli import _arguments, _console, _repair
from latexrefcheck.repair import Overlay, Proposal, Wanted
from latexrefcheck.settings.options import INPUT, LOCK, NETWORK, POLICY, VERIFY

NAME = "fix"
HELP = "Show the fixes of what the check finds as a diff; --write writes them."

_EVERY = "*"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Which fixes, and what to do with them."""
    _repair.add_write(parser)
    parser.add_argument("--safe", action="store_true", help="only fixes that keep the meaning (the default)")
    parser.add_argument(
        "--unsafe",
        action="append",
        nargs="?",
        const=_EVERY,
        metavar="RULE|KEY,…",
        help="also fixes that change the meaning: all, or those of some rules or keys",
    )
    _repair.add_interactive(parser)
    _arguments.add_options(parser, (INPUT, POLICY, VERIFY, NETWORK, LOCK))
    _repair.add_color(parser)


def run(args: argparse.Namespace) -> int:
    """Exit status 0: nothing to fix, or written; 1: there is something to fix, and it was only shown."""
    from latexrefcheck.pipeline import fixing

    wanted, paths = _wanted(args.unsafe or ())
    args.paths = [*(args.paths or ()), *paths]
    settings = fixing.settings_for(_repair.settings_of(args), wanted, args.interactive and not args.safe)
    chosen = _repair.choice(args)

    def choose(proposals: Sequence[Proposal]) -> Sequence[Proposal]:
        open_to_all = args.interactive and not (args.safe or args.unsafe)
        return chosen([one for one in proposals if open_to_all or wanted.takes(one)])

    left: list[Proposal] = []

    def look(overlay: Overlay) -> _repair.Seen:
        found = fixing.look(settings, overlay)
        left[:] = [one for one in found.proposals if not wanted.takes(one)]
        return _repair.Seen(*found)

    repair = _repair.repaired(look, args, settings, choose)
    if left and not args.interactive:
        _console.say(_left(left))
    return _repair.finish(repair, settings, args)


def _wanted(given: Iterable[str]) -> tuple[Wanted, list[str]]:
    """What ``--unsafe`` names, and the paths that argparse took for its value."""
    names: set[str] = set()
    paths: list[str] = []
    rules = registry.rules
    for value in given:
        if value not in rules and os.path.lexists(value):
            paths.append(value)
            names.add(_EVERY)
        else:
            names.update(name.strip() for name in value.split(",") if name.strip())
    return Wanted(_EVERY in names, frozenset(names - {_EVERY})), paths


def _left(left: Sequence[Proposal]) -> str:
    rules = ", ".join(sorted({one.rule for one in left}))
    fixes, them = ("fix", "it") if len(left) == 1 else ("fixes", "them")
    return f"{len(left)} more {fixes} would change the meaning ({rules}); --unsafe shows {them}"
