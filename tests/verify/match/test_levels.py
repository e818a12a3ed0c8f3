"""Thresholds, scores and levels: each figure decides, and none of them contradicts another."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from latexrefcheck.model.levels import Level
from latexrefcheck.model.record import Evidence, Judgement, Person, Query, Record, Reference, Verdict
from latexrefcheck.settings import Settings, thresholds
from latexrefcheck.settings.thresholds import Thresholds
from latexrefcheck.verify.match import judge, need, similarity, titles

ANN, BO, CY, DI = Person("Abel", "Ann"), Person("Brook", "Bo"), Person("Cole", "Cy"), Person("Dorn", "Di")
EVE = Person("Eliot", "Eve")
TITLE = "Migration Corridors of the Arctic Tern over Northern Ridges"
DOI = Query("doi", "10.99999/tern")
SEARCH = Query("title", TITLE)
IDENTIFIED = Reference(
    key="k",
    type="article",
    titles=(TITLE,),
    authors=(ANN, BO, CY, DI),
    years=(2017,),
    venues=("Journal of Things",),
    identifiers={"doi": "10.99999/tern"},
)
SEARCHED = replace(IDENTIFIED, identifiers={})
RECORD = Record(
    source="crossref",
    titles=(TITLE,),
    authors=(ANN, BO, CY, DI),
    years=(2017,),
    venues=("Journal of Things",),
    identifiers={"doi": "10.99999/tern"},
)
INDEXES = ("dblp", "crossref", "openalex", "semanticscholar")
PROFILES = ("lenient", "default", "strict")


def verdict(reference: Reference, record: Record = RECORD, limits: Thresholds | None = None) -> Verdict:
    """The verdict when the owner of the DOI, or four searches, give ``record``."""
    if reference.identifiers:
        evidence = [Evidence("crossref", DOI, "found", (record,))]
        evidence += [Evidence(one, DOI, "found", (replace(record, source=one),)) for one in INDEXES[2:]]
    else:
        evidence = [Evidence(one, SEARCH, "found", (replace(record, source=one),)) for one in INDEXES]
    return judge(reference, evidence, limits)


def in_profiles(reference: Reference, record: Record = RECORD) -> list[str]:
    """The status under lenient, default and strict."""
    return [verdict(reference, record, thresholds.of(Settings(profile=name).thresholds)).status for name in PROFILES]


@pytest.mark.parametrize("reference", [IDENTIFIED, SEARCHED])
@pytest.mark.parametrize(
    ("change", "statuses"),
    [
        # (lenient, default, strict)
        ({}, ["verified"] * 3),
        ({"titles": ("Migration Corridors of the Arctic Terns over Northern Ridge",)}, ["verified", "mismatch", "mismatch"]),
        ({"titles": ("Migration Corridor of Arctic Terns over Northern Ridges",)}, ["verified", "mismatch", "mismatch"]),
        ({"titles": ("Migration Corridors of the Arctic Tern over the Northern Ridges",)}, ["verified"] * 3),
        ({"titles": ("Migration Corridors of the Arctic Tern on over Northern Ridges",)}, ["verified", "verified", "mismatch"]),
        ({"titles": ("Migration Corridors of the Arctic Puffin over Northern Ridges",)}, ["mismatch"] * 3),
        ({"titles": ("Migration Corridors of the Antarctic Tern over Northern Ridges",)}, ["mismatch"] * 3),
        ({"titles": ("Migration Corridors of the Arctic Tern not over Northern Ridges",)}, ["mismatch"] * 3),
        ({"titles": ("Migration Corridors of the Arctic Tern over Northern Ridges in Spring",)}, ["mismatch"] * 3),
        ({"authors": (ANN, BO, CY)}, ["verified", "mismatch", "mismatch"]),
        ({"authors": (ANN, BO)}, ["mismatch"] * 3),
        ({"authors": (ANN, BO, CY, EVE)}, ["mismatch"] * 3),
        ({"authors": (ANN, BO, CY, DI, EVE)}, ["mismatch"] * 3),
        ({"years": (2018,)}, ["verified"] * 3),
        ({"years": (2019,)}, ["mismatch"] * 3),
        ({"authors": ()}, ["verified", "partial", "partial"]),
        ({"years": ()}, ["verified", "verified", "partial"]),
    ],
)
def test_profiles_decide(reference: Reference, change: dict[str, Any], statuses: list[str]) -> None:
    assert in_profiles(replace(reference, **change)) == statuses


@pytest.mark.parametrize(
    ("figure", "change", "before", "after"),
    [
        ({"title_similarity": 0.5}, {"titles": (TITLE.replace("Tern", "Puffin"),)}, "mismatch", "verified"),
        ({"title_similarity": 1.0}, {"titles": (TITLE.replace("the Arctic", "Arctic"),)}, "verified", "mismatch"),
        ({"author_similarity": 0.5}, {"authors": (ANN, BO, CY, EVE)}, "mismatch", "verified"),
        ({"author_similarity": 1.0}, {"authors": (BO, ANN, CY, DI)}, "verified", "mismatch"),
        ({"year_tolerance": 3}, {"years": (2014,)}, "mismatch", "verified"),
        ({"year_tolerance": 0}, {"years": (2018,)}, "verified", "mismatch"),
        ({"high_confidence": 0.99}, {"years": ()}, "verified", "partial"),
        ({"high_confidence": 0.8}, {"authors": ()}, "partial", "verified"),
        ({"medium_confidence": 0.89}, {"authors": ()}, "partial", "unverifiable"),
        ({"author_weight": 0.0}, {"authors": ()}, "partial", "verified"),
        ({"title_weight": 0.0}, {"authors": (), "years": ()}, "partial", "unverifiable"),
        ({"year_weight": 0.6}, {"years": ()}, "verified", "partial"),
        ({"venue_weight": 0.6}, {"venues": ()}, "verified", "partial"),
    ],
)
def test_each_figure_changes_a_verdict(figure: dict[str, Any], change: dict[str, Any], before: str, after: str) -> None:
    reference = replace(IDENTIFIED, **change)
    assert verdict(reference).status == before
    assert verdict(reference, limits=Thresholds(**figure)).status == after


def test_the_number_of_sources_changes_a_verdict() -> None:
    evidence = [Evidence(one, SEARCH, "absent") for one in INDEXES]
    assert judge(SEARCHED, evidence).status == "not-found"
    assert judge(SEARCHED, evidence, Thresholds(sources=5)).status == "unchecked"


OTHER_PEOPLE = {"authors": (EVE,)}


@pytest.mark.parametrize(
    ("change", "level"),
    [
        ({"venues": ("ICML",)}, Level.medium),
        ({"years": (2011,)}, Level.medium),
        (OTHER_PEOPLE, Level.medium),
        (OTHER_PEOPLE | {"venues": ()}, Level.low),
        (OTHER_PEOPLE | {"years": (2019,), "venues": ()}, Level.none),
        (OTHER_PEOPLE | {"years": (2019,), "venues": ("ICML",)}, Level.none),
    ],
)
def test_what_only_a_search_contradicts_is_banded_by_the_score(change: dict[str, Any], level: Level) -> None:
    found = verdict(replace(SEARCHED, **change))
    assert found.level is level
    assert found.status == ("not-found" if level is Level.none else "mismatch")
    if level is Level.none:
        assert found.other is not None
        assert found.other.title == TITLE  # the nearest is named all the same


def test_low_confidence_moves_the_border_of_another_work() -> None:
    reference = replace(SEARCHED, **OTHER_PEOPLE, venues=())
    assert verdict(reference).status == "mismatch"
    assert verdict(reference, limits=Thresholds(low_confidence=0.69)).status == "not-found"


def test_what_the_registry_contradicts_stays_a_mismatch_whatever_the_score() -> None:
    for change in ({"venues": ("ICML",)}, OTHER_PEOPLE, OTHER_PEOPLE | {"years": (2001,), "venues": ("ICML",)}):
        for low in (0.0, 0.5, 1.0):
            assert verdict(replace(IDENTIFIED, **change), limits=Thresholds(low_confidence=low)).status in (
                "mismatch",
                "wrong-identifier",
            )


def test_silence_lowers_confidence_and_never_raises_the_score() -> None:
    whole = verdict(IDENTIFIED).score
    for change in ({"authors": ()}, {"years": ()}, {"venues": ()}):
        assert verdict(replace(IDENTIFIED, **change)).score < whole
    for change in ({"authors": ()}, {"years": ()}, {"venues": ()}):
        assert verdict(IDENTIFIED, replace(RECORD, **change)).score < whole


def test_a_book_is_not_asked_for_a_venue() -> None:
    book = replace(IDENTIFIED, type="book", venues=())
    assert verdict(book, replace(RECORD, venues=(), type="book")).score == 1.0


@pytest.mark.parametrize(
    ("cited", "found", "most", "least"),
    [
        ("Deep Nets of Rivers", "Deep Nets of Rivers", 1.0, 1.0),
        ("Deep Nets of Rivers", "Deep Nets of River", 0.84, 0.80),
        ("Modelling of Rivers and Flood Waters", "Modelling of Rivers and Flood Water", 0.84, 0.80),
        ("Modelling of Rivers and Flood Planes", "Modelling of Rivers and Flood Plains", 0.79, 0.0),
        ("Deep Nets of Rivers", "Deep Nets for Rivers", 0.79, 0.0),  # a word for another, however small
        ("Learning with Labels in the Wild", "Learning without Labels in the Wild", 0.79, 0.0),
        ("Supervised Nets of Great Rivers", "Unsupervised Nets of Great Rivers", 0.79, 0.0),
        ("World War 1 in Great Rivers", "World War 2 in Great Rivers", 0.79, 0.0),
        ("Graph Nets of Great Rivers", "Hypergraph Nets of Great Rivers", 0.79, 0.0),
        ("Fische im großen Fluss der Stadt", "Fisch im großen Fluss der Stadt", 0.84, 0.80),
        ("Les rivières profondes du Nord", "Les rivières profondes du Sud", 0.79, 0.0),
        ("A Study", "", 0.0, 0.0),
    ],
)
def test_similarity_of_titles(cited: str, found: str, most: float, least: float) -> None:
    assert least <= similarity.title(cited, titles.compare(cited, (found,))) <= most


@pytest.mark.parametrize(
    ("state", "kind", "share", "expected"),
    [
        ("agree", "", 0.8, 1.0),
        ("minor", "order", 1.0, 0.95),
        ("minor", "spelling", 0.5, 0.95),
        ("minor", "missing", 0.2, 0.75),
        ("differ", "missing", 0.9, 0.69),
        ("differ", "missing", 0.5, 0.5),
        ("differ", "added", 0.9, 0.59),
        ("differ", "replaced", 0.3, 0.3),
        ("differ", "given", 0.8, 0.59),
        ("differ", "other-people", 0.0, 0.0),
    ],
)
def test_similarity_of_authors(state: str, kind: str, share: float, expected: float) -> None:
    assert similarity.authors(Judgement("author", state, "a", "b", share, kind=kind)) == expected


people = st.lists(st.sampled_from((ANN, BO, CY, DI, EVE)), max_size=4, unique=True).map(tuple)
wordings = st.sampled_from((TITLE, TITLE.replace("Tern", "Terns"), TITLE.replace("Arctic", "Baltic"), "Roads of the South"))
figures = st.floats(0, 1).map(lambda x: round(x, 2))


@settings(deadline=None)
@given(
    reference=st.builds(
        replace,
        st.sampled_from((IDENTIFIED, SEARCHED)),
        titles=wordings.map(lambda title: (title,)),
        authors=people,
        years=st.sampled_from(((), (2011,), (2016,), (2017,))),
        venues=st.sampled_from(((), ("Journal of Things",), ("J. Things",), ("ICML",))),
    ),
    record=st.builds(replace, st.just(RECORD), authors=people, years=st.sampled_from(((), (2017,), (2015, 2017)))),
    limits=st.builds(
        Thresholds,
        title_similarity=figures,
        author_similarity=figures,
        year_tolerance=st.integers(0, 5),
        title_weight=figures,
        author_weight=figures,
        year_weight=figures,
        venue_weight=figures,
        high_confidence=st.floats(0.02, 1).map(lambda x: round(x, 2)),
        medium_confidence=figures,
        low_confidence=figures,
    ),
)
def test_score_level_and_verdict_never_contradict(reference: Reference, record: Record, limits: Thresholds) -> None:
    found = verdict(reference, record, limits)
    differing = [j for j in found.judgements if j.state == "differ" and j.field in ("title", "author", "year", "venue")]
    assert 0 <= found.score <= 1
    assert (found.level is Level.high) == (found.status == "verified")
    if found.judgements:
        assert found.level is limits.level(found.score)
    else:
        assert (found.level, found.score) == (Level.none, 0)
    if found.status in ("verified", "partial", "unverifiable"):
        assert not differing
    if found.status == "mismatch":
        assert differing
        assert found.basis == "identifier" or found.level is not Level.none
    for judgement in found.judgements:
        bound = {"title": limits.title_similarity, "author": limits.author_similarity}.get(judgement.field)
        if bound is not None and judgement.state != "unknown":
            assert (judgement.state == "differ") == (judgement.score < bound), judgement


def test_two_sources_can_be_required() -> None:
    limits = Thresholds(require_sources=2)
    alone = [Evidence("crossref", DOI, "found", (RECORD,))]
    assert judge(IDENTIFIED, alone).status == "verified"
    found = judge(IDENTIFIED, alone, limits)
    assert (found.status, found.level, found.wanting) == ("partial", Level.medium, 1)
    assert need(IDENTIFIED, alone, limits).kind == "second-opinion"
    two = [*alone, Evidence("openalex", DOI, "found", (replace(RECORD, source="openalex"),))]
    assert (judge(IDENTIFIED, two, limits).status, judge(IDENTIFIED, two, limits).agreement) == ("verified", "confirmed")
    assert need(IDENTIFIED, two, limits).kind == "enough"
    assert judge(replace(IDENTIFIED, years=(2001,)), alone, limits).status == "mismatch"
