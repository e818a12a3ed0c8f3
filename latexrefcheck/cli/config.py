"""``latexrefcheck config``: every option, its value here, and where the value came from."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import PurePath

from latexrefcheck.cli import _arguments, _output
from latexrefcheck.settings import OPTIONS, Settings
from latexrefcheck.text.patterns import lazy

NAME = "config"
HELP = "Show every option with its value and where the value came from."

MASK = "********"
_USERINFO = lazy(r"(?<=://)[^/@\s]*@")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Every declared option, so that its effect can be seen."""
    _arguments.add_options(parser)
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: argparse.Namespace) -> int:
    """Print the options; keys and passwords are masked."""
    rows = list(table(_arguments.settings(args)))
    if args.json:
        listed = {name: {"value": value, "origin": origin} for name, value, origin in rows}
        _output.say_json(listed)
        return 0
    width = max(len(name) for name, _, _ in rows)
    for name, value, origin in rows:
        _output.say(f"{name:<{width}}  {json.dumps(value, ensure_ascii=False)}  ({origin})")
    return 0


def table(settings: Settings) -> Iterator[tuple[str, object, str]]:
    """(name, JSON value, origin) of every option; tables give a row per name in them."""
    for name, option in OPTIONS.items():
        value = getattr(settings, option.attribute)
        origin = settings.origins.get(name, "default")
        if not option.is_mapping or not value:
            yield name, plain(value, option.secret), origin
            continue
        for key, part in value.items():
            dotted = f"{name}.{key}"
            inner = settings.origins.get(dotted, origin)
            if name == "source":
                for detail, text in part.items():
                    yield f"{dotted}.{detail}", plain(text, detail == "key"), settings.origins.get(f"{dotted}.{detail}", inner)
            else:
                yield dotted, plain(part), inner


def plain(value: object, secret: bool = False) -> object:
    """``value`` as JSON has it, with passwords in addresses masked, and as a mask if it is secret."""
    if secret and value:
        return MASK
    if isinstance(value, PurePath):
        return value.as_posix()
    if isinstance(value, str):
        return _USERINFO.sub(f"{MASK}@", value)
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value
