"""``latexrefcheck library ACTION``: keep works in a .bib, the project's or a named one of the user's."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from latexrefcheck import files
from latexrefcheck.cli import _arguments, _console, _output, _repair, add, cite
from latexrefcheck.discover.wanted import InvalidArgument
from latexrefcheck.errors import UsageError, nearest, unknown
from latexrefcheck.model.document import Bibliography, Entry
from latexrefcheck.settings import Settings
from latexrefcheck.settings.options import NETWORK, POLICY

if TYPE_CHECKING:
    from latexrefcheck.model.record import Record

NAME = "library"
HELP = "Keep works in a .bib: add, list, remove, clear, export, import, and the history of searches."

ACTIONS = ("add", "list", "remove", "clear", "export", "import", "history")
FORMATS = ("bibtex", "biblatex", "markdown", "ris", "csl-json", "text")
MOST = 20_000
"""Entries of a library; one that holds more is several."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """What to do with which library."""
    parser.add_argument("action", metavar="ACTION", help=", ".join(ACTIONS))
    parser.add_argument(
        "what", nargs="*", metavar="WHAT", help="add: identifiers or numbers of the last search; remove: keys; import: files"
    )
    parser.add_argument("--library", default="", metavar="NAME", help="a library of yours in the user's data directory")
    parser.add_argument("--bib", type=Path, metavar="FILE", help="the .bib (default: the only one of the project)")
    parser.add_argument("--format", default="bibtex", metavar="FORM", help=f"export: {', '.join(FORMATS)} (default bibtex)")
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
        raise InvalidArgument(f"there is no library {name!r}; there {'are ' + ', '.join(there) if there else 'is none yet'}")
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _add(args: argparse.Namespace) -> int:
    from latexrefcheck.discover import history

    if not args.what:
        raise InvalidArgument("say what to add: identifiers, or numbers of the last search")
    if args.bib is not None and args.bib.exists() and len(_entries(args)[1]) + len(args.what) > MOST:
        raise InvalidArgument(f"{args.bib} holds {MOST} entries, which is the most; begin another library")
    args.ids = []
    kept: list[tuple[str, Record]] = []
    for one in args.what:
        work = history.numbered(int(one)) if one.isascii() and one.isdigit() and len(one) < 4 else {"id": one}
        name = str(work.get("id", ""))
        if work.get("title") and name.startswith("http"):
            kept.append((name, _kept(work)))  # two indexes hold it, and no registry
        else:
            args.ids.append(name)
    status = add.run(args) if args.ids else 0
    if kept:
        from latexrefcheck.reading import keys

        settings = _repair.settings_of(args)
        project, target = add.target_of(args.bib, settings, args.dry_run)
        pattern = keys.checked(args.key_style) if args.key_style else ""
        status = add.written(args, settings, project, target, kept, [], [], pattern) or status
    return status


def _kept(work: Mapping[str, object]) -> Record:
    """The record of a work as a search kept it."""
    from latexrefcheck.model.record import Record
    from latexrefcheck.text.names import parse_names

    people = work.get("authors")
    names = parse_names(" and ".join(str(one) for one in people) if isinstance(people, list) else "")[0]
    year, venue = work.get("year"), str(work.get("journal") or "")
    return Record(
        source=str(work.get("source", "")),
        titles=(str(work["title"]),),
        authors=names,
        years=(year,) if isinstance(year, int) else (),
        venues=(venue,) if venue else (),
        type="article" if "journal" in venue.lower() else "inproceedings" if venue else "",
        url=str(work.get("officialUrl") or ""),
    )


def _entries(args: argparse.Namespace) -> tuple[Bibliography, list[Entry]]:
    """The .bib and its entries."""
    from latexrefcheck import pipeline

    settings = _arguments.settings(args)
    target = args.bib or add.target_of(None, settings)[1]
    if not target.is_file():
        raise UsageError(f"{str(target)!r} does not exist")
    read = pipeline.load(settings.replace(paths=(target,), cited_only=False, build="off"))
    bibliography = next(iter(read.bibliographies))
    return bibliography, [entry for entry in bibliography.entries if entry.fields and not entry.broken]


def _list(args: argparse.Namespace) -> int:
    from latexrefcheck.reading.references import bib

    bibliography, entries = _entries(args)
    items = bib.items(entries, bibliography)
    if args.json:
        _output.say_json({"library": bibliography.source.path, "works": items})
        return 0
    for entry, item in zip(entries, items, strict=True):
        people = [str(one.get("family") or one.get("literal") or "") for one in item.get("author", item.get("editor", ()))]
        who = ", ".join(people[:2]) + (" et al." if len(people) > 2 else "")
        year = str((item.get("issued") or {}).get("date-parts", [[""]])[0][0])
        _output.say(f"{entry.key}  {'; '.join(filter(None, (who, year, str(item.get('title', '')))))}")
    _console.say(f"{len(entries)} works in {bibliography.source.path}")
    return 0


def _remove(args: argparse.Namespace) -> int:
    bibliography, entries = _entries(args)
    table = {entry.key: entry for entry in entries}
    if not args.what:
        raise InvalidArgument("say which keys to remove")
    for key in args.what:
        if key not in table:
            near = nearest(key, table)
            raise InvalidArgument(f"{bibliography.source.path} has no {key!r}{f'; did you mean {near[0]!r}?' if near else ''}")
    text = bibliography.source.text
    for entry in sorted((table[key] for key in dict.fromkeys(args.what)), key=lambda one: -one.start):
        end = entry.end + len(text[entry.end :]) - len(text[entry.end :].lstrip())
        before = text[: entry.start]
        text = before + text[end:] if text[end:].strip() else before.rstrip() + ("\n" if before.strip() else "")
    _write(bibliography, text)
    _console.say(f"{len(set(args.what))} removed from {bibliography.source.path}")
    return 0


def _clear(args: argparse.Namespace) -> int:
    bibliography, entries = _entries(args)
    if not args.yes:
        raise InvalidArgument(f"this would remove {len(entries)} works from {bibliography.source.path}; say --yes")
    _write(bibliography, "")
    _console.say(f"{len(entries)} removed from {bibliography.source.path}")
    return 0


def _write(bibliography: Bibliography, text: str) -> None:
    from latexrefcheck.repair import NewFile, write_all

    source = bibliography.source
    if source.absolute is None:
        raise UsageError(f"{source.path} is no file")
    files.refuse_link(source.absolute, "the library")
    write_all([NewFile(source.absolute, source.encode(source.text), source.encode(text))])


def _export(args: argparse.Namespace) -> int:
    from latexrefcheck.reading.references import bib

    if args.format not in FORMATS:
        raise InvalidArgument(unknown("format", args.format, FORMATS))
    bibliography, entries = _entries(args)
    pieces = cite.written(bib.items(entries, bibliography), args.style, args.format)
    for number, piece in enumerate(pieces, 1):
        # Markdown numbers a list by itself; a style's own number would stand beside that.
        sys.stdout.write(f"{number}. {_bare(piece)}\n" if args.format == "markdown" else f"{piece}\n")
    return 0


def _bare(piece: str) -> str:
    from latexrefcheck.cite.telling import unnumbered

    return unnumbered(piece.replace("\\[", "[", 1).replace("\\]", "]", 1) if piece.startswith("\\[") else piece)


def _import(args: argparse.Namespace) -> int:
    """Works of .bib, .ris and CSL-JSON files; those that are there already are refused with the place."""
    from dataclasses import fields

    from latexrefcheck.model.csl import from_csl
    from latexrefcheck.model.record import Record
    from latexrefcheck.model.work import Work
    from latexrefcheck.reading import keys

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
    project, target = add.target_of(args.bib, settings, args.dry_run)
    pattern = keys.checked(args.key_style) if args.key_style else ""
    return add.written(args, settings, project, target, records, refused, [], pattern)


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
