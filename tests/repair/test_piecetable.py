"""Edits made in turns are one list of spans of the original in the end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latexrefcheck.repair.check import apply
from latexrefcheck.repair.piecetable import Change, PieceTable


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
    table = PieceTable("abcdef")
    for turn in turns:
        table.edit(Change(*one) for one in turn)
    assert table.text == text
    assert [tuple(one) for one in table.changes()] == changes


@st.composite
def edits(draw, length: int) -> list[Change]:
    cuts = sorted(draw(st.lists(st.integers(0, length), max_size=8, unique=True)))
    pairs = list(zip(cuts[::2], cuts[1::2], strict=False))
    return [Change(start, end, draw(st.text("xyz", max_size=3))) for start, end in pairs]


@given(st.text("abc\n", max_size=30), st.data())
def test_the_changes_lead_from_the_original_to_the_text(original, data):
    table = PieceTable(original)
    expected = original
    for _ in range(3):
        turn = data.draw(edits(len(expected)))
        expected = apply(expected, turn)
        table.edit(turn)
    assert table.text == expected
    assert apply(original, table.changes()) == expected
