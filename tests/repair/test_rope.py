"""Edits made in turns are one list of spans of the original in the end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latexrefcheck.repair.check import apply
from latexrefcheck.repair.rope import Change, Rope


@pytest.mark.parametrize(
    ("turns", "text", "changes"),
    [
        ([], "abcdef", []),
        ([[(1, 3, "X")]], "aXdef", [(1, 3, "X")]),
        ([[(0, 0, "1"), (6, 6, "2")]], "1abcdef2", [(0, 0, "1"), (6, 6, "2")]),
        # the second turn edits what the first wrote, and what stands beside it
        ([[(1, 3, "XY")], [(2, 4, "Z")]], "aXZef", [(1, 4, "XZ")]),
        ([[(1, 3, "XY")], [(1, 3, "bc")]], "abcdef", []),
        ([[(0, 6, "")]], "", [(0, 6, "")]),
        ([[(2, 4, "")], [(2, 2, "N")]], "abNef", [(2, 4, "N")]),
    ],
)
def test_turns(turns, text, changes):
    rope = Rope("abcdef")
    for turn in turns:
        rope.edit(Change(*one) for one in turn)
    assert rope.text == text
    assert [tuple(one) for one in rope.changes()] == changes


@st.composite
def edits(draw, length: int) -> list[Change]:
    cuts = sorted(draw(st.lists(st.integers(0, length), max_size=8, unique=True)))
    pairs = list(zip(cuts[::2], cuts[1::2], strict=False))
    return [Change(start, end, draw(st.text("xyz", max_size=3))) for start, end in pairs]


@given(st.text("abc\n", max_size=30), st.data())
def test_the_changes_lead_from_the_original_to_the_text(original, data):
    rope = Rope(original)
    expected = original
    for _ in range(3):
        turn = data.draw(edits(len(expected)))
        expected = apply(expected, turn)
        rope.edit(turn)
    assert rope.text == expected
    assert apply(original, rope.changes()) == expected
