"""References with one key."""

from __future__ import annotations

import pytest
from ruleharness import findings, spots


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        ("\\bibitem{a} A\n\\bibitem{b} B", []),
        ("\\bibitem{a} A\n\\bibitem[x]{a} B\n\\bibitem{a} C", [(5, "a"), (6, "a")]),
        ("\\bibitem{a} A\n% \\bibitem{a} B", []),
    ],
)
def test_items(items, expected):
    tex = f"\\cite{{a}}\\begin{{thebibliography}}{{9}}\n{items}\n\\end{{thebibliography}}"
    assert spots(findings("duplicate-bibitem", tex=tex, dialect="manual")) == expected
