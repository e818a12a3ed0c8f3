"""``latexrefcheck cache info|clear|prune|path``: the cache of what the sources said."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from latexrefcheck.cli import _arguments, _output
from latexrefcheck.errors import ConfigError
from latexrefcheck.settings.options import NETWORK, POLICY
from latexrefcheck.text import visible

NAME = "cache"
HELP = "Look at the cache of the sources' answers, empty it, or drop what is out of date."


def arguments(parser: argparse.ArgumentParser) -> None:
    """What to do, and where the cache is."""
    parser.add_argument("action", nargs="?", choices=("info", "clear", "prune", "path"), default="info", help="(default info)")
    _arguments.add_options(parser, (NETWORK, POLICY), paths=False)
    parser.add_argument("--json", action="store_true", help="info as JSON")


def run(args: argparse.Namespace) -> int:
    """Do it and say what was done."""
    from latexrefcheck.verify import cache

    settings = _arguments.settings(args)
    directory = settings.cache or cache.default_directory()
    if directory is None:
        raise ConfigError("there is no home directory to keep the cache in; name a directory with --cache")
    if args.action == "path":
        _output.say(str(cache.path(directory)))
    elif args.action == "info":
        sys.stdout.write(visible.block(_info(directory, args.json)))
    else:
        gone = cache.clear(directory) if args.action == "clear" else cache.prune(directory)
        _output.say(f"{gone} stored answers dropped from {cache.path(directory)}")
    return 0


def _info(directory: Path, as_json: bool) -> str:
    from latexrefcheck.verify import cache

    told = cache.info(directory)
    if as_json:
        sources: dict[str, dict[str, int]] = {}
        for (source, outcome), number in told.sources.items():
            sources.setdefault(source, {})[outcome] = number
        values = {**told._asdict(), "path": str(told.path), "sources": sources, "notes": list(told.notes)}
        return json.dumps(values, indent=2, ensure_ascii=False) + "\n"
    if not told.exists:
        return f"{told.path}: no cache yet\n"
    lines = [
        f"{told.path}: {told.size / 1e6:.1f} MB, {told.records} answers, {told.responses} responses, {told.expired} out of date"
    ]
    if told.records:
        lines.append(f"from {_day(told.oldest)} to {_day(told.newest)}")
    for (source, outcome), number in sorted(told.sources.items()):
        lines.append(f"  {source:<16} {outcome:<7} {number:>6}")
    return "\n".join((*lines, *told.notes)) + "\n"


def _day(seconds: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))
