"""Where groups begin and end: read mark by mark, or leaping over what closes all that it opens."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latexrefcheck.reading.tex.groups import Groups

PIECES = ["{", "}", "]", " ", "\n", "x", "{x y}", "\\{", "\\}", "\\\\", "% }{\n", "\\foo", "\\foo*", "\\a@", "\\emph", "\\def\\x"]
FENCES = ["\\begin{a}", "\\end{a}", "\\begin {document}", "\\end{document}", "\\begingroup", "\\endgroup", "\\bgroup", "\\egroup"]
LIKE_FENCES = ["\\endcsname", "\\endinput", "\\endhead", "\\beginL", "\\groupx"]


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("{?}", "}"),
        ("\\emph{?}", "}"),
        ("\\foo{?}", ""),
        ("\\foo [a] {?}", "}"),
        ("\\foo[a]{?}", ""),
        ("\\foo{a}{?}", ""),
        ("\\foo{a} {?}", "}"),
        ("\\foo* {?}", "}"),
        ("\\begin{a}?\\end{a}", "\\end{a}"),
        ("\\begin{a}{x}?{y}\\end{b}\\end{a}", "\\end{a}"),
        ("\\begin{document}?\\end{document}", ""),
        ("\\begingroup?\\endgroup", "\\endgroup"),
        ("\\bgroup?\\egroup", "\\egroup"),
        ("{\\}?}", "}"),
        ("{% }\n?}", "}"),
        ("{\\csname a\\endcsname\\begin{b}\\end{b}?}", "}"),
        ("{a}\\endinput?", ""),
        ("{\\begin{longtable}\\endhead?\\end{longtable}}", "\\end{longtable}"),
        ("{ {?} ", "}"),
        # A brace behind what takes no argument opens a group.
        ("\\iftrue{?}\\fi", "}"),
        ("\\iftrue x\\else {?}\\fi", "}"),
        ("\\ifdraft {?}\\fi", "}"),
        ("\\relax{?}", "}"),
        ("\\small {?}", "}"),
        ("\\ifdef {\\x}{?}{y}", ""),
        ("\\iftoggle {x}{?}{y}", ""),
    ],
)
def test_the_innermost_group(text: str, end: str) -> None:
    written = text.replace("?", "\\here ")
    at = written.index("\\here")
    behind = written.index(end, at) + len(end) if end else -1
    assert Groups(written).end_of(at) == Groups(written, leaps=False).end_of(at) == behind


@pytest.mark.parametrize("command", ["\\begin{a}", "\\begingroup"])
def test_what_opens_a_group_is_in_it(command: str) -> None:
    text = f"{{a}} {command} x {command.replace('begin', 'end')} y"
    assert Groups(text).end_of(4) == len(text) - 2


def well_nested() -> st.SearchStrategy[str]:
    flat = st.sampled_from([one for one in PIECES if one not in ("{", "}")] + LIKE_FENCES)
    pairs = st.sampled_from([("{", "}"), ("\\foo{", "}"), ("\\begin{a}", "\\end{a}"), ("\\begingroup ", "\\endgroup ")])
    return st.recursive(
        flat,
        lambda inner: st.tuples(pairs, st.lists(inner, max_size=4)).map(lambda one: one[0][0] + " ".join(one[1]) + one[0][1]),
    )


def queries(text: str) -> list[int]:
    """Where commands begin that TeX would execute."""
    return [found.start() for found in re.finditer(r"(\\[a-zA-Z@]+)|\\.|%[^\n]*", text) if found[1]]


@given(st.lists(well_nested(), max_size=12).map(" ".join), st.randoms(use_true_random=False), st.booleans())
def test_leaping_changes_nothing(text, random, shuffled) -> None:
    places = queries(text)
    if shuffled:
        random.shuffle(places)
    leaping, thorough = Groups(text), Groups(text, leaps=False)
    assert [leaping.end_of(at) for at in places] == [thorough.end_of(at) for at in places]


@given(st.lists(st.sampled_from(PIECES + FENCES + LIKE_FENCES), max_size=25).map("".join))
def test_any_text_has_an_answer(text: str) -> None:
    groups = Groups(text)
    for at in queries(text):
        assert groups.end_of(at) == -1 or at < groups.end_of(at) <= len(text) + 1


def test_an_open_group_ends_behind_the_text() -> None:
    assert Groups("{\\here").end_of(1) == len("{\\here") + 1
