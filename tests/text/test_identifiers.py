"""Recognising, canonicalising and finding identifiers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latexrefcheck.text import identifiers

SICI = "10.1002/(sici)1097-0258(19980815)17:15<284::aid-x>3.0.co;2-0"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10.1000/AbC", "10.1000/abc"),
        ("  doi:10.1000/abc ", "10.1000/abc"),
        ("DOI: 10.1000/abc", "10.1000/abc"),
        ("info:doi/10.1000/abc", "10.1000/abc"),
        ("https://doi.org/10.1000/abc", "10.1000/abc"),
        ("http://dx.doi.org/10.1000/ABC.", "10.1000/abc"),
        ("https://www.doi.org/10.1000/abc", "10.1000/abc"),
        ("doi.org/10.1000/abc", "10.1000/abc"),
        ("https://doi-org.proxy.example.edu/10.1000/abc", "10.1000/abc"),
        ("https://doi.org/doi:10.1000/abc", "10.1000/abc"),
        ("\\url{https://doi.org/10.1000/abc}", "10.1000/abc"),
        ("\\href{https://doi.org/10.1000/abc}", "10.1000/abc"),
        ("{10.1000/abc}", "10.1000/abc"),
        ("10.1000/a\\_b{\\_}c\\%d{_}e", "10.1000/a_b_c%d_e"),
        ("10.1000/a\\textunderscore{}b", "10.1000/a_b"),
        ("10.1000/abc}", "10.1000/abc"),
        ("10.1000/abc.,;", "10.1000/abc"),
        ("10.1000/abc(1)", "10.1000/abc(1)"),
        ("(10.1000/abc)", None),
        ("10.1000/abc)", "10.1000/abc"),
        ("10.1000/abc/", "10.1000/abc/"),
        ("10.1000.10/123", "10.1000.10/123"),
        ("10.123456789/x", "10.123456789/x"),
        (SICI.upper(), SICI),
        ("10.1002/(SICI)1097-0258(19980815)17:15$<$284::AID-X$>$3.0.CO;2-0", SICI),
        ("10.1002/(SICI)1097-0258(19980815)17:15&lt;284::AID-X&gt;3.0.CO;2-0", SICI),
        ("https://doi.org/10.1002/(SICI)1097-0258(19980815)17%3A15%3C284::AID-X%3E3.0.CO;2-0", SICI),
        ("https://doi.org/10.1000%2Fabc", "10.1000/abc"),
        ("https://doi.org/10.1000/a%2520b", "10.1000/a%20b"),
        ("10.1000/\u200babc", "10.1000/abc"),
        ("10.1000/a\u2013b", "10.1000/a-b"),
        ("10.1000/Ä", "10.1000/Ä"),
        ("10.1000/a b", None),
        ("10.1002 / wrong", None),
        ("10.320l/x", None),
        ("10.123/x", None),
        ("10.1234567890/x", None),
        ("10.1000/", None),
        ("10/abc", None),
        ("", None),
        ("https://example.org/10.1000/abc", None),
    ],
)
def test_doi(text: str, expected: str | None) -> None:
    assert identifiers.doi(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10/cvm999", "10/cvm999"),
        ("https://doi.org/10/CVM999", "10/cvm999"),
        ("https://doi.org/cvm999", "10/cvm999"),
        ("10.1000/abc", None),
        ("cvm999", None),
    ],
)
def test_short_doi(text: str, expected: str | None) -> None:
    assert identifiers.short_doi(text) == expected


@pytest.mark.parametrize(
    ("text", "expected", "version"),
    [
        ("2301.12345", "2301.12345", None),
        ("2301.12345v2", "2301.12345", 2),
        ("0704.0001", "0704.0001", None),
        ("hep-th/9901001", "hep-th/9901001", None),
        ("HEP-TH/9901001v3", "hep-th/9901001", 3),
        ("math.GT/0309136", "math/0309136", None),
        ("cs.CL/0001001", "cs/0001001", None),
        ("arXiv:1706.03762 [cs.CL]", "1706.03762", None),
        ("arXiv preprint arXiv:1706.03762", "1706.03762", None),
        ("https://arxiv.org/abs/1706.03762", "1706.03762", None),
        ("http://arxiv.org/pdf/1706.03762v5.pdf", "1706.03762", 5),
        ("https://doi.org/10.48550/arXiv.1706.03762", "1706.03762", None),
        ("abs/1706.03762", "1706.03762", None),
        ("2313.12345", None, None),
        ("2300.12345", None, None),
        ("1412.12345", None, None),
        ("1501.0001", None, None),
        ("0703.0001", None, None),
        ("hep-th/0704001", None, None),
        ("hep-th/9913001", None, None),
        ("foo/9901001", None, None),
        ("2301.123456", None, None),
        ("", None, None),
    ],
)
def test_arxiv(text: str, expected: str | None, version: int | None) -> None:
    assert (identifiers.arxiv(text), identifiers.arxiv_version(text)) == (expected, version)


@pytest.mark.parametrize(
    ("recognise", "text", "expected"),
    [
        (identifiers.pmid, "12345678", "12345678"),
        (identifiers.pmid, "PMID: 17284678", "17284678"),
        (identifiers.pmid, "https://pubmed.ncbi.nlm.nih.gov/17284678/", "17284678"),
        (identifiers.pmid, "https://www.ncbi.nlm.nih.gov/pubmed/17284678", "17284678"),
        (identifiers.pmid, "0123", None),
        (identifiers.pmid, "123456789", None),
        (identifiers.pmcid, "PMC1234567", "PMC1234567"),
        (identifiers.pmcid, "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC1234567/", "PMC1234567"),
        (identifiers.pmcid, "1234567", None),
        (identifiers.isbn, "0-201-52983-1", "9780201529838"),
        (identifiers.isbn, "ISBN 978-0-201-52983-8", "9780201529838"),
        (identifiers.isbn, "0-8044-2957-x", "9780804429573"),
        (identifiers.isbn, "979-10-90636-07-1", "9791090636071"),
        (identifiers.isbn, "0-201-52983-2", None),
        (identifiers.isbn, "978-0-201-52983-9", None),
        (identifiers.isbn, "977-0-201-52983-8", None),
        (identifiers.issn, "0378-5955", "0378-5955"),
        (identifiers.issn, "2434561x", "2434-561X"),
        (identifiers.issn, "e-ISSN: 2049-3630", "2049-3630"),
        (identifiers.issn, "0378-5954", None),
        (identifiers.orcid, "https://orcid.org/0000-0002-1825-0097", "0000-0002-1825-0097"),
        (identifiers.orcid, "000000021694233x", "0000-0002-1694-233X"),
        (identifiers.orcid, "0000-0002-1825-0098", None),
        (identifiers.acl, "N19-1423", "N19-1423"),
        (identifiers.acl, "https://aclanthology.org/2020.acl-main.1.pdf", "2020.acl-main.1"),
        (identifiers.acl, "https://www.aclweb.org/anthology/N19-1423/", "N19-1423"),
        (identifiers.acl, "X1", None),
        (identifiers.openreview, "https://openreview.net/forum?id=rJ4km2R5t7", "rJ4km2R5t7"),
        (identifiers.openreview, "https://openreview.net/pdf?id=rJ4km2R5t7&name=x", "rJ4km2R5t7"),
        (identifiers.openreview, "rJ4km2R5t7", None),
        (identifiers.url, "HTTPS://Example.ORG/Path?q=1#f", "https://example.org/Path?q=1#f"),
        (identifiers.url, "\\url{https://example.org/a\\_b}", "https://example.org/a_b"),
        (identifiers.url, "https://localhost:8080/", "https://localhost:8080/"),
        (identifiers.url, "example.org", None),
        (identifiers.url, "https://exa mple.org", None),
        (identifiers.url, "https://-/", None),
        (identifiers.url, f"https://{'a.' * 126}org/{'x' * 300}", f"https://{'a.' * 126}org/{'x' * 300}"),  # a host of 255
        (identifiers.url, f"https://{'a.' * 126}info/", None),
    ],
)
def test_other_kinds(recognise: Callable[[str], str | None], text: str, expected: str | None) -> None:
    assert recognise(text) == expected


def test_several_numbers() -> None:
    assert identifiers.isbns("978-3-16-148410-0 (hbk.), 0-201-52983-1, 0-201-52983-2") == ["9783161484100", "9780201529838"]
    assert identifiers.issns("0378-5955, 2049-3630") == ["0378-5955", "2049-3630"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("arXiv preprint arXiv:1706.03762", [("arxiv", "1706.03762")]),
        ("CoRR, abs/1706.03762", [("arxiv", "1706.03762")]),
        ("{Ph.D.} thesis, \\arxiv{1606.05916}", [("arxiv", "1606.05916")]),
        ("http://adsabs.harvard.edu/abs/2014arXiv1407.5817S", [("arxiv", "1407.5817")]),
        ("https://arxiv.org/pdf/math.GT/0309136v1", [("arxiv", "math/0309136")]),
        ("10.48550/arXiv.1706.03762", [("arxiv", "1706.03762"), ("doi", "10.48550/arxiv.1706.03762")]),
        ("see doi:10.1000/abc(12), and 10.1000/xyz.", [("doi", "10.1000/abc(12)"), ("doi", "10.1000/xyz")]),
        ("\\url{https://doi.org/10.1000/a\\_b}", [("doi", "10.1000/a_b")]),
        ("https://onlinelibrary.wiley.com/doi/abs/10.1002/xyz.12/full?a=b", [("doi", "10.1002/xyz.12")]),
        ("https://link.springer.com/content/pdf/10.1007/s123-4.pdf", [("doi", "10.1007/s123-4")]),
        ("https://www.biorxiv.org/content/10.1101/2020.01.01.123456v1.full.pdf", [("doi", "10.1101/2020.01.01.123456")]),
        ("https://doi-org.proxy.example.edu/10.1000/abc", [("doi", "10.1000/abc")]),
        ("https://dl.acm.org/doi/10.1145/1.2", [("doi", "10.1145/1.2")]),
        ("https://aclanthology.org/N19-1423", [("acl", "N19-1423")]),
        ("https://openreview.net/forum?id=rJ4km2R5t7", [("openreview", "rJ4km2R5t7")]),
        ("https://pubmed.ncbi.nlm.nih.gov/17284678/ PMC1234567", [("pmid", "17284678"), ("pmcid", "PMC1234567")]),
        ("PMID:12x, PMC1234567a", []),
        ("PMID: 12, PMC1234567.", [("pmid", "12"), ("pmcid", "PMC1234567")]),
        ("ISBN 0-201-52983-1.", [("isbn", "9780201529838")]),
        ("ISBN 0-201-52983-2", []),
        ("version 10.1000 / of something", []),
        ("pages 110.1000/abc", []),
        ("https://example.org/abs/1706.03762", []),
        ("nothing here", []),
    ],
)
def test_find(text: str, expected: list[tuple[str, str]]) -> None:
    assert [hit[:2] for hit in identifiers.find(text)] == expected


def test_find_gives_the_place() -> None:
    text = "see doi:10.1000/a\\_b, p. 3"
    ((_, _, start, end),) = identifiers.find(text)
    assert text[start:end] == "10.1000/a\\_b"


@pytest.mark.parametrize("kind", ["doi", "arxiv", "pmid", "pmcid", "isbn", "issn", "orcid", "acl", "openreview", "url"])
@given(text=st.text(max_size=60))
def test_problem_says_something_or_nothing(kind: str, text: str) -> None:
    wrong = identifiers.problem(kind, text)
    assert wrong is None or (wrong and "\n" not in wrong)


IDENTIFIERISH = st.text(alphabet="10.239/aZ_-()<>;:%v[]{}\\$&,é \u200b", max_size=40)


@pytest.mark.parametrize(
    "recognise",
    [
        identifiers.arxiv,
        identifiers.pmid,
        identifiers.pmcid,
        identifiers.isbn,
        identifiers.issn,
        identifiers.orcid,
        identifiers.acl,
        identifiers.url,
        identifiers.short_doi,
    ],
)
@given(text=IDENTIFIERISH | st.text(max_size=60))
def test_canonical_form_is_stable(recognise: Callable[[str], str | None], text: str) -> None:
    value = recognise(text)
    assert value is None or recognise(value) == value


@given(prefix=st.sampled_from(["", "doi:", "https://doi.org/"]), suffix=IDENTIFIERISH.filter(lambda text: "%25" not in text))
def test_doi_is_stable(prefix: str, suffix: str) -> None:
    """Except for ``%25``, which stands for a percent sign in a URL and for itself in a name."""
    value = identifiers.doi(f"{prefix}10.1000/{suffix}")
    if value is not None and "%" not in value:
        assert identifiers.doi(value) == value


@given(text=st.text(alphabet="10./arXiv:abs-doi.org%2F()<>{}\\_& v\n", max_size=200))
def test_find_stays_in_the_text(text: str) -> None:
    assert all(0 <= start < end <= len(text) for _, _, start, end in identifiers.find(text))


LONG = [
    "10.1000/" + "(" * 50_000,
    "10.1000/" + "\\" * 400_000,
    "10.1000/" + ")." * 200_000,
    "10.1000/a" * 20_000,
    "{" * 50_000 + "10.1000/a",
    "{" * 300_000 + "10.1000/a" + "}" * 300_000,
    "arXiv:" * 20_000,
    "-" * 50_000,
]


@pytest.mark.parametrize("text", LONG)
def test_hostile_text_is_quick(text: str) -> None:
    for recognise in (identifiers.doi, identifiers.arxiv, identifiers.isbn, identifiers.url, identifiers.find):
        recognise(text)


@given(st.text("0123456789X", min_size=8, max_size=16))
def test_check_digits_are_those_of_the_standards(digits: str) -> None:
    from stdnum import isbn, issn
    from stdnum.iso7064 import mod_11_2

    for size, mine, valid in ((10, identifiers.isbn, isbn.is_valid), (8, identifiers.issn, issn.is_valid)):
        for last in "0123456789X":
            text = digits[: size - 1] + last
            assert bool(mine(text)) == (len(text) == size and valid(text)), text
    longer = f"978{digits[:9]}"
    for last in "0123456789X":
        assert bool(identifiers.isbn(longer + last)) == (len(longer) == 12 and isbn.is_valid(longer + last))
        sixteen = f"{digits:0>15}"[:15] + last
        assert bool(identifiers.orcid(sixteen)) == ("X" not in sixteen[:15] and mod_11_2.is_valid(sixteen)), sixteen
    short = identifiers.isbn(digits[:10])
    assert short is None or short == isbn.to_isbn13(digits[:10])
