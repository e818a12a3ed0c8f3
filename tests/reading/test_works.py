"""From entries to works: what a citation style prints, and an entry as CSL-JSON."""

from __future__ import annotations

import pytest
from bibreading import read

from latexrefcheck.model.csl import to_csl
from latexrefcheck.model.work import Date, Work
from latexrefcheck.reading import works
from latexrefcheck.text.person import Person

pytestmark = pytest.mark.quick


def work(text: str, dialect: str = "bibtex") -> Work:
    """The work of the first entry of ``text``."""
    parsed = read(text, dialect)
    return works.read(parsed.entries[0], lambda key: parsed.by_key.get(parsed.fold(key)))


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ("year = 2017, month = mar", Date(2017, 3)),
        ("year = {2017}, month = {March}", Date(2017, 3)),
        ("year = {2017}, month = {03}", Date(2017, 3)),
        ("year = {2017}, month = {15~" + 'dec}', Date(2017, 12)),
        ("year = {(2017)}, month = {Frühling}", Date(2017)),
        ("date = {2017-03-09}", Date(2017, 3, 9)),
        ("date = {2017-03}", Date(2017, 3)),
        ("date = {2017-03-09/2018-01}", Date(2017, 3, 9)),
        ("year = {2017-03-09}", Date(2017, 3, 9)),
        ("date = {2017-21}", Date(2017)),
        ("eventdate = {2016-07-01}", Date(2016, 7, 1)),
        ("year = {in press}", Date()),
        ("year = {12017}", Date()),
        ("month = mar", Date()),
    ],
)  # fmt: skip
def test_dates(fields: str, expected: Date) -> None:
    found = work("@article{k, title = {T}, " + fields + "}")
    assert found.issued == expected
    assert found.years == ((expected.year,) if expected.year else ())


def test_an_entry_as_csl() -> None:
    found = work(
        r"""@incollection{k, title = {On {\'E}tudes}, subtitle = {A View}, author = {van der Berg, Jr., Jo and {The Panel}},
        editor = {Roe, R.}, translator = {Poe, P. and Moe, M.}, booktitle = {The Book}, series = {Notes}, volume = 3,
        pages = {1--9}, publisher = {Press {\&} Sons}, address = {Delft}, edition = {2nd}, chapter = 4, year = 2017,
        url = {https://example.org/a_b}, urldate = {2020-01-31}, note = {Reprint}, doi = {https://doi.org/10.99999/K}}"""
    )
    assert to_csl(found, "k") == {
        "id": "k",
        "type": "chapter",
        "title": "On Études: A View",
        "author": [
            {"family": "Berg", "given": "Jo", "non-dropping-particle": "van der", "suffix": "Jr."},
            {"literal": "The Panel"},
        ],
        "editor": [{"family": "Roe", "given": "R."}],
        "translator": [{"family": "Poe", "given": "P."}, {"family": "Moe", "given": "M."}],
        "issued": {"date-parts": [[2017]]},
        "accessed": {"date-parts": [[2020, 1, 31]]},
        "container-title": "The Book",
        "collection-title": "Notes",
        "volume": "3",
        "page": "1-9",
        "publisher": "Press & Sons",
        "publisher-place": "Delft",
        "edition": "2nd",
        "chapter-number": "4",
        "note": "Reprint",
        "URL": "https://example.org/a_b",
        "DOI": "10.99999/k",
    }


@pytest.mark.parametrize(
    ("entry", "form", "genre"),
    [
        ("@phdthesis{k, school = {S}}", "thesis", "PhD thesis"),
        ("@mastersthesis{k, school = {S}, type = {Diplomarbeit}}", "thesis", "Diplomarbeit"),
        ("@thesis{k, type = {mathesis}}", "thesis", "Master’s thesis"),
        ("@techreport{k, institution = {I}}", "report", "Technical report"),
        ("@report{k, type = {techreport}}", "report", "Technical report"),
        ("@article{k, entrysubtype = {magazine}, journal = {M}}", "article-magazine", ""),
        ("@conference{k, booktitle = {B}}", "paper-conference", ""),
        ("@misc{k}", "document", ""),
        ("@nonsense{k}", "document", ""),
    ],
)
def test_types(entry: str, form: str, genre: str) -> None:
    found = work(entry.replace("{k", "{k, title = {T}"), "biber")
    assert (to_csl(found)["type"], found.genre) == (form, genre)


def test_what_is_inherited_counts() -> None:
    found = work(
        "@inproceedings{k, title = {T}, crossref = {p}} @proceedings{p, title = {Meeting}, booktitle = {Meeting}, year = 2001, "
        "editor = {Roe, R.}, address = {Delft}}"
    )
    assert (found.venue, found.year, found.place, found.editors) == ("Meeting", 2001, "Delft", (Person("Roe", "R."),))
