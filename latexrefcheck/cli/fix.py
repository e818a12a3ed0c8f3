"""``latexrefcheck fix [PATH…]``: show, or with ``--write`` make, the fixes that the findings carry."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence

from latexrefcheck import registry
from latexrefcheck.cli import _arguments, _console, _repair
from latexrefcheck.repair import Overlay, Proposal, Wanted, of_findings
from latexrefcheck.settings import Settings
from latexrefcheck.settings.options import INPUT, LOCK, NETWORK, POLICY, VERIFY

NAME = "fix"
HELP = "Show the fixes of what the check finds as a diff; --write writes them."

_EVERY = "*"
_DOI = "missing-doi"


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
    wanted, paths = _wanted(args.unsafe or ())
    args.paths = [*(args.paths or ()), *paths]
    settings = _settings(_repair.settings_of(args), wanted, args.interactive and not args.safe)
    chosen = _repair.choice(args)

    def choose(proposals: Sequence[Proposal]) -> Sequence[Proposal]:
        open_to_all = args.interactive and not (args.safe or args.unsafe)
        return chosen([one for one in proposals if open_to_all or wanted.takes(one)])

    if settings.uncited == "auto":
        settings = settings.replace(uncited="list")  # what is mended in a library stays mended in the next paper
    from latexrefcheck import pipeline

    left: list[Proposal] = []

    def look(overlay: Overlay) -> _repair.Seen:
        outcome = pipeline.run(settings, with_entries=False, whole_records=True, overlay=overlay)
        proposals = list(of_findings(outcome.report.findings))
        left[:] = [one for one in proposals if not wanted.takes(one)]
        return _repair.Seen(outcome.examined.project, proposals, outcome.report.notes)

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


def _settings(settings: Settings, wanted: Wanted, everything: bool) -> Settings:
    """What has to be looked at for the fixes that are wanted: without unsafe ones nobody is asked anything."""
    if not (wanted.every or wanted.names or everything):
        return settings.replace(verify=False)
    offline = all(_scope(name) not in ("verdict", "") for name in wanted.names) and not wanted.every and not everything
    rules = dict(settings.rules)
    if (wanted.every or _DOI in wanted.names) and _DOI not in rules:
        rules[_DOI] = {"severity": "info"}  # off in most profiles, but a DOI is among what was asked for
    return settings.replace(verify=settings.verify and not offline, rules=rules)


def _scope(name: str) -> str:
    """The scope of a rule; empty for what is no rule, and so a key."""
    return str(registry.rules.facts[name].value[0]) if name in registry.rules else ""


def _left(left: Sequence[Proposal]) -> str:
    rules = ", ".join(sorted({one.rule for one in left}))
    fixes, them = ("fix", "it") if len(left) == 1 else ("fixes", "them")
    return f"{len(left)} more {fixes} would change the meaning ({rules}); --unsafe shows {them}"
