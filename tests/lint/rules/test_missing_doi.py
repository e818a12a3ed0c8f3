"""missing-doi: the DOI of a verified record, where the entry leads nowhere."""

from __future__ import annotations

import pytest
import verdictharness as h

PLAIN = "@article{k,\n  author = {Keller, Anna},\n  title = {Good Predictions of Rivers},\n%s}\n"


@pytest.mark.parametrize(
    ("line", "status", "expected"),
    [
        ("", "verified", [(1, "doi", "error")]),
        ("  doi = {10.99999/good},\n", "verified", []),
        ("  url = {https://example.org/x},\n", "verified", []),
        ("  eprint = {2412.00001},\n", "verified", []),
        ("  doi = {},\n", "verified", [(1, "doi", "error")]),
        ("", "mismatch", []),
        ("", "not-found", []),
    ],
)
def test_when_it_fires(line, status, expected):
    assert h.told(h.findings("missing-doi", status, bib=PLAIN % line)) == expected


def test_an_archive_s_own_doi_is_no_news():
    from dataclasses import replace

    record = replace(h.RECORD, identifiers={"doi": "10.48550/arxiv.2412.00001"}, preprint=True)
    assert h.findings("missing-doi", bib=PLAIN % "", record=record) == []


def test_a_work_without_a_doi():
    from dataclasses import replace

    assert h.findings("missing-doi", bib=PLAIN % "", record=replace(h.RECORD, identifiers={})) == []
