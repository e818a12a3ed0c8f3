"""Months written out."""

from __future__ import annotations

import pytest
from ruleharness import findings


@pytest.mark.parametrize(
    ("value", "macro"),
    [
        ("{January}", "jan"),
        ('"oct"', "oct"),
        ("{Sept.}", "sep"),
        ("{May}", "may"),
        ("jan", None),
        ("{1}", None),
        ("{May--June}", None),
    ],
)
def test_months(value: str, macro: str | None) -> None:
    found = findings("abbreviated-month", f"@article{{k, month = {value}}}")
    assert len(found) == (macro is not None)
    if macro:
        assert found[0].fix is not None
        assert [(edit.span.text, edit.text) for edit in found[0].fix.edits] == [(value, macro)]
