import pytest

from latexrefcheck.model.record import Query
from latexrefcheck.text.person import Person
from latexrefcheck.verify.sources import zbmath

TITLE = Query("title", "On K-theory of hives", "Ikarus")


def test_result(ask):
    article, preprint = ask(zbmath, [TITLE], "result.json").found[TITLE]
    assert article.title == "On K-theory of hives"
    assert article.authors == preprint.authors == (Person("Ikarus", "Ada"),)
    assert article.identifiers == {"doi": "10.5555/hives", "arxiv": "1006.54321"}
    assert (article.years, article.venues, article.volume, article.pages) == ((2015,), ("Acta Apium", "Acta Ap."), "59", "1-9")
    assert preprint.titles == ("Hives of hives", "Hives of hives: a survey") and preprint.years == (2026, 2022)
    assert preprint.preprint and preprint.identifiers == {"arxiv": "2208.54321"} and preprint.pages == ""


@pytest.mark.parametrize(
    ("status", "reply", "outcome"),
    [
        (404, "no-hit.json", "absent"),
        (404, b"<html>No results found</html>", "the address was not found (HTTP 404)"),
        (404, b'{"error": "unknown host"}', "the address was not found (HTTP 404: unknown host)"),
        (200, b'{"detail": "busy"}', "the answer is no list of works: busy"),
        (200, b'{"result": null, "status": {"nr_total_results": 0}}', "absent"),
    ],
)
def test_other_replies(ask, status, reply, outcome):
    answer = ask(zbmath, [TITLE], reply, status)
    assert answer.absent == {TITLE} if outcome == "absent" else answer.failed == {TITLE: outcome}


def test_requests(build):
    (request,) = build(zbmath, [TITLE, Query("doi", "10.5555/x")])
    assert dict(request.params) == {"search_string": 'ti:"On K-theory of hives" au:Ikarus', "results_per_page": "5"}
