"""Short DOIs."""

from __future__ import annotations

import pytest
from ruleharness import findings


@pytest.mark.parametrize(
    ("value", "short"),
    [("10/cvm999", "10/cvm999"), ("https://doi.org/cvm999", "10/cvm999"), ("10.1000/10/2", None), ("10.1000/abc", None)],
)
def test_short(value: str, short: str | None) -> None:
    found = findings("short-doi", f"@misc{{k, doi = {{{value}}}}}")
    assert [f.message.split("”")[0] for f in found] == ([f"“{short}"] if short else [])
