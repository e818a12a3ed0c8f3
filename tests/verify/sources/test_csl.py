"""CSL-JSON and Crossref's JSON: what kind of work a record is of, and which dates it has."""

from __future__ import annotations

from typing import Any

import pytest

from latexrefcheck.verify.sources import _csl

WORK = {"DOI": "10.99999/x", "title": "Invented Rivers", "author": [{"family": "Abel", "given": "Ann"}]}


@pytest.mark.parametrize(
    ("told", "kind", "preprint"),
    [
        ({"type": "posted-content", "publisher": "Cold Spring Harbor"}, "preprint", True),
        ({"type": "article", "publisher": "arXiv"}, "preprint", True),
        ({"type": "article", "publisher": "Open Science", "container-title": "PsyArXiv"}, "preprint", True),
        ({"type": "article", "publisher": "Institute", "subtype": "preprint"}, "preprint", True),
        # DataCite calls a notebook and a report "article" too.
        ({"type": "article", "publisher": "Institute of Notebooks"}, "other", False),
        ({"type": "article", "publisher": "Department of Reports"}, "other", False),
        ({"type": "article-journal"}, "article", False),
        ({"type": "report"}, "report", False),
        ({"type": "journal-issue"}, "issue", False),
        ({"type": "grant"}, "grant", False),
        ({"type": "peer-review"}, "review", False),
        ({"type": "component"}, "component", False),
    ],
)
def test_kinds(told: dict[str, Any], kind: str, preprint: bool) -> None:
    record = _csl.record({**WORK, **told}, "doi")
    assert (record.type, record.preprint) == (kind, preprint)


ONLINE, PRINTED = {"date-parts": [[2013, 5]]}, {"date-parts": [[1997]]}


@pytest.mark.parametrize(
    ("dates", "expected"),
    [
        ({"published-online": ONLINE, "issued": ONLINE}, True),
        ({"published-online": ONLINE, "published-print": PRINTED}, False),
        ({"published-online": ONLINE, "journal-issue": {"published-print": PRINTED}}, False),
        ({"issued": PRINTED}, False),
        ({}, False),
    ],
)
def test_records_that_have_only_the_date_of_the_online_edition(dates: dict[str, Any], expected: bool) -> None:
    assert _csl.record({**WORK, **dates}, "crossref").online_only is expected
