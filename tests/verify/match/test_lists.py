"""Lists of people as careless authors write them."""

from __future__ import annotations

import pytest

from latexrefcheck.text.names import parse_names
from latexrefcheck.text.person import Person
from latexrefcheck.verify.match.lists import separate
from latexrefcheck.verify.match.people import compare

SMITH, JONES, BROWN = Person("Smith", "John"), Person("Jones", "Kate"), Person("Brown", "Lee")


@pytest.mark.parametrize(
    "written",
    [
        "{{Smith, John and Jones, Kate and Brown, Lee}}",
        "{John Smith and Kate Jones and Lee Brown}",
        "{Smith, Jones and Brown}",
        "{Smith J, Jones K, Brown L}",
        "{Smith, J.; Jones, K.; Brown, L.}",
        "Smith J, Jones K, Brown L",
        "Smith, J., Jones, K., Brown, L.",
        "Smith, John; Jones, Kate; Brown, Lee",
        "Smith and Jones and Brown",
        "John Smith \\& Kate Jones and Lee Brown",
    ],
)
def test_three_people_are_found(written: str) -> None:
    people, cut = parse_names(written)
    assert compare(people, cut, (SMITH, JONES, BROWN), False).state == "agree"
    assert compare(people, cut, (SMITH, JONES, Person("Okonjo", "Marta")), False).state == "differ"


@pytest.mark.parametrize("written", ["{Smith and Jones}", "Smith \\& Jones", "Smith, J. \\& Jones, K.", "{Smith J, Jones K}"])
def test_two_people_are_found(written: str) -> None:
    assert compare(*parse_names(written), (SMITH, JONES), False).state == "agree"


@pytest.mark.parametrize(
    "person",
    [Person("King", "Martin", "", "Jr."), Person(literal="Ministry of Trees and Rivers"), Person("Plato")],
)
def test_single_names_stay(person: Person) -> None:
    assert separate((person,)) == (person,)
