"""The dumps of the sources, read as their answers are: shapes of the real files, invented works."""

from __future__ import annotations

import json

import pytest

from latexrefcheck import registry
from latexrefcheck.verify.sources import _dblp_xml, _dump

DUMPED = [name for name in tuple(registry.sources) if registry.sources[name].dump is not None]

DBLP = b"""<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE dblp SYSTEM "dblp.dtd">
<dblp>
<article mdate="2026-01-02" key="journals/jl/Muster01"><author orcid="0">J&uuml;rgen M\xfcller 0001</author>
<author>Ann Li</author>
<title>Lanterns &amp; <i>Harbours</i> of order x<sup>2</sup>.</title><pages>1-9</pages>
<year>2001</year><journal>J. Lanterns</journal>
<ee type="oa">https://doi.org/10.5555/LAN.1</ee></article><inproceedings mdate="2026-02-03" key="conf/lan/Okonkwo20">
<author>Ada Okonkwo</author><title>Which Lantern?</title><booktitle>LANTERN</booktitle><year>2020</year></inproceedings>
<www key="homepages/1"><author>Ann Li</author><title>Home Page</title></www>
<book key="books/broken"><title>No end & no sense<year>1999</year></book>
<proceedings key="conf/lan/2020"><editor>Eva Roe</editor><title>Proceedings of LANTERN.</title><year>2020</year></proceedings>
</dblp>
"""
ACL = b"""@string{aclpub = {Association for Lanterns}}
@inproceedings{muster-li-2019-lantern,
    title = "{L}antern Parsing with {G}r{\\"u}n",
    author = "Muster, Jos{\\'e}  and
      Li, Ann",
    booktitle = "Proceedings of the Lantern Meeting",
    month = jun,
    year = "2019",
    publisher = aclpub,
    url = "https://aclanthology.org/N19-9001/",
    doi = "10.18653/v1/N19-9001",
    pages = "1--10",
    abstract = "We say {what} an @ does."
}
@comment{nothing}
@inproceedings{broken-2019, title = "No number"
@inproceedings{roe-2020-b,
    title = "Second",
    author = "Roe, Eva",
    year = "2020",
    url = "https://aclanthology.org/2020.acl-main.9999",
}
"""
ARXIV = {
    "id": "2101.00001",
    "authors": "J. Muster",
    "title": "Lanterns in\n  the Dark",
    "comments": "This paper has been withdrawn by the author",
    "journal-ref": None,
    "doi": "10.5555/LAN.2",
    "abstract": "Long." * 200,
    "versions": [{"version": "v1", "created": "Fri, 1 Jan 2021 10:00:00 GMT"}],
    "update_date": "2024-05-06",
    "authors_parsed": [["van der Berg", "Jan", "Jr."], ["Li", "Ann", "", "Nowhere University"]],
}
OPENALEX = {
    "id": "https://openalex.org/W1",
    "doi": "https://doi.org/10.5555/LAN.3",
    "title": "Lanterns at Sea",
    "type": "article",
    "publication_year": 2011,
    "updated_date": "2026-01-05T01:02:03",
    "ids": {"pmid": "https://pubmed.ncbi.nlm.nih.gov/123"},
    "authorships": [{"raw_author_name": "Ödegård, Bo", "author": {"display_name": "Bo Ödegård"}, "institutions": [{"id": "x"}]}],
    "primary_location": {"source": {"display_name": "Journal of Lanterns"}},
    "abstract_inverted_index": {"a": [1]},
    "is_retracted": True,
}


def read(name: str, data: bytes, size: int = 7):
    """What is held of a file that comes in small chunks: (held, record), None for no work, a text for damage."""
    dump = registry.sources[name].dump
    assert dump is not None
    found = []
    for piece in dump.pieces(data[at : at + size] for at in range(0, len(data), size)):
        try:
            held = dump.held(piece)
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            found.append(str(error))
            continue
        found.append(None if held is None else (held, dump.record(held.body)))
    return found


@pytest.mark.parametrize("size", [1, 50, 100_000])
def test_dblp(size):
    first, second, person, broken, volume = read("dblp", DBLP, size)
    held, record = first
    assert held.identifiers[0] == ("doi", "10.5555/lan.1")
    assert (held.family, held.day) == ("Müller", "2026-01-02")
    assert record.title.startswith("Lanterns & Harbours of order x")
    assert [one.family for one in record.authors] == ["Müller", "Li"]
    assert (record.years, record.venues, record.type) == ((2001,), ("J. Lanterns",), "article")
    assert record.url == "https://dblp.org/rec/journals/jl/Muster01"
    assert (second[1].title, second[1].type) == ("Which Lantern?", "inproceedings")
    assert person is None
    assert isinstance(broken, str)
    assert volume[1].editors[0].family == "Roe"


def test_a_record_without_its_end_costs_only_itself():
    text = DBLP.replace(b"</article>", b"").replace(b"</inproceedings>", b"</inproceedings>\n")
    found = read("dblp", text, 400)
    assert isinstance(found[0], str)
    assert found[1][1].title == "Which Lantern?"


def test_declarations_inside_of_a_record_are_refused():
    with pytest.raises(ValueError, match=r"damaged|declaration"):
        _dblp_xml.publication(b'<!DOCTYPE a [<!ENTITY b "c">]><article key="a"><title>&b;</title></article>')
    with pytest.raises(ValueError, match="damaged"):
        _dblp_xml.publication(b'<article key="a"><title>&unheard;</title></article>')


@pytest.mark.parametrize("size", [1, 300, 100_000])
def test_acl(size):
    first, comment, broken, last = read("acl", ACL, size)
    held, record = first
    assert dict(held.identifiers) == {"acl": "N19-9001", "doi": "10.18653/v1/n19-9001"}
    assert (record.title, record.publisher, record.pages) == ("Lantern Parsing with Grün", "Association for Lanterns", "1-10")
    assert [one.family for one in record.authors] == ["Muster", "Li"]
    assert "abstract" not in held.body
    assert comment is None
    assert isinstance(broken, str)
    assert last[1].identifiers == {"acl": "2020.acl-main.9999"}


def test_arxiv():
    ((held, record),) = read("arxiv", json.dumps(ARXIV).encode())
    assert held.identifiers == (("arxiv", "2101.00001"), ("doi", "10.48550/arxiv.2101.00001"))
    assert (held.day, held.family) == ("2024-05-06", "van der Berg")
    assert [(one.prefix, one.family, one.suffix) for one in record.authors] == [("van der", "Berg", "Jr."), ("", "Li", "")]
    assert record.title == "Lanterns in the Dark"
    assert record.years == (2021, 2024)
    assert record.notices[0].kind == "withdrawal"
    assert record.published_as["doi"] == "10.5555/lan.2"
    assert "Long." not in held.body


def test_openalex():
    ((held, record),) = read("openalex", json.dumps(OPENALEX).encode())
    assert held.identifiers == (("doi", "10.5555/lan.3"), ("pmid", "123"), ("openalex", "https://openalex.org/W1"))
    assert (held.family, held.day) == ("Ödegård", "2026-01-05")
    assert record.notices
    assert "inverted" not in held.body
    assert "institutions" not in held.body


BAD = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"\xff\xfe",
    b"<article>",
    b"@article{",
    b"1",
    b'{"id": [], "title": 5, "DOI": {}}',
    b"[" * 99_999,
]


@pytest.mark.parametrize("name", DUMPED)
def test_rubbish_is_damage_and_nothing_else(name):
    dump = registry.sources[name].dump
    for piece in BAD:
        with pytest.raises((ValueError, TypeError, LookupError, AttributeError)):
            dump.held(piece)
    assert dump.where.startswith("https://")


def test_a_line_without_end_is_not_kept(monkeypatch):
    monkeypatch.setattr(_dump, "LONGEST", 3000)
    chunks = [b'{"a": 1}\n', *([b"x" * 1000] * 50), b"\n", b'{"b": 2}\n']
    found = [*_dump.lines(chunks)]
    assert found[0] == b'{"a": 1}'
    assert found[-1] == b'{"b": 2}'
    assert max(map(len, found)) < 6000
