"""Years: any publication year, a tolerance, the span from preprint to publication."""

from __future__ import annotations

import pytest

from latexrefcheck.verify.match.fields import other_language, same_pages
from latexrefcheck.verify.match.years import compare


@pytest.mark.parametrize(
    ("cited", "found", "span", "state"),
    [
        (2017, (2017,), False, "agree"),
        (2017, (2016, 2018), False, "minor"),
        (2016, (2017,), False, "minor"),
        (2015, (2017,), False, "differ"),
        (2020, (2018, 2022), False, "differ"),
        (2020, (2018, 2022), True, "agree"),
        (2023, (2018, 2022), True, "minor"),
        (2024, (2018, 2022), True, "differ"),
        (None, (2017,), False, "unknown"),
        (2017, (), False, "unknown"),
    ],
)
def test_years(cited: int | None, found: tuple[int, ...], span: bool, state: str) -> None:
    assert compare(cited, found, 1, span).state == state


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("1-9", "1-9", True),
        ("123-30", "123-130", True),
        ("123", "123-130", True),
        ("e12", "e12", True),
        ("001-009", "1-9", True),
        ("1-9", "101-109", False),
        ("1-9", "1-7", False),
    ],
)
def test_pages(left: str, right: str, expected: bool) -> None:
    assert same_pages(left, right) is expected


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("Die Theorie der Bäume und der Wälder", "On the Theory of Trees and Forests", True),
        ("河流的结构", "Structures of Rivers", True),
        ("The theory of trees", "A theory of the forests", False),
        ("Trees", "Forests", False),
    ],
)
def test_other_language(left: str, right: str, expected: bool) -> None:
    assert other_language(left, right) is expected
