"""Which pattern the keys of a library follow."""

from __future__ import annotations

import pytest
from fixharness import bibliography

from latexrefcheck.errors import UsageError
from latexrefcheck.reading import keys

WORKS = (
    ("Knuth, Donald E.", "1984", "The {\\TeX}book"),
    ('M{\\"u}ller, J{\\"o}rg and Doe, Jane', "2001", "A Study of Rivers"),
    ("van der Berg, Jan and Roe, Richard and Doe, Jane", "1999", "On the Origin"),
    ("Anna Keller", "2017", "Good Predictions"),
)


def library(*names: str):
    rows = zip(names, WORKS, strict=True)
    return bibliography(
        "\n".join(f"@misc{{{n}, author = {{{a}}}, year = {{{y}}}, title = {{{t}}}}}" for n, (a, y, t) in rows)
    ).entries


@pytest.mark.parametrize(
    ("names", "pattern"),
    [
        (("knuth1984texbook", "muller2001study", "berg1999origin", "keller2017good"), "surnameYEARword"),
        (("knuth:1984", "muller:2001", "berg:1999", "keller:2017"), "surname:YEAR"),
        (("Knuth84", "Muller01", "Berg99", "Keller17a"), "SurnameYY"),
        (("Knu84", "MD01", "BRD99", "Kel17"), "alphaYY"),
        (("knuth_texbook_1984", "muller_study_2001", "berg_origin_1999", "keller_good_2017"), "surname_word_YEAR"),
        (("Knuth1984", "Muller2001", "BergEtAl1999", "Keller2017"), "SurnameEtAlYEAR"),
        (("DBLP:books/Knuth84", "DBLP:x/y", "DBLP:a/b", "z"), "surnameYEARword"),
    ],
)
def test_detected(names, pattern):
    assert keys.detect(library(*names)) == pattern


def test_an_empty_library():
    assert keys.detect(()) == keys.DEFAULT


@pytest.mark.parametrize("pattern", ["", "key", "sur name", "surname{YEAR}", "surname%YEAR", "surname,YEAR"])
def test_no_pattern(pattern):
    with pytest.raises(UsageError, match="is no pattern for keys"):
        keys.checked(pattern)


@pytest.mark.parametrize(("taken", "key"), [((), "k"), (("k",), "ka"), (("k", "ka", "kb"), "kc"), (("K",), "k")])
def test_free(taken, key):
    assert keys.free("k", set(taken)) == key


def test_free_does_not_see_case():
    assert keys.free("Knuth", {"knuth"}) == "Knutha"


def test_a_work_without_people_or_year():
    assert keys.make("surnameYEARword", keys.facts_of("", "", "The End")) == "anonymousend"


@pytest.mark.parametrize(
    ("author", "surname"),
    [
        ("Иванов, Иван", "Ivanov"),
        ("Παπαδόπουλος, Γ.", "Papadopoulos"),
        ("Ødegård, Bo", "Odegard"),
        ('M{\\"u}ller, Jo', "Muller"),
        ("Łoś, J.", "Los"),
        ("张, 伟", "zhang"),
        ("McDonald, A.", "McDonald"),
    ],
)
def test_surnames_of_every_script(author, surname):
    assert keys.facts_of(author, "2015", "On Trees").surnames == (surname,)
