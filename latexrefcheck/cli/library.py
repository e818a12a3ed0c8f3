"""``latexrefcheck library ACTION``: keep works in a .bib, the project's or a named one of the user's."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from latexrefcheck.cite.writing import LIBRARY_FORMATS
from latexrefcheck.cli import _arguments, _console, _output, _repair, add, cite
from latexrefcheck.discover.wanted import InvalidArgument
from latexrefcheck.errors import unknown
from latexrefcheck.settings import Settings
from latexrefcheck.settings.options import NETWORK, POLICY

if TYPE_CHECKING:
    from latexrefcheck.model.record import Record
    from latexrefcheck.pipeline.adding import LookedUp
    from latexrefcheck.pipeline.library import Library

NAME = "library"
HELP = "Keep works in a .bib: add, list, remove, clear, export, import, and the history of searches."

ACTIONS = ("add", "list", "remove", "clear", "export", "import", "history")


def arguments(parser: argparse.ArgumentParser) -> None:
    """What to do with which library."""
    parser.add_argument("action", metavar="ACTION", help=", ".join(ACTIONS))
    parser.add_argument(
        "what", nargs="*", metavar="WHAT", help="add: identifiers or numbers of the last search; remove: keys; import: files"
    )
    parser.add_argument("--library", default="", metavar="NAME", help="a library of yours in the user's data directory")
    parser.add_argument("--bib", type=Path, metavar="FILE", help="the .bib (default: the only one of the project)")
    parser.add_argument(
        "--format", default="bibtex", metavar="FORM", help=f"export: {', '.join(LIBRARY_FORMATS)} (default bibtex)"
    )
    parser.add_argument("--style", default="", metavar="NAME|FILE", help="export as markdown or text: the citation style")
    parser.add_argument("--yes", action="store_true", help="clear: without this nothing is removed")
    parser.add_argument("--json", action="store_true", help="list and history: JSON")
    parser.add_argument("--key-style", default="", metavar="PATTERN", help="add and import: pattern of the keys")
    parser.add_argument("--dry-run", action="store_true", help="add and import: show the diff and write nothing")
    parser.add_argument("--project", dest="paths", action="append", metavar="PATH", help="root .tex or directory of the project")
    _arguments.add_options(parser, (NETWORK, POLICY), paths=False, only=_arguments.SETTINGS)
    _repair.add_color(parser)


def run(args: argparse.Namespace) -> int:
    """Exit status 0: done; 1: some works were refused; 2: a wrong argument; 3: some could not be looked up."""
    if args.action not in ACTIONS:
        raise InvalidArgument(unknown("action", args.action, ACTIONS))
    if args.action == "history":
        return _history(args)
    if args.library and args.bib:
        raise InvalidArgument("--library and --bib exclude each other")
    if args.library:
        args.bib = _named(args.library, args.action in ("add", "import"))
    return {"add": _add, "list": _list, "remove": _remove, "clear": _clear, "export": _export, "import": _import}[args.action](
        args
    )


def _named(name: str, make: bool) -> Path:
    """The file of a named library, made where something is put into it."""
    from latexrefcheck.discover import places

    path = places.library(name)
    if not path.exists() and not make:
        there = sorted(one.stem for one in path.parent.glob("*.bib")) if path.parent.is_dir() else []
        raise InvalidArgument(f"there is no library {name!r}; {'yours: ' + ', '.join(there) if there else 'there is none yet'}")
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _add(args: argparse.Namespace) -> int:
    from latexrefcheck.discover import history
    from latexrefcheck.pipeline import adding, library

    if not args.what:
        raise InvalidArgument("say what to add: identifiers, or numbers of the last search")
    if args.bib is not None and args.bib.exists() and len(_opened(args).entries) + len(args.what) > library.MOST:
        raise InvalidArgument(f"{args.bib} holds {library.MOST} entries, which is the most; begin another library")
    args.ids = []
    kept: list[tuple[str, Record]] = []
    for one in args.what:
        work = history.numbered(int(one)) if one.isascii() and one.isdigit() and len(one) < 4 else {"id": one}
        record = library.kept(work)
        if record is None:
            args.ids.append(str(work.get("id", "")))
        else:
            kept.append((str(work["id"]), record))
    status = add.run(args) if args.ids else 0
    return _written(args, adding.LookedUp(tuple(kept))) or status if kept else status


def _written(args: argparse.Namespace, told: LookedUp) -> int:
    """Put works that need no looking up into the library."""
    from latexrefcheck.pipeline import adding
    from latexrefcheck.reading import keys

    settings = _repair.settings_of(args)
    project, target = adding.target_of(args.bib, settings, args.dry_run)
    return add.written(args, settings, project, target, told, keys.checked(args.key_style) if args.key_style else "")


def _opened(args: argparse.Namespace) -> Library:
    """The library that the arguments name."""
    from latexrefcheck.pipeline import adding, library

    settings = _arguments.settings(args)
    return library.read(args.bib or adding.target_of(None, settings)[1], settings)


def _list(args: argparse.Namespace) -> int:
    from latexrefcheck.model import csl

    opened = _opened(args)
    path, items = opened.bibliography.source.path, opened.items
    if args.json:
        _output.say_json({"library": path, "works": items})
        return 0
    for entry, item in zip(opened.entries, items, strict=True):
        people = [one.family or one.literal for one in csl.people(item.get("author", item.get("editor")))]
        who = ", ".join(people[:2]) + (" et al." if len(people) > 2 else "")
        year = str(csl.date(item.get("issued")).year or "")
        _output.say(f"{entry.key}  {'; '.join(filter(None, (who, year, str(item.get('title', '')))))}")
    _console.say(f"{len(items)} works in {path}")
    return 0


def _remove(args: argparse.Namespace) -> int:
    from latexrefcheck.pipeline import library

    if not args.what:
        raise InvalidArgument("say which keys to remove")
    opened = _opened(args)
    library.write(opened, library.without(opened, args.what))
    _console.say(f"{len(set(args.what))} removed from {opened.bibliography.source.path}")
    return 0


def _clear(args: argparse.Namespace) -> int:
    from latexrefcheck.pipeline import library

    opened = _opened(args)
    count, path = len(opened.entries), opened.bibliography.source.path
    if not args.yes:
        raise InvalidArgument(f"this would remove {count} works from {path}; say --yes")
    library.write(opened, "")
    _console.say(f"{count} removed from {path}")
    return 0


def _export(args: argparse.Namespace) -> int:
    from latexrefcheck.pipeline import library

    sys.stdout.writelines(library.exported(_opened(args), args.format, args.style))
    return 0


def _import(args: argparse.Namespace) -> int:
    """Works of .bib, .ris and CSL-JSON files; those that are there already are refused with the place."""
    from dataclasses import fields

    from latexrefcheck.model.csl import from_csl
    from latexrefcheck.model.record import Record
    from latexrefcheck.model.work import Work
    from latexrefcheck.pipeline.adding import LookedUp

    if not args.what:
        raise InvalidArgument("say which files to import: .bib, .ris or .json (CSL-JSON)")
    settings: Settings = _repair.settings_of(args)
    records: list[tuple[str, Record]] = []
    for name in args.what:
        for number, item in enumerate(cite.of_file(Path(name), settings), 1):
            work = from_csl({part: value for part, value in item.items() if part != "custom"})
            told = {part.name: getattr(work, part.name) for part in fields(Work)}
            records.append((f"{name}, work {number}", Record(source=name, **told)))
    refused = [f"{asked}: not added: it has no title" for asked, record in records if not record.title]
    records = [(asked, record) for asked, record in records if record.title]
    return _written(args, LookedUp(tuple(records), tuple(refused)))


def _history(args: argparse.Namespace) -> int:
    from latexrefcheck.discover import history

    past: Sequence[history.Plain] = history.past()
    if args.json:
        _output.say_json({"searches": list(past)})
        return 0
    for one in past:
        search, works = one["search"], one["works"]
        told = ", ".join(f"{name} {value}" for name, value in search.items()) if isinstance(search, dict) else ""
        _output.say(f"{one.get('when', '')}  {told}: {len(works) if isinstance(works, list) else 0} works")
    return 0
