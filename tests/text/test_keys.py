"""Keys of titles and surnames."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latexrefcheck.text.keys import surname_key, title_key
from latexrefcheck.text.person import Person


@pytest.mark.parametrize(
    "forms",
    [
        ("Cats &amp; Dogs", "Cats \\& Dogs", "Cats & Dogs", "cats and dogs", "Cats &amp;amp; Dogs", "{Cats} {\\&} {Dogs}"),
        ("CO$_2$ emissions", "CO<sub>2</sub> emissions", "CO₂ emissions", "CO_2 Emissions", "co2 emissions"),
        ("Ly{\\ensuremath{\\alpha}} lines", "Ly-α lines", "Ly α lines", "Ly alpha lines"),
        ('{\\"U}ber B{\\"a}ume', "Über Bäume", "UBER BAUME"),
        ("Real-time systems", "Real–Time Systems", "real time systems."),
        ("Won't it?", "Won’t it", "Wont it"),
        ("<i>E. coli</i>: a <jats:italic>study</jats:italic>", "E. coli: A Study"),
        ("<mml:math><mml:mi>x</mml:mi></mml:math>-rays", "x-rays"),
        ("Война и мир", "Voina i mir"),
        ("The \\TeX book", "The TeXbook"),
    ],
)
def test_title_key_folds(forms: tuple[str, ...]) -> None:
    assert len({title_key(form) for form in forms}) == 1


@pytest.mark.parametrize(("one", "other"), [("Part I", "Part II"), ("On Trees", "On Graphs"), ("数学", "物理")])
def test_title_key_tells_apart(one: str, other: str) -> None:
    assert title_key(one) != title_key(other)


@given(st.text(max_size=60))
def test_title_key_is_stable(title: str) -> None:
    key = title_key(title)
    assert title_key(key) == key


@pytest.mark.parametrize(
    "names",
    [
        (Person("Müller"), Person("Mueller"), Person("Muller"), Person("MÜLLER")),
        (Person("Ødegård"), Person("Odegard"), Person("Oedegaard")),
        (Person("O'Neill"), Person("O’Neill"), Person("ONeill")),
        (Person("Smith-Jones"), Person("Smith Jones")),
        (Person("Gold 0001"), Person("Gold")),
        (Person("Weiß"), Person("Weiss")),
        (Person("Łukasiewicz"), Person("Lukasiewicz")),
        (Person("Колмогоров"), Person("Kolmogorov")),
    ],
)
def test_surname_key_folds(names: tuple[Person, ...]) -> None:
    assert len({surname_key(name) for name in names}) == 1
