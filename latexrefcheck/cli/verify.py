"""``latexrefcheck verify WHAT…``: check single references without a project."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from latexrefcheck import registry
from latexrefcheck.cli import _arguments, _console, _output
from latexrefcheck.errors import UsageError
from latexrefcheck.settings.options import NETWORK, POLICY, VERIFY

if TYPE_CHECKING:
    from latexrefcheck.settings import Settings
    from latexrefcheck.verify.single import Outcome

NAME = "verify"
HELP = "Check identifiers, references in words, or every entry of a .bib: PASS, WARN or REJECT."

PASSED, NOT_PASSED, INCOMPLETE = 0, 1, 3


def arguments(parser: argparse.ArgumentParser) -> None:
    """What to check and what it is expected to be."""
    parser.add_argument("what", nargs="+", help='doi:10.…, arXiv:…, PMID:…, ISBN:…, "a reference in words", or file.bib')
    parser.add_argument("--title", default="", help="the title that it should have")
    parser.add_argument("--first-author", default="", metavar="NAME", help="the first author that it should have")
    parser.add_argument("--year", type=int, help="the year that it should have")
    parser.add_argument("--json", action="store_true", help="as JSON")
    _arguments.add_options(parser, (VERIFY, NETWORK, POLICY), paths=False, only={"thresholds", *_arguments.SETTINGS})


def run(args: argparse.Namespace) -> int:
    """Print one line per reference. Exit status 0: all pass; 1: some do not; 3: some could not be checked."""
    settings = _arguments.settings(args)
    outcomes = list(_outcomes(args, settings))
    if args.json:
        _output.say_json([_plain(one) for one in outcomes])
    else:
        for one in outcomes:
            _output.say(f"{one.status:<6}  {_short(one.text)}: {'; '.join(one.reasons)}")
            if one.record is not None:
                _output.say(f"        {_named(one)}")
    if all(one.status == "PASS" for one in outcomes):
        return PASSED
    open_ones = any(not one.complete for one in outcomes if one.status != "PASS")
    return INCOMPLETE if open_ones and not any(one.status == "REJECT" for one in outcomes) else NOT_PASSED


def _outcomes(args: argparse.Namespace, settings: Settings) -> Iterator[Outcome]:
    from latexrefcheck.settings import thresholds
    from latexrefcheck.verify import asking, single

    files = [what for what in args.what if what.lower().endswith(".bib")]
    for file in files:
        yield from _file(Path(file), settings)
    texts = list(dict.fromkeys(what for what in args.what if what not in files))
    if not texts:
        return
    if any(not text.strip() for text in texts):
        raise UsageError("an empty reference cannot be verified")
    references = [single.parse(text, args.title, args.first_author, args.year) for text in texts]
    resolution, _, notes, verdicts = asking.ask(references, settings)
    if resolution.interrupted:
        raise KeyboardInterrupt
    for note in notes:
        _console.say(note)
    for reference in references:
        yield single.outcome(reference, verdicts[reference.key], bool(args.title), thresholds.chosen(settings))


def _file(path: Path, settings: Settings) -> Iterator[Outcome]:
    """Every entry of a .bib, cited or not."""
    import latexrefcheck.verify as verification
    from latexrefcheck import pipeline
    from latexrefcheck.model.record import Reference
    from latexrefcheck.verify import single

    chosen = settings.replace(paths=(path,), cited_only=False, build="off")
    found = verification.run(pipeline.load(chosen), chosen)
    if found.interrupted:
        raise KeyboardInterrupt
    for entry, verdict in found.verdicts.items():
        reference = Reference(key=entry.key, type=entry.type, titles=(entry.value("title"),), identifiers={"key": entry.key})
        yield single.outcome(reference, verdict, True)


def _plain(one: Outcome) -> dict[str, object]:
    record = one.record
    told: dict[str, object] = {
        "reference": one.text,
        "status": one.status,
        "reasons": list(one.reasons),
        "complete": one.complete,
    }
    if record is not None:
        told["record"] = {
            "source": record.source,
            "title": record.title,
            "authors": [person.text for person in record.authors],
            "years": list(record.years),
            "venue": record.venues[0] if record.venues else "",
            "identifiers": dict(record.identifiers),
            "url": record.url,
        }
    return told


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 60 else f"{text[:57]}…"


def _named(one: Outcome) -> str:
    from latexrefcheck.lint.rules import _verdicts

    return f"{_verdicts.named(one.record)} [{registry.source_name(one.record.source)}]" if one.record is not None else ""
