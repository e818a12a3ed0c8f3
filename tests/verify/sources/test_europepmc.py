import pytest

from latexrefcheck.model.record import Notice, Query
from latexrefcheck.text.person import Person
from latexrefcheck.verify.sources import europepmc

DOI = Query("doi", "10.5555/fever")


def test_batch(ask):
    queries = [
        DOI,
        Query("doi", "10.5555/fever.pre"),
        Query("doi", "10.5555/nobody"),
        Query("pmid", "111"),
        Query("pmcid", "PMC777"),
    ]
    answer = ask(europepmc, queries, "batch.json")
    assert answer.absent == {queries[2]}
    assert answer.found[DOI] == answer.found[queries[3]] == answer.found[queries[4]]
    (article,), (preprint,) = answer.found[DOI], answer.found[queries[1]]
    assert article.title == "Imaginary fevers"
    assert article.authors == (Person("Berg", "Johanna A", "van der"), Person(literal="Fever Study Group"))
    assert article.years == (2012, 2011) and article.pages == "784-9" and article.type == "article"
    assert article.notices == (Notice("retraction", "", "europepmc", "", "J Imag Med. 2013"),)
    assert preprint.preprint and preprint.published_as == {"pmid": "111"} and preprint.venues == ("medImag",)


def test_lite_records_have_names_in_one_string(ask):
    query = Query("title", "Imaginary fevers")
    (record,) = ask(europepmc, [query], "lite.json").found[query]
    assert record.authors == (Person("Berg", "J A", "van der"), Person("Smith", "B"))
    assert record.venues == ("J Imag Med",)


@pytest.mark.parametrize(
    ("status", "reply", "outcome"),
    [
        (200, "none.json", "absent"),
        (200, "error.json", "the answer is no list of records: Invalid query"),
        (200, "cut.json", "the answer holds fewer records than it announces"),
        (200, b"[]", "the answer is no list of records: resultList is missing"),
        (503, b"<html></html>", "the server failed (HTTP 503)"),
        (404, b"{}", "the address was not found (HTTP 404)"),
    ],
)
def test_other_replies(ask, status, reply, outcome):
    query = Query("doi", "10.5555/nobody")
    answer = ask(europepmc, [query], reply, status)
    assert answer.absent == {query} if outcome == "absent" else answer.failed == {query: outcome}


def test_requests(build):
    queries = [
        DOI,
        Query("doi", "10.5555/b"),
        Query("pmid", "5"),
        Query("pmcid", "PMC7"),
        Query("title", 'The "big" fever (of 1902)'),
    ]
    made = [dict(request.params) for request in build(europepmc, queries)]
    assert [params["query"] for params in made] == [
        'DOI:"10.5555/fever" OR DOI:"10.5555/b"',
        "(EXT_ID:5 AND SRC:MED)",
        'PMCID:"PMC7"',
        'TITLE:"The big fever of 1902"',
    ]
    assert made[0]["pageSize"] == "6" and made[0]["resultType"] == "core"
