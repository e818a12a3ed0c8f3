"""``latexrefcheck claim ID|KEY --claim "…"``: what a work says of one claim, in its own words."""

from __future__ import annotations

import argparse

from latexrefcheck.cli import _arguments, _claims, _references
from latexrefcheck.errors import UsageError

NAME = "claim"
HELP = "Set one claim beside the passages of the work that it leans on: text fetched now, quoted, never from memory."


def arguments(parser: argparse.ArgumentParser) -> None:
    """The work, the claim, and whose text it is held against."""
    parser.add_argument("id", metavar="ID|KEY", help="doi:10.…, arXiv:…, PMID:…, or the key of an entry of the project")
    parser.add_argument("--claim", required=True, action="append", metavar="TEXT", help="what is said of it (may be repeated)")
    parser.add_argument(
        "--project", dest="paths", action="append", metavar="PATH", help="where the key is (default: as in check)"
    )
    _claims.add(parser)


def run(args: argparse.Namespace) -> int:
    """Exit status 0: answered; 1: contradicted or not found, with --claims strict; 3: a source did not answer."""
    from latexrefcheck.claims.asked import Claim
    from latexrefcheck.claims.works import work_of, works_of
    from latexrefcheck.verify import asking, single

    _claims.checked(args)
    if not all(any(map(str.isalpha, one)) for one in args.claim):
        raise UsageError("a claim is a sentence; --claim has no letter")
    settings = _arguments.settings(args)
    reference = single.parse(args.id)
    if reference.identifiers:
        works = works_of([args.id], settings)
    else:
        reference = _references.find(_references.open_book(settings), args.id)
        verdict = asking.ask([reference], settings)[3].get(reference.key)
        works = {args.id: work_of(args.id, reference.identifiers, reference.title, verdict)}
    answers, requests = _claims.answered(args, settings, [Claim(args.id, one, one) for one in args.claim], works)
    return _claims.written(args, answers, requests)
