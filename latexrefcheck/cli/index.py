"""``latexrefcheck index add SOURCE FILE…``, ``index list|verify|remove [SOURCE]``: local indexes of official dumps."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from latexrefcheck import registry
from latexrefcheck.cli import _arguments, _console, _output
from latexrefcheck.errors import ConfigError, UsageError, unknown
from latexrefcheck.settings import Settings
from latexrefcheck.settings.options import NETWORK, POLICY, REPORTS

if TYPE_CHECKING:
    from latexrefcheck.verify.index import Progress, Summary

NAME = "index"
HELP = "Make local indexes of the official dumps of sources, which are looked into before the network is asked."


def arguments(parser: argparse.ArgumentParser) -> None:
    """What to do with the index of which source."""
    parser.add_argument("action", nargs="?", choices=("list", "add", "verify", "remove"), default="list", help="(default list)")
    parser.add_argument("source_name", nargs="?", metavar="SOURCE", help="the source whose dump it is: dblp, crossref, …")
    parser.add_argument("files", nargs="*", metavar="FILE", help="add: files of the dump, packed or not; directories of such")
    parser.add_argument(
        "--processes", type=int, default=0, metavar="N", help="add: processes that read the dump; 0: as there are processors"
    )
    parser.add_argument("--json", action="store_true", help="list as JSON")
    _arguments.add_options(parser, (NETWORK, POLICY, REPORTS), paths=False, only={"index-dir", "progress", *_arguments.SETTINGS})


def run(args: argparse.Namespace) -> int:
    """Do it and say what was done; 1 if an index is not whole."""
    from latexrefcheck.verify import index

    settings = _arguments.settings(args)
    directory = settings.index_dir or index.default_directory()
    if directory is None:
        raise ConfigError("there is no home directory to keep indexes in; name a directory with --index-dir")
    if args.action == "add":
        return _add(args, settings, directory)
    if args.files:
        raise UsageError(f"index {args.action} takes no files")
    found = _chosen(index.files(directory), args.source_name, directory)
    if args.action == "list":
        _list([index.summary(name, path) for name, path in found.items()], directory, args.json)
        return 0
    if args.action == "remove":
        if not args.source_name:
            raise UsageError("index remove needs the source whose index is to go")
        for name, path in found.items():
            _output.say(f"the index of {registry.source_name(name)} is gone ({index.remove(path) / 1e6:.1f} MB)")
        return 0
    wrong = {name: index.check(name, path) for name, path in found.items()}
    for name, sentences in wrong.items():
        _output.say(f"{found[name]}: {'; '.join(sentences) or 'whole; its works are found again'}")
    return int(any(wrong.values()))


def _chosen(found: Mapping[str, Path], name: str | None, directory: Path) -> Mapping[str, Path]:
    if name is None:
        return found
    if name not in found:
        raise UsageError(f"there is no index of {name!r} in {str(directory)!r}; `latexrefcheck index list` lists them")
    return {name: found[name]}


def _add(args: argparse.Namespace, settings: Settings, directory: Path) -> int:
    from latexrefcheck.verify import index

    dumped = [name for name in registry.sources if registry.sources[name].dump is not None]
    if args.source_name not in dumped:
        raise UsageError(
            unknown("dump", args.source_name, dumped)
            if args.source_name
            else f"index add needs the source and the files of its dump (sources: {', '.join(dumped)})"
        )
    source = registry.sources[args.source_name]
    if not args.files:
        where = source.dump.where if source.dump is not None else ""
        raise UsageError(f"index add {source.id} needs the files of the dump, which {source.name} publishes at {where}")
    paths = [path for name in args.files for path in _files(Path(name))]
    processes = args.processes or os.cpu_count() or 1
    large = sum(path.stat().st_size for path in paths if path.is_file()) > WORTH_PROCESSES
    file = index.file_of(directory, source.id)
    sums = index.add(source, paths, file, _progress(settings), processes if large else 1)
    for told in sums:
        damaged = f", {told.damaged} damaged ones left out" if told.damaged else ""
        _output.say(f"{told.file}: {told.works} works{damaged}")
    told_all = index.summary(source.id, file)
    _output.say(f"{file}: {told_all.works} works of {told_all.day or 'no date'}, {told_all.size / 1e6:.1f} MB")
    return 0


WORTH_PROCESSES = 20_000_000
"""Bytes of a dump from which the start of other processes pays."""


def _files(path: Path) -> list[Path]:
    """The path, or the files below a directory in the order of their names."""
    if not path.is_dir():
        return [path]
    return sorted(each for each in path.rglob("*") if each.is_file() and not each.name.startswith("."))


def _progress(settings: Settings) -> Callable[[Progress], None] | None:
    if settings.progress == "off" or (settings.progress == "auto" and not sys.stderr.isatty()):
        return None

    def report(now: Progress) -> None:
        _console.say(f"{now.file}: {now.pieces} read, {now.works} works")

    return report


def _list(told: list[Summary], directory: Path, as_json: bool) -> None:
    if as_json:
        rows: list[dict[str, object]] = [
            {**one._asdict(), "path": str(one.path), "files": [each._asdict() for each in one.files]} for one in told
        ]
        _output.say_json(rows)
        return
    if not told:
        _output.say(f"{directory}: no index yet")
    for one in told:
        damaged = f", {one.damaged} damaged" if one.damaged else ""
        _output.say(
            f"{one.source:<12} {one.day or 'no date':<10} {one.works:>11} works{damaged}  {one.size / 1e6:.1f} MB  {one.path}"
        )
        for each in one.files:
            state = "" if each.whole else "  not read to its end: add it again"
            _output.say(f"  {each.name}: {each.works} works{state}")
