"""ISBN check digits."""

from __future__ import annotations

import pytest
from ruleharness import findings


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("0-201-52983-1", None),
        ("978-0-201-52983-8", None),
        ("978-0-691-14049-0; 0-691-14049-9", None),
        ("1107029570, 9781107029576", None),
        ("0-8044-2957-X", None),
        ("", None),
        ("0378-5955", None),
        ("0-201-52983-2", "the check digit of 0-201-52983-2 is wrong"),
        ("978-0-201-52983-9 (pbk.)", "the check digit of 978-0-201-52983-9 is wrong"),
        ("00002016", "it does not have ten or thirteen digits"),
    ],
)
def test_isbn(value: str, reason: str | None) -> None:
    found = findings("bad-isbn", f"@book{{k, isbn = {{{value}}}}}")
    assert [f.message.partition(" is no ISBN: ")[2] for f in found] == ([reason] if reason else [])
