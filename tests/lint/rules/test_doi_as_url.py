"""DOIs that are not bare."""

from __future__ import annotations

import pytest
from ruleharness import findings


@pytest.mark.parametrize(
    ("value", "bare"),
    [
        ("https://doi.org/10.1000/ABC", "10.1000/ABC"),
        ("http://dx.doi.org/10.1000/abc", "10.1000/abc"),
        ("doi:10.1000/abc", "10.1000/abc"),
        ("\\url{https://doi.org/10.1000/abc}", "10.1000/abc"),
        ("https://doi.org/10.1000%2Fabc", ""),
        ("10.1000/abc", None),
        ("https://doi.org/", None),
        ("10.1000/doi.org/x", None),
    ],
)
def test_doi_as_url(value: str, bare: str | None) -> None:
    found = findings("doi-as-url", f"@misc{{k, doi = {{{value}}}}}")
    assert len(found) == (bare is not None)
    if bare:
        assert found[0].fix is not None
        assert [(edit.span.text, edit.text) for edit in found[0].fix.edits] == [(value, bare)]
