"""The same authors in another order."""

from __future__ import annotations

import pytest
from verdictharness import differs, findings, told


@pytest.mark.parametrize(
    ("state", "kind", "expected"),
    [("minor", "order", [(2, "author", "error")]), ("minor", "spelling", []), ("agree", "", []), ("differ", "added", [])],
)
def test_order(state: str, kind: str, expected: list[tuple[int, str, str]]) -> None:
    assert told(findings("author-order", judgements=differs("author", state=state, kind=kind))) == expected
