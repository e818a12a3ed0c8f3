"""``latexrefcheck audit``: does something stand behind every entry?"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from latexrefcheck.cli import _arguments, _console, _output, _references
from latexrefcheck.errors import RefcheckError
from latexrefcheck.settings import thresholds
from latexrefcheck.settings.options import INPUT, LOCK, NETWORK, POLICY, VERIFY

if TYPE_CHECKING:
    from latexrefcheck.settings import Settings
    from latexrefcheck.verify.lock import Uncovered

NAME = "audit"
HELP = "Reconcile bibliography, lock and evidence file: list the entries that nothing stands behind."

COVERED, UNCOVERED, NOT_RUN = 0, 2, 3


def arguments(parser: argparse.ArgumentParser) -> None:
    """The project, the lock and the evidence file."""
    applying = {"cited-only", "lock", "lock-max-age", "confirmations", "evidence", "thresholds", *_arguments.SETTINGS}
    _arguments.add_options(parser, (INPUT, VERIFY, LOCK, NETWORK, POLICY), only=applying)
    parser.add_argument("--reverify", action="store_true", help="ask the sources again about what the lock calls verified")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="with --reverify: only N entries, drawn anew")
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
    book.lock.limits, book.lock.confirmations = thresholds.chosen(settings), settings.confirmations
    found = audit(wanted, book.lock, datetime.now(UTC).date(), settings.lock_max_age, ledger)
    if args.reverify:
        found = (*found, *_asked_again(settings, book, {one.key for one in found}, args.sample))
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


def _asked_again(settings: Settings, book: _references.Book, open_ones: Collection[str], sample: int) -> Iterator[Uncovered]:
    """Entries that the lock covers and that the sources, asked now, do not confirm."""
    from latexrefcheck.verify import asking
    from latexrefcheck.verify.lock import Uncovered

    covered = [one for one in book.references.values() if one.key not in open_ones and book.lock.confirmation(one) is None]
    if 0 < sample < len(covered):
        covered = random.SystemRandom().sample(covered, sample)  # nobody can know which ones will be looked at
    if not covered:
        return
    _, _, notes, verdicts = asking.ask(covered, settings.replace(refresh=("*",)))
    for note in notes:
        _console.say(note)
    for reference in covered:
        verdict = verdicts[reference.key]
        if verdict.status == "unchecked":
            yield Uncovered(reference.key, "unasked", f"it could not be asked again: {verdict.reason}")
        elif verdict.status not in ("verified", "partial"):
            reason = f"the lock says verified; asked again, it is {verdict.status}: {verdict.reason}"
            yield Uncovered(reference.key, "refuted", reason)
