"""Notices out of a Retraction Watch file that the user points to, added to the verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from latexrefcheck.errors import UnreadableInput
from latexrefcheck.files import read_bytes
from latexrefcheck.model.document import Entry
from latexrefcheck.model.record import Notice, Reference, Verdict
from latexrefcheck.model.states import VerdictStatus
from latexrefcheck.verify.sources import retractionwatch

MOST_BYTES = 512 * 1024 * 1024
"""Largest file that is read; the whole one had some sixty megabytes in 2026."""


def noted(verdicts: Mapping[Entry, Verdict], references: Mapping[Entry, Reference], path: Path) -> dict[Entry, Verdict]:
    """The verdicts with the notices that the file holds on their works, by DOI and PMID of entry and record.

    Raises UnreadableInput if the file cannot be read or is not that list.
    """
    named = {entry: list(_names(references[entry], verdict)) for entry, verdict in verdicts.items()}
    wanted = {name for names in named.values() for name in names}
    lines = retractionwatch.decode(read_bytes(path, MOST_BYTES))
    try:
        found = retractionwatch.notices(lines, wanted)
    except ValueError as error:
        raise UnreadableInput(f"{str(path)!r}: {error}") from error
    return {
        entry: _with(verdict, [n for name in named[entry] for n in found.get(name, ())]) for entry, verdict in verdicts.items()
    }


def _names(reference: Reference, verdict: Verdict) -> Iterator[tuple[str, str]]:
    wrong = verdict.identifier if verdict.status == VerdictStatus.WRONG_IDENTIFIER else None
    for identifiers in (reference.identifiers, verdict.record.identifiers if verdict.record is not None else {}):
        for kind in ("doi", "pmid"):
            value = identifiers.get(kind, "").lower()
            if value and (kind, value) != wrong:
                yield kind, value


def _with(verdict: Verdict, notices: list[Notice]) -> Verdict:
    known = {(notice.kind, notice.doi.lower()) for notice in verdict.notices}
    fresh = tuple(dict.fromkeys(notice for notice in notices if (notice.kind, notice.doi.lower()) not in known))
    return replace(verdict, notices=(*verdict.notices, *fresh)) if fresh else verdict
