"""Works are found again by name and by a title as people damage them; what is not there is not found."""

from __future__ import annotations

from pathlib import Path

import pytest
from indexharness import crossref, made, opened, title

from latexrefcheck.verify.index.looking import Index


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Index:
    works = [crossref(number) for number in range(600)]
    works += [
        crossref(900, title=["Über die Schönheit der gefrorenen Wasserfälle"], author=[{"family": "Müller", "given": "J."}]),
        crossref(901, title=["深度学习在图像识别中的应用研究"], author=[{"family": "王", "given": "伟"}]),
        crossref(902, title=["Introduction"], author=[{"family": "Roe", "given": "R."}]),
        crossref(903, title=["Введение в теорию случайных графов"], author=[{"family": "Иванов", "given": "И."}]),
        crossref(904, title=["Walking: A Guide"], subtitle=["For the tired"], author=[{"name": "The Walkers"}]),
        *(crossref(1000 + n, title=["Introduction"], author=[{"family": f"Other{n}", "given": "A."}]) for n in range(90)),
    ]
    return opened(made(tmp_path_factory.mktemp("index"), works))


def met(found: Index, text: str, family: str = "", year: str = "") -> str:
    records = found.titled(text, family, year)
    return records[0].identifiers["doi"] if records else ""


def test_by_name(found: Index) -> None:
    (record,) = found.named("doi", "10.5555/w.7")
    assert (record.title, record.authors[0].family, record.years) == (title(7), "Berg", (2007,))
    assert found.named("doi", "10.5555/W.7") == [record], "a DOI has no case"
    assert found.named("doi", "10.5555/w.70000") == []
    assert found.named("arxiv", "10.5555/w.7") == []


@pytest.mark.parametrize(
    "damaged",
    [
        "On the saddle and harbour of wandering violet numbered q00004x",
        "ON THE SADDLE AND HARBOUR OF WANDERING VIOLET NUMBERED Q00004X",
        "On the sadle and harbour of wandering violet numbered q00004x",
        "On saddle and harbor of wandring violet, numbered q00004x",
        "The harbour and saddle of wandering violet numbered q00004x",
    ],
)
def test_a_damaged_title(found: Index, damaged: str) -> None:
    words = title(4).split()
    text = damaged.replace("saddle", words[2]).replace("harbour", words[4]).replace("violet", words[7])
    assert met(found, text, "Li") == "10.5555/w.4"


@pytest.mark.parametrize("family", ["", "Nobody"])
def test_a_damaged_title_without_its_author(found: Index, family: str) -> None:
    assert met(found, title(4).replace("wandering", "wanderin").replace(" and ", " und "), family) == "10.5555/w.4"


@pytest.mark.parametrize(
    ("text", "family", "doi"),
    [
        ("Uber die Schonheit der gefrorenen Wasserfalle", "Muller", "10.5555/w.900"),
        ("Über die Schönheit gefrorener Wasserfälle", "Müller", "10.5555/w.900"),
        ("深度学习在图像识别中的应用研究", "王", "10.5555/w.901"),
        ("深度学习在图象识别中的应用研究", "王", "10.5555/w.901"),
        ("Введение в теорию случайных графов", "Иванов", "10.5555/w.903"),
        ("Walking: A guide", "", "10.5555/w.904"),
        ("Walking. A Guide: For the Tired", "", "10.5555/w.904"),
        ("Introduction", "Roe", "10.5555/w.902"),
        ("Introduction", "Other77", "10.5555/w.1077"),
    ],
)
def test_other_languages_and_titles_that_many_have(found: Index, text: str, family: str, doi: str) -> None:
    assert met(found, text, family) == doi


@pytest.mark.parametrize(
    "text", ["", "!!!", "A wholly other matter of state", '"" OR #', "NEAR(lantern) AND *", "q" * 5000, "\0"]
)
def test_what_is_not_there_is_not_found(found: Index, text: str) -> None:
    assert found.titled(text, '"', "x") == []
    assert found.named("doi", text) == []


def test_the_year_chooses_among_the_like(tmp_path: Path) -> None:
    one = opened(made(tmp_path, [crossref(n, title=["Twice Told Tales of Salt"]) for n in (1, 2, 6)]))
    assert met(one, "Twice told tales of salt", "Ödegård", "2006") == "10.5555/w.6"
    assert met(one, "Twice told tales of salt", "van der Berg") == "10.5555/w.2"


def test_a_later_dump_counts(tmp_path: Path) -> None:
    made(tmp_path, [crossref(1, title=["The Old Name of a Lantern"]), crossref(2)], name="a")
    one = opened(made(tmp_path, [crossref(1, title=["A Wholly New Heading"], volume="8")], name="b"))
    (record,) = one.named("doi", "10.5555/w.1")
    assert (record.title, record.volume) == ("A Wholly New Heading", "8")
    assert one.titled("The Old Name of a Lantern") == [], "what is no longer told is not found"
    assert met(one, "A wholly new heading") == "10.5555/w.1"
