"""Misspelt field names."""

from __future__ import annotations

import pytest
from ruleharness import findings


@pytest.mark.parametrize(
    ("field", "near"),
    [
        ("autor", "author"),
        ("journel", "journal"),
        ("booktitel", "booktitle"),
        ("volumne", "volume"),
        ("puslisher", "publisher"),
        ("adress", "address"),
        ("abnt-note", None),
        ("bdsk-url-1", None),
        ("_note", None),
        ("xauthor", None),
        ("optpages", None),
        ("issnp", None),
        ("notes", None),
        ("keys", None),
    ],
)
def test_slips(field: str, near: str | None) -> None:
    expected = [f"no style reads “{field}”; did you mean {near}?"] if near else []
    assert [found.message for found in findings("unknown-field", f"@article{{k, {field} = {{x}}}}")] == expected


def test_no_finding_beside_the_right_name() -> None:
    assert findings("unknown-field", "@article{k, autor = {x}, author = {y}}") == []


def test_all() -> None:
    (found,) = findings("unknown-field", "@article{k, gadget = {x}}", options={"all": True})
    assert (found.message, found.location.column) == ("no style reads “gadget”", 13)
