"""Values of fields: what is written is read back as one value, whatever braces the text has."""

from __future__ import annotations

import pytest

from latexrefcheck.cite.escaping import value


@pytest.mark.parametrize("biblatex", [True, False])
@pytest.mark.parametrize(
    "text", ["On the {unbalanced brace", "a } b", "} {", "{a} {b}", "a {b {c} d", "plain DNA", "<i>x {</i> y"]
)
def test_a_brace_too_many_swallows_nothing(text: str, biblatex: bool) -> None:
    written = f"@misc{{a, title = {{{value(text, biblatex, title=True)}}}, year = 2019}}\n@misc{{b, title = {{Next}}}}\n"
    depth, found = 0, []
    for letter in written:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        found.append(depth)
    assert min(found) == 0
    assert found[-1] == 0
    assert written.count("@misc") == 2


def test_balanced_braces_stay_as_they_are() -> None:
    assert value("a {b} c", False) == "a \\{b\\} c"
