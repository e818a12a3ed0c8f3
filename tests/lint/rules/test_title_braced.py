"""Whole titles in braces."""

from __future__ import annotations

import pytest
from ruleharness import findings


@pytest.mark.parametrize(
    ("title", "count"),
    [
        ("{On Computable Numbers}", 1),
        ("{{On Computable Numbers}}", 1),
        ("{On} Computable {Numbers}", 0),
        ("{DNA}", 0),
        ("On Computable Numbers", 0),
        ("", 0),
    ],
)
def test_titles(title: str, count: int) -> None:
    assert len(findings("title-braced", f"@article{{k, title = {{{title}}}}}")) == count
