"""Other pages than the record's."""

from __future__ import annotations

import pytest
from verdictharness import differs, findings, told


@pytest.mark.parametrize(("field", "expected"), [("pages", [(6, "pages", "error")]), ("volume", [])])
def test_pages(field: str, expected: list[tuple[int, str, str]]) -> None:
    assert told(findings("pages-mismatch", judgements=differs(field, "1-9", "101-109"))) == expected
