"""Page ranges with one hyphen."""

from __future__ import annotations

import pytest
from ruleharness import findings


@pytest.mark.parametrize(
    ("pages", "fixed"),
    [
        ("12-34", "12--34"),
        ("12 - 34", "12--34"),
        ("S12-S15", "S12--S15"),
        ("123-8", "123--8"),
        ("1-5, 10-12", "1--5, 10--12"),
        ("12--34", None),
        ("12–34", None),
        ("054101-1", None),
        ("054101-1--054101-10", None),
        ("A-12", None),
        ("12", None),
        ("34-12", None),
        ("1-2-3", None),
        ("e1001", None),
    ],
)
def test_pages(pages: str, fixed: str | None) -> None:
    found = findings("page-range-hyphen", f"@misc{{k, pages = {{{pages}}}}}")
    assert len(found) == (fixed is not None)
    if fixed:
        assert found[0].fix is not None
        text = pages
        for edit in reversed(found[0].fix.edits):
            text = text[: edit.span.start - 18] + edit.text + text[edit.span.end - 18 :]
        assert text == fixed


def test_biber_reads_any_hyphen_as_a_dash() -> None:
    assert findings("page-range-hyphen", "@misc{k, pages = {12-34}}", dialect="biber") == []
