"""Author lists: added, replaced, missing, reordered, other people."""

from __future__ import annotations

import pytest
from timing import within

from latexrefcheck.text.names import parse_names
from latexrefcheck.text.person import Person
from latexrefcheck.verify.match.people import compare


def people(text: str) -> tuple[Person, ...]:
    """``Ann Abel; Bo Brook`` as persons, a name with ``!`` as an organisation."""
    made = []
    for name in filter(None, text.split("; ")):
        given, _, family = name.rpartition(" ")
        made.append(Person(literal=name[:-1]) if name.endswith("!") else Person(family, given))
    return tuple(made)


FOUR = "Ann Abel; Bo Brook; Cy Cole; Di Dunn"


@pytest.mark.parametrize(
    ("cited", "cut", "found", "found_cut", "state", "kind"),
    [
        (FOUR, False, FOUR, False, "agree", ""),
        ("A. Abel; B. Brook; C. Cole; D. Dunn", False, FOUR, False, "agree", ""),
        ("Ann Abel", True, FOUR, False, "agree", ""),
        ("Bo Brook; Ann Abel; Cy Cole; Di Dunn", False, FOUR, False, "minor", "order"),
        (FOUR + "; Eve Eyre", False, FOUR, False, "differ", "added"),
        ("Ann Abel; Quinn Quist; Cy Cole; Di Dunn", False, FOUR, False, "differ", "replaced"),
        ("Ann Abel; Bo Brook", False, FOUR, False, "differ", "missing"),
        ("Anton Abel; Bo Brook; Cy Cole; Di Dunn", False, FOUR, False, "differ", "given"),
        ("Ann Abel; Bob Quist; Cy Cole; Di Dunn", False, FOUR, False, "differ", "replaced"),
        (
            "Ann Abel; Bo Brook; Cyrus Quist; Di Dunn",
            False,
            "Ann Abel; Bo Brook; Cyrus Cole; Di Dunn",
            False,
            "differ",
            "renamed",
        ),
        ("Quinn Quist; Rob Roe", False, FOUR, False, "differ", "other-people"),
        (FOUR + "; Eve Eyre", False, FOUR, True, "agree", ""),
        ("Quinn Quist", True, FOUR, True, "differ", "other-people"),
        ("", False, FOUR, False, "unknown", ""),
        (FOUR, False, "", False, "unknown", ""),
        (FOUR, False, FOUR + "; others", False, "agree", ""),
        ("The River Collaboration!", False, FOUR, False, "differ", "corporate"),
        (FOUR, False, FOUR + "; The River Collaboration!", False, "agree", ""),
        (FOUR + "; The River Collaboration!", False, FOUR, False, "minor", "corporate"),
        (
            "Ann Abel; Bo Brook; Cy Cole; Di Dunn; E E; F F; G G; H H",
            False,
            "Ann Abel; Bo Brook; Cy Cole; Di Dunn; E E; F F; G G; H H; I I",
            False,
            "minor",
            "missing",
        ),
    ],
)
def test_lists(cited: str, cut: bool, found: str, found_cut: bool, state: str, kind: str) -> None:
    judgement = compare(people(cited), cut, people(found), found_cut)
    assert (judgement.state, judgement.kind) == (state, kind)


def test_names_the_invented_author() -> None:
    judgement = compare(people(FOUR + "; Eve Eyre"), False, people(FOUR), False)
    assert judgement.detail == "author 5, Eve Eyre, is not among the record's authors"


def test_a_shared_surname_among_many_is_chance() -> None:
    judgement = compare(people("Quinn Brook; Rob Roe; Sam Sand"), False, people(FOUR), False)
    assert judgement.kind == "other-people"


ABEL, BROOK, COLE = Person("Abel", "Ann"), Person("Brook", "Bo"), Person("Cole", "Cy")
TEAM = Person(literal="The River Collaboration")
MANY = tuple(Person(f"Name{number}", "Q.") for number in range(1004))


def judged(bib: str, *record: Person, subject: tuple[str, ...] = (), found_cut: bool = False) -> tuple[str, str]:
    cited, cut = parse_names(bib)
    judgement = compare(cited, cut, record, found_cut, subject)
    return judgement.state, judgement.kind


@pytest.mark.parametrize(
    "bib",
    [
        "Abel and Brook and Cole",
        "Abel and others",
        "Abel et al.",
        "{Abel et al.}",
        "{{Abel}} and others",
        "{Abel} and {Brook} and {Cole}",
        "ABEL and BROOK and COLE",
        "Abel, A. and Brook and Cole, C.",
        "Abel, Ann and Brook, Bo and Cole, Cy and Abel, Ann",
    ],
)
def test_bare_surnames_of_the_record_agree(bib: str) -> None:
    assert judged(bib, ABEL, BROOK, COLE)[0] == "agree"


@pytest.mark.parametrize(
    ("bib", "kind"),
    [
        ("Smith and Jones and Brown", "other-people"),
        ("Smith", "other-people"),
        ("{{Smith}}", "other-people"),
        ("Smith and others", "other-people"),
        ("Okonjo, Marta and others", "other-people"),
        ("Smith et al.", "other-people"),
        ("{Smith et al.}", "other-people"),
        ("Abel and Smith and Cole", "replaced"),
        ("Abel and Smith and others", "replaced"),
        ("Abel and Brook and Cole and Smith", "added"),
        ("Abel", "missing"),
        ("{International Frog Society}", "corporate"),
        ("International Frog Society", "corporate"),
        ("{Frog Team}", "corporate"),
        ("{IFS}", "corporate"),
        ("{International Frog Society} and others", "corporate"),
    ],
)
def test_invented_surnames_and_organisations_differ(bib: str, kind: str) -> None:
    assert judged(bib, ABEL, BROOK, COLE) == ("differ", kind)


@pytest.mark.parametrize(
    ("bib", "record"),
    [
        ("van der Berg", Person("Berg", "Jo", "van der")),
        ("Berg", Person("Berg", "Jo", "van der")),
        ("{van der Berg}", Person("Berg", "Jo", "van der")),
        ("{Garcia Marquez}", Person("García Márquez", "Gabriel")),
        ("Marquez", Person("García Márquez", "Gabriel")),
        ("Mueller", Person("Müller", "Jörg")),
        ("O'Neill", Person("O’Neill", "Tim")),
        ("Suharto", Person("Suharto")),
        ("Zhang", Person("Wei", "Zhang")),
        ("Smith-Jones", Person("Smith Jones", "Al")),
    ],
)
def test_a_bare_surname_in_another_form_agrees(bib: str, record: Person) -> None:
    assert judged(bib, record)[0] in ("agree", "minor")


@pytest.mark.parametrize(
    ("bib", "record"),
    [
        ("{The River Collaboration}", (*MANY, TEAM)),
        ("{River Collaboration}", (ABEL, BROOK, TEAM)),
        ("{River Collaboration} and {Lake Collaboration}", (ABEL, Person(literal="River Collaboration and Lake Collaboration"))),
        ("Abel, Ann and {River Collaboration}", (ABEL, BROOK, TEAM)),
        ("Name0, Q. and others", MANY),
        ("Name0, Q. and {River Collaboration}", (*MANY, TEAM)),
        ("{World Health Organization}", (Person(literal="WHO"),)),
        ("{WHO}", (Person(literal="World Health Organization"),)),
        ("{OpenAI}", (Person(literal="OpenAI"), ABEL)),
        ("{DeepSeek-AI}", (Person("DeepSeek-AI"), ABEL, BROOK, COLE)),
        ("Abel, Ann", (ABEL, TEAM)),
    ],
)
def test_organisations_of_the_record_agree(bib: str, record: tuple[Person, ...]) -> None:
    assert judged(bib, *record)[0] == "agree"
    cited, cut = parse_names(bib)
    assert compare(cited, cut, record, False).score == 1.0 or len(cited) < len(record)


@pytest.mark.parametrize(
    ("bib", "record", "subject"),
    [
        ("{ATLAS Collaboration}", MANY, ()),
        ("{Qwen Team}", (ABEL, BROOK), ("Qwen2 Technical Report",)),
        ("{The Matplotlib Development Team}", (ABEL,), ("Matplotlib: Visualization with Python",)),
        ("{ATLAS Collaboration}", (ABEL, BROOK), ("The ATLAS Experiment at the Large Collider",)),
        ("{OECD Organization}", (ABEL,), ("Reading Figures", "OECD Publishing")),
        ("Abel, Ann", (TEAM,), ()),
    ],
)
def test_a_collaboration_may_sign_for_its_people(bib: str, record: tuple[Person, ...], subject: tuple[str, ...]) -> None:
    assert judged(bib, *record, subject=subject) == ("unknown", "corporate")


def test_an_organisation_named_after_a_word_of_the_title_is_not_believed() -> None:
    assert judged("{Institute of Learning}", ABEL, subject=("Deep Learning for Rivers",)) == ("differ", "corporate")


def test_a_list_that_the_source_cut_short_may_end_in_an_organisation() -> None:
    assert judged("{River Collaboration}", ABEL, BROOK, found_cut=True) == ("unknown", "corporate")


def test_the_first_of_a_cut_list_is_named_when_it_is_another() -> None:
    assert judged("Brook and others", ABEL, BROOK, COLE) == ("minor", "order")


@pytest.mark.parametrize(
    "family",
    [
        "Poe†",
        "Poe*",
        "Poe1",
        "Poeᵃ",
        "Poe(1)",
        "Poe[2]",
        "Poe‡",
        "Poe §",
        "Poe ¶",
        "Poe⋆",
        "Poe♯",
        "Poe1,2",
        "Poe 1,*",
        "Poe²",
        "Poe^1",
        "Poea",
    ],
)
def test_signs_of_footnotes_are_no_letters(family: str) -> None:
    assert judged("Abel, Ann and Poe, Ed", ABEL, Person(family, "Ed"))[0] in ("agree", "minor")


def test_a_surname_list_may_have_kept_only_the_suffix() -> None:
    assert judged("Abel and Jr.", ABEL, Person("Heath", "Robert W.", "", "Jr."))[0] == "minor"


def test_repeated_people_are_counted_once() -> None:
    assert judged("Abel, Ann and Brook, Bo", ABEL, ABEL, BROOK, BROOK) == ("agree", "")
    assert judged("Abel, Ann and Brook, Bo and Abel, Ann", ABEL, BROOK) == ("agree", "")
    assert judged("Abel, Ann and Okonjo, M. and Okonjo, M.", ABEL, BROOK, COLE)[0] == "differ"


LAST = (Person("al.", "et"), Person("et", "al."), Person("et al."), Person("others"), Person(literal="et al"))


@pytest.mark.parametrize("last", LAST)
def test_a_record_may_end_in_others(last: Person) -> None:
    assert judged("Abel, Ann and Brook, Bo and Cole, Cy", ABEL, last)[0] == "agree"


def test_lists_of_collaborations_are_compared_quickly() -> None:
    cited = tuple(Person(f"Name{number}", "Q.") for number in range(1003, -1, -1))
    with within(5):
        assert compare(cited, False, MANY, False).state == "minor"


def some(*numbers: int) -> tuple[Person, ...]:
    words = "Adams Baker Clark Davis Evans Frank Ghosh Hills Irwin Jones Klein Lopez".split()
    given = "Anna Bruno Carla Dario Elena Fritz Greta Hugo Irene Jakob Klara Luca".split()
    return tuple(Person(words[number], given[number]) for number in numbers)


@pytest.mark.parametrize(
    ("cited", "found", "shown", "beside"),
    [
        (range(6), (0, 1, 2, 3, 4, 7), "2 others, Carla Clark, Dario Davis, Elena Evans, Fritz Frank", "Hugo Hills"),
        (
            range(9),
            (0, 1, 2, 3, 10, 5, 6, 7, 8),
            "3 others, Dario Davis, Elena Evans, Fritz Frank, Greta Ghosh and 2 more",
            "Klara Klein",
        ),
        ((11, 1, 2, 3, 4, 5), range(6), "Luca Lopez, Bruno Baker, Carla Clark, Dario Davis and 2 more", "Anna Adams"),
        ((0, 1, 9), range(3), "Anna Adams, Bruno Baker, Jakob Jones", "Carla Clark"),
    ],
)
def test_lists_are_cut_around_the_difference(cited, found, shown, beside) -> None:
    judgement = compare(some(*cited), False, some(*found), False)
    assert judgement.cited == shown
    assert beside in judgement.found


@pytest.mark.parametrize(("count", "state"), [(4, "differ"), (7, "differ"), (8, "minor"), (20, "minor")])
def test_one_of_many_left_out_is_a_slip(count: int, state: str) -> None:
    found = tuple(Person(f"Fam{chr(97 + n)}berg", "Ann") for n in range(count + 1))
    cited = (*found[:2], *found[3:])
    assert compare(cited, False, found, False).state == state
    assert compare((*cited[:1], *cited[2:]), False, found, False).state == "differ"  # two are not
