"""The stored form of records: what goes in comes out, and nothing else is let in."""

from __future__ import annotations

import json
from typing import Any

import pytest

from latexrefcheck.model.record import Notice, Record, record_from_plain, record_to_plain
from latexrefcheck.text.person import Person

FULL = Record(
    "crossref", ("On Lanterns", "Lanterns"), (Person("Gogh", "Vincent", "van", "Jr."), Person(literal="The Lamp Group")),
    (Person("Roe"),), True, (2001, 2002), ("Journal of Light",), "article", {"doi": "10.99999/a"}, ("1234-5679",),
    ("9780000000000",), "1", "2", "3-4", "Press", "https://doi.org/10.99999/a",
    (Notice("retraction", "10.99999/b", "publisher", "2003-01-01", "Retraction"),), {"doi": "10.99999/c"}, True, True,
    ("10.99999/d",), 57.5, "2026-11-30T12:00:00Z",
)  # fmt: skip


@pytest.mark.parametrize("record", [FULL, Record("dblp", ()), Record("dblp", ("Ünïcode \U0001d54f",))])
def test_what_goes_in_comes_out(record: Record) -> None:
    assert record_from_plain(json.loads(json.dumps(record_to_plain(record)))) == record


def test_every_field_of_a_record_is_stored() -> None:
    assert set(record_to_plain(FULL)) == set(Record.__dataclass_fields__)
    assert record_to_plain(Record("dblp", ("T",))) == {"source": "dblp", "titles": ["T"]}


@pytest.mark.parametrize(
    "plain",
    [
        [],
        "text",
        None,
        {},
        {"source": "x"},
        {"source": 1, "titles": []},
        {"source": "x", "titles": "T"},
        {"source": "x", "titles": [1]},
        {"source": "x", "titles": {"a": 1}},
        {"source": "x", "titles": [], "authors": ["Doe"]},
        {"source": "x", "titles": [], "authors": [{"family": ["Doe"]}]},
        {"source": "x", "titles": [], "authors": [{"surname": "Doe"}]},
        {"source": "x", "titles": [], "years": ["2001"]},
        {"source": "x", "titles": [], "identifiers": ["10.99999/a"]},
        {"source": "x", "titles": [], "identifiers": {"doi": None}},
        {"source": "x", "titles": [], "notices": [{"doi": "10.99999/b"}]},
        {"source": "x", "titles": [], "score": "high"},
        {"source": "x", "titles": [], "preprint": "yes"},
        {"source": "x", "titles": [], "url": None},
    ],
)
def test_another_shape_is_refused(plain: Any) -> None:
    with pytest.raises(ValueError, match="not a record"):
        record_from_plain(plain)


def test_unknown_names_are_ignored() -> None:
    assert record_from_plain({"source": "x", "titles": ["T"], "colour": "red"}) == Record("x", ("T",))
