"""Tests of TeX whose operands are macros, or names that only ``\\csname`` can spell."""

from __future__ import annotations

import pytest

from latexrefcheck.model.document import SourceFile
from latexrefcheck.reading import tex


class Nowhere:
    """No project files; packages belong to the distribution."""

    def tex(self, name, folders=(), extension=".tex"):
        return tex.Lookup(None, "missing" if extension == ".tex" else "tree")

    def exists(self, name, folders=()):
        return False

    def near(self, name, folders=()):
        return ""


def read(text, before=""):
    text = f"\\documentclass{{article}}\\makeatletter\n{before}\n\\begin{{document}}\n{text}\n\\end{{document}}\n"
    return tex.scan(SourceFile("main.tex", text), Nowhere(), "main")


def keys(state):
    return [citation.key for citation in state.citations]


@pytest.mark.parametrize(
    ("length", "taken"),
    [
        ("12pt", "a"),
        ("1pt", "b"),
        ("5.5pt", "a"),
        ("4.5pt", "b"),
        (".5pt", "b"),
        ("1in", "a"),
        ("0.1in", "a"),
    ],
)
def test_a_length_may_stand_in_a_macro(length, taken):
    for preamble, test in ((f"\\newcommand\\len{{{length}}}", "\\ifdim\\len>5pt"), ("", f"\\ifdim{length}>5pt")):
        state = read(f"{test} \\cite{{a}}\\else\\cite{{b}}\\fi", preamble)
        assert keys(state) == [taken]
        assert state.citations[0].certain


@pytest.mark.parametrize("length", ["pt", "1", "two pt", "1ex", "\\textwidth", ""])
def test_what_is_no_known_length_is_not_decided(length):
    state = read("\\ifdim\\len>5pt \\cite{a}\\else\\cite{b}\\fi", f"\\newcommand\\len{{{length}}}")
    assert sorted(keys(state)) == ["a", "b"]
    assert not any(citation.certain for citation in state.citations)


OPAQUE = "\\usepackage{some-package-of-the-distribution}"


@pytest.mark.parametrize(
    ("name", "before", "taken"),
    [
        ("x1", "", "b"),
        ("x@1", "", "b"),
        ("x1", OPAQUE, "b"),  # packages keep an @ in names of their own
        ("x@1", OPAQUE, "a b"),
        ("x@1", f"{OPAQUE}\\@namedef{{x@1}}{{}}", "a"),
        ("x1", "\\@namedef{x1}{}", "a"),
    ],
)
def test_a_name_with_an_at_may_be_a_packages(name, before, taken):
    state = read(f"\\ifcsname {name}\\endcsname\\cite{{a}}\\else\\cite{{b}}\\fi", before)
    assert sorted(keys(state)) == taken.split()
    assert all(citation.certain for citation in state.citations) == (" " not in taken)
