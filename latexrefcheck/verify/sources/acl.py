"""ACL Anthology: papers of computational linguistics, by their Anthology number.

## What it knows
The Anthology has no interface for programs. Its numbers (`N19-1423`, `2020.acl-main.1`) are turned into
what others know: Semantic Scholar takes them as they are, and for most volumes since 2016 the DOI
`10.18653/v1/NUMBER` exists. That DOI is a guess: if it is not registered, nothing is said about the paper.

## Limits
None: nothing is asked.

## Terms
CC BY 4.0 (https://aclanthology.org/faq/copyright/).

## Key
None.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from latexrefcheck.model.lookup import Answer, Request, Response, Source, SourceConfig
from latexrefcheck.model.record import Query

ID = "acl"

_WITHOUT_DOI = "LTYOUXI"
"""First letters of volumes without DOIs of this prefix: LREC, TINLP, ROCLING and others."""
FIRST_YEAR = 16


def alias(query: Query) -> tuple[Query, ...]:
    """What else to ask for an Anthology number: the DOI that it probably has. Nothing for other queries."""
    number = query.value
    if query.kind != "acl":
        return ()
    if number[:1].isalpha():
        year = int(number[1:3])
        return (
            (Query("doi", f"10.18653/v1/{number.lower()}"),) if FIRST_YEAR <= year < 60 and number[0] not in _WITHOUT_DOI else ()
        )
    volume = number.partition(".")[2]
    return () if volume.startswith(("lrec", "rocling", "jep", "tal-")) else (Query("doi", f"10.18653/v1/{number.lower()}"),)


def requests(queries: Iterable[Query], config: SourceConfig) -> Iterator[Request]:
    """No requests: see :func:`alias`."""
    return iter(())


def answer(request: Request, response: Response) -> Answer:
    """Never asked, so it answers nothing."""
    return Answer(failed=dict.fromkeys(request.queries, "the ACL Anthology is not asked"))


SOURCE = Source(
    id=ID,
    name="ACL Anthology",
    requests=requests,
    answer=answer,
    alias=alias,
)
