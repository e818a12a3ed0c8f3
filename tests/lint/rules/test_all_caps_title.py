"""Shouted titles."""

from __future__ import annotations

import pytest
from ruleharness import findings


@pytest.mark.parametrize(
    ("title", "count"),
    [
        ("ON COMPUTABLE NUMBERS WITH AN APPLICATION", 1),
        ("{{THE OCCURRENCE RATE OF SMALL PLANETS}}", 1),
        ("{\\'E}TUDE SUR LES NOMBRES PREMIERS", 1),
        ("KECCAK SHA-3", 0),
        ("On Computable Numbers", 0),
        ("DNA RNA ATP", 0),
        ("一种温热外敷药制备方案", 0),
    ],
)
def test_titles(title: str, count: int) -> None:
    assert len(findings("all-caps-title", f"@article{{k, title = {{{title}}}}}")) == count
