"""Searching: several records become one work, only what is sure is offered, the best first. All works are invented."""

# ruff: noqa: E501  (each case on a line)
from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from latexrefcheck import cli
from latexrefcheck.discover import history, merging, ranking, searching
from latexrefcheck.discover.merging import Standing
from latexrefcheck.discover.wanted import InvalidArgument, Wanted
from latexrefcheck.model.reasons import Code
from latexrefcheck.model.record import Evidence, Notice, Record
from latexrefcheck.model.states import EvidenceOutcome
from latexrefcheck.settings import load
from latexrefcheck.text.person import Person

SCHEMA = json.loads((Path(merging.__file__).with_name("search.schema.json")).read_text(encoding="utf-8"))


def record(source: str, title: str, year: int = 2017, **more: object) -> Record:
    people = more.pop("authors", (Person("Abel", "Ann"),))
    return Record(source=source, titles=(title,), authors=people, years=(year,), **more)  # type: ignore[arg-type]


def doi(name: str) -> dict[str, dict[str, str]]:
    return {"identifiers": {"doi": f"10.99999/{name}"}}


FLOW = record("crossref", "Slow rivers of the north", venues=("Water",), **doi("flow"))
FOUND: Mapping[str, tuple[Record, ...]] = {
    "crossref": (FLOW, record("crossref", "Roads of the north", 2019, **doi("roads"))),
    "openalex": (
        record("openalex", "Slow Rivers of the North", told={"abstract": "Rivers are slow.", "citations": "40"}, **doi("FLOW")),
        record("openalex", "Lamps along slow rivers", 2020, told={"citations": "9"}),
        record("openalex", "Rivers that nobody else knows"),
        record("openalex", "Gone rivers", notices=(Notice("retraction"),), **doi("gone")),
    ),
    "semanticscholar": (record("semanticscholar", "Lamps along slow river", 2020),),
    "arxiv": (record("arxiv", "Rivers in a preprint", 2024, preprint=True, identifiers={"arxiv": "2401.00001"}),),
}


@pytest.fixture
def sources(monkeypatch: pytest.MonkeyPatch) -> dict[str, Evidence]:
    """What the sources answer; a test may change it."""
    told = {
        name: Evidence(name, Wanted("rivers").query, EvidenceOutcome.FOUND, records, when="2026-01-01T00:00:00Z")
        for name, records in FOUND.items()
    }
    monkeypatch.setattr(searching, "_asked", lambda wanted, settings: told)
    return told


def search(words: str = "slow rivers", **more: object) -> searching.Found:
    return searching.search(Wanted(words, **more), load({}, {}))  # type: ignore[arg-type]


def titles(found: searching.Found) -> list[str]:
    return [hit.record.title for hit in found.works]


def test_records_of_one_work_become_one() -> None:
    hits = {hit.record.title: hit for hit in merging.merged(FOUND)}
    flow = hits["Slow rivers of the north"]
    assert flow.sources == ("crossref", "openalex")
    assert (flow.abstract, flow.citations, flow.id) == ("Rivers are slow.", 40, "doi:10.99999/flow")
    assert hits["Lamps along slow rivers"].sources == ("openalex", "semanticscholar")
    assert len(hits) == 6


@pytest.mark.parametrize(
    ("title", "standing"),
    [
        ("Slow rivers of the north", Standing.VERIFIED),
        ("Roads of the north", Standing.VERIFIED),
        ("Lamps along slow rivers", Standing.LIKELY_REAL),
        ("Rivers that nobody else knows", Standing.UNCONFIRMED),
        ("Rivers in a preprint", Standing.VERIFIED),
    ],
)
def test_how_sure_a_work_is(title: str, standing: Standing) -> None:
    assert next(hit.standing for hit in merging.merged(FOUND) if hit.record.title == title) is standing


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ({"year": 2018}, False),
        ({"authors": (Person("Brook", "Bo"),)}, False),
        ({"title": "Slow rivers of the south"}, False),
        ({"title": "Slow rivers of the North."}, True),
        ({"title": "Slow  Rivers of the Nörth"}, True),
        ({"authors": (Person("Abel", "A."), Person("Brook", "Bo"))}, True),
    ],
)
def test_title_year_and_first_author_make_a_work(other: dict[str, object], same: bool) -> None:
    told = {"title": "Slow rivers of the north", **other}
    one, another = record("crossref", "Slow rivers of the north"), record("openalex", **told)  # type: ignore[arg-type]
    assert (len(merging.merged({"crossref": [one], "openalex": [another]})) == 1) is same


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({}, {"Slow rivers of the north", "Lamps along slow rivers", "Roads of the north"}),
        ({"preprints": True, "most": 50}, {"Slow rivers of the north", "Lamps along slow rivers", "Roads of the north", "Rivers in a preprint"}),
        ({"first": 2019}, {"Lamps along slow rivers", "Roads of the north"}),
        ({"last": 2017}, {"Slow rivers of the north"}),
        ({"venue": "water"}, {"Slow rivers of the north"}),
        ({"author": "Ann Abel"}, {"Slow rivers of the north", "Lamps along slow rivers", "Roads of the north"}),
        ({"author": "Brook"}, set()),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("sources")
def test_what_is_offered(wanted: dict[str, object], expected: set[str]) -> None:
    found = search(**wanted)
    assert set(titles(found)) == expected
    assert len(expected) + sum(found.dropped.values()) == 6


@pytest.mark.usefixtures("sources")
def test_the_best_come_first() -> None:
    assert titles(search())[0] == "Slow rivers of the north"
    assert titles(search("lamps"))[0] == "Lamps along slow rivers"
    assert titles(search(sort="date"))[0] == "Lamps along slow rivers"
    assert titles(search(sort="citations"))[0] == "Slow rivers of the north"
    assert search(sort="date").notes
    assert len(search(most=1).works) == 1


def test_works_by_the_same_people_come_further_down() -> None:
    mine = [record("crossref", f"Slow rivers {n}", **doi(f"a{n}")) for n in range(3)]
    other = record("crossref", "Slow rivers 3", authors=(Person("Brook", "Bo"),), **doi("b"))
    ranked = ranking.ranked(merging.merged({"crossref": [*mine, other]}), Wanted("slow rivers"))
    assert [hit.record.authors[0].family for hit in ranked][:2] == ["Abel", "Brook"]


def test_a_favoured_venue_comes_further_up() -> None:
    hits = merging.merged({"crossref": [record("crossref", "Slow rivers one", **doi("a")), record("crossref", "Slow rivers two", venues=("Water",), authors=(Person("B", "C"),), **doi("b"))]})  # fmt: skip
    assert ranking.ranked(hits, Wanted("slow rivers"), ["WATER"])[0].record.venue == "Water"


@pytest.mark.parametrize(
    "wanted",
    [
        {"words": "…"},
        {"words": "x", "first": 1200},
        {"words": "x", "last": 3000},
        {"words": "x", "first": 2020, "last": 2010},
        {"words": "x", "most": 0},
        {"words": "x", "most": 51},
        {"words": "x", "sort": "colour"},
    ],
)
def test_what_cannot_be_meant(wanted: dict[str, object]) -> None:
    with pytest.raises(InvalidArgument):
        Wanted(**wanted).checked()  # type: ignore[arg-type]


def test_a_source_that_fails_is_an_error_among_the_works(
    sources: dict[str, Evidence], capsys: pytest.CaptureFixture[str]
) -> None:
    sources["openalex"] = Evidence("openalex", Wanted("x").query, EvidenceOutcome.FAILED, reason="HTTP 503", code=Code.HTTP_5XX)
    assert cli.run(["search", "slow", "rivers", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    Draft202012Validator(SCHEMA).validate(told)
    assert told["errors"] == [{"source": "openalex", "code": "HTTP_5XX", "reason": "HTTP 503"}]
    assert [work["title"] for work in told["works"]] == ["Slow rivers of the north", "Roads of the north"]


def test_nothing_but_failures(sources: dict[str, Evidence], capsys: pytest.CaptureFixture[str]) -> None:
    for name in sources:
        sources[name] = Evidence(name, Wanted("x").query, EvidenceOutcome.FAILED, reason="no network", code=Code.NETWORK)
    assert cli.run(["search", "rivers"]) == 3
    assert "crossref did not answer: no network (NETWORK)" in capsys.readouterr().err


@pytest.mark.usefixtures("sources")
def test_a_wrong_argument_is_a_code_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["search", "rivers", "--max", "99", "--json"]) == 2
    told = json.loads(capsys.readouterr().out)
    Draft202012Validator(SCHEMA).validate(told)
    assert told["errors"][0]["code"] == "INVALID_ARG"
    assert cli.run(["search", "rivers", "--sources", "dblp"]) in (0, 2)


@pytest.mark.usefixtures("sources")
def test_searches_are_remembered(capsys: pytest.CaptureFixture[str], home: Path) -> None:
    assert cli.run(["search", "slow", "rivers"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("  1  Slow rivers of the north\n") and "VERIFIED (Crossref, OpenAlex)" in shown
    assert history.numbered(1)["doi"] == "10.99999/flow"
    assert cli.run(["show", "1"]) == 0
    assert "abstract: Rivers are slow." in capsys.readouterr().out
    assert cli.run(["show", "9"]) == 2
    assert "no work number 9" in capsys.readouterr().err
    assert cli.run(["library", "history"]) == 0
    assert "words slow rivers: 3 works" in capsys.readouterr().out
    path = next(home.rglob("searches.jsonl"))
    path.write_text("{damaged\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    assert len(history.past()) == 1


def test_hostile_titles_are_shown_as_text(sources: dict[str, Evidence], capsys: pytest.CaptureFixture[str]) -> None:
    title = "Slow\x1b[2J rivers \u202e::error::x"
    bad = record("crossref", title, **doi("bad"))
    sources["crossref"] = sources["crossref"]._replace(records=(bad,)) if hasattr(sources["crossref"], "_replace") else Evidence(
        "crossref", Wanted("x").query, EvidenceOutcome.FOUND, (bad,)
    )  # fmt: skip
    assert cli.run(["search", "rivers"]) == 0
    told = capsys.readouterr().out
    assert "\x1b" not in told and "\u202e" not in told
