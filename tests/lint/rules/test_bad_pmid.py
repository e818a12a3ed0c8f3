"""PubMed identifiers."""

from __future__ import annotations

import pytest
from ruleharness import findings


@pytest.mark.parametrize(
    ("fields", "count"),
    [
        ("pmid = {12345678}", 0),
        ("pmid = {PMID: 1}", 0),
        ("pmcid = {PMC1234567}", 0),
        ("pmid = {PMC1234567}", 0),
        ("pmid = {}", 0),
        ("pmid = {123456789}", 1),
        ("pmid = {abc}", 1),
        ("pmid = {PMID:12x}", 1),
        ("pmcid = {1234x}", 1),
    ],
)
def test_pmid(fields: str, count: int) -> None:
    assert len(findings("bad-pmid", f"@misc{{k, {fields}}}")) == count
