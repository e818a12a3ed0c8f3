import pytest

from latexrefcheck.model.record import Notice, Query
from latexrefcheck.text.person import Person
from latexrefcheck.verify.sources import openalex

BEES = Query("doi", "10.5555/bees.1")
TITLE = Query("title", "Dancing Bees: and the Geometry, of Hives")


def test_batch(ask):
    gone, nobody = Query("doi", "10.5555/gone"), Query("doi", "10.5555/nobody")
    answer = ask(openalex, [BEES, nobody, gone], "batch.json")
    assert answer.absent == {nobody}
    (bees,), (retracted,) = answer.found[BEES], answer.found[gone]
    assert bees.authors == (Person("Plas", "Lonne", "van der"), Person("Lindqvist", "Arvid")), (
        "names as printed, not as disambiguated"
    )
    assert bees.years == (2019, 2018) and bees.venues == ("J. Imag. Apiol.", "arXiv (Cornell University)")
    assert bees.identifiers == {"doi": "10.5555/bees.1", "arxiv": "1806.01234", "pmid": "31415926", "pmcid": "PMC2718281"}
    assert (bees.volume, bees.number, bees.pages, bees.authors_cut) == ("12", "", "1-9", False)
    assert retracted.notices == (Notice("retraction", "", "openalex", "", "flagged as retracted"),)
    assert retracted.type == "article", "a review there is a survey article"


def test_search(ask):
    (record,) = ask(openalex, [TITLE], "search.json").found[TITLE]
    assert (record.identifiers["doi"], record.score) == ("10.5555/bees.1", 812.5)


def test_lists_of_a_hundred_authors_are_cut(ask):
    query = Query("doi", "10.5555/big")
    (record,) = ask(openalex, [query], "big.json").found[query]
    assert record.authors_cut and len(record.authors) == 100


@pytest.mark.parametrize(
    ("status", "reply", "headers", "outcome"),
    [
        (404, "not-found.html", {}, "absent"),
        (200, "no-hit.json", {}, "absent"),
        (404, b"<html><title>404 - proxy</title></html>", {}, "the address was not found (HTTP 404)"),
        (404, b'{"error": "unknown host"}', {}, "the address was not found (HTTP 404: unknown host)"),
        (429, "budget.json", {"X-RateLimit-Remaining": "0"}, "the daily budget is spent; a free key raises it"),
        (429, "budget.json", {}, "the rate limit is reached (HTTP 429: Daily budget used up)"),
        (200, b'{"error": "x", "message": "nothing"}', {}, "the answer is no OpenAlex record: nothing"),
        (200, b'{"results": {}}', {}, "the answer is no list of OpenAlex records"),
        (200, b'{"id": "https://openalex.org/W5", "title": "Another"}', {}, "OpenAlex answered with another work"),
        (200, b'{"meta": {"count": 7}, "results": []}', {}, "the answer holds fewer records than it announces"),
    ],
)
def test_other_replies(ask, status, reply, headers, outcome):
    answer = ask(openalex, [BEES], reply, status, headers)
    assert answer.absent == {BEES} if outcome == "absent" else answer.failed == {BEES: outcome}


def test_a_reason_does_not_repeat_the_key(ask):
    answer = ask(openalex, [BEES], "key.json", 401, secret_params=(("api_key", "sesame-open-9"),))
    assert answer.failed == {BEES: "the key was refused (HTTP 401: API key … not found)"}


def test_requests(build):
    many = [Query("doi", f"10.5555/w{number}") for number in range(70)]
    made = build(openalex, [*many, TITLE, Query("doi", "10.5555/a,b|c")], key="sesame", contact="ada@example.org")
    assert [len(request.queries) for request in made] == [50, 20, 1, 1]
    assert dict(made[0].params)["filter"].startswith("doi:10.5555/w0|10.5555/w1|")
    assert dict(made[2].params)["search.title"] == "Dancing Bees and the Geometry of Hives"
    assert made[3].url == "https://api.openalex.org/works/doi:10.5555/a%2Cb%7Cc"
    assert {request.secret_params for request in made} == {(("api_key", "sesame"),)}
