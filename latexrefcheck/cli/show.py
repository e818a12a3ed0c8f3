"""``latexrefcheck show ID``: one work in full."""

from __future__ import annotations

import argparse

from latexrefcheck.cli import _arguments, _output
from latexrefcheck.discover.wanted import InvalidArgument
from latexrefcheck.errors import RefcheckError
from latexrefcheck.settings.options import NETWORK, POLICY

NAME = "show"
HELP = "Show one work in full: by DOI, arXiv number, PMID, or its number in the last search."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Which work."""
    parser.add_argument("id", metavar="ID", help="doi:10.…, arXiv:…, a bare arXiv number, PMID:…, or a number of the last search")
    parser.add_argument("--json", action="store_true", help="JSON, in the form of search --json")
    _arguments.add_options(parser, (NETWORK, POLICY), paths=False, only=_arguments.SETTINGS)


def run(args: argparse.Namespace) -> int:
    """Exit status 0: shown; 1: no source holds it; 2: no identifier; 3: it could not be looked up."""
    from latexrefcheck.discover import shown

    try:
        work = found(args.id, args)
    except RefcheckError as error:
        if not args.json:
            raise
        _output.say_json(
            {"work": None, "errors": [{"code": getattr(error, "code", "NOT_RESOLVED"), "source": "", "reason": str(error)}]}
        )
        return error.exit_code
    if args.json:
        _output.say_json({"work": dict(work), "errors": []})
    else:
        for text in shown.card(work):
            _output.say(text)
    return 0


class NotResolved(RefcheckError):
    """Nobody holds what an identifier names."""

    exit_code = 1
    code = "NOT_FOUND"


class NoAnswerYet(RefcheckError):
    """An identifier could not be looked up."""

    exit_code = 3
    code = "SOURCE_FAILED"


def found(text: str, args: argparse.Namespace) -> dict[str, object]:
    """The work that ``text`` names; raises with the reason where there is none."""
    from latexrefcheck.discover import history, shown
    from latexrefcheck.verify import asking, single

    if text.isascii() and text.isdigit() and len(text) < 4:
        kept = dict(history.numbered(int(text)))
        return shown.EMPTY | kept
    reference = single.parse(text)
    if not reference.identifiers:
        raise InvalidArgument(
            reference.malformed or f"{text!r} names no DOI, arXiv number or PMID; look for it: latexrefcheck search {text!r}"
        )
    _, _, _, verdicts = asking.ask([reference], _arguments.settings(args))
    outcome = single.outcome(reference, verdicts[reference.key], False)
    if outcome.record is None or not outcome.record.title:
        raise (NotResolved if outcome.complete else NoAnswerYet)(f"{text}: {'; '.join(outcome.reasons)}")
    work = shown.of_record(outcome.record)
    return work | {"standing": "VERIFIED" if outcome.complete else "", "notices": list(outcome.notices)}
