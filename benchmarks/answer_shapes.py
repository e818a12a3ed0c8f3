"""One invented work in the words of each index: Crossref's JSON, arXiv's Atom, PubMed's summaries and the rest.

The records differ as real ones do: subtitles apart or in the title, initials for given names, print and online
years, acronyms for venues, homonyms numbered, and now and then an error that an aggregator made.
"""

from __future__ import annotations

import unicodedata
import zlib
from typing import Any
from xml.sax.saxutils import escape

from invented_works import WORDS, Work

ABBREVIATIONS: dict[str, str] = WORDS["abbreviations"]
SMALL = frozenset(("of", "the", "on", "in", "and", "for"))


def abbreviated(venue: str) -> str:
    """The name after ISO 4: words cut, small words dropped."""
    return " ".join(ABBREVIATIONS.get(word, word) for word in venue.split() if word not in SMALL)


def draw(work: Work, what: str, share: float) -> bool:
    """Whether a share of the works has some habit; the same for every run."""
    return zlib.crc32(f"{what}{work.title}".encode()) % 1000 < share * 1000


def serial(work: Work) -> int:
    """A number of the work for the indexes that give their own."""
    return zlib.crc32(f"{work.whole}{work.year}{work.authors[0]}".encode())


def initials(given: str) -> str:
    """``Jean-Luc B.`` as ``J.-L. B.``."""
    return " ".join("-".join(f"{part[0]}." for part in word.split("-")) for word in given.split())


def plain_letters(text: str) -> str:
    """Without accents, as old deposits have it."""
    return "".join(letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))


def dated(year: int, month: int = 3) -> dict[str, Any]:
    """A date in Crossref's form."""
    return {"date-parts": [[year, month, 14]]}


def crossref(work: Work) -> dict[str, Any]:
    """The work as ``/works`` has it."""
    apart = bool(work.subtitle) and draw(work, "subtitle", 0.5)
    shout = draw(work, "capitals", 0.03)
    title = work.title if apart else work.whole
    title = (title.upper() if shout else title).replace("CO2", "CO<sub>2</sub>")
    short = draw(work, "initials", 0.15)
    bare = draw(work, "accents", 0.05)
    told: dict[str, Any] = {
        "DOI": work.doi,
        "type": "journal-article" if work.kind == "article" else "proceedings-article",
        "title": [title],
        "author": [_crossref_person(given, family, short, bare) for given, family in work.authors],
        "issued": dated(work.online or work.year),
        "published": dated(work.online or work.year),
        "published-print": dated(work.year),
        "container-title": [f"Proceedings of the {work.venue}" if work.acronym else work.venue],
        "short-container-title": [] if work.acronym else [abbreviated(work.venue)],
        "publisher": work.publisher,
        "page": work.pages,
        "score": 30.0,
    }
    if apart:
        told["subtitle"] = [work.subtitle]
    if work.online:
        told["published-online"] = dated(work.online, 11)
    if work.issn:
        told |= {"volume": work.volume, "issue": work.issue, "ISSN": [work.issn]}
    if work.notice:
        told["updated-by"] = [
            {
                "DOI": work.notice,
                "type": "retraction",
                "label": "Retraction",
                "source": "publisher",
                "updated": dated(work.year + 1),
            }
        ]
    return told


def _crossref_person(given: str, family: str, short: bool, bare: bool) -> dict[str, Any]:
    told = {"given": initials(given) if short else given, "family": family, "sequence": "additional", "affiliation": []}
    return {name: plain_letters(value) if bare and isinstance(value, str) else value for name, value in told.items()}


def csl(work: Work) -> dict[str, Any]:
    """The work as content negotiation gives it."""
    return {
        "type": "article-journal",
        "DOI": work.doi,
        "title": work.whole,
        "author": [{"given": given, "family": family} for given, family in work.authors],
        "issued": {"date-parts": [[work.year]]},
        "container-title": work.venue,
        "volume": work.volume,
        "page": work.pages,
        "publisher": work.publisher,
    }


def datacite(work: Work) -> dict[str, Any]:
    """The arXiv paper as DataCite has it."""
    doi = f"10.48550/arxiv.{work.arxiv}"
    first = work.online or work.year
    related = [{"relationType": "IsVersionOf", "relatedIdentifier": work.doi, "relatedIdentifierType": "DOI"}]
    attributes = {
        "doi": doi,
        "titles": [{"title": work.whole}],
        "creators": [
            {"name": f"{family}, {given}", "givenName": given, "familyName": family, "nameType": "Personal", "affiliation": []}
            for given, family in work.authors
        ],
        "contributors": [],
        "publicationYear": first,
        "version": "1",
        "types": {"resourceTypeGeneral": "Preprint", "resourceType": "Article", "bibtex": "misc"},
        "url": f"https://arxiv.org/abs/{work.arxiv}",
        "relatedIdentifiers": related if work.doi and draw(work, "related", 0.6) else [],
        "publisher": "arXiv",
        "dates": [{"date": f"{first}-03-14T09:00:00Z", "dateType": "Submitted", "dateInformation": "v1"}],
        "container": {},
        "descriptions": [{"description": "We invent.", "descriptionType": "Abstract"}],
    }
    return {"id": doi, "type": "dois", "attributes": attributes}


def arxiv(work: Work, version: str = "v1") -> str:
    """The paper as an entry of the Atom feed."""
    first = work.online or work.year
    people = "".join(f"<author><name>{escape(f'{given} {family}')}</name></author>" for given, family in work.authors)
    doi = f"<arxiv:doi>{escape(work.doi)}</arxiv:doi>" if work.doi and draw(work, "arxivdoi", 0.5) else ""
    return (
        f"<entry><id>http://arxiv.org/abs/{work.arxiv}{version}</id><title>{escape(work.whole)}</title>"
        f"<updated>{first}-03-14T09:00:00Z</updated><summary>We invent.</summary><published>{first}-03-14T09:00:00Z</published>"
        f"{people}{doi}</entry>"
    )


def dblp(work: Work) -> list[dict[str, Any]]:
    """The rows of the SPARQL answer: one for each author."""
    end = "" if work.whole.endswith("?") else "."
    number = serial(work)
    preprint = work.kind == "preprint"
    pub = f"journals/corr/abs-{work.arxiv.replace('.', '-')}" if preprint else f"conf/inv/{number:x}"
    told = {
        "pub": f"https://dblp.org/rec/{pub}",
        "t": f"{work.whole}{end}",
        "y": str(work.year),
        "v": "CoRR" if preprint else work.acronym or abbreviated(work.venue),
        "bt": f"http://purl.org/net/nknouf/ns/bibtex#{'Inproceedings' if work.acronym else 'Article'}",
    }
    if work.doi:
        told["doi"] = f"https://doi.org/{work.doi.upper()}"
    names = [f"{given} {family}{' 0002' if family in ('Wang', 'Li', 'Chen') else ''}" for given, family in work.authors]
    return [{**_cells(told), **_cells({"o": str(place), "a": name})} for place, name in enumerate(names, 1)]


def _cells(told: dict[str, str]) -> dict[str, Any]:
    return {name: {"type": "uri" if value.startswith("http") else "literal", "value": value} for name, value in told.items()}


def openalex(work: Work) -> dict[str, Any]:
    """The work as OpenAlex merged it, with the error that it may have made."""
    people = work.authors[:-1] if work.flaw == "author" and len(work.authors) > 1 else work.authors
    year = (work.online or work.year) + (2 if work.flaw == "year" else 0)
    number = f"https://openalex.org/W{serial(work)}"
    doi = work.doi or (f"10.48550/arxiv.{work.arxiv}" if work.arxiv else "")
    first, _, last = work.pages.partition("-")
    ids = {"openalex": number} | ({"doi": f"https://doi.org/{doi}"} if doi else {})
    if work.pmid:
        ids["pmid"] = f"https://pubmed.ncbi.nlm.nih.gov/{work.pmid}"
    venue = work.venue or ("arXiv (Cornell University)" if work.arxiv else "")
    place = {
        "landing_page_url": f"https://arxiv.org/abs/{work.arxiv}" if work.arxiv else None,
        "source": {"display_name": venue, "issn_l": work.issn or None, "issn": [work.issn] if work.issn else None}
        if venue
        else None,
        "raw_source_name": venue or None,
    }
    return {
        "id": number,
        "doi": f"https://doi.org/{doi}" if doi else None,
        "ids": ids,
        "title": work.whole,
        "display_name": work.whole,
        "type": {"preprint": "preprint", "book": "book"}.get(work.kind, "article"),
        "publication_year": year,
        "publication_date": f"{year}-03-14",
        "is_retracted": bool(work.notice),
        "biblio": {
            "volume": work.volume or None,
            "issue": work.issue or None,
            "first_page": first or None,
            "last_page": last or None,
        },
        "authorships": [
            {"author": {"display_name": f"{given} {family}"}, "raw_author_name": f"{given} {family}"} for given, family in people
        ],
        "primary_location": place,
        "locations": [place],
    }


def semanticscholar(work: Work) -> dict[str, Any]:
    """The paper as Semantic Scholar has it: often with initials, and with the year of the first version."""
    short = draw(work, "s2initials", 0.3)
    names = [f"{initials(given) if short else given} {family}" for given, family in work.authors]
    external = {"DOI": work.doi, "ArXiv": work.arxiv, "PubMed": work.pmid, "DBLP": ""}
    return {
        "paperId": f"{serial(work):040x}",
        "title": work.whole,
        "year": work.online or work.year,
        "venue": work.venue or ("arXiv.org" if work.arxiv else ""),
        "publicationVenue": None,
        "journal": {"name": work.venue, "pages": work.pages, "volume": work.volume} if work.issn else None,
        "externalIds": {name: value for name, value in external.items() if value} | {"CorpusId": 7},
        "publicationTypes": ["Book"] if work.kind == "book" else ["Conference"] if work.acronym else ["JournalArticle"],
        "publicationDate": f"{work.online or work.year}-03-14",
        "authors": [{"authorId": None, "name": name} for name in names],
    }


def pubmed(work: Work) -> dict[str, Any]:
    """The article as a PubMed summary: surnames with initials, a full stop behind the title."""
    ids = [{"idtype": "pubmed", "value": work.pmid}, {"idtype": "doi", "value": work.doi}]
    names = [f"{family} {initials(given).replace('.', '').replace(' ', '').replace('-', '')}" for given, family in work.authors]
    return {
        "uid": work.pmid,
        "title": f"{work.whole}{'' if work.whole.endswith('?') else '.'}",
        "pubdate": f"{work.year} Mar",
        "epubdate": f"{work.online} Nov 14" if work.online else "",
        "source": abbreviated(work.venue).replace(".", ""),
        "fulljournalname": work.venue,
        "volume": work.volume,
        "issue": work.issue,
        "pages": work.pages,
        "issn": work.issn,
        "essn": "",
        "pubtype": ["Journal Article", *(["Retracted Publication"] if work.notice else [])],
        "authors": [{"name": name, "authtype": "Author", "clusterid": ""} for name in names],
        "articleids": ids,
        "references": [],
    }


def europepmc(work: Work) -> dict[str, Any]:
    """The article as a core result of Europe PMC."""
    return {
        "id": work.pmid,
        "source": "MED",
        "pmid": work.pmid,
        "doi": work.doi,
        "title": f"{work.whole}.",
        "authorList": {
            "author": [
                {
                    "fullName": f"{family} {initials(given)[:1]}",
                    "firstName": given,
                    "lastName": family,
                    "initials": initials(given)[:1],
                }
                for given, family in work.authors
            ]
        },
        "journalInfo": {
            "volume": work.volume,
            "issue": work.issue,
            "yearOfPublication": work.year,
            "journal": {"title": work.venue, "isoabbreviation": abbreviated(work.venue), "issn": work.issn},
        },
        "pubYear": str(work.year),
        "firstPublicationDate": f"{work.online or work.year}-03-14",
        "pageInfo": work.pages,
        "pubTypeList": {"pubType": ["Journal Article", *(["Retracted Publication"] if work.notice else [])]},
    }


def openlibrary(work: Work) -> dict[str, Any]:
    """The edition as Open Library has it."""
    told = {
        "title": work.title,
        "authors": [{"name": f"{given} {family}"} for given, family in work.authors],
        "publish_date": f"March {work.year}",
        "publishers": [{"name": work.publisher}],
        "identifiers": {"isbn_13": [work.isbn]},
        "url": f"https://openlibrary.org/books/OL{work.isbn[-7:]}M",
    }
    return told | ({"subtitle": work.subtitle} if work.subtitle else {})
