"""Identifiers in the wrong field."""

from __future__ import annotations

import pytest
from ruleharness import findings


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("issn = {978-0-201-52983-8}", "the issn field holds an ISBN (9780201529838); it belongs in isbn"),
        ("isbn = {0378-5955}", "the isbn field holds an ISSN (0378-5955); it belongs in issn"),
        (
            "doi = {arXiv:2301.12345}",
            "the doi field holds an arXiv number (2301.12345); it belongs in eprint with archiveprefix = {arXiv}",
        ),
        ("doi = {https://example.org/a}", "the doi field holds a URL (https://example.org/a); it belongs in url"),
        ("url = {https://doi.org/10.1000/ABC}", "the DOI 10.1000/abc stands in url; put it into the doi field"),
        (
            "howpublished = {\\url{https://doi.org/10.1000/abc}}",
            "the DOI 10.1000/abc stands in howpublished; put it into the doi field",
        ),
        ("note = {doi:10.1000/abc}", "the DOI 10.1000/abc stands in note; put it into the doi field"),
        (
            "url = {https://doi.org/10.1000/abc}, doi = {10.1000/xyz}",
            "the url leads to the DOI 10.1000/abc, the doi field names 10.1000/xyz",
        ),
        ("url = {https://doi.org/10.1000/abc}, doi = {10.1000/ABC}", None),
        ("url = {https://arxiv.org/abs/2301.12345}, eprint = {2301.12345}", None),
        ("url = {https://arxiv.org/abs/2301.12345}, doi = {10.1000/abc}", None),
        ("url = {https://arxiv.org/list/cs.CL}", None),
        (
            "url = {https://arxiv.org/pdf/2301.12345v2.pdf}",
            "the arXiv number 2301.12345 stands in url only; put it into eprint, with archiveprefix = {arXiv}",
        ),
        ("url = {https://example.org/10.1000}", None),
        ("note = {A comment on the paper by Doe that appeared as 10.1000/abc two years before this one}", None),
        ("note = {See 10.1000/abc and 10.1000/xyz}", None),
        (
            "url = {https://doi.org/10.1000/abc}, howpublished = {\\url{https://doi.org/10.1000/abc}}",
            "the DOI 10.1000/abc stands in url and howpublished; put it into the doi field",
        ),
        (
            "url = {https://arxiv.org/abs/2301.12345}, note = {arXiv:2301.12345v2}, journal = {arXiv preprint arXiv:2301.12345}",
            "the arXiv number 2301.12345 stands in url, note and journal only; put it into eprint, with archiveprefix = {arXiv}",
        ),
        (
            "url = {https://arxiv.org/abs/2301.12345}, note = {see arXiv:2301.99999}",
            "the arXiv number 2301.12345 stands in url only; put it into eprint, with archiveprefix = {arXiv}",
        ),
        ("doi = {10.1000/abc}, isbn = {0-201-52983-1}, issn = {0378-5955}", None),
    ],
)
def test_misplaced(fields: str, message: str | None) -> None:
    assert [found.message for found in findings("misplaced-identifier", f"@misc{{k, {fields}}}")] == (
        [message] if message else []
    )


def test_fix_renames_the_field() -> None:
    (found,) = findings("misplaced-identifier", "@misc{k, issn = {978-0-201-52983-8}}")
    assert found.fix is not None
    assert [(edit.span.text, edit.text, found.fix.safe) for edit in found.fix.edits] == [("issn", "isbn", True)]


def test_a_hidden_doi_is_mild() -> None:
    (found,) = findings("misplaced-identifier", "@misc{k, url = {https://doi.org/10.1000/abc}}")
    assert (found.severity.name, found.location.column, found.location.end_column) == ("info", 33, 44)


@pytest.mark.parametrize(
    ("entry", "mended"),
    [
        (
            "@misc{k,\n  title  = {T},\n  url    = {https://doi.org/10.1000/ABC},\n}",
            "@misc{k,\n  title  = {T},\n  url    = {https://doi.org/10.1000/ABC},\n  doi    = {10.1000/ABC},\n}",
        ),
        (
            '@misc{k, URL="https://doi.org/10.1000/a\\_b"}',
            '@misc{k, URL="https://doi.org/10.1000/a\\_b", DOI="10.1000/a_b"}',
        ),
        (
            "@misc{k,\r\n\tUrl = {https://arxiv.org/abs/2301.12345}\r\n}",
            "@misc{k,\r\n\tUrl = {https://arxiv.org/abs/2301.12345},\r\n"
            "\tEprint = {2301.12345},\r\n\tArchiveprefix = {arXiv}\r\n}",
        ),
    ],
)
def test_fix_adds_the_field_in_the_habits_of_the_file(entry: str, mended: str) -> None:
    (found,) = findings("misplaced-identifier", entry)
    assert found.fix is not None
    ((span, text),) = found.fix.edits
    assert (found.fix.safe, entry[: span.start] + text + entry[span.end :]) == (True, mended)


@pytest.mark.parametrize(
    ("dialect", "other", "expected"),
    [
        ("bibtex", "", "archiveprefix = {arXiv}"),
        ("biber", "", "eprinttype = {arxiv}"),
        ("biber", "@misc{o, eprint = {2301.00001}, archiveprefix = {arXiv}}\n", "archiveprefix = {arXiv}"),
    ],
)
def test_an_arxiv_number_in_the_fields_that_the_file_has(dialect, other, expected):
    text = f"{other}@misc{{k, url = {{https://arxiv.org/abs/2301.12345}}}}"
    found = findings("misplaced-identifier", bib=text, dialect=dialect)
    assert [edit.text for edit in found[0].fix.edits] == [f", eprint = {{2301.12345}}, {expected}"]


@pytest.mark.parametrize(
    ("fields", "edits"),
    [
        ("doi = {arXiv:2301.12345}", ["eprint", "2301.12345", ", archiveprefix = {arXiv}"]),
        ("DOI = {https://arxiv.org/abs/2301.12345v2}", ["EPRINT", "2301.12345", ", ARCHIVEPREFIX = {arXiv}"]),
        ("doi = {arXiv:2301.12345}, eprint = {2301.12345}", None),
    ],
)
def test_an_arxiv_number_in_the_doi_field_becomes_eprint(fields, edits):
    (found,) = findings("misplaced-identifier", bib=f"@misc{{k, {fields}}}")
    assert (None if found.fix is None else [edit.text for edit in found.fix.edits]) == edits
    assert found.fix is None or found.fix.safe
