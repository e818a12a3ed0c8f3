"""arXiv: the preprint server's own API, with every version and the authors' comments.

## What it knows
Every arXiv paper in every version: title, authors, dates, the authors' comment (where a withdrawal
stands), and the journal reference and DOI that authors added themselves.

## Limits
One request every three seconds over one connection, for all machines of a user together; up to a
hundred papers in one request. In 2026 the API often refuses machines of build services, so DataCite
is asked for the same papers first and arXiv for what only arXiv knows.

## Terms
Metadata are CC0; https://info.arxiv.org/help/api/tou.html. Thank you to arXiv for use of its open access interoperability.

## Key
None.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from latexrefcheck.model.lookup import (
    Answer,
    Ask,
    Dump,
    Held,
    Limit,
    Limits,
    Own,
    Request,
    Response,
    Sample,
    Source,
    SourceConfig,
    Worth,
)
from latexrefcheck.model.record import Notice, Query, Record
from latexrefcheck.text.deposited import person, whole
from latexrefcheck.text.markup import seen
from latexrefcheck.text.person import Person
from latexrefcheck.verify.sources import _dump, _pdf, _reply, _subject, _text
from latexrefcheck.verify.sources._reply import Unusable, items, objects, string
from latexrefcheck.verify.sources._shape import readable

ID = "arxiv"
BASE = "https://export.arxiv.org"
ASKS = {"arxiv": Ask(batch=100, versions=True)} | {
    _subject.KIND: Ask(),
    _subject.ABSTRACT: Ask(batch=100),
    _subject.FULL_TEXT: Ask(),
}

ATOM = "{http://www.w3.org/2005/Atom}"
OWN = "{http://arxiv.org/schemas/atom}"
SEARCH = "{http://a9.com/-/spec/opensearch/1.1/}"
_NUMBER = re.compile(r"(?:[0-9]{4}\.[0-9]{4,5}|[a-z-]+(?:\.[a-z]{2})?/[0-9]{7})(?:v[0-9]+)?", re.IGNORECASE | re.ASCII)
_ENTRY = re.compile(r"arxiv\.org/abs/(.+?)(v[0-9]+)?$", re.IGNORECASE)


def requests(queries: Iterable[Query], config: SourceConfig) -> Iterator[Request]:
    """The requests for ``queries``. One malformed number would spoil a whole batch, so such are not sent."""
    every = list(dict.fromkeys(queries))
    yield from (_on_subject(query, config) for query in every if query.kind == _subject.KIND and _words(query.value))
    base = (config.base or BASE).rstrip("/")
    for kind in ("arxiv", _subject.ABSTRACT):
        asked = [query for query in every if query.kind == kind and _NUMBER.fullmatch(query.value)]
        for group in _reply.chunks(asked, ASKS[kind].batch, _reply.MAX_URL - 200, lambda query: len(query.value) + 5):
            numbers = ",".join(query.value for query in group)
            params = (("id_list", numbers), ("max_results", str(len(group))))
            yield Request(ID, f"{base}/api/query", group, params=params, accept="application/atom+xml")
    for query in every:
        if query.kind == _subject.FULL_TEXT and _NUMBER.fullmatch(query.value):
            yield Request(ID, f"{base}/pdf/{query.value}", (query,), accept="application/pdf")


def _words(text: str) -> list[str]:
    return re.sub(r"[^\w\s-]+", " ", text[:300]).split()


def _on_subject(query: Query, config: SourceConfig) -> Request:
    terms = [f"all:{word}" for word in _words(query.value)]
    terms += [f'au:"{" ".join(_words(query.surname))}"'] if query.surname else []
    first, last = query.span
    terms += [f"submittedDate:[{first or 1990}01010000 TO {last or 2100}12312359]"] if first or last else []
    params = (("search_query", " AND ".join(terms)), ("max_results", str(_subject.ROWS)), ("sortBy", "relevance"))
    return Request(ID, f"{(config.base or BASE).rstrip('/')}/api/query", (query,), params=params, accept="application/atom+xml")


def answer(request: Request, response: Response) -> Answer:
    """What arXiv says: papers that a well-formed feed leaves out are absent."""
    return _reply.read(request, response, _answer)


def _answer(request: Request, response: Response) -> Answer:
    if request.queries[0].kind == _subject.FULL_TEXT:
        return _pdf.answer(request, response, {"arxiv": request.queries[0].value})
    if response.status == 200 and response.body.strip()[:30].lower().startswith(b"rate exceeded"):
        raise Unusable("the rate limit is reached (Rate exceeded.)")
    feed = _reply.xml_body(response, ok=(200, 400))
    if feed.tag != f"{ATOM}feed":
        raise Unusable("the answer is no Atom feed")
    entries = feed.findall(f"{ATOM}entry")
    for entry in entries:
        if "/api/errors" in _child(entry, "id"):
            raise Unusable(f"arXiv refused the request: {_reply.excerpt(_child(entry, 'summary') or 'malformed')}")
    if response.status != 200:
        raise Unusable(_reply.refusal(response))
    if request.queries[0].kind == _subject.KIND:
        return _reply.hits(request, entries, _told)
    total = (feed.findtext(f"{SEARCH}totalResults") or "").strip()
    complete = not total.isdigit() or int(total) <= len(entries)
    build = _told if request.queries[0].kind == _subject.ABSTRACT else record
    return _reply.matched(request.queries, entries, _names, build, complete)


def _told(entry: ET.Element) -> Record:
    found = record(entry)
    pdf = f"https://arxiv.org/pdf/{found.identifiers['arxiv']}" if found.identifiers.get("arxiv") else ""
    return _subject.telling(found, _child(entry, "summary"), pdf=pdf)


def _child(entry: ET.Element, name: str, space: str = ATOM) -> str:
    return seen(" ".join((entry.findtext(f"{space}{name}") or "").split()))


def _names(entry: ET.Element) -> Iterator[tuple[str, str]]:
    match = _ENTRY.search(_child(entry, "id"))
    if match:
        yield "arxiv", match[1]
        yield _subject.ABSTRACT, match[1]
        if match[2]:
            yield "arxiv", match[1] + match[2]


class _Paper(NamedTuple):
    """What arXiv tells of a paper, whether its API or its dump does."""

    number: str
    version: str
    title: str
    authors: tuple[Person | None, ...]
    published: str
    updated: str
    comment: str
    summary: str
    journal: str
    doi: str


def record(entry: ET.Element) -> Record:
    """The record of one entry of the feed."""
    match = _ENTRY.search(_child(entry, "id"))
    return _record(
        _Paper(
            number=match[1] if match else "",
            version=(match[2] or "") if match else "",
            title=_child(entry, "title"),
            authors=tuple(whole(name.text) for name in entry.iterfind(f"{ATOM}author/{ATOM}name")),
            published=_child(entry, "published"),
            updated=_child(entry, "updated"),
            comment=_child(entry, "comment", OWN),
            summary=_child(entry, "summary"),
            journal=_child(entry, "journal_ref", OWN),
            doi=_child(entry, "doi", OWN),
        )
    )


def _record(paper: _Paper) -> Record:
    gone = next((text for text in (paper.comment, paper.summary[:200]) if _text.withdrawn(text)), "")
    published = {kind: value for kind, value in (("doi", _text.doi_in(paper.doi)), ("venue", paper.journal)) if value}
    number, version = paper.number, {"version": paper.version} if paper.version else {}
    return Record(
        source=ID,
        titles=tuple(form for form in dict.fromkeys((_text.unmarked(paper.title), paper.title)) if form),
        authors=tuple(name for name in paper.authors if name),
        years=_text.years((paper.published, paper.updated, paper.journal)),
        venues=_text.texts(("arXiv", paper.journal)),
        type="preprint",
        identifiers={"arxiv": number, "doi": f"10.48550/arxiv.{number.lower()}", **version},
        url=f"https://arxiv.org/abs/{number}{paper.version}",
        notices=(Notice("withdrawal", source=ID, date=paper.updated[:10], label=_reply.excerpt(gone)),) if gone else (),
        published_as=published,
        preprint=True,
    )


_KEPT = ("id", "title", "authors_parsed", "comments", "journal-ref", "doi", "versions", "update_date")


def held(piece: bytes) -> Held | None:
    """One paper of the metadata dump."""
    told = _dump.loaded(piece)
    number, title = string(told.get("id")), string(told.get("title"))
    if not _NUMBER.fullmatch(number) or not title:
        raise ValueError("a paper without number or title")
    names = (("arxiv", number.lower()), ("doi", f"10.48550/arxiv.{number.lower()}"))
    first = next((items(name) for name in items(told.get("authors_parsed"))), [])
    family = string(first[0]) if first else ""
    summary = string(told.get("abstract"))[:200]
    kept = {**told, "abstract": summary} if _text.withdrawn(summary) else told
    body = _dump.body(kept, (*_KEPT, "abstract") if kept is not told else _KEPT)
    return Held(names, (title,), family, body, _dump.day(told.get("update_date")))


def _from_dump(body: str) -> Record:
    told = readable(_dump.loaded(body))
    versions = objects(told.get("versions"))
    return _record(
        _Paper(
            number=string(told.get("id")),
            version="",
            title=string(told.get("title")),
            authors=tuple(_person(name) for name in items(told.get("authors_parsed"))),
            published=string(versions[0].get("created")) if versions else "",
            updated=string(told.get("update_date")),
            comment=string(told.get("comments")),
            summary=string(told.get("abstract")),
            journal=string(told.get("journal-ref")),
            doi=string(told.get("doi")),
        )
    )


def _person(parts: object) -> Person | None:
    """A person out of family name, given names and suffix; affiliations may stand behind them."""
    family, given, suffix = ([string(part) for part in items(parts)] + ["", "", ""])[:3]
    return person(family, given, suffix)


SOURCE = Source(
    id=ID,
    name="arXiv",
    requests=requests,
    answer=answer,
    base=BASE,
    limits=Limits(public={"": Limit(1, 3.0)}),
    asks=ASKS,
    owns={"arxiv": Own(rank=1, final=True)},
    worth=Worth.REGISTRY,
    tells_notices=True,
    pages={"arxiv": "https://arxiv.org/abs/"},
    # Before it refuses, arXiv lets a client wait for about fifteen seconds.
    timeout=20.0,
    dump=Dump(
        pieces=_dump.json_works,
        held=held,
        record=_from_dump,
        where="https://www.kaggle.com/datasets/Cornell-University/arxiv",
    ),
    sample=Sample(
        query=Query("arxiv", "1706.03762"),
        title="Attention Is All You Need",
        family="Vaswani",
        year=2017,
        reads=("id", "title", "author", "published"),
    ),
)
