"""Which records are the cited work: hits of another kind, other papers of the same people, volumes, records without a title."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from latexrefcheck.model.record import Evidence, Query, Record, Reference, Verdict
from latexrefcheck.text.person import Person
from latexrefcheck.verify.match import judge, need

ANN, BO, CY = Person("Abel", "Ann"), Person("Brook", "Bo"), Person("Cole", "Cy")
TITLE = "Measuring the Flow of Invented Rivers"
DOI = Query("doi", "10.99999/flow")
SEARCH = Query("title", TITLE, "Abel", "2017")
REFERENCE = Reference(
    key="k",
    type="article",
    titles=(TITLE,),
    authors=(ANN, BO),
    years=(2017,),
    venues=("Journal of Things",),
    volume="45",
    pages="5-32",
    identifiers={"doi": "10.99999/flow"},
)
BARE = replace(REFERENCE, identifiers={})
RECORD = Record(
    source="crossref",
    titles=(TITLE,),
    authors=(ANN, BO),
    years=(2017,),
    venues=("Journal of Things",),
    type="article",
    volume="45",
    pages="5-32",
    identifiers={"doi": "10.99999/flow"},
)
SOURCES = ("crossref", "openalex", "semanticscholar")


def by_doi(reference: Reference, record: Record) -> Verdict:
    """The verdict when the registry has this record for the DOI, and no search finds anything."""
    told = [Evidence("crossref", DOI, "found", (record,))]
    return judge(reference, [*told, *(Evidence(source, SEARCH, "absent") for source in SOURCES)])


def by_search(reference: Reference, record: Record) -> Verdict:
    """The verdict when every search finds this record."""
    hits = [Evidence(source, SEARCH, "found", (replace(record, source=source),)) for source in SOURCES]
    return judge(replace(reference, identifiers={}), hits)


@pytest.mark.parametrize(
    "kind", ["dataset", "component", "review", "grant", "issue", "journal", "thesis", "report", "book", "software"]
)
@pytest.mark.parametrize("entry", ["article", "inproceedings"])
def test_a_hit_of_another_kind_is_not_the_article(kind: str, entry: str) -> None:
    hit = replace(RECORD, type=kind, venues=("Worldwide Bank of Rivers",), volume="", pages="")
    verdict = by_search(replace(REFERENCE, type=entry), hit)
    assert (verdict.status, verdict.record) == ("not-found", None)
    assert verdict.other is not None
    assert verdict.other.type == kind


@pytest.mark.parametrize(
    ("entry", "kind"),
    [
        ("article", "article"),
        ("article", "inproceedings"),
        ("article", ""),
        ("article", "preprint"),
        ("inproceedings", "chapter"),
        ("misc", "dataset"),
        ("software", "software"),
        ("book", "book"),
        ("techreport", "report"),
        ("phdthesis", "thesis"),
    ],
)
def test_a_hit_of_the_same_kind_is(entry: str, kind: str) -> None:
    reference = replace(REFERENCE, type=entry, venues=(), volume="", pages="")
    assert by_search(reference, replace(RECORD, type=kind)).status == "verified"


def test_a_report_cited_as_an_article_of_its_series() -> None:
    report = replace(RECORD, type="report", venues=("Technical Reports on Things",))
    assert by_search(replace(REFERENCE, venues=("Technical Reports on Things",)), report).status == "verified"


@pytest.mark.parametrize("kind", ["article", "review", ""])
def test_a_book_is_not_its_reviews(kind: str) -> None:
    book = replace(REFERENCE, type="book", venues=(), volume="", pages="", years=(2007,))
    review = replace(RECORD, type=kind, authors=(CY,), years=(2008,), venues=("Annals of Reviews",))
    verdict = by_search(book, review)
    assert (verdict.status, verdict.judgements) == ("not-found", ())
    verdict = by_doi(replace(book, identifiers=REFERENCE.identifiers), review)
    assert (verdict.status, verdict.identifier) == ("wrong-identifier", ("doi", "10.99999/flow"))


def test_a_book_under_other_names_still_differs() -> None:
    book = replace(REFERENCE, type="book", venues=(), volume="", pages="")
    verdict = by_doi(book, replace(RECORD, type="book", authors=(CY,)))
    assert (verdict.status, [j.field for j in verdict.judgements if j.state == "differ"]) == ("mismatch", ["author"])


@pytest.mark.parametrize(
    "title",
    [
        "Review: Measuring the Flow of Invented Rivers",
        "Book Review: Measuring the Flow of Invented Rivers",
        "Reply to: Measuring the Flow of Invented Rivers",
        "Comment on “Measuring the Flow of Invented Rivers”",
        "Peer review of Measuring the Flow of Invented Rivers",
    ],
)
def test_what_is_written_about_a_work_is_not_the_work(title: str) -> None:
    about = replace(RECORD, titles=(title,), authors=(CY,))
    assert by_search(REFERENCE, about).status == "not-found"
    assert by_doi(REFERENCE, about).status == "wrong-identifier"


@pytest.mark.parametrize(
    ("cited", "found", "change"),
    [
        ("a Culture of Safety in Invented Health Services", "a Culture of Quality in Invented Health Services", {}),
        ("the Role of Nurses in Mountain Hospitals", "the Role of Doctors in Mountain Hospitals", {}),
        ("Learning From Images of Invented Rivers", "Learning From Videos of Invented Rivers", {}),
        (
            "Statistics of Invented Rivers, 2019",
            "Statistics of Invented Rivers, 2020",
            {"years": (2018,), "venues": RECORD.venues},
        ),
        ("Flows of Invented Rivers, Part I", "Flows of Invented Rivers, Part II", {"years": (2017,), "venues": RECORD.venues}),
    ],
)
def test_another_paper_of_the_same_people(cited: str, found: str, change: dict[str, Any]) -> None:
    elsewhere = {"years": (2003,), "venues": ("Letters of Affairs",), "volume": "33", "pages": "1"} | change
    verdict = by_search(replace(REFERENCE, titles=(cited,)), replace(RECORD, titles=(found,), **elsewhere))
    assert (verdict.status, verdict.record, verdict.judgements) == ("not-found", None, ())
    assert verdict.other is not None
    assert verdict.other.title == found
    if not change:
        told = replace(RECORD, titles=(found,), **elsewhere)
        assert by_doi(replace(REFERENCE, titles=(cited,)), told).status == "wrong-identifier"


def test_a_changed_title_in_the_same_place_is_the_work() -> None:
    verdict = by_search(replace(REFERENCE, titles=("Measuring the Flow of Certified Rivers",)), RECORD)
    assert [judgement.field for judgement in verdict.judgements if judgement.state == "differ"] == ["title"]


@pytest.mark.parametrize(
    "titles", [(), ("",), ("N/A",), ("n.a.",), ("[Untitled]",), ("(No Title)",), ("Title not available",), ("-",)]
)
def test_a_record_without_a_title(titles: tuple[str, ...]) -> None:
    untitled = replace(RECORD, titles=titles)
    verdict = by_doi(REFERENCE, untitled)
    assert verdict.status == "verified"
    assert {j.field: j.detail for j in verdict.judgements}["title"] == "the record has no title"
    other = replace(REFERENCE, authors=(CY,), years=(1990,), venues=("Other Things",), volume="", pages="")
    assert by_doi(other, untitled).status == "wrong-identifier"
    assert by_doi(replace(REFERENCE, authors=(CY,)), untitled).status == "wrong-identifier"


def test_a_record_without_a_title_that_tells_no_place_is_no_proof() -> None:
    verdict = by_doi(REFERENCE, replace(RECORD, titles=(), volume="", pages=""))
    assert verdict.status == "partial"


def test_a_work_that_bears_such_a_title() -> None:
    reference = replace(REFERENCE, titles=("Untitled",))
    assert by_doi(reference, replace(RECORD, titles=("Untitled",))).judgements[0].state == "agree"


@pytest.mark.parametrize(
    ("kind", "title", "entry", "venue"),
    [
        ("book", "Parallel Rivers 2015", "inproceedings", "Parallel Rivers 2015"),
        ("book", "2015 IEEE Conference on Parallel Rivers (PR)", "inproceedings", "Conference on Parallel Rivers"),
        ("journal", "Journal of Things", "article", "Journal of Things"),
        ("journal", "Journal of Things", "article", "J. Things"),
        ("issue", "Journal of Things", "article", "Journal of Things"),
    ],
)
def test_the_identifier_of_the_whole_volume(kind: str, title: str, entry: str, venue: str) -> None:
    reference = replace(REFERENCE, type=entry, venues=(venue,), volume="", pages="")
    whole = Record(source="crossref", titles=(title,), years=(2017,), type=kind, identifiers=DOI._asdict() and {"doi": DOI.value})
    verdict = by_doi(reference, whole)
    assert (verdict.status, verdict.identifier) == ("wrong-identifier", ("doi", "10.99999/flow"))
    assert "the whole" in verdict.reason
    assert need(reference, [Evidence("crossref", DOI, "found", (whole,))]).kind == "replacement"


def test_the_book_of_a_chapter_that_no_index_has_is_no_wrong_identifier() -> None:
    reference = replace(REFERENCE, type="incollection", venues=("The Book of Rivers",), volume="", pages="")
    whole = Record(
        source="crossref",
        titles=("The Book of Rivers",),
        authors=(CY,),
        years=(2017,),
        type="book",
        identifiers={"doi": DOI.value},
    )
    verdict = by_doi(reference, whole)
    assert (verdict.status, verdict.other) == ("unverifiable", whole)
    assert verdict.reason == "its DOI is that of the whole book, and no index holds the part"


@pytest.mark.parametrize(
    ("change", "status"),
    [({}, "verified"), ({"type": "book"}, "verified"), ({"titles": ("The Book of Roads",)}, "wrong-identifier")],
)
def test_the_title_of_an_inbook_is_the_books(change: dict[str, Any], status: str) -> None:
    entry = replace(REFERENCE, type="inbook", titles=("The Book of Invented Rivers",), venues=(), volume="", **{})
    chapter = replace(RECORD, type="chapter", venues=("The Book of Invented Rivers",), titles=("Fields for Things",), volume="")
    if status == "wrong-identifier":
        chapter = replace(chapter, authors=(CY,))
    assert by_doi(replace(entry, **change), chapter).status == status


@pytest.mark.parametrize(
    ("change", "found", "state"),
    [
        # The date of the scan: volume and pages say that it is the article.
        ({"years": (1997,)}, {"years": (2013,), "online_only": True}, "minor"),
        ({"years": (1997,)}, {"years": (2013,), "online_only": False}, "differ"),
        ({"years": (1997,)}, {"years": (2013,), "online_only": True, "volume": "51"}, "differ"),
        ({"years": (2015,)}, {"years": (2021,), "online_only": True}, "differ"),
        (
            {"years": (1997,), "type": "book", "volume": "", "pages": ""},
            {"years": (2013,), "online_only": True, "type": "book"},
            "minor",
        ),
        # A manuscript that was published later.
        ({"years": (2016,), "type": "unpublished"}, {"years": (2019,)}, "minor"),
        ({"years": (2022,), "type": "unpublished"}, {"years": (2019,)}, "differ"),
        # Versions of software.
        ({"years": (2019,), "type": "software", "volume": "", "pages": ""}, {"years": (2023,), "type": "software"}, "minor"),
    ],
)
def test_years_that_need_not_agree(change: dict[str, Any], found: dict[str, Any], state: str) -> None:
    verdict = by_doi(replace(REFERENCE, **change), replace(RECORD, **found))
    assert next(judgement.state for judgement in verdict.judgements if judgement.field == "year") == state


@pytest.mark.parametrize(
    ("entry", "venue", "year", "status"),
    [
        ("inproceedings", "SODA", 2015, "verified"),
        ("inproceedings", "Proceedings of the 28th ACM-SIAM SODA", 2015, "verified"),
        ("inproceedings", "Proceedings of the Third Rivers", 2016, "verified"),
        ("article", "Annals of Rivers", 2015, "mismatch"),
        ("inproceedings", "SODA", 2004, "mismatch"),
    ],
)
def test_a_conference_paper_of_which_only_the_article_is_indexed(entry: str, venue: str, year: int, status: str) -> None:
    reference = replace(REFERENCE, type=entry, venues=(venue,), years=(year,), volume="", pages="")
    assert by_search(reference, RECORD).status == status


def test_software_by_its_human_name() -> None:
    reference = replace(
        REFERENCE,
        type="software",
        titles=("Rivplot: Drawing With Rivers",),
        authors=(Person(literal="The Rivplot Development Team"),),
        venues=(),
        volume="",
        pages="",
        years=(2019,),
    )
    release = replace(RECORD, type="software", titles=("rivplot/rivplot: REL: v3.1.1",), years=(2023,), venues=("Zenodo",))
    assert by_doi(reference, release).status in ("verified", "partial")


def test_before_a_venue_is_denied_an_index_is_asked_that_keeps_versions_together() -> None:
    reference = replace(REFERENCE, type="inproceedings", venues=("SODA",))
    told = [Evidence(source, DOI, "found", (replace(RECORD, source=source),)) for source in ("crossref", "openalex")]
    wanted = need(reference, told)
    assert (wanted.kind, wanted.cheap) == ("second-opinion", True)
    merged = Evidence("semanticscholar", DOI, "found", (replace(RECORD, source="semanticscholar", venues=("SODA",)),))
    assert judge(reference, [*told, merged]).status == "verified"


def test_the_article_under_whose_doi_a_paper_is_cited_is_no_other_work() -> None:
    """A title changed on the way to the journal: the fields differ, the DOI is not another work's."""
    paper = replace(
        REFERENCE, type="inproceedings", titles=("Measuring the Flow of Certified Rivers",), venues=("SODA",), years=(2014,)
    )
    assert by_doi(paper, RECORD).status == "mismatch"
    assert by_doi(replace(paper, type="article", venues=("Annals of Roads",)), RECORD).status == "wrong-identifier"
