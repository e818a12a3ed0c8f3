import pytest

from latexrefcheck.model.record import Notice, Query
from latexrefcheck.text.person import Person
from latexrefcheck.verify.sources import datacite

JUGGLE = Query("arxiv", "2404.54321")
DATA = Query("doi", "10.5281/zenodo.99")


def test_batch(ask):
    queries = [
        JUGGLE,
        Query("arxiv", "2404.54321v1"),
        Query("doi", "10.48550/arxiv.hep-th/9901001"),
        DATA,
        Query("doi", "10.5281/zenodo.1"),
    ]
    answer = ask(datacite, queries, "batch.json")
    assert answer.absent == {Query("doi", "10.5281/zenodo.1")}
    juggle, first_version, withdrawn, data = (answer.found[query][0] for query in queries[:4])
    assert juggle == first_version
    assert juggle.authors == (Person("Quill", "Ana"), Person("Wit", "Jan", "de"))
    assert juggle.years == (2024, 2025) and juggle.venues == ("arXiv",) and juggle.preprint
    assert juggle.identifiers == {"doi": "10.48550/arxiv.2404.54321", "arxiv": "2404.54321"}
    assert juggle.published_as == {"doi": "10.5555/juggle"} and juggle.publisher == "arXiv"
    assert withdrawn.notices == (Notice("withdrawal", "", "datacite", "", "withdrawn, says the abstract"),)
    assert data.titles == ("Bee flights", "Bee flights: A year", "Vols d'abeilles")
    assert data.authors == (Person("Enos", "Rita"), Person("Fowler", "Tom"), Person(literal="Institute of Bees"))
    assert data.years == (2020,), "the Buddhist year 2563"
    assert data.type == "dataset" and data.published_as == {} and data.pages == "" and data.venues == ("Acta Apium",)


def test_single(ask):
    assert ask(datacite, [DATA], "work.json").found[DATA][0].title == "Bee flights"
    other = Query("doi", "10.5281/zenodo.7")
    assert ask(datacite, [other], "work.json").failed == {other: "DataCite answered with another DOI"}


@pytest.mark.parametrize(
    ("status", "reply", "outcome"),
    [
        (404, "not-found.json", "absent"),
        (200, "no-hit.json", "absent"),
        (404, b"<html>404</html>", "markup came instead of JSON"),
        (404, b'{"message": "no such route"}', "the address was not found (HTTP 404: no such route)"),
        (422, "unprocessable.json", "an unexpected answer came (HTTP 422: Can't be blank)"),
        (200, "cut.json", "the answer holds fewer records than it announces"),
        (200, b'{"meta": {}}', "the answer is no DataCite record: data is missing"),
        (200, b'{"data": {"id": 3}}', "the answer is no DataCite record: attributes are missing"),
    ],
)
def test_other_replies(ask, status, reply, outcome):
    answer = ask(datacite, [DATA], reply, status)
    assert answer.absent == {DATA} if outcome == "absent" else answer.failed == {DATA: outcome}


def test_requests(build):
    queries = [JUGGLE, Query("doi", "10.48550/arxiv.2404.54321"), Query("arxiv", "2404.54321v3"), Query("doi", "10.5281/a,b")]
    listed, single = build(datacite, queries, contact="ada@example.org")
    assert dict(listed.params)["ids"] == "10.48550/arxiv.2404.54321" and dict(listed.params)["page[size]"] == "100"
    assert single.url == "https://api.datacite.org/dois/10.5281%2Fa%2Cb"
    assert listed.secret_params == single.secret_params == (("mailto", "ada@example.org"),)


def test_batches_stay_short(build):
    made = build(datacite, [Query("doi", f"10.5281/zenodo.{number:07d}") for number in range(200)])
    assert [len(request.queries) for request in made] == [60, 60, 60, 20]
