"""ISSN check digits."""

from __future__ import annotations

import pytest
from ruleharness import findings


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("0378-5955", None),
        ("2049-3630, 0378-5955", None),
        ("2434-561X (online)", None),
        ("978-0-201-52983-8", None),
        ("0378-5954", "the check digit of 0378-5954 is wrong"),
        ("378-5955", "it does not have eight digits"),
    ],
)
def test_issn(value: str, reason: str | None) -> None:
    found = findings("bad-issn", f"@book{{k, issn = {{{value}}}}}")
    assert [f.message.partition(" is no ISSN: ")[2] for f in found] == ([reason] if reason else [])
