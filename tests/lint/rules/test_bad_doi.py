"""DOI syntax."""

from __future__ import annotations

import pytest
from ruleharness import findings


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("10.1000/abc", None),
        ("10.1002/(SICI)1097-0258(19980815)17:15<284::AID-X>3.0.CO;2-0", None),
        ("https://doi.org/10.1000/abc", None),
        ("doi:10.1000/abc", None),
        ("10.1000/a\\_b", None),
        ("10.1000.10/123456", None),
        ("10/cvm999", None),
        ("", None),
        ("n/a", None),
        ("arXiv:2301.12345", None),
        ("10.320l/eid9999.07", "the prefix “10.320l” is not “10.” and four to nine digits"),
        ("10.1002 / wrong", "a DOI has no blanks"),
        ("10.1000", "a DOI has a “/” between prefix and suffix"),
        ("10.1.1.117.5318", "it is a number of CiteSeerX"),
        ("10.1000/a; 10.1000/b", "it holds several DOIs"),
        ("abc", "a DOI starts with “10.”"),
        ("10.1000/", "nothing follows the “/”"),
    ],
)
def test_doi(value: str, reason: str | None) -> None:
    found = findings("bad-doi", f"@misc{{k,\n  doi = {{{value}}}}}")
    assert [(f.message.partition(" is no DOI: ")[2], f.location.line, f.location.column, f.field) for f in found] == (
        [(reason, 2, 9, "doi")] if reason else []
    )
