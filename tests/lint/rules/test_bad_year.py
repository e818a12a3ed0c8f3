"""Years and dates."""

from __future__ import annotations

import pytest
from ruleharness import findings


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("2015", None),
        ("{2015}", None),
        ("2015a", None),
        ("1999/2000", None),
        ("[1848] 1998", None),
        ("in press", None),
        ("Forthcoming", None),
        ("n.d.", None),
        ("to appear", None),
        ("", None),
        ("1387 هـ", None),
        ("20015", "20015 has 5 digits"),
        ("98", "it has no four digits"),
        ("3392", "it is later than 2030"),
        ("1066", "it is earlier than 1400"),
    ],
)
def test_year(value: str, reason: str | None) -> None:
    found = findings("bad-year", f"@misc{{k, year = {{{value}}}}}", options={"latest": 2030})
    assert [f.message.partition(" is not a plausible year: ")[2] for f in found] == ([reason] if reason else [])


@pytest.mark.parametrize(
    ("value", "good"),
    [
        ("2001-05-03", True),
        ("2001-05", True),
        ("2001-21", True),
        ("2001~", True),
        ("2001/2003", True),
        ("2001/", True),
        ("2001/..", True),
        ("199X", True),
        ("1723%", True),
        ("2001-05-03T10:00:00Z", True),
        ("-0043", True),
        ("2015-19-10", False),
        ("May 2001", False),
        ("03.05.2001", False),
    ],
)
@pytest.mark.parametrize("name", ["date", "urldate", "origdate", "eventdate"])
def test_biblatex_date(name: str, value: str, good: bool) -> None:
    found = findings("bad-year", f"@misc{{k, {name} = {{{value}}}}}", dialect="biber")
    assert [f.message for f in found] == (
        [] if good else [f"“{value}” is not a plausible {name}: biber reads dates of the form 2024-05-31 only"]
    )


@pytest.mark.parametrize(
    ("value", "day"),
    [
        ("2020-02-29", None),
        ("2000-02-29", None),
        ("2020-12-31/2021-01-31", None),
        ("2020-02-30", "2020-02-30"),
        ("2021-02-29", "2021-02-29"),
        ("1900-02-29", "1900-02-29"),
        ("2021-04-01/2021-04-31", "2021-04-31"),
    ],
)
def test_days_that_no_month_has(value: str, day: str | None) -> None:
    found = findings("bad-year", f"@misc{{k, urldate = {{{value}}}}}", dialect="biber")
    reason = f"there is no {day}, and biber drops the date"
    assert [f.message.partition(" is not a plausible urldate: ")[2] for f in found] == ([reason] if day else [])


@pytest.mark.parametrize("name", ["urldate", "origdate", "eventdate"])
def test_bibtex_does_not_read_other_dates(name: str) -> None:
    assert findings("bad-year", f"@misc{{k, {name} = {{May 2020}}}}") == []
