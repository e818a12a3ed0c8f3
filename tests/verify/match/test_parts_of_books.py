"""A book is not held against the record of one of its chapters. All works are invented."""

from __future__ import annotations

import pytest

from latexrefcheck.model.record import Evidence, Query, Record, Reference
from latexrefcheck.settings.thresholds import Thresholds
from latexrefcheck.text.person import Person
from latexrefcheck.verify.match import judge, kinds

BOOK = Reference(
    key="k",
    type="book",
    titles=("Rivers and Their Makers",),
    authors=(Person("Abel", "Ann"),),
    years=(2016,),
    publisher="Press of Lamps",
)
CHAPTER = Record(
    source="crossref",
    titles=("Rivers and the Debate on Makers",),
    authors=(Person("Abel", "Ann"),),
    years=(2016,),
    venues=("Rivers and Their Makers",),
    type="chapter",
    identifiers={"doi": "10.99999/chapter"},
)


@pytest.mark.parametrize("query", [Query("bibliographic", "rivers"), Query("isbn", "9783161484100"), Query("title", "rivers")])
def test_a_chapter_says_nothing_of_the_book(query: Query) -> None:
    evidence = [Evidence(source, query, "found", (CHAPTER,)) for source in ("crossref", "openalex")]
    verdict = judge(BOOK, evidence, Thresholds())
    assert verdict.record is None
    assert verdict.status not in ("mismatch", "wrong-identifier")


@pytest.mark.parametrize(
    ("title", "kind", "whether"),
    [
        ("Rivers and Their Makers", "book", True),
        ("Rivers and the Debate on Makers", "book", False),
        ("Rivers and Their Makers", "article", False),
        ("Lamps", "book", False),
        ("", "book", False),
    ],
)
def test_what_is_a_part(title: str, kind: str, whether: bool) -> None:
    assert kinds.part_of(title, kind, CHAPTER) is whether
