"""References in words: where they and their keys stand."""

from __future__ import annotations

import pytest

from latexrefcheck.model.references import Worded
from latexrefcheck.model.source import SourceFile

LIST = SourceFile("list.txt", "[7] Doe, J. On Lanterns. 2001.\n")


@pytest.mark.parametrize(
    ("places", "key"), [({}, (4, 30)), ({"key_start": 1, "key_end": 2}, (1, 2)), ({"key_start": 0, "key_end": 0}, (0, 0))]
)
def test_the_key_stands_where_it_is_told_and_else_where_the_words_do(places, key):
    reference = Worded(LIST, "7", 4, 30, "Doe, J. On Lanterns. 2001.", **places)
    assert (reference.key_span.start, reference.key_span.end) == key
    assert (reference.start, reference.end) == (4, 30)
