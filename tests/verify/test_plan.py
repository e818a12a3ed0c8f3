"""What is asked next, as a pure function of a reference, its evidence and the judge's wish."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from latexrefcheck import registry
from latexrefcheck.model.record import Evidence, Need, Notice, Query, Record, Reference
from latexrefcheck.text.person import Person
from latexrefcheck.verify.catalogue import Catalogue
from latexrefcheck.verify.plan import AGENCY, FIRST, LATE, REGISTRAR, SEARCH, SECOND, Plan, Step, field_of

IN_USE = ("crossref", "datacite", "doiorg", "arxiv", "dblp", "openalex", "pubmed", "europepmc", "openlibrary", "semanticscholar")
DOI = "10.99999/lanterns"


def plan_of(*names: str, ranks: Mapping[str, int] | None = None, able: Callable[[str, Query], bool] = lambda *_: True) -> Plan:
    return Plan(Catalogue((registry.sources[name] for name in names), ranks), able)


PLAN = plan_of(*IN_USE)


def reference(**identifiers: str) -> Reference:
    authors = (Person("Doe", "Jane"), Person("Roe", "Richard"))
    return Reference(key="k", type="article", titles=("On Lanterns",), authors=authors, years=(2001,), identifiers=identifiers)


def came(source: str, kind: str, value: str, outcome: str, **ids: str) -> Evidence:
    records = (Record(source=source, titles=("On Lanterns",), identifiers=ids),) if outcome == "found" else ()
    return Evidence(source, Query(kind, value), outcome, records)


@pytest.mark.parametrize(
    ("identifiers", "asked"),
    [
        ({}, []),
        ({"doi": DOI}, [("crossref", "doi", DOI)]),
        ({"doi": "10.5281/zenodo.1"}, [("datacite", "doi", "10.5281/zenodo.1")]),
        ({"arxiv": "2001.00001"}, [("datacite", "arxiv", "2001.00001")]),
        ({"pmid": "123"}, [("pubmed", "pmid", "123")]),
        ({"isbn": "9780262035613"}, [("openlibrary", "isbn", "9780262035613")]),
        ({"acl": "N19-1423"}, [("crossref", "doi", "10.18653/v1/n19-1423")]),
        ({"url": "https://example.org", "issn": "1234-5679"}, []),
        ({"doi": DOI, "arxiv": "2001.00001"}, [("crossref", "doi", DOI), ("datacite", "arxiv", "2001.00001")]),
    ],
)
def test_identifiers_are_asked_at_their_owners(identifiers: dict[str, str], asked: list[tuple[str, str, str]]) -> None:
    assert PLAN.first(reference(**identifiers)) == [Step(source, Query(kind, value), FIRST) for source, kind, value in asked]


ABSENT_AT_CROSSREF = came("crossref", "doi", DOI, "absent")


@pytest.mark.parametrize(
    ("evidence", "steps"),
    [
        ([came("crossref", "doi", DOI, "found")], []),
        ([came("crossref", "doi", DOI, "failed")], [Step("openalex", Query("doi", DOI), REGISTRAR)]),
        ([ABSENT_AT_CROSSREF], [Step("doiorg", Query("agency", DOI), AGENCY)]),
        ([ABSENT_AT_CROSSREF, came("doiorg", "agency", DOI, "absent")], []),
        (
            [ABSENT_AT_CROSSREF, came("doiorg", "agency", DOI, "found", agency="DataCite")],
            [Step("datacite", Query("doi", DOI), REGISTRAR)],
        ),
        (
            [ABSENT_AT_CROSSREF, came("doiorg", "agency", DOI, "found", agency="mEDRA")],
            [Step("doiorg", Query("csl", DOI), REGISTRAR)],
        ),
        # A registry that does not yet hold what doi.org says is its own.
        (
            [ABSENT_AT_CROSSREF, came("doiorg", "agency", DOI, "found", agency="Crossref")],
            [Step("doiorg", Query("csl", DOI), REGISTRAR)],
        ),
        (
            [ABSENT_AT_CROSSREF, came("doiorg", "agency", DOI, "failed")],
            [Step("doiorg", Query("handle", DOI), REGISTRAR)],
        ),
        (
            [
                ABSENT_AT_CROSSREF,
                came("doiorg", "agency", DOI, "found", agency="DataCite"),
                came("datacite", "doi", DOI, "found"),
            ],
            [],
        ),
    ],
)
def test_a_doi_is_followed_to_its_registry(evidence: list[Evidence], steps: list[Step]) -> None:
    assert PLAN.following(reference(doi=DOI), evidence) == steps


@pytest.mark.parametrize("outcome", ["absent", "failed"])
def test_arxiv_itself_is_asked_when_datacite_does_not_say(outcome: str) -> None:
    evidence = [came("datacite", "arxiv", "2001.00001", outcome)]
    (step,) = PLAN.following(reference(arxiv="2001.00001"), evidence)
    assert step == Step("arxiv", Query("arxiv", "2001.00001"), REGISTRAR)


TITLE = Query("title", "On Lanterns", "Doe", "2001")
BIBLIOGRAPHIC = Query("bibliographic", "On Lanterns", "Doe", "2001")
SEARCHED = Evidence("dblp", TITLE, "absent")
OWN = came("crossref", "doi", DOI, "found")
OPINION = Need("second-opinion", "", ("doi", DOI))


@pytest.mark.parametrize(
    ("need", "field", "evidence", "steps"),
    [
        (Need("search"), "computing", [], [Step("dblp", TITLE, SECOND)]),
        (Need("search"), "computing", [SEARCHED], [Step("crossref", BIBLIOGRAPHIC, SEARCH)]),
        (Need("search"), "medicine", [], [Step("crossref", BIBLIOGRAPHIC, SEARCH)]),
        (Need("second-opinion"), "medicine", [Evidence("crossref", BIBLIOGRAPHIC, "found")], [Step("europepmc", TITLE, SEARCH)]),
        (OPINION, "computing", [OWN], [Step("dblp", Query("doi", DOI), SECOND)]),
        (OPINION, "computing", [OWN, SEARCHED], [Step("dblp", Query("doi", DOI), LATE)]),
        (OPINION, "", [OWN], [Step("dblp", Query("doi", DOI), SECOND)]),
        (OPINION, "medicine", [OWN], [Step("europepmc", Query("doi", DOI), SECOND)]),
        (OPINION, "physics", [OWN], [Step("openalex", Query("doi", DOI), SECOND)]),
        # A DOI that only a search hit named is asked at its owner, and not at the source of the hit.
        (OPINION, "computing", [Evidence("dblp", TITLE, "found")], [Step("crossref", Query("doi", DOI), LATE)]),
        (
            OPINION,
            "computing",
            [OWN, Evidence("dblp", TITLE, "found", (Record(source="dblp", titles=("On Lanterns",), identifiers={"doi": DOI}),))],
            [Step("openalex", Query("doi", DOI), LATE)],
        ),
        (
            Need("search", near=True),
            "medicine",
            [Evidence("crossref", BIBLIOGRAPHIC, "found"), came("europepmc", "title", "x", "absent")],
            [Step("openalex", TITLE, SEARCH)],
        ),
        # A work that was met needs no search for similar titles; one that was not needs it.
        (Need("second-opinion"), "computing", [SEARCHED], [Step("openalex", TITLE, SEARCH)]),
        (Need("second-opinion", near=True), "computing", [SEARCHED], [Step("crossref", BIBLIOGRAPHIC, SEARCH)]),
        (
            Need("second-opinion", near=True),
            "medicine",
            [Evidence("crossref", BIBLIOGRAPHIC, "absent")],
            [Step("openalex", TITLE, SEARCH)],
        ),
        (Need("search", cheap=True), "computing", [SEARCHED], []),
        (
            Need("second-opinion", "", ("arxiv", "2001.00001")),
            "computing",
            [came("datacite", "arxiv", "2001.00001", "found")],
            [Step("dblp", Query("doi", "10.48550/arxiv.2001.00001"), SECOND)],
        ),
        (
            Need("versions", "", ("arxiv", "2001.00001")),
            "computing",
            [],
            [Step("arxiv", Query("arxiv", "2001.00001v1"), SECOND), Step("arxiv", Query("arxiv", "2001.00001v2"), SECOND)],
        ),
        (
            Need("agency", "", ("arxiv", "2001.00001")),
            "",
            [],
            [Step("doiorg", Query("agency", "10.48550/arxiv.2001.00001"), AGENCY)],
        ),
        (Need("owner", "", ("acl", "N19-1423")), "", [], [Step("semanticscholar", Query("acl", "N19-1423"), FIRST)]),
        (Need("owner", "", ("openreview", "abc")), "", [], [Step("dblp", TITLE, SECOND)]),
        (Need("owner", "", ("openreview", "abc")), "", [Evidence("crossref", BIBLIOGRAPHIC, "absent")], []),
    ],
)
def test_the_judge_gets_what_it_wants(need: Need, field: str, evidence: list[Evidence], steps: list[Step]) -> None:
    assert PLAN.wanted(reference(doi=DOI), evidence, need, field) == steps


def test_every_wish_comes_to_an_end() -> None:
    for wish in ("owner", "agency", "search", "second-opinion", "versions"):
        evidence: list[Evidence] = []
        while steps := PLAN.wanted(reference(doi=DOI), evidence, Need(wish, "", ("doi", DOI)), ""):
            evidence += [Evidence(step.source, step.query, "failed") for step in steps]
            assert len(evidence) < 30


def test_nothing_is_searched_without_a_title() -> None:
    assert PLAN.wanted(Reference(key="k", type="misc", titles=("",)), [], Need("search"), "") == []


def venue(key: str, name: str, **identifiers: str) -> Reference:
    return Reference(key=key, type="article", titles=("T",), venues=(name,), identifiers=identifiers)


@pytest.mark.parametrize(
    ("cited", "field"),
    [
        (venue("a", "Proceedings of the Conference on Lanterns"), "computing"),
        (venue("b", "The Lancet"), "medicine"),
        (venue("c", "Physical Review of Lamps"), "physics"),
        (venue("d", "Annals of Mathematics"), "mathematics"),
        (venue("e", ""), ""),
        (venue("f", "", pmid="1"), "medicine"),
        (venue("g", "Lantern Quarterly"), ""),
    ],
)
def test_a_reference_shows_its_field_by_itself(cited: Reference, field: str) -> None:
    assert field_of(cited) == field


def test_the_user_orders_searches_and_opinions() -> None:
    plan = plan_of(*IN_USE, ranks={"openalex": 0, "crossref": 1, "dblp": 2})
    assert plan.wanted(reference(), [], Need("search"), "computing") == [Step("openalex", TITLE, SEARCH)]
    opinion = plan.wanted(reference(), [OWN], OPINION, "computing")
    assert opinion == [Step("openalex", Query("doi", DOI), SECOND)]
    assert plan.first(reference(doi=DOI)) == [Step("crossref", Query("doi", DOI), FIRST)]


@pytest.mark.parametrize(
    ("title", "second"),
    [
        ("On the Light of Lanterns: A Survey", "On the Light of Lanterns"),
        ("On the Light of Lanterns - A Survey", "On the Light of Lanterns"),
        ("Do Lanterns Give Any Light? A Survey", "Do Lanterns Give Any Light?"),
        ("LAMP: Lanterns as Models of Physics", "LAMP: Lanterns as Models of Physics"),
        ("State-of-the-art Lanterns of 12:30 Noon", "State-of-the-art Lanterns of 12:30 Noon"),
    ],
)
def test_the_second_search_leaves_the_subtitle_out(title: str, second: str) -> None:
    one = Reference(key="k", type="article", titles=(title,))
    (first,) = PLAN.wanted(one, [], Need("search"), "computing")
    assert first.query.value == title
    (step,) = PLAN.wanted(one, [Evidence(first.source, first.query, "absent")], Need("second-opinion", near=True), "computing")
    assert (step.source, step.query.value) == ("crossref", second)


def test_a_search_goes_only_where_it_can_be_put_into_words() -> None:
    plan = plan_of("dblp", "crossref", able=lambda source, _: source != "dblp")
    assert (
        plan.wanted(Reference(key="k", type="article", titles=("“!?” and “?!”",)), [], Need("search"), "computing")[0].source
        == "crossref"
    )


@pytest.mark.parametrize(
    ("notices", "steps"),
    [((), [Step("crossref", Query("updates", "10.1000/a,b"), LATE)]), ((Notice("correction", "10.1000/c"),), [])],
)
def test_notices_are_asked_for_where_a_single_look_up_names_none(notices: tuple[Notice, ...], steps: list[Step]) -> None:
    plan = plan_of("crossref")
    record = Record(source="crossref", titles=("On Lanterns",), notices=notices)
    told = [Evidence("crossref", Query("doi", "10.1000/a,b"), "found", (record,))]
    assert (
        plan.following(Reference(key="k", type="article", titles=("On Lanterns",), identifiers={"doi": "10.1000/a,b"}), told)
        == steps
    )
