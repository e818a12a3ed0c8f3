import json

import pytest

from latexrefcheck.model.record import Query
from latexrefcheck.text.person import Person
from latexrefcheck.verify.sources import semanticscholar

TITLE = Query("title", "Learning to Juggle with Imaginary Gradients")


def test_batch_answers_in_the_order_of_the_question(ask):
    queries = [Query("arxiv", "2404.54321v2"), Query("doi", "10.5555/nobody"), Query("arxiv", "hep-th/9901001")]
    answer = ask(semanticscholar, queries, "batch.json")
    assert answer.absent == {queries[1]}
    (juggle,), (proof,) = answer.found[queries[0]], answer.found[queries[2]]
    assert juggle.titles == ("Learning to Juggle with Imaginary Gradients",)
    assert juggle.authors == (Person("Quill", "A."), Person("Wit", "Jan", "de"))
    assert juggle.identifiers == {"arxiv": "2404.54321", "doi": "10.5555/juggle", "pmcid": "PMC2718281"}
    assert (juggle.type, juggle.preprint) == ("inproceedings", False)
    assert juggle.published_as == {"doi": "10.5555/juggle", "venue": "Imaginary Conference"}
    assert juggle.years == (2024, 2023) and juggle.pages == "143-7"
    assert (proof.type, proof.preprint, proof.published_as) == ("preprint", True, {})


def test_a_record_of_another_paper_is_no_answer(ask):
    queries = [Query("arxiv", "2404.99999"), Query("doi", "10.5555/nobody"), Query("arxiv", "hep-th/9901001")]
    answer = ask(semanticscholar, queries, "batch.json")
    assert answer.failed == {queries[0]: "Semantic Scholar answered with another paper"}


def test_match(ask):
    (record,) = ask(semanticscholar, [TITLE], "match.json").found[TITLE]
    assert record.score == 211.5


BUSY = "Too Many Requests. Please wait and try again or apply for a key."


@pytest.mark.parametrize(
    ("status", "reply", "outcome"),
    [
        (404, "no-match.json", "absent"),
        (404, "no-paper.json", "absent"),
        (200, "zero.json", "absent"),
        (404, b'{"message": "Not Found"}', "the address was not found (HTTP 404: Not Found)"),
        (429, "too-many.json", f"the rate limit is reached (HTTP 429: {BUSY})"),
        (200, "too-many.json", f"the answer is no Semantic Scholar record: {BUSY}"),
        (403, "forbidden.json", "access was refused (HTTP 403: Forbidden)"),
        (200, b"[null, null]", "the answer has another length than the question"),
        (200, b"[3]", "the record has an unexpected shape"),
        (200, b"true", "the answer is no Semantic Scholar record"),
    ],
)
def test_other_replies(ask, status, reply, outcome):
    answer = ask(semanticscholar, [TITLE], reply, status)
    assert answer.absent == {TITLE} if outcome == "absent" else answer.failed == {TITLE: outcome}


def test_requests(build):
    queries = [
        Query("doi", "10.5555/x"),
        Query("arxiv", "2404.54321v2"),
        Query("acl", "N19-1423"),
        Query("pmcid", "PMC77"),
        TITLE,
    ]
    batch, match = build(semanticscholar, queries, key="sesame")
    assert json.loads(batch.body) == {"ids": ["DOI:10.5555/x", "ARXIV:2404.54321", "ACL:N19-1423", "PMCID:77"]}
    assert (batch.method, batch.url) == ("POST", "https://api.semanticscholar.org/graph/v1/paper/batch")
    assert dict(match.params)["query"] == TITLE.value and match.url.endswith("/paper/search/match")
    assert batch.secret_headers == match.secret_headers == {"x-api-key": "sesame"}


def test_batches_hold_four_hundred(build):
    made = build(semanticscholar, [Query("doi", f"10.5555/{number}") for number in range(401)])
    assert [len(request.queries) for request in made] == [400, 1]
