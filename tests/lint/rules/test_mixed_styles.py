"""One citation style throughout a list."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import ruleharness

from latexrefcheck.cite import choosing, telling
from latexrefcheck.errors import ConfigError
from latexrefcheck.text.runs import plain

ITEMS = json.loads((Path(__file__).parents[3] / "fixtures" / "cite" / "items.json").read_text(encoding="utf-8"))
ARTICLES = [one for one in ITEMS if one.get("type") == "article-journal" and one.get("author")][:8]


def line(style: str, item: dict[str, object]) -> str:
    return telling.unnumbered(plain(choosing.chosen(style).references([item])[0]))


def mixed(lines: list[str], style: str = "") -> list[str | None]:
    text = "References\n\n" + "".join(f"[{number}] {one}\n" for number, one in enumerate(lines, 1))
    return [one.key for one in ruleharness.findings("mixed-styles", listed=text, options={"style": style})]


@pytest.mark.parametrize("style", telling.STYLES)
def test_a_list_in_one_style(style: str) -> None:
    lines = [line(style, item) for item in ARTICLES]
    assert mixed(lines) == []
    assert mixed(lines, style) == []


@pytest.mark.parametrize(("style", "other"), [("apa", "ieee"), ("ieee", "gb-t-7714"), ("gb-t-7714", "apa"), ("mla", "vancouver")])
def test_a_stranger(style: str, other: str) -> None:
    lines = [line(style, item) for item in ARTICLES[:5]]
    lines[2] = line(other, ARTICLES[2])
    assert mixed(lines) == ["[3]"]
    assert len(mixed(lines, other)) == 4


@pytest.mark.parametrize(
    "lines",
    [
        ["Abel, Rivers, 2017", "Brook: Roads (in press)", "Cole's lamps", "D. Dorn, personal communication"],
        ["See the web page of the river authority.", "Ibid.", "https://example.org/rivers", "Karte 7 des Wasseramtes"],
    ],
)
def test_a_careless_list_has_no_style_to_leave(lines: list[str]) -> None:
    assert mixed(lines) == []


def test_entries_of_a_database_have_no_style() -> None:
    assert ruleharness.findings("mixed-styles", bib="@misc{a, title = {Rivers}}", options={"style": "apa"}) == []


def test_a_file_is_no_style() -> None:
    with pytest.raises(ConfigError, match="unknown style"):
        mixed(["Abel, A. (2017). Rivers. Water, 4."] * 3, "/etc/passwd.csl")


def test_a_short_list_or_one_without_a_style_of_most_says_nothing() -> None:
    two = [line("apa", item) for item in ARTICLES[:2]]
    assert mixed([*two, line("ieee", ARTICLES[2])]) == []
    assert mixed([*two, line("ieee", ARTICLES[2]), line("ieee", ARTICLES[3])]) == []
    assert mixed([*two, line("ieee", ARTICLES[2])], "apa") == ["[3]"]
