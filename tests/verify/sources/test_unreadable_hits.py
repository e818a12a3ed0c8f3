"""An answer that holds records in none of which anything can be read is a failure, never the absence of a work."""

from __future__ import annotations

import json

import pytest

from latexrefcheck import registry
from latexrefcheck.model.lookup import Request, Response
from latexrefcheck.model.record import Query

QUERY = Query("title", "Rivers of the Northern Plains of Iceland", "Doe", "2001")
NAMELESS = {"DOI": "10.99999/x", "doi": "https://doi.org/10.99999/x", "id": "1", "paperId": "1", "heading": "Rivers of the North"}
"""A record in which the field of the title has another name."""


def shapes(works: list[object]) -> dict[str, object]:
    return {
        "crossref": {"status": "ok", "message": {"total-results": len(works), "items": works}},
        "openalex": {"meta": {"count": len(works)}, "results": works},
        "semanticscholar": {"total": len(works), "data": works},
        "europepmc": {"hitCount": len(works), "resultList": {"result": works}},
        "inspire": {"hits": {"total": len(works), "hits": [{"metadata": work} for work in works]}},
        "zbmath": {"result": works, "status": {"nr_total_results": len(works)}},
        "dblp": {"results": {"bindings": [{"publication": {"value": "x"}, "name": {"value": "Rivers"}} for _ in works]}},
    }


def outcome(name: str, works: list[object]) -> str:
    request = Request(name, registry.sources[name].base, (QUERY,))
    answer = registry.sources[name].answer(request, Response(200, json.dumps(shapes(works)[name]).encode()))
    return "found" if answer.found else "absent" if answer.absent else answer.failed[QUERY]


@pytest.mark.parametrize("name", [name for name, source in registry.sources.items() if source.search()])
def test_renamed_fields_are_no_absence(name):
    assert "can be read" in outcome(name, [NAMELESS, {**NAMELESS, "id": "2"}])
    assert "can be read" in outcome(name, [{"id": 7, "title": None, "titles": None, "metadata": 3}])
    assert outcome(name, []) == "absent"
