"""CSL-JSON: a list of items, or an object that is or holds one."""

from __future__ import annotations

import pytest

from latexrefcheck.errors import UnreadableInput
from latexrefcheck.reading.references import csl_json

A, B = '{"type": "book", "title": "A"}', '{"title": "B"}'


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        (f"[{A}, {B}]", ["A", "B"]),
        (f'{{"items": [{A}, {B}]}}', ["A", "B"]),
        ('{"items": []}', []),
        (A, ["A"]),
        ('{"title": "C", "items": 3}', ["C"]),
        ("[]", []),
    ],
)
def test_the_items_in_their_order(text, titles):
    assert [item["title"] for item in csl_json.items(text, "works.json")] == titles


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[\n{]", "works.json:2: not JSON: "),
        ("3", "works.json: not CSL-JSON: a list of items is expected"),
        ('"items"', "works.json: not CSL-JSON: a list of items is expected"),
        (f"[{A}, 3]", "works.json: item 2 of 2 is not one of CSL-JSON"),
        ('[{"author": []}]', "works.json: item 1 of 1 is not one of CSL-JSON"),
        ('{"items": [[]]}', "works.json: item 1 of 1 is not one of CSL-JSON"),
        ('{"items": {}}', "works.json: item 1 of 1 is not one of CSL-JSON"),
        ("[" * 100_000, "works.json: not JSON that can be read"),
    ],
)
def test_what_is_none_is_one_sentence(text, message):
    with pytest.raises(UnreadableInput) as refused:
        csl_json.items(text, "works.json")
    assert str(refused.value).startswith(message)
