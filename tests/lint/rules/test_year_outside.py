"""Years that a house wants."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
import ruleharness

from latexrefcheck.model.record import Record

NOW = datetime.now(UTC).year


def outside(bib: str, **options: int) -> list[tuple[str | None, str]]:
    named = {name.rstrip("_"): value for name, value in options.items()}
    return [(one.key, one.message) for one in ruleharness.findings("year-outside", bib=bib, options=named, lone=True)]


@pytest.mark.parametrize(
    ("year", "options", "message"),
    [
        ("year = 1999", {"from_": 2000}, "the year is 1999, wanted is 2000 or later"),
        ("year = {2000}", {"from_": 2000}, ""),
        ("year = 2001", {"to": 2000}, "the year is 2001, wanted is 2000 or earlier"),
        ("year = 2000", {"to": 2000}, ""),
        ("date = {1999-12-31}", {"from_": 2000, "to": 2010}, "the year is 1999, wanted is 2000 to 2010"),
        ("date = {2011}", {"from_": 2000, "to": 2010}, "the year is 2011, wanted is 2000 to 2010"),
        (f"year = {NOW - 5}", {"window": 5}, ""),
        (f"year = {NOW - 6}", {"window": 5}, f"the year is {NOW - 6}, wanted is {NOW - 5} or later"),
        ("year = {in press}", {"from_": 2000}, ""),
        ("note = {1950}", {"from_": 2000}, ""),
        ("year = 1950", {}, ""),
    ],
)
def test_an_entry(year: str, options: dict[str, int], message: str) -> None:
    told = outside(f"@article{{k, title = {{Rivers of 1850}}, journal = {{Water}}, {year}}}", **options)
    assert told == ([("k", message)] if message else [])


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Abel, A. (1987). Rivers of the invented north. Water, 4, 1-9.", True),
        ("A. Abel, “Rivers since 1850,” Water, vol. 4, pp. 1–9, 2017.", False),
        ("Абель А. Реки севера // Вода. 1987. Т. 4. С. 1-9.", True),
        ("张三, 李四. 河流的研究[J]. 水利学报, 1987, 4(2): 1-9.", True),
        ("Abel, A. (n.d.). Rivers of the invented north. Water.", False),
        ("Abel A. Rivers of the invented north. Water. 2017;1950(2):1900-1910.", False),
    ],
)
def test_a_line(line: str, found: bool) -> None:
    text = f"References\n\n[1] {line}\n[2] Brook, B. (2018). Roads. Road, 1, 2-3.\n"
    told = ruleharness.findings("year-outside", listed=text, options={"from": 2000})
    assert [one.key for one in told] == (["[1]"] if found else [])


@pytest.mark.parametrize(("status", "found"), [("verified", True), ("partial", False), ("unchecked", False)])
def test_the_record_tells_what_the_reference_does_not(status: str, found: bool) -> None:
    project = ruleharness.read_list("Abel, A. (n.d.). Rivers of the invented north. Water.\n")
    record = Record(source="x", titles=("Rivers",), years=(1987, 1988))
    options: dict[str, Any] = {"from": 2000}
    assert bool(ruleharness.with_record("year-outside", project, record, options, status)) == found


def test_a_year_of_its_own_goes_before_the_record() -> None:
    project = ruleharness.read_list("Abel, A. (2017). Rivers of the invented north. Water, 4, 1-9.\n")
    record = Record(source="x", titles=("Rivers",), years=(1987,))
    assert not ruleharness.with_record("year-outside", project, record, {"from": 2000})
