"""What ``explain`` says of rules and of the verdict on an entry."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from latexrefcheck import cli
from latexrefcheck.model.record import Evidence, Query, Record, Reference
from latexrefcheck.settings.thresholds import Thresholds
from latexrefcheck.text.person import Person
from latexrefcheck.verify.explained import explain
from latexrefcheck.verify.match import judge

CITED = Reference(
    key="k",
    type="article",
    titles=("Measuring the Flow of Invented Rivers",),
    authors=(Person("Abel", "Ann"), Person("Brook", "Bo")),
    years=(2017,),
    venues=("Journal of Things",),
    identifiers={"doi": "10.99999/flow"},
)
DOI = Query("doi", "10.99999/flow")
HELD = Record(
    source="crossref",
    titles=(CITED.title,),
    authors=CITED.authors,
    years=(2017,),
    venues=("Journal of Things",),
    identifiers={"doi": "10.99999/flow"},
)


def explained(reference: Reference, *records: Record):
    """The explanation when the registry and one more index answered."""
    names = ("crossref", "openalex")
    evidence = [Evidence(name, DOI, "found", (replace(one, source=name),)) for name, one in zip(names, records, strict=False)]
    limits = Thresholds()
    return explain(reference, judge(reference, evidence, limits), evidence, limits)


def test_every_source_is_laid_beside_the_entry() -> None:
    told = explained(CITED, HELD, replace(HELD, years=(2018,)))
    assert [(one.source, [j.field for j in one.judgements]) for one in told.records] == [
        ("crossref", ["title", "author", "year", "venue"]),
        ("openalex", ["title", "author", "year", "venue"]),
    ]
    assert [one.score for one in told.records] == [1.0, 0.98]


@pytest.mark.parametrize(
    ("change", "threshold", "status"),
    [
        ({"titles": ("Measuring the Flow of Invented River",)}, "title_similarity", "verified"),
        ({"authors": (*CITED.authors, Person("Eliot", "Eve"))}, "author_similarity", "verified"),
        ({"years": (2014,)}, "year_tolerance", "verified"),
        ({"authors": ()}, "high_confidence", "verified"),
        ({}, "high_confidence", "verified"),
    ],
)
def test_what_would_change_it_does_change_it(change: dict[str, object], threshold: str, status: str) -> None:
    reference = replace(CITED, **change)
    told = explained(reference, HELD, HELD)
    found = {one.threshold: one for one in told.changes}
    if change:
        assert found[threshold].status == status
    evidence = list(told.evidence)
    for one in told.changes:
        limits = Thresholds()._replace(**{one.threshold: one.value})
        assert judge(reference, evidence, limits).status == one.status != told.verdict.status


def test_the_deciding_figure_is_named() -> None:
    told = explained(replace(CITED, titles=("Measuring the Flow of Invented River",)), HELD, HELD)
    assert "title: similarity 0.84 < title_similarity 0.85, so that it differs" in told.deciding
    assert any(sentence.startswith("score ") for sentence in told.deciding)


def test_rules_are_still_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["explain", "not-found"]) == 0
    assert capsys.readouterr().out.startswith("# not-found")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nosuch", "--project", "refs.bib"], "unknown key 'nosuch' (known: k)"),
        (["not-fuond", "--project", "refs.bib"], "unknown rule 'not-fuond'; did you mean 'not-found'?"),
        (["not-found", "--json"], "--json is for keys of entries"),
    ],
)
def test_what_is_neither_is_told(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "refs.bib").write_text("@misc{k, title = {T}}\n", encoding="utf-8")
    assert cli.run(["explain", *arguments]) == 2
    assert said in capsys.readouterr().err
