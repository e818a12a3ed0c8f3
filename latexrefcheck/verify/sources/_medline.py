"""PubMed's XML records (https://dtd.nlm.nih.gov/ncbi/pubmed/doc/out/250101/), articles and books."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator, Mapping

from latexrefcheck.model.record import Notice, Record
from latexrefcheck.text.deposited import organisation, person
from latexrefcheck.text.markup import seen
from latexrefcheck.text.person import Person
from latexrefcheck.verify.sources import _text

NOTICES: Mapping[str, str] = {
    "retractionin": "retraction",
    "partialretractionin": "other",
    "expressionofconcernin": "expression_of_concern",
    "erratumin": "erratum",
    "correctedandrepublishedin": "correction",
}
_TYPES: Mapping[str, str] = {
    "retraction of publication": "notice",
    "retraction notice": "notice",
    "published erratum": "notice",
    "expression of concern": "notice",
    "preprint": "preprint",
    "dataset": "dataset",
    "academic dissertation": "thesis",
}


def bare(title: str) -> str:
    """A title without the final full stop and without the brackets that mark a translation."""
    title = _text.full_stop_dropped(title)
    return _text.full_stop_dropped(title[1:-1]) if title.startswith("[") and title.endswith("]") else title


def type_of(types: Iterable[str], title: str = "") -> str:
    """The work's type by its publication types (lower case) and title."""
    known = set(types)
    return next((kind for name, kind in _TYPES.items() if name in known), "notice" if _text.is_notice(title) else "article")


def once(notices: Iterable[Notice]) -> list[Notice]:
    """One notice per kind; the one that names where it was published goes first."""
    found: dict[str, Notice] = {}
    for notice in notices:
        known = found.get(notice.kind)
        if known is None or (known.label in ("Retracted Publication", "") and notice.label):
            found[notice.kind] = notice
    return list(found.values())


def pmid(article: ET.Element) -> str:
    """The article's own PMID."""
    return (article.findtext("MedlineCitation/PMID") or article.findtext("BookDocument/PMID") or "").strip()


def _whole(element: ET.Element | None) -> str:
    """Text of mixed content: titles hold italics, superscripts and MathML."""
    return seen(" ".join("".join(element.itertext()).split())) if element is not None else ""


def abstract(article: ET.Element) -> str:
    """The abstract, its parts with their labels, in one line; empty where the record has none."""
    parts = article.iterfind("MedlineCitation/Article/Abstract/AbstractText")
    told = ((f"{label.capitalize()}: " if (label := part.get("Label") or "") else "") + _whole(part) for part in parts)
    return " ".join(filter(None, told))


def record(article: ET.Element, source: str) -> Record:
    """The record of one ``PubmedArticle`` or ``PubmedBookArticle``."""
    book = article.find("BookDocument")
    return _book(article, book, source) if book is not None else _article(article, source)


def _article(article: ET.Element, source: str) -> Record:
    citation = article.find("MedlineCitation")
    told = citation.find("Article") if citation is not None else None
    if citation is None or told is None:
        raise ValueError("no Article")
    types = [_whole(item).lower() for item in told.iterfind("PublicationTypeList/PublicationType")]
    raw = _whole(told.find("ArticleTitle"))
    authors = told.find("AuthorList")
    number = pmid(article)
    return Record(
        source=source,
        titles=_text.titles([bare(raw)], (), [bare(_whole(told.find("VernacularTitle")))]),
        authors=tuple(_people(authors)),
        authors_cut=authors is not None and authors.get("CompleteYN") == "N",
        years=_text.years(_dates(told)),
        venues=_text.texts(
            (
                _whole(told.find("Journal/Title")),
                _whole(told.find("Journal/ISOAbbreviation")),
                _whole(citation.find("MedlineJournalInfo/MedlineTA")),
            )
        ),
        type=type_of(types, raw),
        identifiers=_identifiers(article, told, number),
        issns=tuple(
            dict.fromkeys(
                text.strip()
                for path in ("Journal/ISSN", "../MedlineJournalInfo/ISSNLinking")
                if (text := told.findtext(path) or citation.findtext(path.removeprefix("../")) or "").strip()
            )
        ),
        volume=_whole(told.find("Journal/JournalIssue/Volume")),
        number=_whole(told.find("Journal/JournalIssue/Issue")),
        pages=_whole(told.find("Pagination/MedlinePgn")) or _whole(told.find("Pagination/StartPage")),
        url=f"https://pubmed.ncbi.nlm.nih.gov/{number}/",
        notices=tuple(once(_notices(citation, types, raw, source))),
        preprint="preprint" in types,
        notice_of=tuple(
            f"pmid:{text}"
            for note in citation.iterfind("CommentsCorrectionsList/CommentsCorrections")
            if note.get("RefType") == "RetractionOf" and (text := _whole(note.find("PMID")))
        ),
    )


def _people(authors: ET.Element | None) -> Iterator[Person]:
    """Authors in order; ``ValidYN="N"`` marks a misspelling that stands beside the right name."""
    for author in authors if authors is not None else ():
        if author.tag != "Author" or author.get("ValidYN") == "N":
            continue
        collective = _whole(author.find("CollectiveName"))
        made = (
            organisation(collective)
            if collective
            else person(
                _whole(author.find("LastName")),
                _whole(author.find("ForeName")) or " ".join(_whole(author.find("Initials"))),
                _whole(author.find("Suffix")),
            )
        )
        if made:
            yield made


def _dates(told: ET.Element) -> Iterator[str]:
    for path in ("Journal/JournalIssue/PubDate/Year", "Journal/JournalIssue/PubDate/MedlineDate", "ArticleDate/Year"):
        yield _whole(told.find(path))


def _identifiers(article: ET.Element, told: ET.Element, number: str) -> dict[str, str]:
    """The article's own identifiers: ``PubmedData`` also lists those of its references, deeper down."""
    own = {item.get("IdType", ""): _whole(item) for item in article.iterfind("PubmedData/ArticleIdList/ArticleId")}
    located = {item.get("EIdType", ""): _whole(item) for item in told.iterfind("ELocationID") if item.get("ValidYN") != "N"}
    return _text.identified(
        doi=_text.doi_in(own.get("doi")) or _text.doi_in(located.get("doi")), pmid=number, pmcid=own.get("pmc", "").split(".")[0]
    )


def _notices(citation: ET.Element, types: list[str], raw: str, source: str) -> Iterator[Notice]:
    if "retracted publication" in types:
        yield Notice("retraction", source=source, label="Retracted Publication")
    for note in citation.iterfind("CommentsCorrectionsList/CommentsCorrections"):
        kind = NOTICES.get(note.get("RefType", "").lower())
        if kind:
            yield Notice(kind, source=source, label=_whole(note.find("RefSource")))
    if "retraction of publication" not in types:
        yield from _text.marks([raw], source)


def _book(article: ET.Element, book: ET.Element, source: str) -> Record:
    number = pmid(article)
    chapter, volume = bare(_whole(book.find("ArticleTitle"))), bare(_whole(book.find("Book/BookTitle")))
    people = [*book.iterfind("AuthorList"), *book.iterfind("Book/AuthorList")]
    own = {item.get("IdType", ""): _whole(item) for item in book.iterfind("ArticleIdList/ArticleId")}
    return Record(
        source=source,
        titles=_text.titles([chapter or volume]),
        authors=tuple(name for group in people if group.get("Type") != "editors" for name in _people(group)),
        editors=tuple(name for group in people if group.get("Type") == "editors" for name in _people(group)),
        years=_text.years((_whole(book.find("Book/PubDate/Year")), _whole(book.find("ContributionDate/Year")))),
        venues=_text.texts((volume if chapter else "", _whole(book.find("Book/CollectionTitle")))),
        type="chapter" if chapter else "book",
        identifiers=_text.identified(doi=_text.doi_in(own.get("doi")), pmid=number),
        isbns=tuple(_whole(item).replace("-", "") for item in book.iterfind("Book/Isbn")),
        publisher=_whole(book.find("Book/Publisher/PublisherName")),
        url=f"https://pubmed.ncbi.nlm.nih.gov/{number}/",
    )
