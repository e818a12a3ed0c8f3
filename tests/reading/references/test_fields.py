"""The fields of references that nobody knows, in many styles and languages; all of them are invented."""

from __future__ import annotations

import pytest

from latexrefcheck.cite.telling import set_in
from latexrefcheck.reading.references import fields
from latexrefcheck.reading.references.fields_people import people

LINES = [
    (
        "Abel, A., & Brook, B. (2017). Measuring the slow flow of invented rivers. Journal of Water, 4(2), 1–9.",
        ("Measuring the slow flow of invented rivers", "Journal of Water", 2017, "4", "2", "1-9", ["Abel", "Brook"]),
    ),
    (
        "[3] A. Abel, J.-P. van der Berg and B. Brook, “Measuring invented rivers,” Journal of Water, vol. 4, no. 2, pp. 1–9, "
        "2017.",
        ("Measuring invented rivers", "Journal of Water", 2017, "4", "2", "1-9", ["Abel", "Berg", "Brook"]),
    ),
    (
        "Abel A, Brook B-C, et al. Measuring invented rivers. J Water 2017;4(2):1–9.",
        ("Measuring invented rivers", "J Water", 2017, "4", "2", "1-9", ["Abel", "Brook"]),
    ),
    (
        "张三, 李四. 河流的缓慢流动[J]. 水利学报, 2017, 4(2): 1-9.",
        ("河流的缓慢流动", "水利学报", 2017, "4", "2", "1-9", ["张", "李"]),
    ),
    (
        "ABEL A, VAN DEN BERG B, 等. Measuring invented rivers[J]. Journal of Water, 2017, 4(2): 1-9.",
        ("Measuring invented rivers", "Journal of Water", 2017, "4", "2", "1-9", ["ABEL", "VAN DEN BERG"]),
    ),
    (
        "Abel, Ann, and Bo Brook. “Measuring Invented Rivers.” Journal of Water, vol. 4, no. 2, 2017, pp. 1–9.",
        ("Measuring Invented Rivers", "Journal of Water", 2017, "4", "2", "1-9", ["Abel", "Brook"]),
    ),
    (
        "Müller, H. & Schäfer, U. (1999): Die langsamen Flüsse. Zeitschrift für Hydrologie, Bd. 4, S. 1–9.",
        ("Die langsamen Flüsse", "Zeitschrift für Hydrologie", 1999, "4", "", "1-9", ["Müller", "Schäfer"]),
    ),
    (
        "Ann Abel. 2017. Rivers of the north. Ph.D. thesis, University of Delft.",
        ("Rivers of the north", "", 2017, "", "", "", ["Abel"]),
    ),
]


@pytest.mark.parametrize(("text", "expected"), LINES)
def test_fields(text: str, expected: tuple[object, ...]) -> None:
    work = fields.work(text)
    families = [one.family or one.literal for one in work.authors]
    assert (work.title, work.venue, work.year, work.volume, work.number, work.pages, families) == expected


ITEM = {
    "type": "article-journal",
    "title": "Measuring the slow flow of invented rivers in winter",
    "author": [{"family": "Abel", "given": "Ann"}, {"family": "Brook", "given": "Bo C."}],
    "container-title": "Journal of Invented Hydrology",
    "volume": "12",
    "issue": "3",
    "page": "101-119",
    "issued": {"date-parts": [[2017]]},
}


@pytest.mark.parametrize("style", ["apa", "ieee", "nature", "vancouver", "gb-t-7714", "mla", "chicago", "harvard", "acs", "acm"])
def test_every_style_is_read(style: str) -> None:
    work = fields.work(set_in(style, ITEM))
    assert work.title.lower() == str(ITEM["title"]).lower()
    assert work.venue == "Journal of Invented Hydrology"
    assert (work.years, work.volume) == ((2017,), "12")
    assert [one.family.lower() for one in work.authors] == ["abel", "brook"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Abel, A., Brook, B. C., & van den Berg, C.", ["A. Abel", "B. C. Brook", "C. van den Berg"]),
        ("Abel A, Brook BC, de Vries J-W.", ["A Abel", "BC Brook", "J-W de Vries"]),
        ("A. Abel, B. C. Brook and J.-P. Çelik", ["A. Abel", "B. C. Brook", "J.-P. Çelik"]),
        ("Abel, Ann, Bo Brook, et al.", ["Ann Abel", "Bo Brook"]),
        ("King, R., Jr.; Ng, Q.", ["R. King, Jr", "Q. Ng"]),
        ("张三, 李四, 等", ["三 张", "四 李"]),
        ("In E. Brontë & L. Vasquez (Eds.)", ["E. Brontë", "L. Vasquez"]),
        ("World Health Organization", ["World Health Organization"]),
        ("Müller, H. und Groß, U.", ["H. Müller", "U. Groß"]),
        ("", []),
        ("12, 13.", []),
    ],
)
def test_people(text: str, expected: list[str]) -> None:
    assert [one.text.replace(".", "") for one in people(text)] == [one.replace(".", "") for one in expected]


@pytest.mark.parametrize("text", ["", " ", ".", "((((", "[J]", "a" * 5000, "1 " * 3000, "，" * 50, "\u202eabc \ud7ff"])
def test_anything_can_be_read(text: str) -> None:
    fields.work(text)


def test_the_pieces_are_the_text() -> None:
    text = LINES[0][0]
    found = fields.pieces(text)
    assert " ".join(text[one.start : one.end] for one in found) == text
    assert [one.field for one in found] == ["author", "date", "title", "container", "volume", "pages"]
