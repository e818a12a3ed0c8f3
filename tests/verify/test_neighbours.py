"""A verdict rests on the entry alone: not on what stands beside it, and not on which index happens to be asked first."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scholarworld import World, verdicts

from latexrefcheck.model.record import Record, Reference
from latexrefcheck.text.person import Person

PEOPLE = (Person("Doe", "Jane"), Person("Roe", "Rita"), Person("Poe", "Ann"))
VENUES = (
    "Conference on Computer Vision",
    "Frontiers in Radiology",
    "Physical Review Letters",
    "",
    "Annals of Mathematics",
    "Attics",
)


def title(number: int) -> str:
    return f"Segmenting the {number}th Chamber of Imaginary Hearts with Networks"


def published(number: int, source: str = "crossref") -> Record:
    return Record(
        source=source,
        titles=(title(number),),
        authors=PEOPLE,
        years=(2021,),
        venues=(VENUES[number % len(VENUES)] or "Water Research",),
        type="article",
        identifiers={"doi": f"10.99999/{number}"},
    )


def preprint(number: int, source: str = "dblp") -> Record:
    doi = f"10.48550/arxiv.1901.{number:05}"
    return replace(
        published(number, source), years=(2019,), venues=("CoRR",), type="preprint", preprint=True, identifiers={"doi": doi}
    )


def reference(number: int) -> Reference:
    """Entries of several fields, one in three with its DOI, some with a wrong year, some of no index."""
    cited = Reference(
        key=f"k{number}",
        type="article",
        titles=(title(number),),
        authors=PEOPLE,
        years=(2021 if number % 7 else 1999,),
        venues=(VENUES[number % len(VENUES)],),
        identifiers={"doi": f"10.99999/{number}"} if number % 3 == 0 else {},
    )
    return cited


NUMBERS = range(24)
RECORDS = [
    record
    for number in NUMBERS
    if number % 5
    for record in (published(number), published(number, "openalex"), *((preprint(number),) if number % 2 else ()))
]
ALONE = {f"k{n}": verdicts(World(RECORDS), [reference(n)])[f"k{n}"] for n in NUMBERS}


def told(verdict):
    return verdict.status, verdict.reason, verdict.level, [(one.source, one.query) for one in verdict.evidence]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(NUMBERS), unique=True, min_size=1))
def test_neighbours_change_no_verdict(numbers):
    together = verdicts(World(RECORDS), [reference(number) for number in numbers])
    for key, verdict in together.items():
        assert told(verdict) == told(ALONE[key]), key


def test_the_world_has_verdicts_of_several_kinds():
    assert {verdict.status for verdict in ALONE.values()} >= {"verified", "mismatch", "not-found"}


@pytest.mark.parametrize(
    "venue", ["Frontiers in Radiology", "IEEE Transactions on Medical Imaging", "Water Research", "Mechanical Systems"]
)
@pytest.mark.parametrize("others", [(), ("openalex",), ("semanticscholar",), ("openalex", "semanticscholar")])
@pytest.mark.parametrize("year", [2021, 2020])
def test_the_registry_of_the_article_is_heard_where_an_index_holds_the_preprint(venue, others, year):
    """The article is in Crossref, dblp and others hold its preprint: nothing is said against it."""
    article = replace(published(1), venues=(venue,), years=(year, 2021))
    world = World([article, preprint(1), *(preprint(1, source) for source in others)])
    cited = replace(reference(1), venues=(venue,), years=(year,), identifiers={})
    verdict = verdicts(world, [cited])["k1"]
    assert verdict.status == "verified", verdict.reason
    assert world.asked["crossref", "bibliographic"] <= 1


def test_a_preprint_that_is_cited_with_its_number_and_a_venue():
    """The number leads to the preprint; before its venue is doubted, the registry is searched for the article."""
    article = replace(published(1), venues=("Frontiers in Radiology",))
    known = [replace(preprint(1, source), identifiers={"arxiv": "1901.00001", "doi": "10.48550/arxiv.1901.00001"}) for source in
             ("datacite", "dblp", "openalex", "semanticscholar")]  # fmt: skip
    cited = replace(reference(1), venues=("Frontiers in Radiology",), identifiers={"arxiv": "1901.00001"})
    assert verdicts(World([article, *known]), [cited])["k1"].status == "verified"
    invented = replace(cited, venues=("Journal of Invented Hearts",))
    assert verdicts(World(known), [invented])["k1"].status == "mismatch"


def test_what_no_registry_holds_is_told_as_before():
    """A venue that nobody confirms, with the registry asked: the indexes that know only the preprint are named."""
    world = World([preprint(1), preprint(1, "openalex"), preprint(1, "semanticscholar")])
    verdict = verdicts(world, [replace(reference(1), venues=("Attics",), years=(2019,), identifiers={})])["k1"]
    assert verdict.status == "mismatch"
    assert world.asked["crossref", "bibliographic"] == 1
