"""Types that the style does not know."""

from __future__ import annotations

import pytest
from ruleharness import findings


@pytest.mark.parametrize(
    ("bib", "dialect", "style", "expected"),
    [
        ("@software{s, title = {T}}", "bibtex", "plain", ["the bibliography style does not know @software"]),
        ("@online{s, title = {T}}", "bibtex", "plain", ["the bibliography style does not know @online"]),
        ("@MISC{s, title = {T}}", "bibtex", "plain", []),
        ("@online{s, title = {T}}", "bibtex", "IEEEtran", []),
        ("@software{s, title = {T}}", "bibtex", "ACM-Reference-Format", []),
        ("@online{s, title = {T}}", "bibtex", "some-house-style", []),
        ("@artcle{s, title = {T}}", "bibtex", "some-house-style", ["@artcle is no common entry type; did you mean @article?"]),
        ("@software{s, title = {T}}", "biber", "numeric", []),
        ("@phdthesis{s, title = {T}}", "biber", "numeric", []),
        ("@gadget{s, title = {T}}", "biber", "numeric", ["biblatex does not know @gadget"]),
        ("@gadget{s, title = {T}}", "biber", "chicago-notes", []),
    ],
)
def test_types(bib: str, dialect: str, style: str, expected: list[str]) -> None:
    assert [found.message for found in findings("unknown-entry-type", bib, dialect=dialect, style=style)] == expected


def test_lone_file_only_gets_slips() -> None:
    bib = "@software{s, title = {T}}\n@inproceeding{t, title = {T}}\n@mygadget{u, title = {T}}"
    assert [(found.key, found.location.column) for found in findings("unknown-entry-type", bib, lone=True)] == [("t", 1)]


def test_an_entry_that_others_inherit_from_may_be_of_any_type_under_biber() -> None:
    text = "@xref{p, journaltitle = {Computer}}\n@article{c, title = {T}, crossref = {p}}\n@xref{alone, title = {T}}\n"
    assert [one.key for one in findings("unknown-entry-type", bib=text, dialect="biber", style="numeric")] == ["alone"]
