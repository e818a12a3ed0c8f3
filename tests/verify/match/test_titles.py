"""Titles: the same, nearly the same, or another."""

from __future__ import annotations

import pytest

from latexrefcheck.verify.match import titles

SAME = [
    ("Neutral gas as damped Lyα absorbers -- SCEMT and BPMN 2.0", "Neutral Gas as Damped Lyα Absorbers – SCEMT and BPMN 2.0"),
    ("Multi-modal learning of rivers", "Multimodal Learning of Rivers"),
    ("The behaviour of coloured fibres: modelling", "The Behavior of Colored Fibers: Modeling"),
    ("Salt & Pepper: d'Arcy's View", "Salt &amp;amp; Pepper: d’Arcy’s view"),
    ("Growth of <i>E. coli</i> in CO2", "Growth of E. coli in CO<sub>2</sub>"),
    ("Some Work on Things", "RETRACTED: Some work on things"),
    ("Some Work on Things", "RETRACTED ARTICLE: Some work on things"),
    ("Some Work on Things", "Some Work on Things (Extended Abstract)"),
    ("Über Bäume", "Uber Baume"),
    ("Convergence of $\\ell_1$ minimisation methods", "Convergence of ℓ1 minimization methods"),
    ("NeRX", "NeRX: Rendering Invented Scenes for Views"),
    ("The Title That Stands", "The title that stands. A subtitle"),
]


@pytest.mark.parametrize(("cited", "found"), SAME)
def test_same(cited: str, found: str) -> None:
    assert titles.compare(cited, (found,)).state == "same"


@pytest.mark.parametrize(
    ("cited", "found", "state", "detail"),
    [
        ("Characterizing risk of rivers", "Characterizing the Risk of Rivers", "minor", "articles differ"),
        ("NeRX: Rendering Scenes", "NeRX", "minor", "the record has no subtitle"),
        (
            "Tuning of Rivers With Data",
            "RIVX: Tuning of Rivers With Data",
            "minor",
            "the name before the colon is left out or added",
        ),
        ("Mixing towards Online Metrics", "Mixing for Online Metrics", "near", "it says “towards”, the record “for”"),
        ("Deep Rivers Learning", "Deep River Learning", "near", "it says “Rivers”, the record “River”"),
        ("Learning Rivers", "Learning Rivers With Observed Data", "other", ""),
        ("Where Do the Rivers Go?", "Random Pictures in Invented Fields", "other", ""),
        # The short title is only the beginning of the long one, whose rest is no subtitle of the cited work.
        ("“Won't Anyone Think of Trees?” Examining an Invented Law at Scale", "Won’t Anyone Think of Trees?", "other", ""),
    ],
)
def test_differences(cited: str, found: str, state: str, detail: str) -> None:
    match = titles.compare(cited, (found,))
    assert match.state == state
    if detail:
        assert match.detail == detail


def test_best_of_all_titles_of_a_record() -> None:
    match = titles.compare("Über Bäume", ("On Trees", "Über Bäume"))
    assert (match.state, match.found) == ("same", "Über Bäume")


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Deep Learning", True),
        ("Introduction", True),
        ("Editorial", True),
        ("Introduction to the special issue", True),
        ("Characterizing the risk of fairwashing", False),
        ("Neural Ordinary Differential Equations", False),
    ],
)
def test_generic(title: str, expected: bool) -> None:
    assert titles.generic(title) is expected


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("RETRACTED: A", "retraction"),
        ("[Retracted] A", "retraction"),
        ("WITHDRAWN: A", "withdrawal"),
        ("Removed: A", "removal"),
        ("Retracted claims in court", ""),
        ("A", ""),
    ],
)
def test_retraction_mark(title: str, expected: str) -> None:
    assert titles.retracted_mark(title) == expected


def test_hostile_titles_end_quickly() -> None:
    for title in ("(" * 20_000, "<i>" * 20_000, "a: " * 5_000, "$\\alpha_" * 5_000, "&amp;" * 20_000):
        titles.compare(title, (title[::-1], title))
