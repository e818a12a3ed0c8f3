"""ORCID iDs."""

from __future__ import annotations

import pytest
from ruleharness import findings


@pytest.mark.parametrize(
    ("fields", "columns"),
    [
        ("orcid = {0000-0002-1825-0097}", []),
        ("orcid = {https://orcid.org/0000-0002-1825-0097 and 0000-0001-5109-3700}", []),
        ("orcid = {0000-0002-1825-0098}", [19]),
        ("orcid = {0000-0002-1825-0097, 0000-0002-1825-009}", [40]),
        ("orcid = {unknown}", []),
        ("author = {Doe, Jane https://orcid.org/0000-0002-1825-0098}", [30]),
        ("author = {Doe, Jane}", []),
    ],
)
def test_orcid(fields: str, columns: list[int]) -> None:
    assert [found.location.column for found in findings("bad-orcid", f"@misc{{k, {fields}}}")] == columns
