"""What the styles ask for, and what children inherit."""

from __future__ import annotations

import pytest

from latexrefcheck.model.document import Bibliography, SourceFile
from latexrefcheck.reading import bib, datamodel
from latexrefcheck.system import tables


def read(text: str, dialect: str) -> Bibliography:
    return bib.parse(SourceFile("refs.bib", text), dialect)


def effective(text: str, key: str, dialect: str) -> dict[str, tuple[str, str]]:
    """Field name to (key of the entry that gives it, value)."""
    library = read(text, dialect)
    found = datamodel.effective(library.by_key[key], lambda name: library.by_key.get(library.fold(name)), dialect)
    return {name: (entry.key, field.value) for name, (entry, field) in found.items()}


PROCEEDINGS = """@inproceedings{child, title = {Child}, crossref = {parent}}
@proceedings{parent, title = {Parent}, booktitle = {Book}, year = 2001, crossref = {grand}}
@proceedings{grand, publisher = {P}, year = 1999}"""


def test_bibtex_child_takes_what_it_lacks() -> None:
    fields = effective(PROCEEDINGS, "child", "bibtex")
    assert {name: fields[name] for name in ("title", "booktitle", "year", "publisher")} == {
        "title": ("child", "Child"),
        "booktitle": ("parent", "Book"),
        "year": ("parent", "2001"),
        "publisher": ("grand", "P"),
    }


def test_biber_maps_titles() -> None:
    text = (
        "@inproceedings{child, crossref = {parent}}\n@proceedings{parent, title = {P}, subtitle = {S}, ids = {x}, date = {2001}}"
    )
    assert effective(text, "child", "biber") == {
        "crossref": ("child", "parent"),
        "booktitle": ("parent", "P"),
        "booksubtitle": ("parent", "S"),
        "date": ("parent", "2001"),
    }


def test_biber_gives_the_author_of_a_book_to_its_parts() -> None:
    fields = effective("@inbook{c, crossref = {p}}\n@book{p, author = {A B}, title = {T}}", "c", "biber")
    assert (fields["author"][0], fields["bookauthor"][0], fields["booktitle"][1], "title" in fields) == ("p", "p", "T", False)


def test_xdata_and_xref() -> None:
    text = """@xdata{a, publisher = {P}, xdata = {b}}
@xdata{b, location = {L}}
@book{k, xdata = {a, missing}, xref = {other}}
@book{other, note = {N}}"""
    fields = effective(text, "k", "biber")
    assert (fields["publisher"], fields["location"], "note" in fields) == (("a", "P"), ("b", "L"), False)


@pytest.mark.parametrize("dialect", ["bibtex", "biber"])
def test_cycles_end(dialect: str) -> None:
    text = "@book{a, crossref = {b}, title = {A}}\n@book{b, crossref = {a}, year = 2001}\n@book{c, crossref = {c}, note = {n}}"
    assert effective(text, "a", dialect)["year"] == ("b", "2001")
    assert effective(text, "c", dialect)["note"] == ("c", "n")


@pytest.mark.parametrize(
    ("style", "name", "lowers"),
    [
        ("plain", "standard", True),
        ("alpha", "standard", True),
        ("IEEEtran", "ieeetran", True),
        ("ACM-Reference-Format", "acm", True),
        ("apacite", "apacite", True),
        ("apsrev4-2", "revtex", False),
        ("plainurl", "urlbst", True),
        ("bst/plainnat.bst", "standard", True),
        ("house", "unknown", False),
        ("", "unknown", False),
    ],
)
def test_families(style: str, name: str, lowers: bool) -> None:
    model = datamodel.model("bibtex", style)
    assert (model.name, model.lowers) == (name, lowers)


@pytest.mark.parametrize(
    ("dialect", "style", "type", "fields", "missing"),
    [
        ("bibtex", "plain", "article", {"author", "title", "journal", "year"}, ()),
        ("bibtex", "plain", "article", {"author", "title", "journal", "date"}, (("year",),)),
        ("bibtex", "plain", "book", {"editor", "title", "publisher"}, (("year",),)),
        ("bibtex", "plain", "inbook", {"editor", "title", "publisher", "year"}, (("chapter", "pages"),)),
        ("bibtex", "plain", "misc", set(), ()),
        ("bibtex", "plain", "gadget", set(), ()),
        ("bibtex", "", "book", {"author", "title"}, ()),
        ("biber", "", "article", {"author", "title", "journal", "year"}, ()),
        ("biber", "", "article", {"author", "title", "journaltitle", "date"}, ()),
        ("biber", "", "phdthesis", {"author", "title", "school"}, (("date",),)),
        ("biber", "", "mastersthesis", {"author", "title", "date"}, (("institution", "publisher", "organization"),)),
    ],
)
def test_missing(dialect: str, style: str, type: str, fields: set[str], missing: tuple[tuple[str, ...], ...]) -> None:
    assert datamodel.missing(type, fields, datamodel.model(dialect, style)) == missing


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("autor", "author"),
        ("tilte", "title"),
        ("titlee", "title"),
        ("volum", "volume"),
        ("editer", "editor"),
        ("foo", None),
        ("gadget", None),
        ("xauthor", None),
        ("titel" * 2_000_000, None),
    ],
)
def test_near(name: str, near: str | None) -> None:
    assert datamodel.near(name, datamodel.known_fields()[0]) == near


def test_tables_hold_together() -> None:
    suggested, known = datamodel.known_fields()
    assert suggested <= known
    styles = [
        style for name in tables.names("datamodel") for style in str(tables.table("datamodel", name).get("styles", "")).split()
    ]
    assert len(styles) == len(set(styles)), "a style belongs to one family"
    for name in tables.names("datamodel"):
        for type, wanted in tables.table("datamodel", name).get("required", {}).items():
            words = {word for need in wanted.split() for word in need.split("|")}
            assert words <= known | {"collaboration"}, (name, type, words - known)
