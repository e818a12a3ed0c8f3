"""``latexrefcheck search WORDS``: works on a subject, found in several indexes at once; only what is real is offered."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING

from latexrefcheck.cli import _arguments, _console, _output
from latexrefcheck.discover.wanted import SORTS, InvalidArgument, Wanted
from latexrefcheck.errors import RefcheckError
from latexrefcheck.settings.options import NETWORK, POLICY

if TYPE_CHECKING:
    from latexrefcheck.discover.searching import Found

NAME = "search"
HELP = "Find works on a subject in several indexes; only works that a registry or two indexes hold are offered."


def arguments(parser: argparse.ArgumentParser) -> None:
    """What to look for, and what narrows it."""
    parser.add_argument("words", nargs="+", metavar="WORDS", help="what the works are about")
    parser.add_argument("--author", default="", metavar="NAME", help="only works of which this person is an author")
    parser.add_argument("--venue", default="", metavar="NAME", help="only works in a journal or meeting with this in its name")
    parser.add_argument("--year-from", type=int, default=0, metavar="YEAR", help="no works before this year")
    parser.add_argument("--year-to", type=int, default=0, metavar="YEAR", help="no works after this year")
    parser.add_argument("--preprints", action="store_true", help="offer preprints that are not published, too")
    parser.add_argument("--no-preprints", action="store_true", help="offer none (the default)")
    parser.add_argument("--max", type=int, default=10, metavar="N", help="most works that are offered, 1 to 50 (default 10)")
    parser.add_argument("--sort", default="relevance", metavar="ORDER", help=f"{', '.join(SORTS)} (default relevance)")
    parser.add_argument("--favour", action="append", default=[], metavar="VENUE", help="a venue whose works come further up")
    parser.add_argument("--json", action="store_true", help="JSON with abstracts, for programs")
    _arguments.add_options(parser, (NETWORK, POLICY), paths=False, only=_arguments.SETTINGS)


def run(args: argparse.Namespace) -> int:
    """Exit status 0: something was found; 1: nothing; 2: a wrong argument; 3: nothing, and a source did not answer."""
    try:
        return _run(args)
    except RefcheckError as error:
        if not args.json:
            raise
        _output.say_json({"works": [], "errors": [{"code": getattr(error, "code", "ERROR"), "source": "", "reason": str(error)}]})
        return error.exit_code


def _run(args: argparse.Namespace) -> int:
    from latexrefcheck.discover import history, shown
    from latexrefcheck.discover.searching import search

    if args.preprints and args.no_preprints:
        raise InvalidArgument("--preprints and --no-preprints exclude each other")
    wanted = Wanted(
        " ".join(args.words), args.author, args.venue, args.year_from, args.year_to, args.preprints, args.max, args.sort
    )
    settings = _arguments.settings(args)
    found = search(wanted, settings, args.favour)
    works = [shown.plain(hit) for hit in found.works]
    history.keep(wanted, works)
    if args.json:
        _output.say_json(_plain(found, works))
    else:
        for text in shown.table(works, _console.width()):
            _output.say(text)
        for sentence in _told(found):
            _console.say(sentence)
    return 0 if works else 3 if found.errors else 1


def _plain(found: Found, works: list[dict[str, object]]) -> Mapping[str, object]:
    return {
        "works": works,
        "dropped": dict(found.dropped),
        "errors": [{"source": one.source, "code": one.code, "reason": one.reason} for one in found.errors],
        "asked": list(found.asked),
        "notes": list(found.notes),
    }


def _told(found: Found) -> list[str]:
    """What a reader of the table has to know beside it."""
    told = [f"{one.source} did not answer: {one.reason} ({one.code})" for one in found.errors]
    if found.dropped:
        why = ", ".join(f"{count} because {reason}" for reason, count in found.dropped.items())
        told.append(f"not offered: {why}")
    if not found.works:
        told.append("nothing was found that is sure to exist; take fewer or other words, more years, or --preprints")
    return [*told, *found.notes]
