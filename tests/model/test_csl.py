from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latexrefcheck.model.csl import FORMS, TYPES, date, from_csl, to_csl
from latexrefcheck.model.work import Date, Work
from latexrefcheck.text.person import Person

pytestmark = pytest.mark.quick

ITEM = {
    "id": "abel2017",
    "type": "chapter",
    "title": "The Slow Flow of Rivers",
    "title-short": "Slow Flow",
    "author": [
        {"family": "Abel", "given": "Ann"},
        {"family": "Alembert", "given": "Jean", "dropping-particle": "d’"},
        {"family": "Berg", "given": "Jo", "non-dropping-particle": "van den", "suffix": "Jr."},
        {"literal": "The River Panel"},
    ],
    "editor": [{"family": "张", "given": "伟"}],
    "translator": [{"family": "Roe", "given": "R."}],
    "issued": {"date-parts": [[2017, 3, 9]], "circa": True},
    "accessed": {"date-parts": [[2020, 1]]},
    "container-title": "Rivers of the North",
    "publisher": "Delta Press",
    "publisher-place": "Delft",
    "edition": "2",
    "volume": "4",
    "number": "7",
    "page": "11-29",
    "collection-title": "Notes on Water",
    "chapter-number": "3",
    "genre": "Essay",
    "language": "en",
    "event-title": "Meeting of Hydrologists",
    "event-place": "Leiden",
    "version": "1.0",
    "note": "Reprinted",
    "DOI": "10.99999/flow",
    "ISBN": "9780000000000",
    "URL": "https://example.org/flow",
    "archive": "Town archive",
    "original-date": {"date-parts": [[1899]]},
}


def test_every_variable_comes_back() -> None:
    assert to_csl(from_csl(ITEM)) == ITEM


def test_the_parts_of_a_work() -> None:
    work = from_csl(ITEM)
    assert (work.type, work.form, work.title, work.venue, work.year) == (
        "chapter",
        "chapter",
        "The Slow Flow of Rivers",
        "Rivers of the North",
        2017,
    )
    assert work.authors[1].text == "Jean d’ Alembert"
    assert work.authors[2] == Person("Berg", "Jo", "van den", "Jr.")
    assert work.authors[3] == Person(literal="The River Panel")
    assert work.issued == Date(2017, 3, 9, circa=True)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"date-parts": [["2017", "3", "9"]]}, Date(2017, 3, 9)),
        ({"date-parts": [[2017], [2019]]}, Date(2017)),
        ({"date-parts": [[-350]]}, Date(-350)),
        ({"date-parts": [[2017, 21]]}, Date(2017, season=1)),
        ({"date-parts": [[2017]], "season": "autumn"}, Date(2017, season=3)),
        ({"date-parts": [[2017, 31, 40]]}, Date(2017)),
        ({"raw": "2017-03-09"}, Date(2017, 3, 9)),
        ({"raw": "2017-03-09T12:00:00Z"}, Date(2017, 3, 9)),
        ({"raw": "2017/2018"}, Date(2017)),
        ({"literal": "Winter term"}, Date(literal="Winter term")),
        ({"literal": "2017年3月"}, Date(literal="2017年3月")),
        ({"date-parts": []}, Date()),
        ({"date-parts": [[]]}, Date()),
        ({"date-parts": [[None]]}, Date()),
        ({"date-parts": "2017"}, Date()),
        ([2017], Date()),
        (None, Date()),
    ],
)
def test_dates(value: object, expected: Date) -> None:
    assert date(value) == expected


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (
            {"type": "article-journal", "title": ["In a list"]},
            Work(type="article", form="article-journal", titles=("In a list",)),
        ),
        ({"title": "T", "author": "Abel"}, Work(type="other", titles=("T",))),
        ({"title": "T", "author": [{"given": "Plato"}]}, Work(type="other", titles=("T",), authors=(Person(literal="Plato"),))),
        ({"title": "T", "author": [7, {}, None]}, Work(type="other", titles=("T",))),
        ({"title": "T", "volume": 4, "issue": 2.5}, Work(type="other", titles=("T",), volume="4", number="2.5")),
        ({"title": "T", "volume": True}, Work(type="other", titles=("T",))),
        ({"title": " two\n lines "}, Work(type="other", titles=("two lines",))),
        (
            {"title": "T", "author": [{"family": "Abel"}, {"literal": "et al."}]},
            Work(type="other", titles=("T",), authors=(Person("Abel"),), authors_cut=True),
        ),
    ],
)
def test_careless_items(item: dict[str, object], expected: Work) -> None:
    assert from_csl(item) == expected


@pytest.mark.parametrize("item", [{}, {"type": None}, {"author": [{"family": "Abel"}]}, {"title": []}])
def test_what_is_no_item(item: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="neither a type nor a title"):
        from_csl(item)


@pytest.mark.parametrize(
    ("work", "expected"),
    [
        (Work(type="article", number="3"), {"type": "article-journal", "issue": "3"}),
        (Work(type="book", years=(2001, 2003)), {"type": "book", "issued": {"date-parts": [[2001]]}}),
        (Work(type="techreport", number="TR-3"), {"type": "report", "number": "TR-3"}),
        (Work(type="preprint", identifiers={"arxiv": "2412.00001"}), {"type": "article", "number": "arXiv:2412.00001"}),
        (Work(type="misc", identifiers={"url": "https://example.org/"}), {"type": "document", "URL": "https://example.org/"}),
        (Work(type="book", venues=("Long", "L.")), {"type": "book", "container-title": "Long", "container-title-short": "L."}),
        (
            Work(type="book", authors=(Person("Abel"),), authors_cut=True),
            {"type": "book", "author": [{"family": "Abel"}, {"literal": "others"}]},
        ),
    ],
)
def test_works_of_a_bibliography(work: Work, expected: dict[str, object]) -> None:
    assert to_csl(work) == expected
    assert to_csl(work, "k") == {"id": "k", **expected}


def test_each_word_of_ours_has_a_type_of_csl_and_back() -> None:
    for form, word in TYPES.items():
        if not form.startswith(("article-", "entry", "post", "review-")):
            assert FORMS.get(word) is not None, word


text = st.text(st.characters(exclude_categories=("Cs", "Cc", "Z")), min_size=1, max_size=8)
names = st.one_of(
    st.fixed_dictionaries({"literal": text}),
    st.fixed_dictionaries(
        {"family": text},
        optional={"given": text, "suffix": text, "dropping-particle": text, "non-dropping-particle": text},
    ),
)
dates = st.builds(lambda parts: {"date-parts": [parts]}, st.lists(st.integers(1, 12), min_size=1, max_size=3))
items = st.fixed_dictionaries(
    {"type": st.sampled_from((*TYPES, "map", "figure")), "title": text},
    optional={
        "author": st.lists(names, min_size=1, max_size=3),
        "issued": dates,
        "container-title": text,
        "page": text,
        "DOI": text,
        "issue": text,
        "keyword": text,
        "custom": st.dictionaries(text, text, max_size=2),
    },
)


@given(items)
def test_round_trips(item: dict[str, object]) -> None:
    work = from_csl(item)
    assert from_csl(json.loads(json.dumps(to_csl(work)))) == work


@given(st.dictionaries(text, st.one_of(st.none(), st.booleans(), st.floats(), text, st.lists(text), dates)))
def test_any_object_is_a_work_or_refused(item: dict[str, object]) -> None:
    try:
        work = from_csl(item)
    except ValueError:
        return
    assert work.title or work.form


def test_half_of_a_pair_is_no_letter() -> None:
    work = from_csl({"title": "T \ud800", "author": [{"family": "A\udc00", "given": "B"}]})
    assert (work.title, work.authors[0].family) == ("T \ufffd", "A\ufffd")
