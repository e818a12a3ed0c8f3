"""Inputs that were not followed."""

from __future__ import annotations

import pytest
from ruleharness import findings


@pytest.mark.parametrize(
    ("tex", "reason"),
    [
        (r"\input{\unknown/x}", "could not be worked out"),
        (r"\cite{\unknown}", "could not be worked out"),
        (r"\bibliography{\unknown}", "could not be worked out"),
        (r"\input{main}", "loads itself"),
        (r"\input{../../../../../../../../etc/passwd}", "outside of the project"),
        (r"\newcommand{\known}{refs}\InputIfFileExists{\known.bib}{}{}", None),
    ],
)
def test_inputs(tex, reason):
    found = findings("unresolved-input", "@book{a, title={A}}", tex=tex)
    assert [reason in finding.message for finding in found] == ([True] if reason else [])
