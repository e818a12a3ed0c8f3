"""Lists of names."""

from __future__ import annotations

import pytest
from ruleharness import findings


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (
            "Doe, Jane, Roe, Richard, Poe, Anna",
            "“Doe, Jane, Roe, Richard, Poe, Anna” has 5 commas; BibTeX separates names with “and”",
        ),
        ("Doe, Jane; Roe, Richard", "“Doe, Jane; Roe, Richard” has a semicolon; BibTeX separates names with “and”"),
        ("Jane Doe, Richard Roe, Anna Poe", "BibTeX reads “Richard Roe” as a suffix such as “Jr.”; separate names with “and”"),
        ("Doe, Jane and Roe et al.", "“et al.” is not a name; end the list with “and others”"),
        ("Doe, Jane and et al.", "“et al.” is not a name; end the list with “and others”"),
        ("M.~E. Pohst et al", "“et al.” is not a name; end the list with “and others”"),
        ("Doe, Jane and and Roe, Richard", "an empty name stands beside an “and”"),
        ("Doe, Jane and", "an empty name stands beside an “and”"),
        ("Doe, Jane \\& Roe, Richard", "“Doe, Jane \\& Roe, Richard” is joined with “&”; BibTeX separates names with “and”"),
        (
            "Ministry of Trees and Rivers",
            "“Ministry of Trees” looks like an organisation cut at its “and”; put the whole name in braces",
        ),
        ("{Ministry of Trees and Rivers} and {Bureau, The}", None),
        ("King, Jr., Martin", None),
        ("Loan, Charles F. Van and Golub, III, Gene H.", None),
        ("Doe, Jane and others", None),
        ("{Doe; Roe}, Jane", None),
        ("M&uuml;ller, Jane", None),
        ("{Barnes \\& Noble}", None),
        ("Simon \\& Schuster Inc.", None),
        ("R.~Doe, A.~Roe, and S.~Poe", "“R.~Doe, A.~Roe,” lists people with commas; BibTeX separates names with “and”"),
        ("J. Doe, A. Roe", "“J. Doe, A. Roe” lists people with commas; BibTeX separates names with “and”"),
        (
            'J.~Doe, A.~H{\\"u}bler and B. Poe',
            '“J.~Doe, A.~H{\\"u}bler” lists people with commas; BibTeX separates names with “and”',
        ),
        ("Doe, J. Anna", None),
        ("J. Doe, Jr.", None),
        ("AT&T Labs Research", None),
        ("Etal, Jane and Al, Richard", None),
        ("Gar{\\'c}ia, Jos{\\'e} and\nRoe, Richard", None),
        ("Knuth, Donald E.,", "“Knuth, Donald E.,” ends in a comma, at which BibTeX stops and biber warns; remove it"),
        (
            "Blank, Xav and Mougen, and Mounier, Isa",
            "“Mougen,” ends in a comma, at which BibTeX stops and biber warns; remove it",
        ),
        ("Doe, Jane,", "“Doe, Jane,” ends in a comma, at which BibTeX stops and biber warns; remove it"),
        ("{Doe, Inc.},", "“{Doe, Inc.},” ends in a comma, at which BibTeX stops and biber warns; remove it"),
        ("{Doe, Inc.,}", None),
        ("Smithy, Art and Kats, Dan and ", "an empty name stands beside an “and”"),
        (
            "Institute of Physics and Jane Roe",
            "“Institute of Physics” looks like an organisation cut at its “and”; put the whole name in braces",
        ),
    ],
)
def test_names(names: str, message: str | None) -> None:
    assert [found.message for found in findings("bad-name", f"@misc{{k, author = {{{names}}}}}")] == (
        [message] if message else []
    )


def test_extended_names_of_biblatex() -> None:
    bib = "@misc{k, author = {family=Freitas, given=Nando, prefix=de, useprefix=true and Doe, Jane}}"
    assert findings("bad-name", bib, dialect="biber") == []


def test_points_at_the_name() -> None:
    (found,) = findings("bad-name", "@misc{k,\n  author = {Doe, Jane and\n    A, B, C, D}}")
    assert (found.location.line, found.location.column, found.location.end_column) == (3, 5, 15)


def test_split_organisation_is_a_hint() -> None:
    (found,) = findings("bad-name", "@misc{k, author = {Ministry of Trees and Rivers}}")
    assert (found.severity.name, found.confidence.name) == ("info", "medium")


def test_what_a_missing_brace_makes_of_a_list_is_left_to_parse_error() -> None:
    assert findings("bad-name", "@misc{k, author = {Doe, J. and Roe, R., title = {T}, journal = {J}, year = {2000}\n") == []
