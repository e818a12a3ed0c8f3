"""Europe PMC: PubMed, PMC, preprints and more in one search, with full names.

## What it knows
More than 45 million records of the life sciences by DOI, PMID, PMCID and title: all of PubMed, full
texts of PMC, preprints (bioRxiv, medRxiv, Research Square, ...) and links from preprint to article.

## Limits
None published; two requests a second at most are sent. About sixty identifiers fit into one request.

## Terms
https://europepmc.org/Copyright - bibliographic data are open.

## Key
None.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import quote, quote_plus

from latexrefcheck.model.lookup import (
    Answer,
    Ask,
    Limit,
    Limits,
    Own,
    Request,
    Response,
    Sample,
    Source,
    SourceConfig,
    StudyField,
)
from latexrefcheck.model.record import Notice, Query, Record
from latexrefcheck.text.deposited import indexed, organisation, person
from latexrefcheck.text.person import Person
from latexrefcheck.verify.sources import _medline, _reply, _subject, _text
from latexrefcheck.verify.sources._reply import Unusable, items, mapping, objects, string

ID = "europepmc"
BASE = "https://www.ebi.ac.uk"
ASKS = {"doi": Ask(batch=60), "pmid": Ask(batch=60), "pmcid": Ask(batch=60), "title": Ask()} | {
    _subject.KIND: Ask(),
    _subject.ABSTRACT: Ask(batch=60),
    _subject.FULL_TEXT: Ask(),
}

_TERMS: Mapping[str, str] = {
    "doi": 'DOI:"{}"',
    "pmid": "(EXT_ID:{} AND SRC:MED)",
    "pmcid": 'PMCID:"{}"',
    _subject.ABSTRACT: 'DOI:"{}"',
}
_NOTICES: Mapping[str, str] = {**_medline.NOTICES, "retraction": "retraction", "erratum": "erratum"}
ROWS = 5


def requests(queries: Iterable[Query], config: SourceConfig) -> Iterator[Request]:
    """The requests for ``queries``: identifiers of one kind in batches, titles singly."""
    asked = [query for query in dict.fromkeys(queries) if query.kind in ASKS]
    for kind in _TERMS:
        same = [query for query in asked if query.kind == kind and '"' not in query.value]
        for group in _reply.chunks(same, ASKS[kind].batch, _reply.MAX_URL - 250, lambda query: len(quote_plus(_term(query))) + 4):
            # A DOI can belong to several records (MED, PMC, PPR), so there is room for more than were asked for.
            yield _request(" OR ".join(map(_term, group)), group, config, rows=len(group) * 3)
    for query in asked:
        if query.kind == "title":
            words = " ".join(re.sub(r"[^\w\s'-]+", " ", query.value[:500]).split())
            yield _request(f'TITLE:"{words}"', (query,), config, rows=ROWS)
        elif query.kind == _subject.FULL_TEXT:
            place = f"/europepmc/webservices/rest/{quote(query.value, safe='')}/fullTextXML"
            yield Request(ID, f"{(config.base or BASE).rstrip('/')}{place}", (query,), accept="application/xml")
        elif query.kind == _subject.KIND:
            yield _request(_on_subject(query), (query,), config, rows=_subject.ROWS)


def _on_subject(query: Query) -> str:
    words = " ".join(re.sub(r"[^\w\s'-]+", " ", query.value[:500]).split())
    first, last = query.span
    terms = [words, *([f'AUTH:"{re.sub(chr(34), "", query.surname)}"'] if query.surname else [])]
    terms += [f"PUB_YEAR:[{first or 1500} TO {last or 2100}]"] if first or last else []
    return " AND ".join(terms)


def _term(query: Query) -> str:
    return _TERMS[query.kind].format(query.value)


def _request(text: str, group: tuple[Query, ...], config: SourceConfig, rows: int) -> Request:
    return Request(
        ID,
        f"{(config.base or BASE).rstrip('/')}/europepmc/webservices/rest/search",
        group,
        params=(("query", text), ("format", "json"), ("resultType", "core"), ("pageSize", str(rows))),
    )


def answer(request: Request, response: Response) -> Answer:
    """What Europe PMC says; errors arrive with status 200 and an ``errCode``."""
    return _reply.read(request, response, _answer)


def _answer(request: Request, response: Response) -> Answer:
    if request.queries[0].kind == _subject.FULL_TEXT:
        return _whole(request, response)
    payload = _reply.json_body(response)
    told = mapping(payload)
    results = mapping(told.get("resultList")).get("result")
    if not isinstance(results, list) or "errCode" in told:
        raise Unusable(f"the answer is no list of records: {_reply.explained(payload) or 'resultList is missing'}")
    works = objects(results)
    if request.queries[0].kind == "title":
        return _reply.hits(request, works, record)
    if request.queries[0].kind == _subject.KIND:
        return _reply.hits(request, works, _told)
    count = told.get("hitCount")
    build = _told if request.queries[0].kind == _subject.ABSTRACT else record
    return _reply.matched(request.queries, works, _names, build, not isinstance(count, int) or count <= len(works))


def _whole(request: Request, response: Response) -> Answer:
    """The text of an article of PMC's open part: its paragraphs, titles of sections and captions, one a line."""
    root = _reply.xml_body(response)
    body = root.find("body")
    if root.tag != "article" or body is None:
        raise Unusable("the answer is no article with a text")
    told = [" ".join("".join(one.itertext()).split()) for one in body.iter() if one.tag in ("p", "title", "td")]
    text = "\n\n".join(dict.fromkeys(filter(None, told)))
    return Answer({request.queries[0]: (_subject.whole(ID, text, {"pmcid": request.queries[0].value}),)})


def _told(work: dict[str, object]) -> Record:
    return _subject.telling(record(work), work.get("abstractText"), work.get("citedByCount"))


def _names(work: dict[str, object]) -> Iterator[tuple[str, str]]:
    yield "doi", _text.doi_in(work.get("doi"))
    yield _subject.ABSTRACT, _text.doi_in(work.get("doi"))
    yield "pmid", _pmid(work)
    yield "pmcid", string(work.get("pmcid"))


def _pmid(work: dict[str, object]) -> str:
    return string(work.get("pmid")) or (string(work.get("id")) if string(work.get("source")) == "MED" else "")


def record(work: dict[str, object]) -> Record:
    """The record of one result."""
    doi, pmid, pmcid = _text.doi_in(work.get("doi")), _pmid(work), string(work.get("pmcid"))
    raw = _text.plain(work.get("title"))
    issue = mapping(work.get("journalInfo"))
    journal = mapping(issue.get("journal"))
    book = mapping(work.get("bookOrReportDetails"))
    types = [
        string(kind).lower() for kind in items(mapping(work.get("pubTypeList")).get("pubType")) or items(work.get("pubType"))
    ]
    preprint = string(work.get("source")) == "PPR" or "preprint" in types
    source, number = string(work.get("source")), string(work.get("id"))
    return Record(
        source=ID,
        titles=_text.titles([_medline.bare(raw)]),
        authors=_people(work),
        years=_text.years(
            work.get(name) if name in work else issue.get(name)
            for name in (
                "pubYear",
                "yearOfPublication",
                "firstPublicationDate",
                "electronicPublicationDate",
                "printPublicationDate",
            )
        ),
        venues=_text.texts(
            (
                journal.get("title"),
                journal.get("isoabbreviation"),
                journal.get("medlineAbbreviation"),
                work.get("journalTitle"),
                book.get("comprisingTitle"),
                book.get("publisher") if preprint else "",
            )
        ),
        type="preprint" if preprint else _medline.type_of(types, raw),
        identifiers=_text.identified(doi=doi, pmid=pmid, pmcid=pmcid),
        issns=tuple(issn for issn in (string(journal.get("issn")), string(journal.get("essn"))) if issn),
        volume=string(issue.get("volume")) or string(work.get("journalVolume")),
        number=string(issue.get("issue")) or string(work.get("issue")),
        pages=string(work.get("pageInfo")),
        publisher=_text.plain(book.get("publisher")),
        url=f"https://europepmc.org/article/{source}/{number}" if source and number else "",
        notices=tuple(_medline.once(_notices(work, types, raw))),
        published_as=_published(work) if preprint else {},
        preprint=preprint,
        notice_of=tuple(f"pmid:{string(link.get('id'))}" for link in _links(work) if _nature(link) == "retractionof"),
    )


def _people(work: dict[str, object]) -> tuple[Person, ...]:
    listed = objects(mapping(work.get("authorList")).get("author"))
    if listed:
        found = [
            organisation(author["collectiveName"])
            if author.get("collectiveName")
            else person(author.get("lastName"), author.get("firstName") or " ".join(string(author.get("initials"))))
            or indexed(author.get("fullName"))
            for author in listed
        ]
    else:
        found = [indexed(name) for name in string(work.get("authorString")).rstrip(".").split(", ")]
    return tuple(name for name in found if name)


def _links(work: dict[str, object]) -> list[dict[str, object]]:
    return objects(mapping(work.get("commentCorrectionList")).get("commentCorrection"))


def _nature(link: dict[str, object]) -> str:
    return string(link.get("type")).replace(" ", "").lower()


def _notices(work: dict[str, object], types: list[str], raw: str) -> Iterator[Notice]:
    if "retracted publication" in types:
        yield Notice("retraction", source=ID, label="Retracted Publication")
    for link in _links(work):
        if kind := _NOTICES.get(_nature(link)):
            yield Notice(kind, source=ID, label=string(link.get("reference")))
    if "retraction of publication" not in types:
        yield from _text.marks([raw], ID)


def _published(work: dict[str, object]) -> dict[str, str]:
    for link in _links(work):
        if _nature(link) == "preprintof":
            number, source = string(link.get("id")), string(link.get("source"))
            return {"pmid": number} if source == "MED" else {"europepmc": f"{source}/{number}"}
    return {}


SOURCE = Source(
    id=ID,
    name="Europe PMC",
    requests=requests,
    answer=answer,
    base=BASE,
    limits=Limits(public={"": Limit(2, 1.0, 2)}),
    asks=ASKS,
    owns={"pmid": Own(rank=1), "pmcid": Own(rank=1)},
    fields=frozenset((StudyField.MEDICINE,)),
    order=20,
    tells_notices=True,
    covered=True,
    sample=Sample(
        query=Query("pmid", "26017442"),
        title="Deep learning",
        family="LeCun",
        year=2015,
        reads=("resultList", "title", "authorList", "journalInfo"),
    ),
)
