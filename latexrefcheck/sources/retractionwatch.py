"""Retraction Watch: a file of retractions that the user downloads, for runs without network and for works without DOI.

## What it knows
About seventy thousand retractions, expressions of concern, corrections and reinstatements, by DOI and
PMID, also of works that Crossref does not register. Crossref's answers hold the same data for its own DOIs.

## Limits
None: nothing is asked. `--retractions FILE` reads the CSV; a new one appears every working day at
https://gitlab.com/crossref/retraction-watch-data (some tens of megabytes).

## Terms
Made public by Crossref and Retraction Watch; credit both. The file is not passed on.

## Key
None.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping

from latexrefcheck.record import Answer, Limit, Notice, Query, Request, Response, SourceConfig
from latexrefcheck.sources._text import doi_in

ID = "retractionwatch"
NAME = "Retraction Watch"
HOST = ""
BASE = ""
LIMITS: Mapping[str, Limit] = {}
CONTACT_LIMITS: Mapping[str, Limit] = {}
KEY_LIMITS: Mapping[str, Limit] = {}
BATCH: Mapping[str, int] = {}
ANSWERS: tuple[str, ...] = ()
OWNS: tuple[str, ...] = ()
KEY = "none"
DEFAULT_ON = True

COLUMNS = ("OriginalPaperDOI", "OriginalPaperPubMedID", "RetractionDOI", "RetractionDate", "RetractionNature", "Reason")
NATURES: Mapping[str, str] = {
    "retraction": "retraction",
    "expression of concern": "expression_of_concern",
    "correction": "correction",
    "reinstatement": "reinstatement",
}
_DATE = re.compile(r"\s*([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})")


def decode(data: bytes) -> Iterable[str]:
    """The lines of the CSV file; faulty bytes, which it has, become replacement characters."""
    return io.StringIO(data.decode("utf-8-sig", errors="replace").replace("\0", ""), newline="")


def notices(lines: Iterable[str]) -> dict[tuple[str, str], tuple[Notice, ...]]:
    """The notices per work out of the CSV's lines: ``("doi", …)`` and ``("pmid", …)`` to notices, oldest first.

    A reinstatement cancels the retractions before it. Raises ValueError with one sentence if the
    lines are no Retraction Watch CSV.
    """
    found: dict[tuple[str, str], list[Notice]] = {}
    try:
        rows = csv.reader(lines)
        header = next(rows, [])
        missing = [name for name in COLUMNS if name not in header]
        if missing:
            raise ValueError(f"not a Retraction Watch CSV: the column {missing[0]} is missing")
        places = [header.index(name) for name in COLUMNS]
        for row in rows:
            if len(row) > max(places):
                _file(found, *(row[place].strip() for place in places))
    except csv.Error as problem:
        raise ValueError(f"not a readable CSV: {problem}") from problem
    return {work: kept for work, listed in found.items() if (kept := _standing(listed))}


def _file(
    found: dict[tuple[str, str], list[Notice]], doi: str, pmid: str, notice_doi: str, date: str, nature: str, reason: str
) -> None:
    when = _DATE.match(date)
    notice = Notice(
        NATURES.get(nature.lower(), "other"),
        doi_in(notice_doi),
        "retraction-watch",
        f"{when[3]}-{int(when[1]):02d}-{int(when[2]):02d}" if when else "",
        "; ".join(part.lstrip("+").strip() for part in reason.split(";") if part.strip("+ ")) or nature,
    )
    if original := doi_in(doi):
        found.setdefault(("doi", original), []).append(notice)
    if pmid.isdigit() and int(pmid):
        found.setdefault(("pmid", str(int(pmid))), []).append(notice)


def _standing(listed: list[Notice]) -> tuple[Notice, ...]:
    standing: list[Notice] = []
    for notice in sorted(listed, key=lambda one: one.date):
        if notice.kind == "reinstatement":
            standing = [one for one in standing if one.kind not in ("retraction", "expression_of_concern")]
        elif notice not in standing:
            standing.append(notice)
    return tuple(standing)


def requests(queries: Iterable[Query], config: SourceConfig) -> Iterator[Request]:
    """No requests: the file is the user's."""
    return iter(())


def answer(request: Request, response: Response) -> Answer:
    """Never asked, so it answers nothing."""
    return Answer(failed=dict.fromkeys(request.queries, "Retraction Watch is read from a file"))
