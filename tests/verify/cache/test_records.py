"""The stored form of records: what goes in comes out, and nothing else is let in."""

from __future__ import annotations

import json
from typing import Any

import pytest

from latexrefcheck.model.record import UNKEPT, Notice, Record, record_from_plain, record_to_plain
from latexrefcheck.model.work import Date
from latexrefcheck.text.person import Person

FULL = Record(
    source="crossref",
    titles=("On Lanterns", "Lanterns"),
    authors=(Person("Gogh", "Vincent", "van", "Jr."), Person(literal="The Lamp Group")),
    editors=(Person("Roe"),),
    authors_cut=True,
    years=(2001, 2002),
    issued=Date(2001, 3, 9),
    venues=("Journal of Light",),
    type="article",
    form="article-journal",
    series="Notes on Light",
    place="Delft",
    edition="2nd",
    chapter="3",
    language="en",
    genre="Essay",
    event="Meeting on Light",
    event_place="Leiden",
    version="1.2",
    note="In print",
    translators=(Person("Doe"),),
    identifiers={"doi": "10.99999/a"},
    issns=("1234-5679",),
    isbns=("9780000000000",),
    volume="1",
    number="2",
    pages="3-4",
    publisher="Press",
    url="https://doi.org/10.99999/a",
    told={"abstract": "Lanterns are lit.", "citations": "7"},
    notices=(Notice("retraction", "10.99999/b", "publisher", "2003-01-01", "Retraction"),),
    published_as={"doi": "10.99999/c"},
    preprint=True,
    online_only=True,
    notice_of=("10.99999/d",),
    score=57.5,
    retrieved="2026-11-30T12:00:00Z",
)


@pytest.mark.parametrize(
    "record", [FULL, Record(source="dblp", titles=()), Record(source="dblp", titles=("Ünïcode \U0001d54f",))]
)
def test_what_goes_in_comes_out(record: Record) -> None:
    assert record_from_plain(json.loads(json.dumps(record_to_plain(record)))) == record


def test_every_field_of_a_record_is_stored() -> None:
    assert set(record_to_plain(FULL)) == set(Record.__dataclass_fields__) - UNKEPT
    assert record_to_plain(Record(source="dblp", titles=("T",))) == {"source": "dblp", "titles": ["T"]}


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
    assert record_from_plain({"source": "x", "titles": ["T"], "colour": "red"}) == Record(source="x", titles=("T",))
