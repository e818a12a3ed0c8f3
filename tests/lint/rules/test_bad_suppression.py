"""Suppression comments that say nothing that can be done."""

from __future__ import annotations

import pytest
from ruleharness import findings

from latexrefcheck import lint, registry
from latexrefcheck.model.finding import Severity
from latexrefcheck.policy import Suppressions

ENTRY = "@misc{a, title = {T}}\n"


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        ("% latexrefcheck: ignore[duplicate-feild] x", "unknown rule 'duplicate-feild'; did you mean 'duplicate-field'?"),
        ("% latexrefcheck: ignore[duplicate-field,] x", None),
        ("% latexrefcheck: ignore duplicate-field", "say which rules to ignore: ignore[rule-id]"),
        ("% latexrefcheck: disable[duplicate-field] x", "unknown comment 'disable'"),
        ("% latexrefcheck: ignore-file[duplicate-field]", "say behind the brackets why this is accepted"),
        ("% latexrefcheck: ignore[duplicate-field] x", None),
        ("checked with latexrefcheck: all fine", None),
    ],
)
def test_bad_comments(comment, message):
    found = findings("bad-suppression", f"{ENTRY}{comment}\n{ENTRY.replace('{a', '{b')}")
    assert [(f.location.line, f.location.column) for f in found] == ([] if message is None else [(2, 1)])
    assert all(f.message.startswith(message) for f in found)


def test_a_missing_reason_is_mild():
    rule = registry.rules["bad-suppression"]
    made = Suppressions()
    made._bad(None, "no reason", {"mild": True})
    made._bad(None, "no such rule")
    assert [draft.severity for draft in rule.check(made.problems, lint.Context(None))] == [Severity.info, None]
