"""Entries that are only an address."""

from __future__ import annotations

import pytest
from ruleharness import findings


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("url = {https://example.org/a}", "the entry gives an address but neither title nor author"),
        ("howpublished = {\\url{https://example.org/a}}, year = 2001", "the entry gives an address but neither title nor author"),
        ("title = {\\url{https://example.org/a}}", "the title is only a URL"),
        ("title = {https://example.org/a}, author = {A B}", "the title is only a URL"),
        ("title = {A page}, url = {https://example.org/a}", None),
        ("note = {Some words about https://example.org/a}", None),
        ("author = {A B}, url = {https://example.org/a}", None),
        ("title = {The www.example.org experiment}", None),
        ("crossref = {p}, url = {https://example.org/a}", None),
        ("note = {n}", None),
    ],
)
def test_addresses(fields: str, message: str | None) -> None:
    assert [found.message for found in findings("url-only-entry", f"@misc{{k, {fields}}}")] == ([message] if message else [])
