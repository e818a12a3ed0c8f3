"""Identifiers that lead to an article of the cited book's name, and indexes that name the meeting of a volume."""

from __future__ import annotations

from dataclasses import replace

import pytest

from latexrefcheck.model.record import Evidence, Query, Record, Reference
from latexrefcheck.text.person import Person
from latexrefcheck.verify.match import judge

PEOPLE = (Person("Abel", "Ann"), Person("Brook", "Bo"))
TITLE = "Measuring the Flow of Invented Rivers"
DOI = Query("doi", "10.99999/flow")
REFERENCE = Reference(key="k", type="article", titles=(TITLE,), authors=PEOPLE, years=(2017,), identifiers={"doi": DOI.value})
RECORD = Record(source="crossref", titles=(TITLE,), authors=PEOPLE, years=(2017,), identifiers={"doi": DOI.value})
MEETING = "Annual Meeting of the Association for Computational Linguistics"


def verdict(reference: Reference, record: Record, query: Query = DOI):
    return judge(reference, [Evidence(record.source, query, "found", (record,))])


@pytest.mark.parametrize(
    ("kind", "publisher", "status"),
    [
        ("book", "MIT Press", "partial"),
        ("collection", "MIT Press", "partial"),
        ("book", "Springer", "verified"),  # filed as an article by the same house
        ("book", "Springer Nature", "verified"),
        ("book", "", "verified"),
    ],
)
def test_a_book_with_the_doi_of_an_article(kind: str, publisher: str, status: str) -> None:
    article = replace(RECORD, type="article", venues=("Nature",), publisher="Springer Nature")
    said = verdict(replace(REFERENCE, type=kind, publisher=publisher), article)
    assert said.status == status
    assert ("an article in Nature" in said.reason) is (status == "partial")


@pytest.mark.parametrize(
    ("venue", "publisher", "status"), [("Nature", "Springer", "partial"), ("Springer", "Springer", "verified")]
)
def test_an_article_with_the_doi_of_a_book(venue: str, publisher: str, status: str) -> None:
    said = verdict(replace(REFERENCE, venues=(venue,)), replace(RECORD, type="book", publisher=publisher))
    assert said.status == status
    assert ("leads to a book" in said.reason) is (status == "partial")


@pytest.mark.parametrize(
    ("cited", "source", "found", "differs"),
    [
        ("Text Summarization Branches Out", "semanticscholar", MEETING, False),
        ("Bridging Rivers and Seas", "openalex", "International Conference on Machine Learning", False),
        ("Text Summarization Branches Out", "crossref", MEETING, True),  # the registry of the DOI says so
        ("NeurIPS", "semanticscholar", MEETING, True),
        ("International Conference on Machine Learning", "semanticscholar", MEETING, True),
        ("Proceedings of the Summer Summit", "semanticscholar", MEETING, True),
        ("Computational Physics", "semanticscholar", MEETING, True),  # shares a word
        ("Journal of Rivers", "semanticscholar", MEETING, True),
        ("Text Summarization Branches Out", "semanticscholar", "Journal of Rivers", True),
    ],
)
def test_the_meeting_that_hosted_a_volume(cited: str, source: str, found: str, differs: bool) -> None:
    reference = replace(REFERENCE, type="inproceedings", venues=(cited,))
    said = verdict(reference, replace(RECORD, source=source, venues=(found,), type="inproceedings"))
    assert any(one.field == "venue" and one.state == "differ" for one in said.judgements) is differs


def test_a_hit_of_a_search_keeps_the_difference() -> None:
    reference = replace(REFERENCE, type="inproceedings", venues=("Text Summarization Branches Out",), identifiers={})
    hit = replace(RECORD, source="semanticscholar", venues=(MEETING,), type="inproceedings")
    said = verdict(reference, hit, Query("title", TITLE, "Abel", "2017"))
    assert any(one.field == "venue" and one.state == "differ" for one in said.judgements)


@pytest.mark.parametrize(
    ("kind", "identifier", "differs"),
    [("article", "acl", False), ("misc", "acl", False), ("article", "doi", True), ("book", "acl", True)],
)
def test_a_paper_of_the_anthology_is_of_a_meeting_whatever_it_is_called(kind: str, identifier: str, differs: bool) -> None:
    number = {"acl": "W04-1013", "doi": DOI.value}[identifier]
    reference = replace(REFERENCE, type=kind, venues=("Text Summarization Branches Out",), identifiers={identifier: number})
    record = replace(RECORD, source="semanticscholar", venues=(MEETING,), identifiers={identifier: number})
    said = verdict(reference, record, Query(identifier, number))
    assert any(one.field == "venue" and one.state == "differ" for one in said.judgements) is differs
