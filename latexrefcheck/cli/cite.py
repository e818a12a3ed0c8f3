"""``latexrefcheck cite WHAT…``: references in a citation style, or as entries."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from latexrefcheck import registry
from latexrefcheck.cli import _arguments, _console, _output
from latexrefcheck.errors import UsageError, nearest
from latexrefcheck.files import is_file
from latexrefcheck.settings.options import NETWORK, POLICY

if TYPE_CHECKING:
    from latexrefcheck.settings import Settings

NAME = "cite"
HELP = "Set references in a citation style, or write them as entries."

REFUSED, INCOMPLETE = 1, 3
FILES = (".bib", ".json", ".ris")
FORMATS = ("text", "html", "markdown", "latex", "bibtex", "biblatex", "ris", "csl-json")

Items = list[Mapping[str, object]]


def arguments(parser: argparse.ArgumentParser) -> None:
    """What to set, in which style and notation."""
    parser.add_argument(
        "what", nargs="*", help="key of an entry, doi:10.…, arXiv:…, PMID:…, ISBN:…, file.bib, file.json (CSL-JSON) or file.ris"
    )
    parser.add_argument(
        "--style", default="", metavar="NAME|FILE", help=f"{', '.join(registry.styles)}, a .csl or a .bst (default: apa)"
    )
    parser.add_argument("--format", default="text", choices=FORMATS, help="how to write it (default: text)")
    parser.add_argument("--list-styles", action="store_true", help="list the styles by name")
    parser.add_argument(
        "--project", dest="paths", action="append", metavar="PATH", help="root .tex, directory or .bib of the keys"
    )
    _arguments.add_options(parser, (NETWORK, POLICY), paths=False, only=_arguments.SETTINGS)


def run(args: argparse.Namespace) -> int:
    """One reference a line, in the order given. Exit status 1: something does not exist; 3: something could not be looked up."""
    if args.list_styles:
        for name, facts in registry.styles.facts.items():
            _output.say(f"{name:<22}{facts.value[0]}")
        return 0
    if not args.what:
        raise UsageError("say what to cite: a key, an identifier or a file; latexrefcheck cite --help")
    if args.style and args.format in ("bibtex", "biblatex", "ris", "csl-json"):
        raise UsageError(f"--format {args.format} writes the facts themselves; take --style off, or another format")
    from latexrefcheck.cite import writing

    settings = _arguments.settings(args)
    items, status = _items(args.what, settings)
    apart = "\n" if args.format == "markdown" else ""  # lines that follow each other are one paragraph there
    for number, piece in enumerate(writing.written(items, args.style, args.format)):
        sys.stdout.write(f"{apart if number else ''}{piece}\n")  # its writer has made visible what a terminal would obey
    return status


def _items(what: Sequence[str], settings: Settings) -> tuple[Items, int]:
    """The items in the order in which they were asked for; identifiers are looked up together."""
    from latexrefcheck.verify import single

    parts: dict[str, Items] = {}
    asked: list[str] = []
    keys: list[str] = []
    for each in dict.fromkeys(what):
        if Path(each).suffix.lower() in FILES and (is_file(each) or not single.parse(each).identifiers):
            parts[each] = of_file(Path(each), settings)
        elif single.parse(each).identifiers or single.parse(each).malformed:
            asked.append(each)
        else:
            keys.append(each)
    if keys:
        parts |= _of_keys(keys, settings)
    status = 0
    if asked:
        found, status = _looked_up(asked, settings)
        parts |= found
    return [item for each in dict.fromkeys(what) for item in parts.get(each, ())], status


def of_file(path: Path, settings: Settings) -> Items:
    """The items of a .bib, .ris or CSL-JSON file, in its order."""
    from latexrefcheck.reading import references
    from latexrefcheck.reading.references import bib

    if path.suffix.lower() != ".bib":
        return references.items(path)
    from latexrefcheck import pipeline

    read = pipeline.load(settings.replace(paths=(path,), cited_only=False, build="off"))
    return [item for one in read.bibliographies for item in bib.items(one.entries, one)]


def _of_keys(keys: Sequence[str], settings: Settings) -> dict[str, Items]:
    from latexrefcheck import pipeline
    from latexrefcheck.reading.references import bib

    read = pipeline.load(settings)
    found: dict[str, Items] = {}
    for one in read.bibliographies:
        wanted = [entry for entry in one.entries if entry.key in keys and entry.key not in found]
        for entry in wanted:
            found.setdefault(entry.key, bib.items((entry,), one))
    missing = [key for key in keys if key not in found]
    if missing:
        known = [entry.key for one in read.bibliographies for entry in one.entries]
        near = nearest(missing[0], known, most=3)
        hint = (
            f"; did you mean {', '.join(map(repr, near))}?" if near else "; name the project's .bib or root .tex with --project"
        )
        raise UsageError(f"{missing[0]!r} is no key of the project, no identifier and no file{hint}")
    return found


def _looked_up(texts: Sequence[str], settings: Settings) -> tuple[dict[str, Items], int]:
    """The works of identifiers from the sources that own them; a sentence for each that has none."""
    from latexrefcheck.model.csl import to_csl
    from latexrefcheck.verify import asking, single

    references = [single.parse(text) for text in texts]
    asked, _, notes, verdicts = asking.ask([one for one in references if one.identifiers], settings)
    if asked.interrupted:
        raise KeyboardInterrupt
    for note in notes:
        _console.say(note)
    found: dict[str, Items] = {}
    status = 0
    for reference in references:
        told = single.outcome(reference, verdicts[reference.key], False) if reference.identifiers else None
        if told is not None and told.record is not None and told.record.title:
            found[reference.key] = [to_csl(told.record, reference.key)]
            for notice in told.notices:
                _console.say(f"{reference.key}: {notice}")
        elif told is None or told.complete:
            status = REFUSED
            _console.say(f"{reference.key}: not set: {'; '.join(told.reasons) if told else reference.malformed}")
        else:
            status = status or INCOMPLETE
            _console.say(f"{reference.key}: could not be looked up: {'; '.join(told.reasons)}")
    return found, status
