"""What the commands on claims share: sources, shelves, depth, form, and how the answers are written."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from latexrefcheck import registry
from latexrefcheck.cli import _arguments, _output
from latexrefcheck.errors import UsageError, unknown
from latexrefcheck.settings.options import NETWORK, POLICY

if TYPE_CHECKING:
    from latexrefcheck.claims.asked import CitedWork, Claim
    from latexrefcheck.claims.deciding import Answer
    from latexrefcheck.claims.shelf import Shelf
    from latexrefcheck.settings import Settings

DEPTHS = ("quick", "auto", "full")
FORMS = ("text", "markdown", "html", "json")


def add(parser: argparse.ArgumentParser) -> None:
    """The options of both commands."""
    parser.add_argument(
        "--source",
        dest="abstracts",
        action="append",
        default=[],
        metavar="NAME",
        help="ask only this source for abstracts (may be repeated)",
    )
    parser.add_argument(
        "--depth", default="auto", metavar="DEPTH", help="quick: abstracts; auto: whole texts in doubt; full: all"
    )
    parser.add_argument("--pdfs", type=Path, metavar="DIR", help="a folder of PDFs in which whole texts are looked for")
    parser.add_argument("--zotero", type=Path, metavar="DIR", help="a Zotero data directory in which they are looked for")
    parser.add_argument("--model", type=Path, metavar="DIR", help="an ONNX entailment model of yours; it may lower, never raise")
    parser.add_argument("--format", default="text", metavar="FORM", help="text, markdown, html or json (default text)")
    parser.add_argument("--json", action="store_true", help="the same as --format json")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write there instead of to the terminal")
    parser.add_argument(
        "--claims", default="info", metavar="HOW", help="strict: exit status 1 where a claim is contradicted or not found"
    )
    _arguments.add_options(parser, (NETWORK, POLICY), paths=False, only=_arguments.SETTINGS)


def checked(args: argparse.Namespace) -> None:
    """Raise UsageError for a value that cannot be meant."""
    for name, value, known in (
        ("depth", args.depth, DEPTHS),
        ("format", args.format, FORMS),
        ("claims", args.claims, ("info", "strict")),
    ):
        if value not in known:
            raise UsageError(unknown(f"value of --{name}", value, known))
    if args.json:
        args.format = "json"


def answered(
    args: argparse.Namespace, settings: Settings, claims: Sequence[Claim], works: Mapping[str, CitedWork]
) -> tuple[list[Answer], int]:
    """An answer to each claim, and how many requests the texts took."""
    from latexrefcheck.claims.deciding import Depth, decide
    from latexrefcheck.claims.texts import Texts

    rank = None
    if args.model is not None:
        from latexrefcheck.claims.model import load

        rank = load(args.model)
    texts = Texts(settings, [registry.sources[_id(name)].id for name in args.abstracts], _shelf(args))
    return decide(claims, works, texts, Depth(args.depth), rank), texts.requests


def _id(name: str) -> str:
    """A source as people may write it: ``semantic-scholar``."""
    bare = name.lower().replace("-", "").replace("_", "").replace(" ", "")
    return bare if bare in registry.sources else name


def _shelf(args: argparse.Namespace) -> Shelf | None:
    from latexrefcheck.claims.shelf import Shelf

    return Shelf(args.pdfs, args.zotero) if args.pdfs is not None or args.zotero is not None else None


def written(args: argparse.Namespace, answers: Sequence[Answer], requests: int) -> int:
    """Write the answers; the exit status: 0 done, 1 a claim is contradicted or not found (strict), 3 a source was silent."""
    import json

    from latexrefcheck.claims import shown
    from latexrefcheck.files import refuse_link, write_atomic
    from latexrefcheck.model.claims import Stand
    from latexrefcheck.text import visible

    told = {
        "json": lambda: visible.json_text(json.dumps(shown.plain(answers, requests), indent=2, ensure_ascii=False)) + "\n",
        "html": lambda: shown.page(answers),
        "markdown": lambda: shown.markdown(answers),
        "text": lambda: "\n".join(shown.text(answers)) + "\n",
    }[args.format]()
    if args.output is not None:
        refuse_link(args.output, "the report on claims")
        write_atomic(args.output, told.encode("utf-8", "backslashreplace"))
    else:
        for each in told.rstrip("\n").split("\n"):
            _output.say(each)
    if any(answer.outage for answer in answers):
        return 3
    bad = {Stand.CONTRADICTED, Stand.UNVERIFIABLE}
    return 1 if args.claims == "strict" and any(answer.stand in bad for answer in answers) else 0
