"""Another year than the record's."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from verdictharness import RECORD, differs, findings, told


@pytest.mark.parametrize(
    ("state", "basis", "expected"),
    [
        ("differ", "identifier", [(7, "year", "error")]),
        ("differ", "search", [(7, "year", "warning")]),
        ("minor", "identifier", []),
        ("agree", "identifier", []),
        ("unknown", "search", []),
    ],
)
def test_year(state: str, basis: str, expected: list[tuple[int, str, str]]) -> None:
    judgements = differs("year", "cited value", "found value", state=state)
    found = findings("year-mismatch", "mismatch", judgements=judgements, basis=basis)
    assert told(found) == expected
    assert all("found value" in one.message for one in found)


@pytest.mark.parametrize(
    ("cited", "found", "changes", "severity"),
    [
        ("2011", "2017", {}, "error"),
        ("2011", "2016, 2017", {}, "error"),
        ("2014", "2017", {}, "error"),
        ("2015", "2017", {}, "warning"),
        ("2011", "2012, 2017", {}, "warning"),
        ("2011", "2017", {"basis": "search"}, "warning"),
        ("2011", "2017", {"record": replace(RECORD, preprint=True)}, "warning"),
        ("2011", "2017", {"identifier": ("doi", "10.99999/gone")}, "warning"),
    ],
)
def test_what_the_registry_contradicts_by_years_is_an_error(
    cited: str, found: str, changes: dict[str, Any], severity: str
) -> None:
    told_ones = findings("year-mismatch", "mismatch", judgements=differs("year", cited, found), **changes)
    assert [one.severity.name for one in told_ones] == [severity]


def test_year_and_venue_of_another_version_are_no_error() -> None:
    judgements = (*differs("year", "2011", "2017"), *differs("venue", "Proc. X", "Journal of Things"))
    for rule in ("year-mismatch", "venue-mismatch"):
        assert [one.severity.name for one in findings(rule, "mismatch", judgements=judgements)] == ["warning"]
