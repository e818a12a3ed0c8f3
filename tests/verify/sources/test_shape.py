"""A record whose title, people or year have no form of such is unreadable; it is never read as another work's."""

from __future__ import annotations

import json
from typing import Any

import pytest

from latexrefcheck import registry
from latexrefcheck.model.lookup import Answer, Request, Response
from latexrefcheck.model.record import Query
from latexrefcheck.verify.sources._shape import readable

DOI = Query("doi", "10.99999/rivers")
WORK: dict[str, Any] = {
    "DOI": "10.99999/rivers",
    "type": "journal-article",
    "title": ["Rivers of the North"],
    "author": [{"family": "Doe", "given": "Jo"}],
    "issued": {"date-parts": [[2001, 5]]},
}
DAMAGED: list[dict[str, Any]] = [
    {"title": [5, None]},
    {"title": 5},
    {"title": [True]},
    {"title": ["Rivers of the North", 7]},
    {"title": [["Rivers"]]},
    {"author": "x"},
    {"author": 3},
    {"author": [1, 2]},
    {"editor": "Doe, Jo"},
    {"issued": {"date-parts": [["soon"]]}},
    {"issued": {"date-parts": "2001"[:2] + "th century"}},
    {"published-print": {"date-parts": [[{"year": 1}]]}},
    {"issued": {"date-parts": [[True]]}},
]
SOUND: list[dict[str, Any]] = [
    {},
    {"title": []},
    {"title": None},
    {"title": "Rivers of the North"},
    {"title": ["Rivers of the North", None]},
    {"title": ["1984"]},
    {"author": None},
    {"author": []},
    {"author": [{"name": "The River Group"}, None]},
    {"issued": {"date-parts": [[None]]}},
    {"issued": {"date-parts": [[]]}},
    {"issued": {"date-parts": []}},
    {"issued": {"date-parts": [["2001"]]}},
    {"issued": {"date-parts": [[""]]}},
    {"issued": None},
]


def ask(source: str, query: Query, value: object) -> Answer:
    asked = Request(source, registry.sources[source].base, (query,))
    return registry.sources[source].answer(asked, Response(200, json.dumps(value).encode()))


@pytest.mark.parametrize("change", DAMAGED, ids=map(str, DAMAGED))
def test_a_damaged_record_is_a_failure(change: dict[str, Any]) -> None:
    damaged = {**WORK, **change}
    assert "shape" in ask("crossref", DOI, {"status": "ok", "message": damaged}).failed[DOI]
    assert DOI in ask("crossref", DOI, {"status": "ok", "message": {"items": [damaged], "total-results": 1}}).failed
    csl = Query("csl", DOI.value)
    assert csl in ask("doiorg", csl, damaged).failed


@pytest.mark.parametrize("change", SOUND, ids=map(str, SOUND))
def test_what_publishers_leave_out_is_no_damage(change: dict[str, Any]) -> None:
    assert DOI in ask("crossref", DOI, {"status": "ok", "message": {**WORK, **change}}).found


def test_a_damaged_record_fails_its_own_query_only() -> None:
    other = Query("doi", "10.99999/roads")
    request = Request("crossref", registry.sources["crossref"].base, (DOI, other))
    works = [{**WORK, "title": [5, None]}, {**WORK, "DOI": other.value}]
    body = json.dumps({"status": "ok", "message": {"items": works, "total-results": 2}}).encode()
    answer = registry.sources["crossref"].answer(request, Response(200, body))
    assert (list(answer.found), list(answer.failed)) == ([other], [DOI])


@pytest.mark.parametrize(
    "entry",
    [
        {"display_name": 5},
        {"title": 5, "authors": []},
        {"title": "Rivers", "authorships": "Doe"},
        {"title": "Rivers", "authors": "Doe"},
        {"metadata": {"titles": [5]}},
        {"attributes": {"creators": "Doe", "titles": []}},
        {"attributes": {"titles": 7}},
        {"content": {"title": 4}},
    ],
    ids=str,
)
def test_records_of_every_api(entry: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        readable(entry)


def test_one_damaged_paper_of_a_batch_is_a_failure() -> None:
    papers = [{"paperId": "1", "title": "Rivers", "authors": "Doe", "externalIds": {"DOI": DOI.value}}]
    assert DOI in ask("semanticscholar", DOI, papers).failed
