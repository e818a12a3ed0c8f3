"""Fields of a bibliography: looked up by name, and searched all at once."""

from __future__ import annotations

import re

import pytest
from bibreading import read

BIB = """@misc{a, title = {One (two)}, note = {two}}
@misc{b, title = {Zwei}}
@misc{c, title = {two and two}, title = {again two}}
@misc{d}
"""


@pytest.mark.parametrize(
    ("pattern", "names", "found"),
    [
        ("two", ("title",), ["a", "c", "c"]),
        ("two", ("note", "title"), ["a", "a", "c", "c"]),
        ("two|Zwei", ("title",), ["a", "b", "c", "c"]),
        (r"\bo", ("title",), []),
        ("", ("author",), []),
        ("two", (), []),
        (r"^One|two\)", ("title",), ["a"]),
    ],
)
def test_each_field_with_a_match_is_found_once_however_often_it_is_asked(pattern, names, found):
    bibliography = read(BIB)
    for _ in range(2):
        assert [entry.key for entry, _ in bibliography.search(re.compile(pattern), *names)] == found


def test_what_is_found_is_the_field_with_the_match():
    assert [(entry.key, field.value) for entry, field in read(BIB).search(re.compile("again"), "title")] == [("c", "again two")]
