"""Venues that a house wants, and those that it does not."""

from __future__ import annotations

from typing import Any

import pytest
import ruleharness

from latexrefcheck.model.record import Record


def found(venue: str, field: str = "journal", **options: Any) -> bool:
    bib = f"@article{{k, title = {{Rivers}}, {field} = {{{venue}}}, year = 2017}}"
    return bool(ruleharness.findings("venue-unwanted", bib=bib, options=options, lone=True))


@pytest.mark.parametrize(
    ("venue", "name", "met"),
    [
        ("Journal of Paid Pages", "Journal of Paid Pages", True),
        ("JOURNAL OF {P}aid Pages", "journal of paid pages", True),
        ("J. Paid Pages", "Journal of Paid Pages", True),
        ("Jour. of Paid Pag.", "Journal of Paid Pages", True),
        ("Journal of Paid Pages (JPP)", "JPP", True),
        ("Journal of Paid Pages", "J. Paid Pages", True),
        ("Nature Communications", "Nature", False),
        ("Nature Communications", "Nature *", True),
        ("Nature", "Nature *", False),
        ("Journal of Unpaid Pages", "Journal of Paid Pages", False),
        ("Journal of Paid Pages and Lamps", "Journal of Paid Pages", False),
        ("Physical Review A", "Physical Review B", False),
        ("Phys. Rev. A", "Physical Review B", False),
        ("Zeitschrift für Bezahlte Seiten", "zeitschrift fur bezahlte seiten", True),
        ("Cahiers de l'Eau Payée", "cahiers de l’eau payee", True),
        ("水利学报", "水利学报", True),
        ("水利学报", "水力学报", False),
    ],
)
def test_unwanted(venue: str, name: str, met: bool) -> None:
    assert found(venue, unwanted=[name]) == met


@pytest.mark.parametrize(
    ("venue", "name", "alarm"),
    [
        ("Journal of Water", "Journal of Water", False),
        ("J. Water", "Journal of Water", False),
        ("Proceedings of the 4th Conference on Rivers (RIVERS 2017)", "Conference on Rivers", False),
        ("Journal of Roads", "Journal of Water", True),
        ("Water", "Journal of Water", True),
    ],
)
def test_wanted(venue: str, name: str, alarm: bool) -> None:
    assert found(venue, wanted=[name]) == alarm


def test_a_publisher_is_one_too() -> None:
    assert found("Paid Press", "publisher", unwanted=["Paid Press"])


def test_without_a_venue_or_a_limit_nothing_is_said() -> None:
    assert not found("", wanted=["Water"])
    assert not found("Water")
    assert not found("Water", unwanted=["", " . "])


def test_words() -> None:
    text = "Cole, C. (2011). Lamps of the world. Journal of Paid Pages, 4(2), 1-9.\n"
    assert ruleharness.findings("venue-unwanted", listed=text, options={"unwanted": ["Journal of Paid Pages"]})


def test_the_record_knows_other_names() -> None:
    project = ruleharness.read_list("Cole, C. (2011). Lamps of the world. JPP, 4(2), 1-9.\n")
    record = Record(source="x", titles=("Lamps of the world",), venues=("Journal of Paid Pages", "JPP"))
    assert ruleharness.with_record("venue-unwanted", project, record, {"unwanted": ["Journal of Paid Pages"]})
    assert not ruleharness.with_record("venue-unwanted", project, record, {"wanted": ["Journal of Paid Pages"]})
    assert not ruleharness.with_record("venue-unwanted", project, record, {"unwanted": ["Journal of Paid Pages"]}, "unchecked")


@pytest.mark.parametrize("name", ["*" * 30, "a*" * 20, "(" * 500, "[" * 500])
def test_hostile_names_end(name: str) -> None:
    found("a" * 3000 + " (" * 500, unwanted=[name])
