"""Forms of one title: parts, dimensions, two languages, names, releases of software; and siblings that are other works."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from latexrefcheck.verify.match import titles

SAME = [
    ("Flows of Rivers. Part 2: Theory", "Flows of Rivers. II. Theory"),
    ("Flows of Rivers, Part II", "Flows of Rivers, part 2"),
    ("Flows of Rivers: Part Two", "Flows of Rivers. Part II"),
    ("Flüsse im Norden. Teil II", "Flüsse im Norden, Teil 2"),
    ("Three-dimensional Flow of Rivers", "3D flow of rivers"),
    ("Two Dimensional Flow of Rivers", "2-D Flow of Rivers"),
    ("Flow of Invented Rivers", "Flow of Invented Rivers / Écoulement des fleuves inventés"),
    ("Écoulement des fleuves inventés", "Flow of Invented Rivers / Écoulement des fleuves inventés"),
    ("Matplotlib: Visualization with Python", "matplotlib/matplotlib v3.1.1"),
    ("Matplotlib: Visualization with Python", "matplotlib/matplotlib: REL: v3.1.1"),
    ("matplotlib: v3.1.1", "matplotlib/matplotlib v3.1.1"),
    ("SciPy: v1.4.1", "scipy/scipy: SciPy 1.4.1"),
    ("SciPy", "scipy/scipy: SciPy 1.4.1"),
    ("pandas", "pandas-dev/pandas: Pandas 1.0.3"),
    ("astropy v4.0", "astropy/astropy: v4.0"),
    ("Scikit-learn (version 0.21)", "scikit-learn/scikit-learn: scikit-learn 0.21.3"),
    ("River Tools 2.1", "River Tools 2.0.3"),
]


@pytest.mark.parametrize(("cited", "found"), SAME)
def test_one_title(cited: str, found: str) -> None:
    assert titles.compare(cited, (found,)).state in ("same", "minor")
    assert titles.compare(found, (cited,)).state in ("same", "minor")


def test_the_name_after_the_rest() -> None:
    match = titles.compare("RIVX: Drawing Invented Rivers", ("Drawing Invented Rivers with RIVX",))
    assert (match.state, match.detail) == ("minor", "the name stands before or after the rest")


@pytest.mark.parametrize(
    ("cited", "found"),
    [
        ("Flows of Rivers. Part 2: Theory", "Flows of Rivers. Part 3: Theory"),
        ("Flows of Rivers, Part I", "Flows of Rivers, Part II"),
        ("Three-dimensional Flow of Rivers", "Two-dimensional Flow of Rivers"),
        ("Statistics of Rivers, 2019", "Statistics of Rivers, 2020"),
        ("Flow / Écoulement", "Flow of Rivers"),
        ("TCP/IP Illustrated", "IP"),
        ("Matplotlib: Visualization with Python", "scipy/scipy: SciPy 1.4.1"),
        ("Rivers and/or Lakes of the North", "or Lakes"),
        ("A Model of Vitamin C", "A Model of Vitamin D"),
        ("RIVX: Drawing Invented Rivers", "Drawing Invented Rivers with LAKX"),
    ],
)
def test_two_titles(cited: str, found: str) -> None:
    assert titles.compare(cited, (found,)).state in ("near", "other")


@pytest.mark.parametrize(
    ("cited", "found", "detail"),
    [
        ("Causal Inference in Rivers", "Causal Interference in Rivers", "it says “Inference”, the record “Interference”"),
        ("Modelling Don’t-Cares of GPU Rivers", "Modelling Don’t-Cares of CPU Rivers", "it says “GPU”, the record “CPU”"),
        ("Rivers of Łódź in Winter Time", "Rivers of Gdańsk in Winter Time", "it says “Łódź”, the record “Gdańsk”"),
        ("The Colour of Rivers Analysed Now", "The Colour of Lakes Analysed Now", "it says “Rivers”, the record “Lakes”"),
        ("Flow of the Rivers", "Flow of the Invented Rivers", "the record's title also has “Invented”"),
    ],
)
def test_words_are_quoted_as_they_are_written(cited: str, found: str, detail: str) -> None:
    assert titles.compare(cited, (found,)).detail == detail


def test_hostile_titles_end_quickly() -> None:
    for title in ("a/" * 20_000, "Part " * 10_000, "I. " * 20_000, "v1." * 20_000, "x: " * 20_000, "3-d " * 10_000):
        titles.compare(title, (title[::-1], "x/y: z 1.0", title + " II"))
        titles.numbers(title[:600])


@settings(deadline=None)
@given(st.text(max_size=60), st.text(alphabet="aAIV1 /:.-|éЖ学v", max_size=60))
def test_any_title_can_be_compared(cited: str, found: str) -> None:
    for pair in ((cited, found), (found, cited)):
        assert titles.compare(pair[0], (pair[1],)).state in titles.STATES
