"""Evidence as text that is kept on disk and sent to other processes: plain JSON, checked when it is read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from latexrefcheck.model.reasons import Code
from latexrefcheck.model.record import Evidence, Query, record_from_plain, record_to_plain
from latexrefcheck.model.states import EvidenceOutcome


def written(evidence: Sequence[Evidence]) -> str:
    """The evidence on one work."""
    return json.dumps([_plain(one) for one in evidence], ensure_ascii=False, separators=(",", ":"))


def _plain(one: Evidence) -> dict[str, object]:
    return {
        "source": one.source,
        "query": list(one.query),
        "outcome": str(one.outcome),
        "records": [record_to_plain(record) for record in one.records],
        "url": one.url,
        "when": one.when,
        "reason": one.reason,
        "cached": one.cached,
        "code": "" if one.code is None else str(one.code),
    }


def read(text: str) -> tuple[Evidence, ...]:
    """What :func:`written` wrote; raises ValueError for anything else."""
    try:
        return tuple(_evidence(one) for one in json.loads(text))
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"no evidence: {error}") from error


def _evidence(one: Mapping[str, object]) -> Evidence:
    query, records, code = one["query"], one["records"], str(one["code"])
    if not isinstance(query, list) or not isinstance(records, list):
        raise TypeError("no list")
    kind, value, surname, year = map(str, query)
    return Evidence(
        str(one["source"]),
        Query(kind, value, surname, year),
        EvidenceOutcome(str(one["outcome"])),
        tuple(map(record_from_plain, records)),
        str(one["url"]),
        str(one["when"]),
        str(one["reason"]),
        one["cached"] is True,
        Code(code) if code else None,
    )
