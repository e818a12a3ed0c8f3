import pytest

from latexrefcheck.model.record import Query
from latexrefcheck.text.person import Person
from latexrefcheck.verify.sources import doiorg

NONE = Query("csl", "10.5555/none")


def test_agencies(ask):
    values = ["10.5555/bees.1", "10.5281/zenodo.99", "10.1430/8105", "10.5555/none", "10.5555/odd", "10.5555/left.out"]
    queries = [Query("agency", value) for value in values]
    answer = ask(doiorg, queries, "agencies.json")
    assert [answer.found[query][0].identifiers["agency"] for query in queries[:3]] == ["Crossref", "DataCite", "mEDRA"]
    assert answer.absent == {queries[3]}
    assert answer.failed == {queries[4]: "doi.org says: Invalid DOI", queries[5]: "doi.org left the DOI out of its answer"}


@pytest.mark.parametrize(
    ("value", "reply", "status", "outcome"),
    [
        ("10.5555/bees.1", "handle.json", 200, "10.5555/bees.1"),
        ("10/bee", "short.json", 200, "10.5555/bees.1"),
        ("10.5555/none", "handle-not-found.json", 404, "absent"),
        ("10.5555/none", "handle-error.json", 500, "the handle system did not answer (code 2)"),
        ("10.5555/none", "proxy-404.html", 404, "markup came instead of JSON"),
        ("10.5555/x", "handle.json", 200, "the handle system answered for another handle"),
        ("10.5555/x", b'{"responseCode": 1}', 200, "the handle system did not answer (code 1)"),
    ],
)
def test_handles(ask, value, reply, status, outcome):
    query = Query("handle", value)
    answer = ask(doiorg, [query], reply, status)
    told = answer.found[query][0].identifiers["doi"] if answer.found else answer.failed.get(query, "absent")
    assert told == outcome


def test_metadata_of_another_agency(ask):
    query = Query("csl", "10.1430/8105")
    (record,) = ask(doiorg, [query], "csl.json").found[query]
    assert (record.title, record.years, record.type, record.venues) == ("Le api danzanti", (1972,), "article", ("Rivista d'api",))
    assert record.authors == (Person("Rossi", "Mario", "de"), Person(literal="Gruppo Api"))
    assert ask(doiorg, [NONE], "csl.json").failed == {NONE: "the agency answered with another DOI (10.1430/8105)"}


@pytest.mark.parametrize(
    ("status", "reply", "outcome"),
    [
        (404, "doi-not-found.html", "absent"),
        (404, b"The resource you are looking for doesn't exist.", "absent"),
        (404, "proxy-404.html", "the address was not found (HTTP 404)"),
        (406, b"", "the format is not on offer (HTTP 406)"),
        (403, b"Just a moment...", "access was refused (HTTP 403)"),
        (302, b"", "an unexpected answer came (HTTP 302)"),
        (200, b"{}", "the answer is no metadata: neither title nor DOI"),
    ],
)
def test_metadata_replies(ask, status, reply, outcome):
    answer = ask(doiorg, [NONE], reply, status)
    assert answer.absent == {NONE} if outcome == "absent" else answer.failed == {NONE: outcome}


def test_requests(build):
    queries = [
        Query("agency", "10.1109/a(b)"),
        Query("agency", "10.5281/b<c>"),
        Query("agency", "10.5555/d,e"),
        Query("handle", "10/bee"),
    ]
    made = build(doiorg, [*queries, Query("csl", "10.1430/8105"), Query("title", "never asked here")])
    assert [request.url for request in made] == [
        "https://doi.org/doiRA/10.1109/a(b),10.5281/b%3Cc%3E",
        "https://doi.org/doiRA/10.5555/d%2Ce",
        "https://doi.org/api/handles/10/bee",
        "https://doi.org/10.1430/8105",
    ]
    assert made[3].headers == {"Accept": "application/vnd.citationstyles.csl+json"}


def test_batches_stay_short(build):
    made = build(doiorg, [Query("agency", f"10.5555/{'x' * 90}{number}") for number in range(100)])
    assert sum(len(request.queries) for request in made) == 100
    assert all(len(request.url) <= 3500 and len(request.queries) <= 50 for request in made)
