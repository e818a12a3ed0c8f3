"""What a record says, in the fields of a bibliography."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fixharness import RECORD, bibliography

from latexrefcheck.repair import formatting, values

PLAIN = "@article{a, title = {A}, journal = {J}, year = {2000}, pages = {1--9}}"
MODERN = "@article{a, title = {A}, journaltitle = {J}, date = {2000}, pages = {1–9}}"


@pytest.mark.parametrize(
    ("text", "dialect", "expected"),
    [
        (PLAIN, "bibtex", {"journal": "Journal of Things", "year": "2017", "pages": "101--109"}),
        (MODERN, "biber", {"journaltitle": "Journal of Things", "date": "2017", "pages": "101–109"}),
        ("", "bibtex", {"journal": "Journal of Things", "year": "2017", "pages": "101--109"}),
        ("", "biber", {"journaltitle": "Journal of Things", "year": "2017", "pages": "101--109"}),
    ],
)
def test_names_and_forms(text, dialect, expected):
    found = values.fields(RECORD, "article", formatting.of(bibliography(text, dialect)))
    assert {name: found.get(name) for name in expected} == expected


@pytest.mark.parametrize(
    ("titles", "expected"),
    [
        (("XGBoost", "XGBoost: A Scalable System"), "XGBoost: A Scalable System"),
        (("Rivers", "RETRACTED: Rivers", "Rivière"), "Rivers"),
        ((), ""),
    ],
)
def test_the_title_has_its_subtitle(titles, expected):
    assert values.title(replace(RECORD, titles=titles)) == expected


@pytest.mark.parametrize(
    ("text", "dialect", "name"),
    [
        ("", "bibtex", ("archiveprefix", "arXiv")),
        ("", "biber", ("eprinttype", "arxiv")),
        ("@misc{a, eprint = {x}, archivePrefix = {arXiv}}", "biber", ("archiveprefix", "arXiv")),
        ("@misc{a, eprint = {x}, eprinttype = {arxiv}}", "bibtex", ("eprinttype", "arxiv")),
    ],
)
def test_arxiv_numbers(text, dialect, name):
    assert values.eprint("1701.00001", formatting.of(bibliography(text, dialect)))[1] == name


def test_a_preprint_is_not_given_its_archive_s_doi():
    record = replace(
        RECORD, preprint=True, identifiers={"arxiv": "1701.00001", "doi": "10.48550/arxiv.1701.00001"}, venues=("arXiv",)
    )
    found = values.fields(record, "misc", formatting.of(bibliography(PLAIN)))
    assert found["eprint"] == "1701.00001"
    assert "doi" not in found
    assert "journal" not in found
