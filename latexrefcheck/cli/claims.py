"""``latexrefcheck claims PAPER|FILE``: every citing sentence of a paper beside what the cited works say."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from latexrefcheck.cli import _arguments, _claims, _console
from latexrefcheck.errors import UsageError

if TYPE_CHECKING:
    from latexrefcheck.claims.asked import CitedWork, Claim
    from latexrefcheck.settings import Settings

NAME = "claims"
HELP = "Set every citing sentence of a paper, or every claim of a file, beside the passages that it leans on."


def arguments(parser: argparse.ArgumentParser) -> None:
    """The paper or the file, and whose texts the claims are held against."""
    parser.add_argument("paths", nargs="*", metavar="PAPER|FILE", help="root .tex, directory, .md, or a .jsonl or .csv of claims")
    parser.add_argument("--key", action="append", default=[], metavar="KEY", help="only claims on this entry (may be repeated)")
    parser.add_argument("--max-claims", type=int, default=0, metavar="N", help="most claims that are looked at (default: all)")
    _claims.add(parser)


def run(args: argparse.Namespace) -> int:
    """Exit status 0: answered; 1: contradicted or not found, with --claims strict; 3: a source did not answer."""
    from latexrefcheck.claims import listed

    _claims.checked(args)
    files = [Path(path) for path in args.paths if Path(path).suffix.lower() in listed.SUFFIXES]
    if files and len(files) != len(args.paths):
        raise UsageError("give papers or files of claims, not both")
    settings = _arguments.settings(args)
    claims, works = _of_files(files, settings) if files else _of_paper(settings)
    if args.key:
        missing = [key for key in args.key if not any(claim.work == key for claim in claims)]
        if missing:
            raise UsageError(f"no sentence cites {', '.join(map(repr, missing))}")
        claims = [claim for claim in claims if claim.work in args.key]
    if args.max_claims and len(claims) > args.max_claims:
        _console.say(
            f"{len(claims) - args.max_claims} of {len(claims)} claims were not looked at (--max-claims {args.max_claims})"
        )
        claims = claims[: args.max_claims]
    answers, requests = _claims.answered(args, settings, claims, works) if claims else ([], 0)
    return _claims.written(args, answers, requests)


def _of_files(files: Sequence[Path], settings: Settings) -> tuple[list[Claim], dict[str, CitedWork]]:
    from latexrefcheck.claims import listed
    from latexrefcheck.claims.works import works_of

    claims = [claim for path in files for claim in listed.claims(path)]
    return claims, works_of(list(dict.fromkeys(claim.work for claim in claims)), settings)


def _of_paper(settings: Settings) -> tuple[list[Claim], dict[str, CitedWork]]:
    from latexrefcheck import pipeline
    from latexrefcheck.pipeline.leaning import claims_of

    examined = pipeline.examine(settings.replace(claims="off"))
    return claims_of(examined.project, examined.verification)
