"""Empty keys."""

from __future__ import annotations

import pytest
from ruleharness import findings


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        (r"\cite{a,b}", 0),
        (r"\cite{a, b}", 0),
        ("\\cite{a,%\nb}", 0),
        (r"\cite{a,,b,}", 1),
        (r"\cite{}", 1),
        (r"\cite{ }", 1),
        (r"\cite{a,} \cite{,b}", 2),
        (r"\nocite{a,}", 1),
        (r"\bibliography{a,}", 0),
    ],
)
def test_empty_keys(tex, expected):
    assert len(findings("empty-citation-key", "@book{a, title={A}}", tex=tex)) == expected
