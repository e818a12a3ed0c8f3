"""The names of an author field."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from timing import within

from latexrefcheck.text.names import parse_names
from latexrefcheck.text.person import Person
from latexrefcheck.text.tex import to_unicode


@pytest.mark.parametrize(
    ("value", "expected", "cut"),
    [
        ("", [], False),
        ("Doe, Jane and Richard Roe", [Person("Doe", "Jane"), Person("Roe", "Richard")], False),
        ("Plato", [Person("Plato")], False),
        ("Ludwig van Beethoven", [Person("Beethoven", "Ludwig", "van")], False),
        ("de la Vall{\\'e}e Poussin, Charles", [Person("Vallée Poussin", "Charles", "de la")], False),
        ("King, Jr., Martin", [Person("King", "Martin", "", "Jr.")], False),
        (
            "{Ministry of Trees and Rivers} and {Bureau, The}",
            [Person(literal="Ministry of Trees and Rivers"), Person(literal="Bureau, The")],
            False,
        ),
        ("{von Deimel}, Andreas", [Person("von Deimel", "Andreas")], False),
        ("{{von Deimel}, Andreas}", [Person("von Deimel", "Andreas")], False),
        (
            "family=Freitas, given=Nando, prefix=de, useprefix=true and Doe, Jane",
            [Person("Freitas", "Nando", "de"), Person("Doe", "Jane")],
            False,
        ),
        ('given={Jean Pierre}, family="Roe"', [Person("Roe", "Jean Pierre")], False),
        ("Doe, Jane and others", [Person("Doe", "Jane")], True),
        ("Doe, Jane and {others}", [Person("Doe", "Jane")], True),
        ("Doe, Jane et al.", [Person("Doe", "Jane")], True),
        ("Doe, Jane and et al.", [Person("Doe", "Jane")], True),
        ("Doe, J.~et~al.", [Person("Doe", "J.")], True),
        ("Doe, Jane; Roe, Richard", [Person("Doe", "Jane"), Person("Roe", "Richard")], False),
        ("Doe, Jane, Roe, Richard", [Person("Doe", "Jane"), Person("Roe", "Richard")], False),
        ("M&uuml;ller, Jane", [Person("Müller", "Jane")], False),
        ("Doe,\n  Jane\n  AND Roe, Richard", [Person("Doe", "Jane"), Person("Roe", "Richard")], False),
        ("{\\OE}uvre, X.", [Person("Œuvre", "X.")], False),
        ("Al, Jane", [Person("Al", "Jane")], False),
        ("王小明 and 김철수", [Person("王小明"), Person("김철수")], False),
        ("Doe, Jane,", [Person("Doe", "Jane")], False),
        ("J. Doe, A. Roe and D. Poe", [Person("Doe", "J."), Person("Roe", "A."), Person("Poe", "D.")], False),
        ("Doe, J. A. and Roe, B. Anna", [Person("Doe", "J. A."), Person("Roe", "B. Anna")], False),
        ("R. Doe, A.~Roe, and S. Poe", [Person("Doe", "R."), Person("Roe", "A."), Person("Poe", "S.")], False),
        ("Jean--Paul Roe and Ju\u0308rgen Doe", [Person("Roe", "Jean-Paul"), Person("Doe", "Jürgen")], False),
    ],
)
def test_people(value: str, expected: list[Person], cut: bool) -> None:
    assert parse_names(value) == (tuple(expected), cut)


WORDS = st.sampled_from(
    [
        "Jean",
        "de",
        "la",
        "van",
        "Knuth",
        "O'Neill",
        "Mc{D}onald",
        "{\\'E}cole",
        "{\\'e}cole",
        "{von Neumann}",
        "al-Din",
        "Łoś",
        "d'Arcy",
    ]
)
PART = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
NAME = st.lists(PART, min_size=1, max_size=3).map(", ".join)


@given(st.lists(NAME, min_size=1, max_size=4).map(" and ".join))
def test_names_are_split_as_pybtex_does(value: str) -> None:
    from pybtex.bibtex.utils import split_name_list
    from pybtex.database import Person as Reference

    expected = []
    for name in split_name_list(value):
        if name.startswith("{") and name.endswith("}") and name.count("{") == 1 and "\\" not in name:
            continue  # a name that is one group is a literal here
        reference = Reference(name)
        parts = (
            reference.last_names,
            [*reference.first_names, *reference.middle_names],
            reference.prelast_names,
            reference.lineage_names,
        )
        expected.append(tuple(to_unicode(" ".join(part)) for part in parts))
    found, _ = parse_names(value)
    assert [tuple(name[:4]) for name in found if not name.literal] == expected


@given(st.text(alphabet=st.sampled_from("aB,.{}\\'=;&~ and"), max_size=60) | st.text(max_size=60))
def test_people_never_raises(value: str) -> None:
    names, _ = parse_names(value)
    assert all(isinstance(name, Person) for name in names)


def test_people_is_quick() -> None:
    value = "Smith, John A. and M{\\\"u}ller, Karl and Garc{\\'i}a, Ana"
    with within(0.6):
        for _ in range(5000):
            parse_names(value)
