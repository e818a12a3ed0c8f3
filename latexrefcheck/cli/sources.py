"""``latexrefcheck sources``: the scholarly sources, whether they are asked here, and how often."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TypedDict

from latexrefcheck import registry
from latexrefcheck.cli import _arguments, _output
from latexrefcheck.settings import Settings
from latexrefcheck.settings.options import NETWORK, POLICY

NAME = "sources"
HELP = "List the scholarly sources with their state under the chosen configuration."


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options that choose sources."""
    _arguments.add_options(parser, (NETWORK, POLICY), paths=False)
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: argparse.Namespace) -> int:
    """Print one line per source, those that are asked first and in their order."""
    rows = list(table(_arguments.settings(args)))
    if args.json:
        _output.say_json(rows)
        return 0
    width = max(len(row["source"]) for row in rows)
    for row in rows:
        key = {
            "none": "",
            "optional": "key set" if row["key_set"] else "key optional",
            "required": "key set" if row["key_set"] else "key needed",
        }
        rate = f"{row['requests']} per {row['seconds']:g} s" if row["requests"] else ""
        parts = (
            f"{row['state']:<4}",
            f"{row['source']:<{width}}",
            f"{row['name']:<18}",
            f"{rate:<14}",
            f"{key[row['key']]:<12}",
            row["url"],
            f"index of {row['index']}" if row["index"] else "",
        )
        _output.say("  ".join(parts).rstrip())
    return 0


class Row(TypedDict):
    """What there is to say about one source; ``requests`` in ``seconds`` is the slowest limit, 0 for none; ``index`` its day."""

    source: str
    name: str
    state: str
    url: str
    answers: list[str]
    key: str
    key_set: bool
    contact_set: bool
    requests: int
    seconds: float
    index: str


def table(settings: Settings) -> Iterator[Row]:
    """What there is to say about each source, without any key."""
    from latexrefcheck.text.terms import VERSION
    from latexrefcheck.verify import asker, asking

    used = asker.configure(settings.sources, settings.without_sources, settings.source, settings.contact, VERSION)
    shelf = asking.indexes(settings)
    held = shelf.days if shelf is not None else {}
    if shelf is not None:
        shelf.close()
    for name in (*used, *(name for name in registry.sources if name not in used)):
        source = registry.sources[name]
        use = used.get(name)
        limits = use.limits if use is not None else source.limits.public
        slowest = min(limits.values(), key=lambda limit: limit.count / limit.seconds, default=None)
        yield {
            "source": name,
            "name": source.name,
            "state": "on" if use is not None else "off" if source.asks else "file",
            "url": use.config.base if use is not None else source.base,
            "answers": list(source.asks),
            "key": source.key,
            "key_set": bool(use is not None and use.config.key),
            "contact_set": bool(use is not None and use.config.contact),
            "requests": slowest.count if slowest is not None else 0,
            "seconds": slowest.seconds if slowest is not None else 0.0,
            "index": held.get(name, "") or ("no date" if name in held else ""),
        }
