"""``latexrefcheck confirm KEY --reason "…"``: a person vouches for an entry as it stands."""

from __future__ import annotations

import argparse
import getpass
from datetime import UTC, datetime
from pathlib import Path

from latexrefcheck.cli import _arguments, _output, _references
from latexrefcheck.errors import UsageError
from latexrefcheck.system.git import WorkTree

NAME = "confirm"
HELP = "Note in the lock that a person has checked an entry as it stands."


def arguments(parser: argparse.ArgumentParser) -> None:
    """The keys, the reason, and where the bibliography is."""
    parser.add_argument("keys", nargs="+", metavar="KEY", help="keys of the entries that were checked by hand")
    parser.add_argument("--reason", default="", help="how it was checked; kept in the lock beside the date")
    parser.add_argument("--by", default="", metavar="NAME", help="who checked it; else as git knows you, or your account")
    parser.add_argument("--remove", action="store_true", help="take the confirmation back")
    _references.add_project(parser)


def run(args: argparse.Namespace) -> int:
    """Write the confirmations and say where."""
    if not args.remove and not args.reason.strip():
        raise UsageError('a confirmation needs a reason: --reason "seen in the library, p. 12"')
    settings = _arguments.settings(args)
    book = _references.open_book(settings)
    today = datetime.now(UTC).date()
    by = args.by.strip() or _whoever()
    for key in args.keys:
        reference = _references.find(book, key)
        if args.remove:
            book.lock.unconfirm(reference.key)
        else:
            book.lock.confirm(reference, args.reason.strip(), today, by)
    book.lock.write()
    done = "no longer confirmed" if args.remove else "confirmed"
    _output.say(f"{', '.join(args.keys)}: {done} in {book.place}")
    return 0


def _whoever() -> str:
    """Who runs this: the name and address that git has, else the account; nothing where neither is known."""
    tree = WorkTree.around(Path.cwd())
    asked = ("user.name", "user.email")
    said = [tree.ask("config", one).output.decode("utf-8", "replace").strip() for one in asked] if tree else []
    name, address = said or ("", "")
    if name or address:
        return f"{name} <{address}>" if name and address else name or address
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
