"""HTML in values."""

from __future__ import annotations

import pytest
from ruleharness import findings

from latexrefcheck.model.finding import Finding


@pytest.mark.parametrize(
    ("value", "fixed"),
    [
        ("Cats &amp; Dogs", "Cats \\& Dogs"),
        ("Cats \\&amp; Dogs", "Cats \\& Dogs"),
        ("a 2&#8211;5 year", "a 2--5 year"),
        ("Caf&eacute; &#x2013; &lt;x&gt;", "Caf{\\'e} -- $<$x$>$"),
        ("<i>Felis</i> and H<sub>2</sub>O", "\\emph{Felis} and H\\textsubscript{2}O"),
        ("<mml:math><mml:mi>x</mml:mi></mml:math>", None),
        ("<b>open", ""),
        ("Salt {\\&} Pepper", ""),
        ("Food \\& Co; more", ""),
        ("R&D; S&T", ""),
        ("a < b and c > d", ""),
        ("&notanentityatall;", ""),
    ],
)
def test_entities(value: str, fixed: str | None) -> None:
    """``fixed``: the value after the fix, None where no fix is sure, empty where nothing is found."""
    found = findings("html-entity", f"@misc{{k, title = {{{value}}}}}")
    assert len(found) == (fixed != "")
    if found:
        assert applied(found[0], value) == fixed


def applied(found: Finding, value: str) -> str | None:
    if found.fix is None:
        return None
    start = "@misc{k, title = {"
    text = start + value
    for edit in reversed(found.fix.edits):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text.removeprefix(start)


@pytest.mark.parametrize("field", ["url", "doi", "abstract", "file"])
def test_fields_that_are_not_typeset(field: str) -> None:
    assert findings("html-entity", f"@misc{{k, {field} = {{a &amp; b}}}}") == []
