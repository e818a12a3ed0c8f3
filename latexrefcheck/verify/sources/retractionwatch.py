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
from collections.abc import Collection, Iterable, Iterator, Mapping

from latexrefcheck.model.lookup import Answer, Request, Response, Source, SourceConfig
from latexrefcheck.model.record import Notice, Query
from latexrefcheck.verify.sources._text import doi_in

ID = "retractionwatch"

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


def notices(lines: Iterable[str], wanted: Collection[tuple[str, str]] | None = None) -> dict[tuple[str, str], tuple[Notice, ...]]:
    """The notices per work out of the CSV's lines: ``("doi", …)`` and ``("pmid", …)`` to notices, oldest first.

    With ``wanted`` only of these works, which is much quicker for the whole file. A reinstatement
    cancels the retractions before it. Raises ValueError with one sentence if the lines are no
    Retraction Watch CSV.
    """
    found: dict[tuple[str, str], list[Notice]] = {}
    try:
        rows = csv.reader(lines)
        header = next(rows, [])
        missing = [name for name in COLUMNS if name not in header]
        if missing:
            raise ValueError(f"not a Retraction Watch CSV: the column {missing[0]} is missing")
        doi, pmid, *rest = (header.index(name) for name in COLUMNS)
        last = max(doi, pmid, *rest)
        for row in rows:
            if len(row) <= last:
                continue
            works = [work for work in (("doi", _doi(row[doi])), ("pmid", _pmid(row[pmid]))) if work[1]]
            if wanted is not None:
                works = [work for work in works if work in wanted]
            if works:
                notice = _notice(*(row[place] for place in rest))
                for work in works:
                    found.setdefault(work, []).append(notice)
    except csv.Error as problem:
        raise ValueError(f"not a readable CSV: {problem}") from problem
    return {work: kept for work, listed in found.items() if (kept := _standing(listed))}


def _doi(cell: str) -> str:
    cell = cell.strip().lower()
    return cell if cell.startswith("10.") else doi_in(cell)


def _pmid(cell: str) -> str:
    return cell.strip().lstrip("0") if cell.strip().isdigit() else ""


def _notice(notice_doi: str, date: str, nature: str, reason: str) -> Notice:
    when = _DATE.match(date)
    return Notice(
        NATURES.get(nature.strip().lower(), "other"),
        _doi(notice_doi),
        "retraction-watch",
        f"{when[3]}-{int(when[1]):02d}-{int(when[2]):02d}" if when else "",
        "; ".join(part.lstrip("+").strip() for part in reason.split(";") if part.strip("+ ")) or nature.strip(),
    )


def _standing(listed: list[Notice]) -> tuple[Notice, ...]:
    standing: list[Notice] = []
    for notice in sorted(listed, key=lambda one: one.date) if len(listed) > 1 else listed:
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


SOURCE = Source(
    id=ID,
    name="Retraction Watch",
    requests=requests,
    answer=answer,
)
