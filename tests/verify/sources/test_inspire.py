import pytest

from latexrefcheck.model.record import Query
from latexrefcheck.text.person import Person
from latexrefcheck.verify.sources import inspire

ARXIV = Query("arxiv", "1207.54321v3")


@pytest.mark.parametrize(
    "query", [ARXIV, Query("doi", "10.5555/particle"), Query("title", "observation of an imaginary particle")]
)
def test_hits(ask, query):
    (record,) = ask(inspire, [query], "hits.json").found[query]
    assert record.titles == (
        "Observation of an Imaginary Particle",
        "Observation of an Imaginary Particle: First results",
        "OBSERVATION OF AN IMAGINARY PARTICLE",
    )
    assert record.authors == (Person("Aad", "Georg"), Person(literal="ATLANTIS Collaboration")) and record.authors_cut
    assert record.identifiers == {"doi": "10.5555/particle", "arxiv": "1207.54321"}
    assert record.published_as == {"doi": "10.5555/particle"} and not record.preprint
    assert (record.years, record.venues, record.volume, record.pages) == ((2012,), ("Imag.Lett.B", "arXiv"), "716", "1-29")


@pytest.mark.parametrize(
    ("status", "reply", "outcome"),
    [
        (200, "none.json", "absent"),
        (400, "error.json", "the request was refused as malformed (HTTP 400: The syntax of the search query is invalid.)"),
        (200, "error.json", "the answer is no list of works: The syntax of the search query is invalid."),
        (404, b"{}", "the address was not found (HTTP 404)"),
    ],
)
def test_other_replies(ask, status, reply, outcome):
    answer = ask(inspire, [ARXIV], reply, status)
    assert answer.absent == {ARXIV} if outcome == "absent" else answer.failed == {ARXIV: outcome}


def test_a_hit_with_another_number_is_no_hit(ask):
    other = Query("arxiv", "1207.99999")
    assert ask(inspire, [other], "hits.json").absent == {other}


def test_requests(build):
    made = build(inspire, [ARXIV, Query("doi", "10.5555/a(b)"), Query("pmid", "5")])
    assert [dict(request.params)["q"] for request in made] == ['arxiv:"1207.54321"', 'doi:"10.5555/a(b)"']
