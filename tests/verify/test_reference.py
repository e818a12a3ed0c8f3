"""From entries to references."""

from __future__ import annotations

import pytest

from latexrefcheck.model.document import SourceFile
from latexrefcheck.model.record import Reference
from latexrefcheck.reading import bib
from latexrefcheck.text.person import Person
from latexrefcheck.verify import reference


def read(text: str, dialect: str = "bibtex") -> Reference:
    """The reference of the first entry of ``text``."""
    parsed = bib.parse(SourceFile("refs.bib", text), dialect)
    return reference.read(parsed.entries[0], lambda key: parsed.by_key.get(parsed.fold(key)))


def test_text_is_unicode_without_tex() -> None:
    found = read(
        r"""@inproceedings{k, author = {Heged{\H u}s, P{\'e}ter and {von Deimel}, Andreas and others},
        title = {{Neutral} gas as {Ly{\ensuremath{\alpha}}} absorbers~-- {B}ees}, booktitle = {Proc.\ X},
        year = {2015}, pages = {1--9}, volume = {12}}"""
    )
    assert found.title == "Neutral gas as Lyα absorbers – Bees"
    assert found.authors == (Person("Hegedűs", "Péter"), Person("von Deimel", "Andreas"))
    assert found.authors_cut
    assert (found.year, found.venue, found.pages, found.volume) == (2015, "Proc. X", "1-9", "12")


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ("doi = {10.99999/Ab_C}", {"doi": "10.99999/ab_c"}),
        (r"doi = {https://doi.org/10.99999/ab\_c}", {"doi": "10.99999/ab_c"}),
        ("url = {https://doi.org/10.99999/ab}", {"doi": "10.99999/ab", "url": "https://doi.org/10.99999/ab"}),
        ("eprint = {2412.00001v2}, archivePrefix = {arXiv}", {"arxiv": "2412.00001"}),
        ("eprint = {2412.00001}", {"arxiv": "2412.00001"}),
        ("journal = {arXiv preprint arXiv:2412.00001}", {"arxiv": "2412.00001"}),
        ("journal = {CoRR}, volume = {abs/2412.00001}", {"arxiv": "2412.00001"}),
        ("doi = {10.48550/arXiv.2412.00001}", {"arxiv": "2412.00001"}),
        ("eprint = {11111111}, eprinttype = {pubmed}", {"pmid": "11111111"}),
        ("pmid = {11111111}", {"pmid": "11111111"}),
        ("isbn = {0-201-52983-1}", {"isbn": "9780201529838"}),
        ("doi = {10/abc12}", {"doi": "10/abc12"}),
        ("note = {arXiv:2412.00001}", {"arxiv": "2412.00001"}),
        ("note = {See also arXiv:2412.00001}", {}),
        ("note = {Erratum: doi:10.99999/err}", {}),
        ("eprint = {abc}, eprinttype = {jstor}", {}),
    ],
)
def test_identifiers_of_any_field(fields: str, expected: dict[str, str]) -> None:
    found = read(f"@article{{k, title = {{T}}, {fields}}}")
    assert dict(found.identifiers) == expected
    assert set(found.identifier_fields) == set(expected)


def test_malformed_doi_is_told() -> None:
    found = read("@article{k, doi = {10.320l/eid9999.07}}")
    assert (dict(found.identifiers), found.malformed) == ({}, "its DOI is malformed")


@pytest.mark.parametrize(
    ("dialect", "child", "parent", "venue"),
    [
        ("bibtex", "crossref = {p}", "@proceedings{p, booktitle = {Proc. X}, year = {2017}}", "Proc. X"),
        ("biber", "crossref = {p}", "@proceedings{p, title = {Proc. X}, date = {2017-03-01}}", "Proc. X"),
        ("biber", "xdata = {p}", "@xdata{p, booktitle = {Proc. X}, year = {2017}}", "Proc. X"),
    ],
)
def test_inherited_fields(dialect: str, child: str, parent: str, venue: str) -> None:
    found = read(f"@inproceedings{{k, title = {{T}}, {child}}}\n{parent}", dialect)
    assert (found.venue, found.year) == (venue, 2017)


@pytest.mark.parametrize(
    ("fields", "title"),
    [
        ("title = {A}, subtitle = {B}", "A: B"),
        ("title = {A?}, subtitle = {B}", "A? B"),
        ("subtitle = {B}", ": B"),
    ],
)
def test_subtitle(fields: str, title: str) -> None:
    assert read(f"@book{{k, {fields}}}").title == title


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ('title = {Good {P}redictions}, author = {M{\\"u}ller, J.}, year = 2017', True),
        ('year = {2017}, author = {Müller, J.}, title = "Good Predictions", abstract = {new}', True),
        ("title = {Good Predictions}, author = {Müller, J.}, year = {2018}", False),
        ("title = {Good Predictions}, author = {Müller, K.}, year = {2017}", False),
        ("title = {Better Predictions}, author = {Müller, J.}, year = {2017}", False),
        ("title = {Good Predictions}, author = {Müller, J.}, year = {2017}, doi = {10.99999/x}", False),
        ("title = {Good Predictions}, author = {Müller, J. and others}, year = {2017}", False),
    ],
)
def test_fingerprint_is_of_the_content(change: str, same: bool) -> None:
    base = read("@article{k, title = {Good Predictions}, author = {Müller, J.}, year = {2017}}")
    assert (read(f"@article{{k, {change}}}").fingerprint == base.fingerprint) is same


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("title = {Clicks &amp; Buzzes}", r"title = {Clicks \& Buzzes}"),
        ("title = {Clicks--and Buzzes}", "title = {Clicks-and Buzzes}"),
        ("pages = {1-9}", "pages = {1--9}"),
        ("doi = {https://doi.org/10.99999/ab}", "doi = {10.99999/ab}"),
    ],
)
def test_safe_fixes_keep_the_fingerprint(before: str, after: str) -> None:
    assert read(f"@article{{k, {before}}}").fingerprint == read(f"@article{{k, {after}}}").fingerprint


@pytest.mark.parametrize(
    ("journal", "venue"),
    [
        (r"\apj", "apj"),
        (r"{\mnras}", "mnras"),
        (r" \aap{} ", "aap"),
        (r"\emph{Nature}", "Nature"),
        (r"Phys. Rev. \textbf{B}", "Phys. Rev. B"),
    ],
)
def test_a_macro_that_stands_for_a_journal(journal: str, venue: str) -> None:
    assert read(f"@article{{k, title = {{A}}, journal = {{{journal}}}}}").venue == venue
