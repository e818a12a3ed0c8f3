import pytest

from latexrefcheck.model.record import Notice, Query
from latexrefcheck.text.person import Person
from latexrefcheck.verify.sources import arxiv

JUGGLE = Query("arxiv", "2404.54321")
PROOF = Query("arxiv", "hep-th/9901001")


def test_feed(ask):
    other = Query("arxiv", "2404.54321v1")
    answer = ask(arxiv, [JUGGLE, PROOF, Query("arxiv", "2404.54321v2"), other], "feed.xml")
    assert answer.absent == {other}
    (juggle,), (proof,) = answer.found[JUGGLE], answer.found[PROOF]
    assert juggle == answer.found[Query("arxiv", "2404.54321v2")][0]
    assert juggle.titles == ("Learning to Juggle with Imaginary Gradients",)
    assert juggle.authors == (Person(literal="The Juggling Collaboration"), Person("Quill", "Ana"), Person("Wit", "Jan", "de"))
    assert juggle.years == (2024, 2025, 2026)
    assert juggle.identifiers == {"arxiv": "2404.54321", "doi": "10.48550/arxiv.2404.54321", "version": "v2"}
    assert juggle.published_as == {"doi": "10.5555/juggle", "venue": "Imag. Lett. 5 (2026) 1-9"}
    assert juggle.notices == () and juggle.preprint and juggle.venues == ("arXiv", "Imag. Lett. 5 (2026) 1-9")
    assert proof.title == "A Proof That Was None"
    assert proof.notices == (
        Notice("withdrawal", "", "arxiv", "2001-05-05", "This paper has been withdrawn by the author: Lemma 3 is wrong"),
    )


@pytest.mark.parametrize(
    ("status", "reply", "outcome"),
    [
        (200, "empty.xml", "absent"),
        (400, "error.xml", "arXiv refused the request: incorrect id format for abc"),
        (200, "error.xml", "arXiv refused the request: incorrect id format for abc"),
        (200, "rate.txt", "the rate limit is reached (Rate exceeded.)"),
        (429, "rate.txt", "the rate limit is reached (HTTP 429)"),
        (200, "entities.xml", "the XML declares entities, which no scholarly API does"),
        (200, b"<html><body>Checking your browser</body></html>", "the answer is no Atom feed"),
        (200, b"<!doctype html><html><br></html>", "the answer is cut short or damaged (XML)"),
        (200, b"<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'><ent", "the answer is cut short or damaged (XML)"),
        (200, b"", "the answer is empty"),
        (404, b"", "the address was not found (HTTP 404)"),
    ],
)
def test_other_replies(ask, status, reply, outcome):
    answer = ask(arxiv, [PROOF], reply, status)
    assert answer.absent == {PROOF} if outcome == "absent" else answer.failed == {PROOF: outcome}


def test_a_feed_with_fewer_entries_than_announced_is_no_proof_of_absence(ask):
    answer = ask(arxiv, [JUGGLE, PROOF], "cut.xml")
    assert set(answer.found) == {JUGGLE}
    assert answer.failed == {PROOF: "the answer holds fewer records than it announces"}


def test_requests(build):
    good = [Query("arxiv", f"2404.{number:05d}") for number in range(1, 121)]
    made = build(arxiv, [*good, PROOF, Query("arxiv", "1606.08415v1"), Query("arxiv", "abc"), Query("doi", "10.5555/x")])
    assert [len(request.queries) for request in made] == [100, 22]
    assert dict(made[1].params)["max_results"] == "22"
    assert dict(made[1].params)["id_list"].endswith("2404.00120,hep-th/9901001,1606.08415v1")
    assert made[0].url == "https://export.arxiv.org/api/query"
