"""One DOI for two entries."""

from __future__ import annotations

import pytest
from ruleharness import findings, spots

from latexrefcheck.reports._evidence import facts


@pytest.mark.parametrize(
    ("bib", "expected"),
    [
        ("@misc{a, doi={10.99999/x.1}}\n@misc{b, doi={10.99999/x.2}}", []),
        ("@misc{a, doi={10.99999/Ab.1}}\n@misc{b, doi={https://doi.org/10.99999/aB.1}}", [(2, "b")]),
        ("@misc{a, doi={10.99999/x}}\n@misc{b, url={https://doi.org/10.99999/x}}", [(2, "b")]),
        ("@misc{a, doi={10.99999/x}}\n@misc{b, doi={10.99999/y}, url={https://doi.org/10.99999/x}}", []),
        ("@misc{a, doi={10.99999/x}}\n@misc{A, doi={10.99999/x}}", []),
        ("@inbook{a, crossref={b}, doi={10.99999/x}}\n@book{b, doi={10.99999/x}}", []),
        ("@misc{a, doi={none}}\n@misc{b, doi={none}}", []),
        ("@misc{a, doi={10.99999/x}}\n@misc{b, doi={10.99999/x}}\n@misc{c, doi={10.99999/x}}", [(2, "b"), (3, "c")]),
    ],
)
def test_table(bib: str, expected: list[tuple[int, str]]) -> None:
    assert spots(findings("duplicate-doi", bib)) == expected


def test_across_files_and_with_other_titles() -> None:
    bibs = {"a.bib": "@misc{a, title={One}, doi={10.99999/x}}", "b.bib": "@misc{b, title={Two}, doi={10.99999/x}}"}
    (found,) = findings("duplicate-doi", bibs)
    assert (found.location.path, found.related[0].location.path, found.field) == ("b.bib", "a.bib", "doi")
    assert "the titles differ" in found.message


def test_a_report_does_not_repeat_what_the_message_says() -> None:
    (found,) = findings("duplicate-doi", "@misc{a, doi={10.99999/x}}\n@misc{b, doi={10.99999/x}}")
    assert found.evidence == {"doi": "10.99999/x", "first": "a"}
    assert list(facts(found)) == []
