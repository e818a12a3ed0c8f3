"""What was left open because a source could not answer."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from verdictharness import findings


@pytest.mark.parametrize(
    ("status", "unchecked", "said"),
    [
        ("unchecked", {"existence": "crossref: time-out"}, "the entry could not be checked: crossref: time-out"),
        ("verified", {"retraction": "HTTP 400"}, "whether it was retracted could not be checked (HTTP 400)"),
        ("verified", {"doi": "down"}, "the DOI could not be checked (down)"),
        ("unchecked", {"malformed": "its DOI is malformed"}, None),
        ("unchecked", {"lock": "not covered"}, None),
        ("verified", {}, None),
        ("not-found", {}, None),
    ],
)
def test_open_questions(status: str, unchecked: Mapping[str, str], said: str | None) -> None:
    found = findings("could-not-check", status, unchecked=unchecked, reason="crossref: time-out")
    assert [one.message for one in found] == ([] if said is None else [said])
