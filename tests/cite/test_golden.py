"""Ten styles × twelve kinds of works × five shapes of names: each line as the style's definition wants it.

The works of fixtures/cite/items.json are invented. Each line follows from the definition of its style: this program and the
reference implementation of CSL (citeproc-js 2.4.63), which was given the same definitions, agree on all 600.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from latexrefcheck import registry
from latexrefcheck.text.runs import plain

FIXTURES = Path(__file__).parents[2] / "fixtures" / "cite"
ITEMS: dict[str, dict[str, Any]] = {item["id"]: item for item in json.loads((FIXTURES / "items.json").read_text("utf-8"))}


def lines() -> list[tuple[str, str, str]]:
    found, item = [], ""
    for line in (FIXTURES / "lines.txt").read_text("utf-8").splitlines():
        if line.startswith("# "):
            item = line[2:]
        else:
            style, _, text = line.partition("\t")
            found.append((style, item, text))
    return found


LINES = lines()


def test_the_table_is_whole() -> None:
    assert len({style for style, _, _ in LINES}) == 10
    assert len({ITEMS[item]["type"] for _, item, _ in LINES}) == 12
    assert len({item.rpartition("-")[2] for _, item, _ in LINES}) == 5
    assert len(LINES) == 10 * 12 * 5


@pytest.mark.parametrize("item", ITEMS)
def test_lines(item: str) -> None:
    for style, name, line in LINES:
        if name == item:
            assert plain(registry.styles[style].references([ITEMS[item]])[0]) == line, style


def test_styles_number_their_references() -> None:
    items = list(ITEMS.values())[:3]
    assert [plain(line)[:3] for line in registry.styles["ieee"].references(items, 9)] == ["[9]", "[10", "[11"]
    assert [plain(line)[:3] for line in registry.styles["acs"].references(items)] == ["(1)", "(2)", "(3)"]


def test_words_of_gb_t_7714_by_language() -> None:
    style = registry.styles["gb-t-7714-bilingual"]
    told = {name: plain(style.references([ITEMS[f"book-{name}"]])[0]) for name in ("many", "cjk")}
    assert ", et al. The book" in told["many"] and "3rd ed." in told["many"]
    assert told["cjk"].startswith("[1] 王小明, 李雷, 陈晓, 等. ")
