"""A name that stands twice in one list."""

from __future__ import annotations

import pytest
from ruleharness import findings


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ("author = {Doe, Jane and Doe, Jane}", ["“Doe, Jane” is named twice in author"]),
        ("author = {Jane Doe and A. Roe and Jane Doe}", ["“Jane Doe” is named twice in author"]),
        ("author = {Doe, Jane and\n   Roe, A and Doe,\n  Jane}", ["“Doe, Jane” is named twice in author"]),
        ("editor = {Doe, Jane and Doe, Jane and Doe, Jane}", ["“Doe, Jane” is named 3 times in editor"]),
        ('author = {M{\\"u}ller, Anna and M{\\"u}ller, Anna}', ['“M{\\"u}ller, Anna” is named twice in author']),
        ("author = {Doe, Jane}, editor = {Doe, Jane}", []),
        ("author = {Doe, Jane and Doe, John}", []),
        ("author = {Doe, Jane and others and others}", []),
        ("author = {Plato and Plato}", []),
        ("author = {{World Bank} and {World Bank}}", []),
        ("author = {{Research and Development} and {Research and Development}}", []),
        ("author = {The ATLAS Collaboration and The ATLAS Collaboration}", []),
        ("author = {Doe, Jane, Roe, Richard}", []),
        ("title = {Doe, Jane and Doe, Jane}", []),
    ],
)
@pytest.mark.parametrize("dialect", ["bibtex", "biber"])
def test_table(fields: str, said: list[str], dialect: str) -> None:
    assert [found.message for found in findings("repeated-name", f"@misc{{k, {fields}}}", dialect=dialect)] == said


@pytest.mark.parametrize(
    ("name", "count"), [("Zhang, Y.", 0), ("Y.-H. Zhang", 0), ("{Zhang}, Y. H.", 0), ("Zhang, Yi", 1), ("Zhang, Y. Hua", 1)]
)
def test_initials_may_be_two_people(name: str, count: int) -> None:
    assert len(findings("repeated-name", f"@misc{{k, author = {{{name} and {name}}}}}")) == count


def test_the_second_place_is_pointed_at() -> None:
    (found,) = findings("repeated-name", "@misc{k, author = {Doe, Jane and Roe, Al and Doe, Jane}}")
    assert (found.location.column, found.location.end_column) == (46, 55)
    assert (found.related[0].location.column, found.related[0].message) == (20, "named here first")
