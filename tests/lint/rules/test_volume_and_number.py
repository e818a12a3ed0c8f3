"""BibTeX's own warning about volume and number."""

from __future__ import annotations

import pytest
from ruleharness import findings

BOTH = "volume = {3}, number = {7}"


@pytest.mark.parametrize(
    ("bib", "style", "count"),
    [
        (f"@book{{k, {BOTH}}}", "plain", 1),
        (f"@inproceedings{{k, {BOTH}}}", "plainnat", 1),
        (f"@conference{{k, {BOTH}}}", "alpha", 1),
        (f"@proceedings{{k, {BOTH}}}", "styles/unsrt.bst", 1),
        (f"@incollection{{k, {BOTH}}}", "acm", 1),
        (f"@article{{k, {BOTH}}}", "plain", 0),
        (f"@techreport{{k, {BOTH}}}", "plain", 0),
        ("@book{k, volume = {3}}", "plain", 0),
        ("@book{k, number = {3}}", "plain", 0),
        ("@book{k, volume = { }, number = {3}}", "plain", 0),
        ("@book{k, volume = {3}, number = {}}", "plain", 0),
        (f"@inbook{{k, crossref = {{b}}, {BOTH}}}\n@book{{b, title = {{T}}}}", "plain", 0),
        (f"@book{{k, {BOTH}}}", "IEEEtran", 0),
        (f"@book{{k, {BOTH}}}", "amsplain", 0),
        (f"@book{{k, {BOTH}}}", "of-my-own", 0),
    ],
)
def test_types_and_styles(bib: str, style: str, count: int) -> None:
    assert len(findings("volume-and-number", bib, style=style)) == count


def test_biber_prints_both() -> None:
    assert findings("volume-and-number", f"@book{{k, {BOTH}}}", dialect="biber") == []


def test_a_file_of_no_document_has_no_style() -> None:
    assert findings("volume-and-number", f"@book{{k, {BOTH}}}", lone=True) == []


def test_the_number_is_pointed_at() -> None:
    (found,) = findings("volume-and-number", f"@book{{k, {BOTH}}}")
    assert (found.location.column, found.field, found.related[0].message) == (33, "number", "the volume")
    assert found.message == "@book has volume and number; the style prints the volume only, and BibTeX warns"
