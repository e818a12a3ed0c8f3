"""Nobody is a single door: where the owner of an identifier is off or down, others may confirm, and nobody accuses."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scholarworld import DEFAULT, World, verdicts

from latexrefcheck.model.record import Record, Reference
from latexrefcheck.text.person import Person

PEOPLE = (Person("Doe", "Jane"), Person("Roe", "Rita"))
TITLE = "Rivers of the Northern Plains of Iceland"


def work(source: str, **identifiers: str) -> Record:
    return Record(
        source=source,
        titles=(TITLE,),
        authors=PEOPLE,
        years=(2001,),
        venues=("Journal of Things",),
        type="article",
        identifiers=identifiers,
    )


def cited(**identifiers: str) -> Reference:
    return Reference(
        key="k",
        type="article",
        titles=(TITLE,),
        authors=PEOPLE,
        years=(2001,),
        venues=("Journal of Things",),
        identifiers=identifiers,
        identifier_fields={},
    )


DOI, DATA, ARXIV = "10.99999/x", "10.5281/zenodo.99", "2001.01234"


@pytest.mark.parametrize(
    ("sources", "down", "identifiers", "knows", "missing", "status", "told"),
    [
        # The owner is off.
        (("openalex",), (), {"doi": DOI}, ["openalex"], (), "verified", "Crossref: it is switched off"),
        (("semanticscholar", "doiorg"), (), {"doi": DOI}, ["semanticscholar"], (), "verified", "Crossref: it is switched off"),
        (("dblp",), (), {"doi": DOI}, ["dblp"], (), "verified", "Crossref: it is switched off"),
        (("europepmc", "openalex"), (), {"doi": DOI}, ["europepmc"], (), "verified", "Crossref: it is switched off"),
        (("doiorg",), (), {"doi": DOI}, ["doiorg"], (), "verified", "agrees with doi.org"),
        (("datacite", "doiorg"), (), {"doi": DOI}, ["doiorg"], (), "verified", "agrees with doi.org"),
        (("crossref", "openalex"), (), {"doi": DATA}, ["openalex"], (), "verified", "DataCite: it is switched off"),
        (("semanticscholar",), (), {"arxiv": ARXIV}, ["semanticscholar"], (), "verified", "DataCite: it is switched off"),
        (("europepmc",), (), {"pmid": "123"}, ["europepmc"], (), "verified", "agrees with Europe PMC"),
        (("semanticscholar",), (), {"pmid": "123"}, ["semanticscholar"], (), "verified", "PubMed: it is switched off"),
        (("zbmath",), (), {"doi": DOI}, ["zbmath"], (), "verified", "agrees with zbMATH Open"),
        # doi.org decides whether it exists.
        (("semanticscholar", "doiorg"), (), {"doi": DOI}, [], (DOI,), "identifier-not-found", "does not exist"),
        (("datacite", "doiorg"), (), {"doi": DOI}, [], (DOI,), "identifier-not-found", "does not exist"),
        (("openalex", "doiorg"), (), {"doi": DOI}, [], (), "unchecked", "doi.org says that it exists"),
        (("semanticscholar", "doiorg"), (), {"arxiv": ARXIV}, [], (f"10.48550/arxiv.{ARXIV}",), "identifier-not-found", "exist"),
        # Nobody is there who could know it.
        (("pubmed",), (), {"doi": DOI}, [], (), "unchecked", "Crossref: it is switched off"),
        (("openalex",), (), {"doi": DOI}, [], (), "unchecked", "Crossref: it is switched off"),
        # The owner is down.
        (DEFAULT, ("crossref",), {"doi": DOI}, ["crossref", "openalex"], (), "verified", "crossref.example answered 503"),
        (DEFAULT, ("crossref", "openalex"), {"doi": DOI}, ["crossref", "semanticscholar"], (), "verified", "answered 503"),
        (DEFAULT, ("crossref",), {"doi": DOI}, ["crossref"], (), "unchecked", "doi.org says that it exists"),
        (DEFAULT, ("crossref",), {"doi": DOI}, [], (DOI,), "identifier-not-found", "does not exist"),
        (DEFAULT, ("datacite",), {"doi": DATA}, ["datacite", "openalex"], (), "verified", "datacite.example answered 503"),
        (DEFAULT, ("datacite", "arxiv"), {"arxiv": ARXIV}, ["semanticscholar"], (), "verified", "answered 503"),
        (DEFAULT, ("pubmed",), {"pmid": "123"}, ["europepmc"], (), "verified", "agrees with Europe PMC"),
        (DEFAULT, ("pubmed", "europepmc"), {"pmid": "123"}, ["semanticscholar"], (), "verified", "answered 503"),
        (DEFAULT, DEFAULT, {"doi": DOI}, ["crossref"], (), "unchecked", "crossref.example answered 503"),
    ],
)
def test_others_confirm_and_doi_org_decides_existence(sources, down, identifiers, knows, missing, status, told):
    world = World([work(source, **identifiers) for source in knows], sources, down, missing)
    verdict = verdicts(world, [cited(**identifiers)])["k"]
    assert (verdict.status, told in verdict.reason) == (status, True), verdict.reason
    if status == "verified":
        assert verdict.agreement == "single-source"


OTHER = "A Manual of Sealing Wax"


@pytest.mark.parametrize("sources", [DEFAULT, ("openalex", "semanticscholar"), ("openalex",)])
@pytest.mark.parametrize(
    "change",
    [
        {"titles": (OTHER,)},
        {"titles": (OTHER,), "authors": (Person("Poe", "Ann"),)},
        {"authors": (Person("Poe", "Ann"), Person("Moe", "Bo"))},
        {"years": (1977,)},
        {"venues": ("Annals of Entirely Different Matters",)},
    ],
)
def test_accusations_wait_for_the_owner(sources, change):
    """Whatever a copy says against an entry, it is not said while the registry cannot be heard."""
    world = World([replace(work("openalex", doi=DOI), **change)], sources, ("crossref",))
    verdict = verdicts(world, [cited(doi=DOI)])["k"]
    assert (verdict.status, "Crossref" in verdict.reason) == ("unchecked", True), verdict.reason


def test_another_index_outvotes_a_damaged_copy():
    copies = [replace(work("openalex", doi=DOI), years=(1977,)), work("semanticscholar", doi=DOI)]
    verdict = verdicts(World(copies, DEFAULT, ("crossref",)), [cited(doi=DOI)])["k"]
    assert verdict.status in ("verified", "unchecked")


def test_the_owner_accuses_as_before():
    world = World(
        [replace(work("crossref", doi=DOI), titles=(OTHER,), authors=(Person("Poe", "Ann"),)), work("openalex", doi=DOI)]
    )
    assert verdicts(world, [cited(doi=DOI)])["k"].status == "wrong-identifier"


def test_an_outage_costs_no_search_per_entry():
    """Confirmations come by the batch: with the registry down nobody is searched for a title."""
    world = World([work("openalex", doi=f"10.99999/{n}") for n in range(5)], down=("crossref",))
    references = [replace(cited(doi=f"10.99999/{n}"), key=str(n)) for n in range(5)]
    assert {verdict.status for verdict in verdicts(world, references).values()} == {"verified"}
    assert not [kind for _, kind in world.asked if kind in ("title", "bibliographic")]


def test_a_retraction_that_nobody_could_tell_of_is_left_open():
    """An index that knows nothing of retractions confirms the work, and the question stays open; who is off is not missed."""
    down = verdicts(World([work("semanticscholar", doi=DOI)], DEFAULT, ("crossref",)), [cited(doi=DOI)])["k"]
    assert (down.status, list(down.unchecked)) == ("verified", ["retraction"])
    marked = verdicts(World([work("openalex", doi=DOI)], DEFAULT, ("crossref",)), [cited(doi=DOI)])["k"]
    assert (marked.status, dict(marked.unchecked)) == ("verified", {})


def test_who_is_switched_off_is_no_open_question():
    """What the user left out is not missed, neither on a work that was met nor on one that does not exist."""
    sources = tuple(name for name in DEFAULT if name != "crossref")
    met = verdicts(World([work("semanticscholar", doi=DOI)], sources), [cited(doi=DOI)])["k"]
    assert (met.status, dict(met.unchecked)) == ("verified", {})
    absent = verdicts(World([], sources, missing=(DOI,)), [cited(doi=DOI)])["k"]
    assert (absent.status, dict(absent.unchecked)) == ("identifier-not-found", {})
    down = verdicts(World([], DEFAULT, ("crossref",), (DOI,)), [cited(doi=DOI)])["k"]
    assert (down.status, "retraction" in down.unchecked) == ("identifier-not-found", False)
