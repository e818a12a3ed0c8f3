"""References in words beside a record: nine styles undamaged, and each damage told with its field."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from latexrefcheck.model.record import Record
from latexrefcheck.settings.thresholds import Thresholds
from latexrefcheck.text.person import Person
from latexrefcheck.verify import words
from latexrefcheck.verify.alignment import cut
from latexrefcheck.verify.match import comparison

LIMITS = Thresholds()
RIVERS = Record(
    source="crossref",
    titles=("Measuring the Slow Flow of Invented Rivers",),
    authors=(Person("Abel", "Ann Lise"), Person("Brook", "Bo", "van der"), Person("Cole", "Cy-Li")),
    years=(2017,),
    venues=("Journal of Invented Hydrology", "J. Invent. Hydrol."),
    type="journal-article",
    volume="12",
    number="3",
    pages="101-119",
)
STYLES = {
    "apa": "Abel, A. L., van der Brook, B., & Cole, C.-L. (2017). Measuring the slow flow of invented rivers. Journal of "
    "Invented Hydrology, 12(3), 101–119. https://doi.org/10.99999/flow",
    "ieee": "[1] A. L. Abel, B. van der Brook, and C.-L. Cole, “Measuring the slow flow of invented rivers,” Journal of "
    "Invented Hydrology, vol. 12, no. 3, pp. 101–119, Mar. 2017, doi: 10.99999/flow.",
    "nature": "1. Abel, A. L., van der Brook, B. & Cole, C.-L. Measuring the slow flow of invented rivers. J. Invent. Hydrol. "
    "12, 101–119 (2017).",
    "vancouver": "[1] Abel AL, van der Brook B, Cole C-L. Measuring the slow flow of invented rivers. J Invent Hydrol "
    "2017;12:101–19. https://doi.org/10.99999/flow.",
    "gb-t": "[1] ABEL A L, BROOK B van der, COLE C L. Measuring the slow flow of invented rivers[J/OL]. Journal of Invented "
    "Hydrology, 2017, 12(3): 101-119. DOI:10.99999/flow.",
    "mla": "Abel, Ann Lise, et al. “Measuring the Slow Flow of Invented Rivers.” Journal of Invented Hydrology, vol. 12, no. 3, "
    "Mar. 2017, pp. 101–19, https://doi.org/10.99999/flow.",
    "chicago": "Abel, Ann Lise, Bo van der Brook, and Cy-Li Cole. 2017. “Measuring the Slow Flow of Invented Rivers.” Journal of "
    "Invented Hydrology 12 (3): 101–19.",
    "harvard": "Abel, A.L., van der Brook, B. and Cole, C.-L. (2017) ‘Measuring the slow flow of invented rivers’, Journal of "
    "Invented Hydrology, 12(3), pp. 101–119. Available at: https://doi.org/10.99999/flow (Accessed: 3 May 2021).",
    "acs": "(1) Abel, A. L.; van der Brook, B.; Cole, C.-L. Measuring the Slow Flow of Invented Rivers. J. Invent. Hydrol. 2017, "
    "12 (3), 101–119. https://doi.org/10.99999/flow.",
    "careless": "abel, brook & cole, Measuring the slow flow of invented rivers, J. Invent. Hydrol., 2017",
}


def differing(text: str, record: Record = RIVERS) -> list[str]:
    """The fields that differ, ``nowhere`` when the record is not that of the text, and ``weak`` when too little is left."""
    parts = cut(text, record)
    if parts is None:
        return ["nowhere"]
    told = words.compare(parts, record, LIMITS)
    fields = [judgement.field for judgement in told if judgement.state == "differ"]
    return fields or ([] if LIMITS.level(comparison.score(told, LIMITS)) == "high" else ["weak"])


@pytest.mark.parametrize("style", STYLES)
def test_undamaged(style: str) -> None:
    assert differing(STYLES[style]) == []


def everywhere(text: str, *changes: tuple[str, str]) -> str:
    """The text with words replaced in whatever case they stand."""
    for old, new in changes:
        text = re.sub(old, new, text, flags=re.I)
    return text


TITLE_END = ("invented rivers", "invented rivers of frogs in ponds")
DAMAGES: dict[str, tuple[tuple[tuple[str, str], ...], set[str]]] = {
    "title lengthened": ((TITLE_END,), {"title"}),
    "title lengthened by a subtitle": ((("invented rivers", "invented rivers: a study of frogs"),), {"title"}),
    "title word replaced": ((("slow flow", "slow croaking"),), {"title"}),
    "co-authors replaced": ((("Brook", "Halvorsen"), ("Cole", "Okonjo")), {"author"}),
    "all authors replaced": ((("Abel", "Nakagawa"), ("Brook", "Halvorsen"), ("Cole", "Okonjo")), {"author"}),
    "an author added": ((("Abel", "Abel, Petrosyan"),), {"author"}),
    "venue replaced": ((("Journal of Invented Hydrology|J\\.? Invent\\.? Hydrol\\.?", "Journal of Frogs"),), {"venue"}),
    "volume replaced": ((("\\b12\\b", "77"),), {"volume"}),
    "pages replaced": ((("\\b101\\b", "551"), ("\\b1?19\\b", "570")), {"pages"}),
    "year moved": ((("2017", "2013"),), {"year"}),
}


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("damage", DAMAGES)
def test_each_damage_is_told_with_its_field(style: str, damage: str) -> None:
    changes, fields = DAMAGES[damage]
    text = everywhere(STYLES[style], *changes)
    if text == STYLES[style]:
        return  # the style prints no such part
    found = differing(text)
    assert found
    assert set(found) & (fields | {"venue"} if damage.startswith("title") else fields), found


@pytest.mark.parametrize(
    ("text", "record", "expected"),
    [
        # Namesakes, an organisation, no author, other scripts, people in another order.
        (
            "Wang, L., & Wang, H. (2020). Rivers of the far north. Things.",
            Record(
                source="x",
                titles=("Rivers of the Far North",),
                authors=(Person("Wang", "Li"), Person("Wang", "Hao")),
                years=(2020,),
                venues=("Things",),
            ),
            [],
        ),
        (
            "Wang, L., & Wang, Z. (2020). Rivers of the far north. Things.",
            Record(
                source="x",
                titles=("Rivers of the Far North",),
                authors=(Person("Wang", "Li"), Person("Wang", "Hao")),
                years=(2020,),
                venues=("Things",),
            ),
            ["author"],
        ),
        (
            "The River Panel. (2017). Disclosure of information on rivers. World Bank.",
            Record(
                source="x",
                titles=("Disclosure of Information on Rivers",),
                authors=(Person(literal="The River Panel"),),
                years=(2017,),
            ),
            [],
        ),
        (
            "The Frog Panel. (2017). Disclosure of information on rivers. World Bank.",
            Record(
                source="x",
                titles=("Disclosure of Information on Rivers",),
                authors=(Person(literal="The River Panel"),),
                years=(2017,),
            ),
            ["author"],
        ),
        (
            "Lindqvist, Å. et al. (2011). Om flodernas långsamma flöde. Vattenåret, 3, 1–9.",
            Record(
                source="x",
                titles=("Om flodernas långsamma flöde",),
                authors=(Person("Lindqvist", "Åsa"), Person("Ek", "Bo")),
                years=(2011,),
                venues=("Vattenåret",),
                volume="3",
                pages="1-9",
            ),
            [],
        ),
        (
            "Ek, B. et al. (2011). Om flodernas långsamma flöde. Vattenåret, 3, 1–9.",
            Record(
                source="x",
                titles=("Om flodernas långsamma flöde",),
                authors=(Person("Lindqvist", "Åsa"), Person("Ek", "Bo")),
                years=(2011,),
            ),
            ["author"],
        ),
        (
            "Rivers of the far north. Things, 2020.",
            Record(source="x", titles=("Mountains in Southern Summers",), years=(2020,)),
            ["nowhere"],
        ),
        ("Measuring the slow flow of invented rivers", RIVERS, ["weak"]),
        ("Abel, A. L. (2017). Measuring the slow flow of invented rivers.", RIVERS, ["author"]),
        # The year of the meeting in its name is not the reference's.
        (
            "Abel, A. (2013). Rivers of the far north. In 2017 International Conference on Rivers.",
            Record(
                source="x",
                titles=("Rivers of the Far North",),
                authors=(Person("Abel", "Ann"),),
                years=(2017,),
                venues=("2017 International Conference on Rivers",),
            ),
            ["year"],
        ),
    ],
)
def test_siblings(text: str, record: Record, expected: list[str]) -> None:
    assert differing(text, record) == expected


def test_reading_is_linear() -> None:
    assert differing("river " * 200_000) == ["nowhere"]
    assert cut("Abel, " * 2000 + "Measuring the Slow Flow of Invented Rivers", RIVERS) is None  # beyond what is read


NORTH = Record(
    source="x",
    titles=("Rivers of the Far North",),
    authors=(Person("Abel", "Ann"), Person("Cole", "Carl")),
    years=(2017,),
    venues=("J. Water Res.",),
    pages="1-9",
)


@pytest.mark.parametrize(
    "text",
    [
        # A letter that tells works of one year apart.
        "Abel, A. and Cole, C. (2017b). Rivers of the far north. J. Water Res.",
        "Abel A, Cole C. 2017a. Rivers of the far north. J. Water Res.",
        "ABEL A, COLE C, 2017c. Rivers of the far north[J]. J. Water Res.",
        # A comma behind the full stop of a title, as BibTeX's styles set titles that have one of their own.
        "A. Abel and C. Cole, Rivers of the far north., in J. Water Res., 2017.",
        "A. Abel and C. Cole, Rivers of the far north., J. Water Res. (2017).",
        "A. Abel and C. Cole, “Rivers of the far north.,” in J. Water Res., 2017.",
        # Numbers of the journal are no pages.
        "A. Abel and C. Cole. Rivers of the far north. J. Water Res., pages 1-9, 2017. ISSN: 1063-6919.",
        "A. Abel, C. Cole. Rivers of the far north. J. Water Res., 1-9, 2017. ISSN 1063-6919, 2575-707X (web). eISSN 1063-691x",
    ],
)
def test_marks_that_say_nothing(text: str) -> None:
    assert differing(text, NORTH) == []
    assert differing(text.replace("ole, C", "ovar, C").replace("COLE", "COVAR").replace("Cole", "Covar"), NORTH) == ["author"]


def test_a_short_name_that_nobody_knows_is_no_other_venue() -> None:
    text = "A. Abel and C. Cole, Rivers of the far north, J. Water Res., 2017."
    assert differing(text, replace(NORTH, venues=("HM",))) == []
    assert differing(text, replace(NORTH, venues=("Journal of Frogs",))) == ["venue"]
    assert differing(text, replace(NORTH, venues=("mAbs", "MABS"))) == ["venue"]
