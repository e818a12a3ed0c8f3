"""OpenReview: submissions and reviews of ICLR, NeurIPS, TMLR and others, by forum number.

## What it knows
Its interface refuses programs without an account, and no other index takes its forum numbers. A forum
URL is recognised, so that the entry counts as one with an address, and the work is looked up by its title.

## Limits
None: nothing is asked.

## Terms
https://openreview.net/legal/terms

## Key
None.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from latexrefcheck.model.lookup import Answer, Request, Response, Source, SourceConfig
from latexrefcheck.model.record import Query

ID = "openreview"


def alias(query: Query) -> tuple[Query, ...]:
    """What else to ask for a forum number: nothing, no index knows it; the title is searched as for any entry."""
    return ()


def requests(queries: Iterable[Query], config: SourceConfig) -> Iterator[Request]:
    """No requests: see :func:`alias`."""
    return iter(())


def answer(request: Request, response: Response) -> Answer:
    """Never asked, so it answers nothing."""
    return Answer(failed=dict.fromkeys(request.queries, "OpenReview is not asked"))


SOURCE = Source(
    id=ID,
    name="OpenReview",
    requests=requests,
    answer=answer,
    alias=alias,
)
