"""Required fields by style family and by biblatex model."""

from __future__ import annotations

import pytest
from ruleharness import findings

ARTICLE = "author = {A B}, title = {T}, journal = {J}, year = 2001"


@pytest.mark.parametrize(
    ("bib", "missing"),
    [
        (f"@article{{k, {ARTICLE}}}", None),
        ("@article{k, author = {A B}, title = {T}, year = 2001}", "@article has no journal"),
        ("@article{k, title = {T}}", "@article has no author, journal, year"),
        ("@article{k, author = {A B}, title = {T}, journal = { }, year = 2001}", "@article has no journal"),
        ("@article{k, author = {A B}, title = {T}, eprint = {2301.00001}, archiveprefix = {arXiv}, year = 2023}", None),
        ("@article{k, author = {A B}, title = {T}, journal = {arXiv preprint arXiv:2301.00001}, year = 2023}", None),
        ("@article{k, author = {A B}, title = {T}, doi = {10.48550/arXiv.2301.00001}, year = 2023}", None),
        ("@article{k, author = {A B}, title = {T}, url = {https://eprint.iacr.org/2020/299}, year = 2020}", None),
        ("@article{k, author = {A B}, title = {T}, journal = {J}, note = {to appear}}", None),
        ("@article{k, author = {A B}, title = {T}, journal = nowhere, year = 2001}", None),
        ("@book{k, editor = {A B}, title = {T}, publisher = {P}, year = 2001}", None),
        ("@book{k, title = {T}, publisher = {P}, year = 2001}", "@book has no author or editor"),
        ("@inbook{k, author = {A B}, title = {T}, pages = {1--2}, publisher = {P}, year = 2001}", None),
        ("@misc{k, note = {n}}", None),
        ("@phdthesis{k, author = {A B}, title = {T}, year = 2001}", "@phdthesis has no school"),
        ("@unheard{k, note = {n}}", None),
    ],
)
def test_classic_style(bib: str, missing: str | None) -> None:
    assert [found.message for found in findings("missing-field", bib)] == ([missing] if missing else [])


@pytest.mark.parametrize(
    ("bib", "missing"),
    [
        ("@article{k, author = {A B}, title = {T}, journaltitle = {J}, date = {2001-05-03}}", None),
        ("@article{k, author = {A B}, title = {T}, journal = {J}, year = {2001}}", None),
        ("@thesis{k, author = {A B}, title = {T}, type = {phdthesis}, institution = {U}, date = {2002}}", None),
        ("@phdthesis{k, author = {A B}, title = {T}, school = {U}, year = {2002}}", None),
        ("@online{k, author = {{A Team}}, title = {T}, url = {https://example.org/}, urldate = {2024-01-02}}", None),
        ("@book{k, editor = {A B}, title = {T}, location = {Berlin}, date = {2003}}", None),
        ("@article{k, author = {A B}, title = {T}}", "@article has no journal, year or date"),
        ("@online{k, title = {T}}", "@online has no url"),
    ],
)
def test_biblatex(bib: str, missing: str | None) -> None:
    assert [found.message for found in findings("missing-field", bib, dialect="biber")] == ([missing] if missing else [])


@pytest.mark.parametrize("dialect", ["bibtex", "biber"])
def test_crossref_gives_fields(dialect: str) -> None:
    bib = """@inproceedings{child, author = {A B}, title = {T}, crossref = {parent}}
@proceedings{parent, title = {P}, booktitle = {P}, year = 2001}"""
    assert findings("missing-field", bib, dialect=dialect) == []


def test_a_missing_parent_is_another_finding() -> None:
    assert findings("missing-field", "@inproceedings{child, author = {A B}, title = {T}, crossref = {gone}}") == []


def test_parent_in_another_file() -> None:
    bibs = {
        "a.bib": "@inproceedings{child, author = {A B}, title = {T}, crossref = {parent}}",
        "b.bib": "@proceedings{parent, title = {P}, booktitle = {P}, year = 2001}",
    }
    assert findings("missing-field", bibs) == []


def test_xdata_gives_fields() -> None:
    bib = "@xdata{pub, publisher = {P}, date = {1984}}\n@book{k, author = {A B}, title = {T}, xdata = {pub}}"
    assert findings("missing-field", bib, dialect="biber") == []


def test_biblatex_name_under_a_classic_style_is_milder() -> None:
    (found,) = findings("missing-field", "@article{k, author = {A B}, title = {T}, journal = {J}, date = {2001}}")
    assert (found.severity.name, found.message) == (
        "info",
        "@article has no year; its date is a field that only biblatex reads",
    )


@pytest.mark.parametrize(
    ("style", "bib", "count"),
    [
        ("IEEEtran", "@electronic{k, title = {T}}", 0),
        ("ACM-Reference-Format", "@software{k, title = {T}}", 0),
        ("apsrev4-2", "@article{k, author = {A B}, journal = {J}, year = 2001}", 0),
        ("plain", "@article{k, author = {A B}, journal = {J}, year = 2001}", 1),
        ("some-house-style", "@book{k, author = {A B}, title = {T}, date = {2001}}", 0),
        ("some-house-style", "@book{k, author = {A B}, year = {2001}}", 1),
        ("styles/plain.bst", "@book{k, author = {A B}, year = {2001}}", 1),
    ],
)
def test_style_families(style: str, bib: str, count: int) -> None:
    assert len(findings("missing-field", bib, style=style)) == count


def test_lone_file_takes_every_alias() -> None:
    assert (
        findings("missing-field", "@article{k, author = {A B}, title = {T}, journaltitle = {J}, date = {2001}}", lone=True) == []
    )


def test_span_is_the_head() -> None:
    (found,) = findings("missing-field", "\n  @book{key1, title = {T}, publisher = {P}, year = 1}")
    assert (found.location.line, found.location.column, found.location.end_column, found.key) == (2, 3, 13, "key1")
