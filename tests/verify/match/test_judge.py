"""Verdicts: what the evidence adds up to, and what is still wanted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from latexrefcheck.model.record import OF_PUBLISHED, SPENT, Evidence, Notice, Query, Record, Reference
from latexrefcheck.text.person import Person
from latexrefcheck.verify.match import judge, need

ANN, BO, CY = Person("Abel", "Ann"), Person("Brook", "Bo"), Person("Cole", "Cy")
TITLE = "Measuring the Flow of Invented Rivers"
DOI = Query("doi", "10.99999/flow")
ARXIV = Query("arxiv", "2412.00001")
SEARCH = Query("title", TITLE, "Abel", "2017")
REFERENCE = Reference(
    key="k",
    type="article",
    titles=(TITLE,),
    authors=(ANN, BO),
    years=(2017,),
    venues=("Journal of Things",),
    identifiers={"doi": "10.99999/flow"},
)
BARE = replace(REFERENCE, identifiers={})
RECORD = Record(
    source="crossref",
    titles=(TITLE,),
    authors=(ANN, BO),
    years=(2017,),
    venues=("Journal of Things",),
    identifiers={"doi": "10.99999/flow"},
)
ROADS = Record(
    source="crossref", titles=("Roads of the North",), authors=(CY,), years=(1975,), identifiers={"doi": "10.99999/flow"}
)


def found(source: str, query: Query, *records: Record) -> Evidence:
    return Evidence(
        source, query, "found", tuple(replace(record, source=source) for record in records), when="2026-11-30T10:00:00Z"
    )


def absent(source: str, query: Query) -> Evidence:
    return Evidence(source, query, "absent")


def failed(source: str, query: Query) -> Evidence:
    return Evidence(source, query, "failed", reason="time-out")


def spent(source: str, query: Query) -> Evidence:
    return Evidence(source, query, "failed", reason=f"it answered 429 ({SPENT})")


def everywhere_absent() -> list[Evidence]:
    return [absent(source, SEARCH) for source in ("dblp", "crossref", "openalex", "semanticscholar")]


def fields(reference: Reference, evidence: list[Evidence]) -> dict[str, str]:
    return {j.field: j.kind or j.state for j in judge(reference, evidence).judgements if j.state == "differ"}


def test_an_identifier_that_agrees_is_enough() -> None:
    evidence = [found("crossref", DOI, RECORD)]
    verdict = judge(REFERENCE, evidence)
    assert (verdict.status, verdict.basis, verdict.score) == ("verified", "identifier", 1.0)
    assert need(REFERENCE, evidence).kind == "enough"


@pytest.mark.parametrize(
    ("change", "differing"),
    [
        ({"authors": (ANN, BO, CY)}, {"author": "added"}),
        ({"authors": (ANN, CY)}, {"author": "replaced"}),
        ({"authors": (CY,)}, {"author": "other-people"}),
        ({"titles": ("Measuring the Flow of Certified Rivers",)}, {"title": "wording"}),
        ({"years": (2011,)}, {"year": "differ"}),
        ({"venues": ("ICML",)}, {"venue": "differ"}),
        ({"years": (2018,), "authors": (BO, ANN), "venues": ("J. Things",)}, {}),
    ],
)
def test_fields_that_differ_from_the_owners_record(change: dict[str, Any], differing: dict[str, str]) -> None:
    reference = replace(REFERENCE, **change)
    assert fields(reference, [found("crossref", DOI, RECORD)]) == differing
    assert (need(reference, [found("crossref", DOI, RECORD)]).kind == "second-opinion") is bool(differing)


def test_another_source_that_agrees_takes_the_difference_back() -> None:
    three = replace(RECORD, authors=(ANN, BO, CY))
    reference = replace(REFERENCE, authors=(ANN, BO, CY))
    verdict = judge(reference, [found("crossref", DOI, RECORD), found("openalex", DOI, three)])
    assert verdict.status == "verified"


def test_an_aggregator_does_not_outrank_the_owner() -> None:
    reference = replace(REFERENCE, type="misc", venues=(), identifiers={"arxiv": "2412.00001"})
    right = Record(
        source="arxiv", titles=(TITLE,), authors=(ANN, BO), years=(2017,), identifiers={"arxiv": "2412.00001"}, preprint=True
    )
    damaged = replace(right, titles=("Tuning of a Small Code Model",))
    assert judge(reference, [found("openalex", ARXIV, damaged), found("arxiv", ARXIV, right)]).status == "verified"


def test_identifier_of_another_work_is_named() -> None:
    verdict = judge(REFERENCE, [found("crossref", DOI, ROADS)])
    assert (verdict.status, verdict.identifier) == ("wrong-identifier", ("doi", "10.99999/flow"))
    assert not judge(REFERENCE, [found("crossref", DOI, ROADS), absent("dblp", SEARCH)]).unchecked
    assert verdict.other is not None
    assert verdict.other.title == "Roads of the North"


def test_a_good_title_elsewhere_does_not_hide_a_wrong_number() -> None:
    reference = replace(REFERENCE, identifiers={"arxiv": "2412.00001"})
    wrong = replace(ROADS, identifiers={"arxiv": "2412.00001"})
    right = replace(RECORD, identifiers={"doi": "10.99999/right"})
    verdict = judge(reference, [found("arxiv", ARXIV, wrong), found("crossref", SEARCH, right)])
    assert (verdict.status, verdict.identifier) == ("wrong-identifier", ("arxiv", "2412.00001"))
    assert verdict.record is not None
    assert verdict.record.identifiers["doi"] == "10.99999/right"


def test_identifier_of_the_volume_is_not_wrong() -> None:
    reference = replace(REFERENCE, type="incollection", venues=("The Book of Rivers",))
    volume = replace(RECORD, titles=("The Book of Rivers",), authors=(CY,))
    chapter = replace(RECORD, venues=("The Book of Rivers",))
    assert judge(reference, [found("crossref", DOI, volume), found("dblp", SEARCH, chapter)]).status == "verified"


@pytest.mark.parametrize(
    ("evidence", "status", "wanted"),
    [
        ([absent("crossref", DOI)], "unchecked", "agency"),
        ([absent("crossref", DOI), absent("doiorg", Query("agency", DOI.value))], "identifier-not-found", "replacement"),
        ([absent("crossref", DOI), failed("doiorg", Query("agency", DOI.value))], "unchecked", "enough"),
        ([failed("crossref", DOI)], "unchecked", "enough"),
        ([], "unchecked", "owner"),
    ],
)
def test_only_the_owner_says_that_an_identifier_does_not_exist(evidence: list[Evidence], status: str, wanted: str) -> None:
    assert judge(REFERENCE, evidence).status == status
    assert need(REFERENCE, evidence).kind == wanted


def test_a_lagging_registry_is_not_believed_against_a_record_with_that_number() -> None:
    reference = replace(REFERENCE, venues=(), identifiers={"arxiv": "2412.00001"})
    agency = absent("doiorg", Query("agency", "10.48550/arxiv.2412.00001"))
    known = replace(RECORD, identifiers={"arxiv": "2412.00001v1"}, preprint=True, venues=("arXiv",))
    assert judge(reference, [absent("datacite", ARXIV), agency, found("dblp", SEARCH, known)]).status == "verified"


@pytest.mark.parametrize(
    ("evidence", "status", "wanted"),
    [
        ([], "unchecked", "search"),
        ([absent("crossref", SEARCH)], "unchecked", "second-opinion"),
        ([absent("dblp", SEARCH), absent("crossref", SEARCH)], "not-found", "second-opinion"),
        # Each of the broad indexes holds works that the other lacks.
        ([absent(one, SEARCH) for one in ("dblp", "crossref", "semanticscholar")], "not-found", "second-opinion"),
        (everywhere_absent(), "not-found", "enough"),
        # Nobody takes the place of one that fails: what it knows may differ.
        ([*everywhere_absent()[:3], failed("semanticscholar", SEARCH)], "unchecked", "enough"),
        ([*everywhere_absent()[:2], spent("openalex", SEARCH), absent("semanticscholar", SEARCH)], "not-found", "enough"),
        ([spent("openalex", SEARCH), absent("semanticscholar", SEARCH)], "unchecked", "enough"),
        ([absent("crossref", SEARCH), failed("semanticscholar", SEARCH)], "unchecked", "second-opinion"),
        ([absent("dblp", SEARCH), absent("crossref", SEARCH), failed("semanticscholar", SEARCH)], "unchecked", "second-opinion"),
        ([failed("dblp", SEARCH), failed("crossref", SEARCH)], "unchecked", "search"),
    ],
)
def test_not_found_needs_sources_that_looked(evidence: list[Evidence], status: str, wanted: str) -> None:
    assert judge(BARE, evidence).status == status
    assert need(BARE, evidence).kind == wanted


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"type": "phdthesis"}, "theses"),
        ({"type": "online", "venues": ("Site of Ann",)}, "web pages"),
        ({"type": "software"}, "software"),
        ({"titles": ("Deep Learning",)}, "too general"),
        ({"titles": ()}, "no title"),
    ],
)
def test_unverifiable(change: dict[str, Any], reason: str) -> None:
    verdict = judge(replace(BARE, **change), everywhere_absent())
    assert verdict.status == "unverifiable"
    assert reason in verdict.reason


def test_an_article_with_the_title_of_a_thesis_is_not_the_thesis() -> None:
    paper = replace(RECORD, type="article", authors=(ANN, CY), years=(2015,))
    verdict = judge(replace(BARE, type="phdthesis", authors=(ANN,)), [found("crossref", SEARCH, paper)])
    assert (verdict.status, verdict.judgements) == ("unverifiable", ())


def test_generic_title_under_other_people_is_another_work() -> None:
    other = replace(RECORD, titles=("Deep learning",), authors=(CY,))
    verdict = judge(replace(BARE, titles=("Deep Learning",)), [found("crossref", SEARCH, other), *everywhere_absent()])
    assert verdict.status == "unverifiable"


def test_distinct_title_under_other_people_is_named() -> None:
    other = replace(RECORD, authors=(CY,))
    verdict = judge(BARE, [found("dblp", SEARCH, other), found("crossref", SEARCH, other)])
    assert (verdict.status, verdict.basis) == ("mismatch", "search")
    assert verdict.other is not None
    assert [(j.field, j.kind) for j in verdict.judgements if j.state == "differ"] == [("author", "other-people")]


def test_changed_title_found_by_search() -> None:
    reference = replace(BARE, titles=("Measuring the Flow of Certified Rivers",))
    evidence = [absent("dblp", SEARCH), found("crossref", SEARCH, RECORD), absent("openalex", SEARCH)]
    assert fields(reference, evidence) == {"title": "wording"}
    assert need(reference, evidence[:2]).kind == "enough"
    # With less to go by, the cited title may be another work of the same people: a broad index has to be asked.
    for change in ({"authors_cut": True}, {"venues": ("ICML",)}, {"years": (2019,)}):
        assert need(replace(reference, **change), evidence[:2]).kind == "second-opinion"


@pytest.mark.parametrize(("source", "kind"), [("dblp", "enough"), ("crossref", "second-opinion")])
def test_author_list_of_a_curated_index_needs_no_second_opinion(source: str, kind: str) -> None:
    reference = replace(BARE, authors=(ANN, BO, CY))
    assert need(reference, [found(source, SEARCH, replace(RECORD, identifiers={}))]).kind == kind


def test_second_opinion_on_a_hit_is_asked_by_its_doi() -> None:
    wanted = need(replace(BARE, years=(2009,)), [found("dblp", SEARCH, RECORD)])
    assert (wanted.kind, wanted.identifier) == ("second-opinion", ("doi", "10.99999/flow"))


@pytest.mark.parametrize(("year", "state"), [(2015, "agree"), (2016, "agree"), (2018, "minor"), (2020, "differ")])
def test_any_year_from_preprint_to_publication(year: int, state: str) -> None:
    preprint = replace(RECORD, years=(2015,), preprint=True, venues=("arXiv",), identifiers={"arxiv": "2412.00001"})
    verdict = judge(replace(REFERENCE, years=(year,)), [found("crossref", DOI, RECORD), found("openalex", SEARCH, preprint)])
    assert next(j.state for j in verdict.judgements if j.field == "year") == state


def test_published_version_of_a_cited_preprint() -> None:
    reference = replace(REFERENCE, venues=("arXiv preprint arXiv:2412.00001",), identifiers={"arxiv": "2412.00001"})
    preprint = replace(RECORD, preprint=True, venues=("arXiv",), identifiers={"arxiv": "2412.00001"})
    verdict = judge(reference, [found("datacite", ARXIV, preprint), found("dblp", SEARCH, RECORD)])
    assert verdict.status == "verified"
    assert verdict.published is not None
    assert verdict.published.venues == ("Journal of Things",)
    assert judge(replace(reference, venues=("Journal of Things",)), [found("datacite", ARXIV, preprint)]).published is None


def test_venue_of_what_is_only_known_as_a_preprint() -> None:
    reference = replace(REFERENCE, venues=("ICML",), identifiers={"arxiv": "2412.00001"})
    preprint = replace(RECORD, preprint=True, venues=("arXiv",), identifiers={"arxiv": "2412.00001"})
    known = [found("datacite", ARXIV, preprint), found("dblp", ARXIV, preprint)]
    assert judge(reference, known).status == "verified"
    wanted = need(reference, known)
    assert (wanted.kind, wanted.cheap) == ("second-opinion", True)
    assert fields(reference, [*known, found("openalex", ARXIV, preprint)]) == {"venue": "unconfirmed"}


def test_notices_are_reported_once() -> None:
    notices = (
        Notice("retraction", "10.99999/n", "publisher"),
        Notice("retraction", "10.99999/N", "retraction-watch"),
        Notice("retraction"),
    )
    record = replace(RECORD, titles=(f"RETRACTED: {TITLE}",), notices=notices)
    verdict = judge(REFERENCE, [found("crossref", DOI, record)])
    assert verdict.status == "verified"
    assert [(notice.kind, notice.doi) for notice in verdict.notices] == [("retraction", "10.99999/n")]


def test_the_registry_is_asked_for_notices_about_what_a_search_found() -> None:
    """dblp lists works, not retractions; the DOI in its record leads to who does."""
    hit = [found("dblp", SEARCH, RECORD)]
    wanted = need(BARE, hit)
    assert (wanted.kind, wanted.identifier, wanted.cheap) == ("second-opinion", ("doi", "10.99999/flow"), True)
    gone = replace(RECORD, notices=(Notice("retraction", "10.99999/gone", "publisher"),))
    told = [*hit, found("crossref", DOI, gone)]
    assert [notice.kind for notice in judge(BARE, told).notices] == ["retraction"]
    assert need(BARE, told).kind == "enough"
    lost = [*hit, failed("crossref", DOI)]
    verdict = judge(BARE, lost)
    assert (verdict.status, dict(verdict.unchecked)) == ("verified", {"retraction": "Crossref: time-out"})
    assert need(BARE, lost).kind == "enough"


def test_a_retraction_of_what_a_preprint_became() -> None:
    """The archive knows the DOI of the article, and only the registry of that DOI knows that it was retracted."""
    reference = replace(REFERENCE, venues=("arXiv preprint arXiv:2412.00001",), identifiers={"arxiv": "2412.00001"})
    told = {"doi": "10.99999/Flow"}
    preprint = replace(RECORD, preprint=True, venues=("arXiv",), identifiers={"arxiv": "2412.00001"}, published_as=told)
    known = [found("datacite", ARXIV, preprint)]
    wanted = need(reference, known)
    assert (wanted.kind, wanted.identifier, wanted.cheap) == ("second-opinion", ("doi", "10.99999/flow"), True)
    gone = replace(RECORD, titles=("Gauging Rivers",), notices=(Notice("retraction", "10.99999/gone", label="Retraction"),))
    verdict = judge(reference, [*known, found("crossref", DOI, gone)])
    assert (verdict.status, need(reference, [*known, found("crossref", DOI, gone)]).kind) == ("verified", "enough")
    assert [(one.kind, one.label) for one in verdict.notices] == [("retraction", f"Retraction {OF_PUBLISHED}")]
    verdict = judge(reference, [*known, failed("crossref", DOI)])
    assert (verdict.status, dict(verdict.unchecked)) == ("verified", {"retraction": "Crossref: time-out"})
    article = replace(reference, venues=("Journal of Things",))
    assert [one.label for one in judge(article, [*known, found("crossref", DOI, gone)]).notices] == ["Retraction"]


def test_retraction_marked_only_in_the_title() -> None:
    record = replace(RECORD, titles=(f"WITHDRAWN: {TITLE}",))
    assert [notice.kind for notice in judge(REFERENCE, [found("crossref", DOI, record)]).notices] == ["withdrawal"]


def test_an_open_question_about_retraction_is_told() -> None:
    verdict = judge(REFERENCE, [found("crossref", DOI, RECORD), failed("crossref", Query("updates", DOI.value))])
    assert (verdict.status, dict(verdict.unchecked)) == ("verified", {"retraction": "Crossref: time-out"})


def test_a_reason_that_sources_share_is_said_once() -> None:
    verdict = judge(BARE, [failed("dblp", SEARCH), failed("crossref", SEARCH)])
    assert verdict.reason == "dblp, Crossref: time-out"


def test_a_difference_is_not_said_while_a_second_opinion_failed() -> None:
    reference = replace(REFERENCE, years=(2009,))
    assert judge(reference, [found("crossref", DOI, RECORD)]).status == "mismatch"
    assert judge(reference, [found("crossref", DOI, RECORD), failed("openalex", DOI)]).status == "unchecked"


def test_a_malformed_identifier_comes_first() -> None:
    verdict = judge(replace(BARE, malformed="its DOI is malformed"), everywhere_absent())
    assert (verdict.status, dict(verdict.unchecked)) == ("unchecked", {"malformed": "its DOI is malformed"})


def test_editors_answer_for_authors() -> None:
    reference = replace(REFERENCE, type="proceedings", authors=(), editors=(ANN, BO))
    assert judge(reference, [found("crossref", DOI, replace(RECORD, authors=(), editors=(ANN, BO)))]).status == "verified"


def test_short_doi_is_resolved_by_its_handle() -> None:
    reference = replace(REFERENCE, identifiers={"doi": "10/abc12"})
    handle = Evidence(
        "doiorg",
        Query("handle", "10/abc12"),
        "found",
        (Record(source="doiorg", titles=(), identifiers={"doi": "10.99999/flow"}),),
    )
    assert judge(reference, [handle, found("crossref", DOI, RECORD)]).status == "verified"


def test_a_translated_title_is_not_a_difference() -> None:
    reference = replace(REFERENCE, titles=("Die Messung der Flüsse und der Seen",))
    verdict = judge(reference, [found("crossref", DOI, RECORD)])
    assert (verdict.status, verdict.level) == ("partial", "medium")  # the title could not be compared


@pytest.mark.parametrize(
    ("change", "venue", "year", "differing"),
    [
        ({"venues": ("Proceedings of the Symposium on Rivers",)}, "Journal of Things", 2019, {}),
        (
            {"venues": ("Proceedings of the Symposium on Rivers",)},
            "Symposium on Roads of the North",
            2019,
            {"year": "differ", "venue": "differ"},
        ),
        (
            {"venues": ("Proceedings of the Symposium on Rivers",)},
            "Journal of Things",
            2029,
            {"year": "differ", "venue": "differ"},
        ),
        ({"venues": ("Springer",)}, "Lectures on Flow and Water", 2017, {}),
    ],
)
def test_other_versions_of_a_work(change: dict[str, Any], venue: str, year: int, differing: dict[str, str]) -> None:
    record = replace(RECORD, venues=(venue,), years=(year,), publisher="Springer New York")
    assert fields(replace(BARE, **change), [found("dblp", SEARCH, record), found("crossref", SEARCH, record)]) == differing


def test_a_review_of_a_book_is_not_the_book() -> None:
    review = replace(RECORD, authors=(CY,), years=(2021,), venues=("River Review",))
    evidence = [found("crossref", SEARCH, review), absent("dblp", SEARCH), absent("openalex", SEARCH)]
    verdict = judge(replace(BARE, type="book"), evidence)
    assert verdict.status == "not-found"
    assert verdict.other is not None


LONG = f"{TITLE} in the Valleys of the North with Cheap Acoustic Sensors"


@pytest.mark.parametrize(
    ("title", "people", "nearest"),
    [
        (TITLE, (ANN, BO), LONG),  # the first half
        (TITLE, (ANN,), None),
        (TITLE, (CY,), None),
        ("Catalogue of Northern Mosses", (ANN, BO), None),
    ],
)
def test_the_nearest_record_of_the_same_people_is_named(title: str, people: tuple[Person, ...], nearest: str | None) -> None:
    reference = replace(BARE, titles=(title,), authors=people)
    search = Query("title", title, people[0].family, "2017")
    sources = ("dblp", "openalex", "semanticscholar")
    verdict = judge(
        reference, [found("crossref", search, replace(RECORD, titles=(LONG,))), *(absent(source, search) for source in sources)]
    )
    assert verdict.status == "not-found"
    assert (verdict.other.title if verdict.other else None) == nearest
