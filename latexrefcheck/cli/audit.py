"""``latexrefcheck audit``: does something stand behind every entry?"""

from __future__ import annotations

import argparse
from collections import Counter
from datetime import UTC, datetime

from latexrefcheck.cli import _arguments, _console, _output, _references
from latexrefcheck.errors import RefcheckError
from latexrefcheck.settings.options import INPUT, LOCK, POLICY, VERIFY

NAME = "audit"
HELP = "Reconcile bibliography, lock and evidence file: list the entries that nothing stands behind."

COVERED, UNCOVERED, NOT_RUN = 0, 2, 3


def arguments(parser: argparse.ArgumentParser) -> None:
    """The project, the lock and the evidence file."""
    applying = {"cited-only", "lock", "lock-max-age", "evidence", *_arguments.SETTINGS}
    _arguments.add_options(parser, (INPUT, VERIFY, LOCK, POLICY), only=applying)
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: argparse.Namespace) -> int:
    """Print what is not covered. Exit status 0: every entry is; 2: some are not; 3: the audit could not run."""
    try:
        return _audit(args)
    except RefcheckError as error:
        _console.say(f"latexrefcheck: the audit could not run: {error}")
        return NOT_RUN


def _audit(args: argparse.Namespace) -> int:
    from latexrefcheck.files import read_bytes, refuse_link
    from latexrefcheck.verify.lock import audit

    settings = _arguments.settings(args)
    if settings.evidence is not None:
        refuse_link(settings.evidence, "the evidence file")
    book = _references.open_book(settings, settings.cited_only)
    every = _references.open_book(settings).references.values() if settings.cited_only else book.references.values()
    ledger = None if settings.evidence is None else read_bytes(settings.evidence).decode("utf-8", "replace").splitlines()
    wanted = list(book.references.values())
    found = audit(wanted, book.lock, datetime.now(UTC).date(), settings.lock_max_age, ledger)
    uncited = {reference.key for reference in every}
    found = tuple(one for one in found if one.kind != "stale" or one.key not in uncited)
    open_ones = [one for one in found if one.kind != "stale"]
    if args.json:
        told = {"entries": len(wanted), "covered": len(wanted) - len(open_ones), "uncovered": [one._asdict() for one in found]}
        _output.say_json(told)
        return UNCOVERED if open_ones else COVERED
    places = {reference.key: entry for entry, reference in book.references.items()}
    for one in found:
        entry = places.get(one.key)
        where = book.place if entry is None else "{}:{}:{}".format(entry.source.path, *entry.source.position(entry.start))
        _output.say(f"{where}: {one.key}: {one.reason}")
    counts = ", ".join(f"{number} {kind}" for kind, number in sorted(Counter(one.kind for one in found).items()))
    covered = f"{len(wanted) - len(open_ones)} of {len(wanted)} entries are covered by {book.place}"
    _output.say(f"{covered} ({counts})" if counts else covered)
    return UNCOVERED if open_ones else COVERED
