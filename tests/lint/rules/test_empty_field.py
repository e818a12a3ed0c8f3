"""Fields without a value."""

from __future__ import annotations

import pytest
from ruleharness import findings


@pytest.mark.parametrize(
    ("field", "count"),
    [
        ("volume = {}", 1),
        ('volume = ""', 1),
        ("volume = { {} }", 1),
        ("volume = {7}", 0),
        ("keywords = {}", 0),
        ("title = {}", 0),
        ("volume = nowhere", 0),
    ],
)
def test_empty(field: str, count: int) -> None:
    assert len(findings("empty-field", f"@article{{k, {field}}}")) == count


def test_points_at_the_name() -> None:
    (found,) = findings("empty-field", "@article{k, doi = {}}")
    assert (found.message, found.location.column, found.location.end_column) == ("doi is empty", 13, 16)
