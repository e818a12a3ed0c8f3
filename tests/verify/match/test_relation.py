"""Names: one person in two spellings, or two people."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latexrefcheck.text.person import Person
from latexrefcheck.verify.match.people import compare
from latexrefcheck.verify.match.relation import relation

P = Person


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (P("Plas", "Lonne", "van der"), P("Plas", "Lonne van der")),
        (P("Wolff", "Ronald", "de"), P("De Wolff", "Ronald")),
        (P("Van Durmen", "Ben"), P("Durmen", "Ben Van")),
        (P("Der Aa", "Olivier"), P("Van Der Aa", "Olivier")),
        (P("Gold", "Oded"), P(literal="Oded Gold 0001")),
        (P("Keller", "A. M."), P("Keller", "Alexander Martin")),
        (P("Keller", "AM"), P("Keller", "Anna Maria")),
        (P("Zhang", "Wei"), P("Wei", "Zhang")),
        (P("Müller", "Jörg"), P("Mueller", "J.")),
        (P("Muller", "Jorg"), P("Müller", "Jörg")),
        (P("Sørensen", "Bo"), P("Sorensen", "Bo")),
        (P("Włodarski", "Jan"), P("Wlodarski", "J")),
        (P("Smith", "Alice"), P("Smith-Jones", "Alice")),
        (P("García Márquez", "Gabriel"), P("Márquez", "Gabriel García")),
        (P("Hinton", "G. E."), P("Hinton", "Geoffrey")),
        (P("Miyamoto", "Kenichi"), P("Miyamoto", "Ken-ichi")),
        (P("Zhang", "X. M."), P("Zhang", "Xiaoming")),
        (P("O'Brien", "Tim"), P("OBrien", "T.")),
        (P("Stone", "Robert"), P("Stone", "Bob")),
        (P("Stone", "Alex"), P("Stone", "Alexander")),
        (P("Stone", "Dmitri"), P("Stone", "Dmitry")),
        (P("Chi", "E. H."), P("Chi", "Ed")),
        (P("Jones", "Mary Ann"), P("Jones", "Ann")),
        (P("King", "Martin", "", "Jr."), P("King Jr", "Martin")),
        (P(literal="ATLAS Collaboration"), P(literal="The ATLAS Collaboration")),
        (P(literal="World Health Organization"), P("", "", "", "", "World Health Organisation")),
        (P("OpenAI"), P(literal="OpenAI")),
        (P("Team", "River"), P(literal="River Team")),
        (P("Koyejo", "Sanmi"), P("Koyejo", "Oluwasanmi")),
        (P("João", "Ana"), P("Jo{\\~a}o", "Ana")),
    ],
)
def test_one_person(left: Person, right: Person) -> None:
    assert relation(left, right) == "same"
    assert relation(right, left) == "same"


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (P("Keller", "Anna Maria"), P("Keller", "Alexander Martin"), "given"),
        (P("Zhang", "Wei"), P("Zhang", "Hong"), "given"),
        (P("von Falsch", "Andreas"), P("von Deimel", "Andreas"), "family"),
        (P("Chebyshev", "P."), P("Tchebychev", "Pafnuty"), "near"),
        (P("Recogniton", "Ann"), P("Recognition", "Ann"), "near"),
        (P("Brook", "B."), P("Roe", "Richard"), "other"),
        (P("Li", "Wei"), P("Lu", "Wei"), "other"),
        (P(literal="ATLAS Collaboration"), P(literal="CMS Collaboration"), "other"),
        (P(literal="ATLAS Collaboration"), P("Roe", "Richard"), "other"),
    ],
)
def test_two_people(left: Person, right: Person, expected: str) -> None:
    found = relation(left, right)
    assert found == expected or (expected == "other" and found == "family")


HOSTILE = (
    "Poe" + " 1" * 20_000,
    "a*" * 20_000,
    "Σ" * 50_000,
    "张" * 50_000,
    "(张" * 20_000,
    "x & " * 10_000,
    ", " * 30_000,
    "и-" * 20_000,
    "\ud800" * 500,
)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_names_are_compared_quickly(text: str) -> None:
    start = time.process_time()
    for person in (P(literal=text), P(text, text), P(text, suffix=text)):
        compare((person,), False, (P("Roe", "Ann"), person), False)
        assert relation(person, P("Roe", "Ann")) == relation(P("Roe", "Ann"), person)
    assert time.process_time() - start < 5


NAMES = st.sampled_from("Doe Иванов 张 伟 Παπάς 김 Roe1 Ōno al. Jr. ATLAS Team van der O'Neill J. JP".split())
PEOPLE = st.builds(
    P, NAMES, st.one_of(st.just(""), NAMES), st.sampled_from(("", "van")), st.just(""), st.one_of(st.just(""), NAMES)
)


@given(PEOPLE, PEOPLE)
def test_relations_are_symmetric(one: Person, other: Person) -> None:
    assert relation(one, other) is relation(other, one)


def test_a_particle_before_a_name_of_another_script_is_no_crash() -> None:
    assert relation(P(literal="J."), P("张", "Иванов", "van")) is relation(P("张", "Иванов", "van"), P(literal="J."))


@given(PEOPLE)
def test_everybody_is_themselves(one: Person) -> None:
    assert relation(one, one) in ("same", "unknown") or not one.text.strip()
