"""Entries without a key."""

from __future__ import annotations

import pytest
from ruleharness import findings, spots


@pytest.mark.parametrize("dialect", ["bibtex", "biber"])
@pytest.mark.parametrize(
    ("bib", "expected"),
    [
        ("@misc{a, t={x}}", []),
        ("@misc{, t={x}}\n@misc{}", [(1, None), (2, None)]),
        ("@misc{author={Doe, Jane}, t={x}}", [(1, None)]),
        ("\n@misc{\n  author = {Doe, Jane}\n}", [(2, None)]),
    ],
)
def test_table(bib: str, expected: list[tuple[int, None]], dialect: str) -> None:
    assert spots(findings("empty-key", bib, dialect=dialect)) == expected
    assert findings("parse-error", bib, dialect=dialect) == []
