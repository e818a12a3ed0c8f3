"""Special characters without a backslash."""

from __future__ import annotations

import pytest
from ruleharness import findings


@pytest.mark.parametrize(
    ("field", "value", "columns"),
    [
        ("journal", "Geometry & Topology", [30]),
        ("title", "100% of it", [22]),
        ("title", "snake_case and C#", [24]),
        ("title", "Salt \\& Pepper, 100\\% of C\\# {\\&}", []),
        ("title", "$x_1 & y$ and \\(a_1\\)", []),
        ("note", "\\url{http://example.org/a_b%20c#d}", []),
        ("note", "\\href{http://example.org/a_b}{text}", []),
        ("note", "see \\cite{a_b}", []),
        ("title", "Cats &amp; Dogs &#8211;", []),
        ("author", "Doe, Jane & Roe, Richard", []),
        ("author", "{AT&T}", [23]),
        ("url", "http://example.org/a_b%20c#d", []),
        ("abstract", "100% & more", []),
        ("file", "a_b", []),
    ],
)
def test_characters(field: str, value: str, columns: list[int]) -> None:
    found = findings("unescaped-character", f"@misc{{k, {field} = {{{value}}}}}")
    assert [f.location.column for f in found] == columns


def test_one_fix_for_all() -> None:
    (found,) = findings("unescaped-character", "@misc{k, title = {a_b & c}}")
    assert found.fix is not None
    assert [(edit.span.start, edit.span.end, edit.text) for edit in found.fix.edits] == [(19, 19, "\\"), (22, 22, "\\")]


def test_no_fix_in_a_joined_value() -> None:
    (found,) = findings("unescaped-character", '@string{x = "A & B"}\n@misc{k, title = x # " C"}')
    assert (found.fix, found.location.line) == (None, 2)


@pytest.mark.parametrize("value", ["http://a.org/A%3A10", "http://a.org/x_y", "http://a.org/#b", "http://a.org/?a=1&b=2"])
@pytest.mark.parametrize("field", ["url", "doi"])
def test_addresses_that_nothing_makes_verbatim(field: str, value: str) -> None:
    entry = f"@misc{{k, title = {{T}}, {field} = {{{value}}}}}"
    assert len(findings("unescaped-character", entry, style="plainnat")) == 1
    assert not findings("unescaped-character", entry, style="plain")
    assert not findings("unescaped-character", entry, style="plainnat", packages=frozenset(("natbib", "hyperref")))
    assert not findings("unescaped-character", entry, dialect="biber", style="numeric")
