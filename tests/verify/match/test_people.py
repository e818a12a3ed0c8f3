"""Author lists: added, replaced, missing, reordered, other people."""

from __future__ import annotations

import pytest

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
