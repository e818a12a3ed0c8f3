"""How a file is written is seen from the file."""

from __future__ import annotations

import pytest
from fixharness import bibliography

from latexrefcheck.repair import formatting


def of(text: str, dialect: str = "bibtex") -> formatting.Formatting:
    return formatting.of(bibliography(text, dialect))


def entry(*fields: str) -> str:
    return f"@misc{{k, {', '.join(fields)}}}\n"


@pytest.mark.parametrize(
    ("text", "dialect", "tex"),
    [
        ("", "bibtex", True),
        ("", "biber", False),
        (entry("author = {Gödel, Kurt}"), "bibtex", False),
        (entry('author = {G{\\"o}del, Kurt}'), "biber", True),
        (entry("author = {Gödel}", "title = {Größe}", "booktitle = {\\'etude}"), "bibtex", False),
        (entry("title = {a – b}"), "bibtex", True),  # a dash is no accent
    ],
)
def test_accents(text, dialect, tex):
    assert of(text, dialect).tex is tex


@pytest.mark.parametrize(
    ("text", "last_first"),
    [
        ("", True),
        (entry('author = {Kurt G{\\"o}del and Alan Turing}'), False),
        (entry('author = {G{\\"o}del, Kurt}'), True),
        (entry("author = {{The Group}}") + entry("author = {Kurt Turing}"), False),
    ],
)
def test_names(text, last_first):
    assert of(text).last_first is last_first


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("", "isbn"),
        (entry("TITLE = {A}", "YEAR = 2000"), "ISBN"),
        (entry("Title = {A}", "Year = 2000"), "ISBN"),
        (entry("title = {A}"), "isbn"),
        (entry("title = {A}", "Isbn = {1}"), "Isbn"),
    ],
)
def test_field_names(text, spelled):
    assert of(text).named("isbn") == spelled


@pytest.mark.parametrize(
    ("text", "gaps"),
    [
        ("@misc{k,\n  title  = {A},\n  author = {B}\n}", "doi    = "),
        ("@misc{k,\n  title =  {A},\n  author = {B}\n}", "doi =    "),
        ("@misc{k,\n  title={A},\n  author={B}\n}", "doi="),
        ("@misc{k,\n  title= {A},\n  author= {B}\n}", "doi= "),
        ("", "doi = "),
    ],
)
def test_equals_signs(text, gaps):
    assert f"doi{of(text).gaps.around('doi')}" == gaps


@pytest.mark.parametrize(
    ("text", "dash"),
    [
        ("", "--"),
        (entry("pages = {1-9}"), "--"),  # BibTeX prints one hyphen
        (entry("pages = {1–9}"), "–"),
        (entry("pages = {1--9}"), "--"),
    ],
)
def test_page_ranges(text, dash):
    assert of(text).dash == dash
    assert of(entry("pages = {1-9}"), "biber").dash == "-"


@pytest.mark.parametrize(
    ("title", "protects"),
    [
        ("{The {GAN} of {BERT}}", True),
        ("{The GAN of BERT}", False),
        ("{{The GAN of BERT}}", False),
        ("{The {GAN}, BERT, CNN, RNN}", False),
    ],
)
def test_protected_capitals(title, protects):
    assert of(entry(f"title = {title}")).protects is protects


def test_line_ends():
    assert of("@misc{a,\r\n title = {A}}\r\n").newline == "\r\n"
    assert of("@misc{a,\n title = {A}}\n").newline == "\n"
