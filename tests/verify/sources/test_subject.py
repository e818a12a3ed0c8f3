"""Searches by subject: what each source is asked, and what it tells beside the record. All answers are invented."""

# ruff: noqa: E501  (answers as they come)
from __future__ import annotations

import json

import pytest

from latexrefcheck import registry
from latexrefcheck.model.lookup import Response, SourceConfig
from latexrefcheck.model.record import Query
from latexrefcheck.verify.sources import _subject

QUERY = Query("keywords", "slow rivers: a study?", "Abel", "2015-2020")
SEARCHING = [name for name, source in registry.sources.items() if _subject.KIND in source.asks]


def asked(name: str, query: Query = QUERY) -> dict[str, str]:
    (request,) = registry.sources[name].requests([query], SourceConfig(registry.sources[name].base))
    return dict(request.params)


def test_who_takes_searches() -> None:
    assert SEARCHING == ["arxiv", "crossref", "europepmc", "openalex", "semanticscholar"]


@pytest.mark.parametrize("name", SEARCHING)
def test_words_author_and_years_are_asked_for(name: str) -> None:
    told = " ".join(asked(name).values())
    assert all(word in told for word in ("slow", "rivers", "Abel", "2015", "2020"))
    open_end = " ".join(asked(name, QUERY._replace(year="2015-")).values())
    assert "2015" in open_end and "2020" not in open_end
    assert "2015" not in " ".join(asked(name, QUERY._replace(year="")).values())


@pytest.mark.parametrize("name", SEARCHING)
@pytest.mark.parametrize("words", ['" OR 1', "a:b AND (c", "x,y|z", "<script>", "\u202e rivers", "r" * 5000])
def test_words_are_no_commands(name: str, words: str) -> None:
    for request in registry.sources[name].requests([Query("keywords", words)], SourceConfig(registry.sources[name].base)):
        told = dict(request.params)
        text = next(told[part] for part in ("query", "search", "search_query") if part in told)
        assert len(text) < 1200
        if name in ("arxiv", "europepmc"):
            assert not set('"()|<>') & set(text)


ANSWERS = {
    "crossref": {
        "status": "ok",
        "message": {
            "items": [
                {
                    "DOI": "10.99999/flow",
                    "type": "journal-article",
                    "title": ["Slow rivers"],
                    "issued": {"date-parts": [[2017]]},
                    "abstract": "<jats:p>Rivers are <jats:italic>slow</jats:italic>.</jats:p>",
                    "is-referenced-by-count": 7,
                }
            ]
        },
    },
    "openalex": {
        "results": [
            {
                "id": "https://openalex.org/W1",
                "title": "Slow rivers",
                "publication_year": 2017,
                "abstract_inverted_index": {"Rivers": [0], "slow.": [2], "are": [1]},
                "cited_by_count": 7,
                "best_oa_location": {"pdf_url": "https://example.org/a.pdf"},
            }
        ]
    },
    "semanticscholar": {
        "total": 1,
        "data": [
            {
                "paperId": "x",
                "title": "Slow rivers",
                "year": 2017,
                "abstract": "Rivers are slow.",
                "citationCount": 7,
                "openAccessPdf": {"url": "https://example.org/a.pdf"},
            }
        ],
    },
    "europepmc": {
        "hitCount": 1,
        "resultList": {
            "result": [{"id": "1", "source": "MED", "title": "Slow rivers.", "pubYear": "2017", "abstractText": "Rivers are slow.", "citedByCount": 7}]
        },
    },
}  # fmt: skip
FEED = (
    '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/abs/2401.00001v1</id><title>Slow rivers</title>'
    "<summary>Rivers are slow.</summary><published>2017-01-01T00:00:00Z</published><author><name>Ann Abel</name></author></entry></feed>"
)


@pytest.mark.parametrize("name", SEARCHING)
def test_what_is_told_beside_the_record(name: str) -> None:
    source = registry.sources[name]
    (request,) = source.requests([QUERY], SourceConfig(source.base))
    body = FEED.encode() if name == "arxiv" else json.dumps(ANSWERS[name]).encode()
    ((record,),) = source.answer(request, Response(200, body)).found.values()
    assert record.title == "Slow rivers"
    assert record.told["abstract"] == "Rivers are slow."
    assert record.told.get("citations", "7") == "7"
    assert record.told.get("pdf", "https://").startswith("https://")


@pytest.mark.parametrize("index", [None, 3, [], {"a": 3}, {"a": [-1, "x", None, 10**9]}, {"a": [0], 3: [1]}])
def test_a_damaged_index_is_no_abstract(index: object) -> None:
    assert _subject.from_inverted(index) in ("", "a", "a 3")
