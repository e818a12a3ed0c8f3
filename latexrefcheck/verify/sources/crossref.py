"""Crossref: the registry of most journal articles, proceedings papers, books and chapters with a DOI.

## What it knows
About 180 million works as their publishers deposited them, with retractions and corrections (from
publishers and from Retraction Watch) and links from preprints to published versions. It does not know
DOIs of other agencies (arXiv, Zenodo and other DataCite DOIs, mEDRA, JaLC, ...), nor most papers of
NeurIPS, ICLR, ICML and JMLR: an answer "not here" says nothing about whether a DOI exists.

## Limits
Since 1 December 2025: single records 5 a second and lists 1 a second, one at a time; with a contact
address 10 and 3 a second, three at a time; with a Metadata Plus token 150 a second. Fifty DOIs fit
into one list request. Answers tell the limit in force in `x-rate-limit-limit`.

## Terms
Open to all without registration; the metadata are facts free of copyright. A contact address
(`mailto`) is asked for as courtesy and gets the larger limit.

## Key
None needed. Metadata Plus tokens come with a paid subscription (https://www.crossref.org/services/metadata-retrieval/metadata-plus/).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from urllib.parse import quote, quote_plus

from latexrefcheck.model.lookup import (
    Answer,
    Ask,
    Dump,
    Held,
    KeyUse,
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
from latexrefcheck.model.record import Query, Record
from latexrefcheck.verify.sources import _csl, _dump, _reply, _subject
from latexrefcheck.verify.sources._denied import denied
from latexrefcheck.verify.sources._reply import Unusable, items, mapping, objects, string
from latexrefcheck.verify.sources._shape import readable
from latexrefcheck.verify.sources._text import doi_in

ID = "crossref"
BASE = "https://api.crossref.org"
ASKS = {"doi": Ask(batch=50), "bibliographic": Ask(fuzzy=True), "title": Ask(fuzzy=True), "updates": Ask()} | {
    _subject.KIND: Ask(),
    _subject.ABSTRACT: Ask(batch=50),
}

SELECT = (
    "DOI,type,title,subtitle,original-title,short-title,author,editor,issued,published,published-print,published-online,posted,"
    "container-title,short-container-title,group-title,event,volume,issue,page,article-number,publisher,ISBN,ISSN,update-to,"
    "updated-by,relation,alternative-id,score"
)
TOLD = "abstract,is-referenced-by-count"
"""What only searches by subject and questions for abstracts ask for."""
_BY_DOI = ("doi", _subject.ABSTRACT)
ROWS = 5
_NOT_FOR_FILTERS = re.compile(r"[,<>;\s\"]")
"""A comma separates filters and cannot be escaped (rest-api-doc#44); old SICI DOIs were refused as well."""
_NOT_FOR_SEARCH = re.compile(r"[^\w\s.'-]+")
NOT_FOUND = b"Resource not found."


def requests(queries: Iterable[Query], config: SourceConfig) -> Iterator[Request]:
    """The requests for ``queries``: DOIs in batches, awkward DOIs and text searches singly."""
    asked = [query for query in dict.fromkeys(queries) if query.kind in ASKS]
    plain = [query for query in asked if query.kind in _BY_DOI and not _NOT_FOR_FILTERS.search(query.value)]
    room = _reply.MAX_URL - len(quote_plus(SELECT)) - 200
    for kind in _BY_DOI:
        same = [query for query in plain if query.kind == kind]
        for group in _reply.chunks(same, ASKS[kind].batch, room, lambda query: len(quote_plus(query.value)) + 9):
            if len(group) == 1:
                yield _single(group[0], config)
                continue
            dois = ",".join(f"doi:{query.value}" for query in group)
            yield _list(group, config, ("filter", dois), rows=len(group))
    for query in asked:
        if query.kind in _BY_DOI and query not in plain:
            yield _single(query, config)
        elif query.kind == "updates":
            yield _list((query,), config, ("filter", f"updates:{query.value}"), rows=20)
        elif query.kind in ("bibliographic", "title"):
            yield _list((query,), config, ("query.bibliographic", search_text(query)), rows=ROWS)
        elif query.kind == _subject.KIND:
            yield _on_subject(query, config)


def _on_subject(query: Query, config: SourceConfig) -> Request:
    first, last = query.span
    limits = [*([f"from-pub-date:{first}"] if first else []), *([f"until-pub-date:{last}"] if last else [])]
    params = [("query", search_text(Query("", query.value))), ("rows", str(_subject.ROWS)), ("select", f"{SELECT},{TOLD}")]
    params += [("query.author", query.surname)] if query.surname else []
    params += [("filter", ",".join(limits))] if limits else []
    return _request(f"{(config.base or BASE).rstrip('/')}/works", (query,), config, tuple(params), pool="list")


def search_text(query: Query) -> str:
    """Title words with the first author's surname and the year, which put the true work first; no search operators."""
    words = _NOT_FOR_SEARCH.sub(" ", f"{query.value[:600]} {query.surname} {query.year}")
    return " ".join(words.split())


def _single(query: Query, config: SourceConfig) -> Request:
    url = f"{(config.base or BASE).rstrip('/')}/works/{quote(query.value, safe='')}"
    return _request(url, (query,), config, pool="single")


def _list(queries: tuple[Query, ...], config: SourceConfig, what: tuple[str, str], rows: int) -> Request:
    told = f",{TOLD}" if queries[0].kind == _subject.ABSTRACT else ""
    params = (what, ("rows", str(rows)), ("select", SELECT + told))
    return _request(f"{(config.base or BASE).rstrip('/')}/works", queries, config, params, pool="list")


def _request(
    url: str, queries: tuple[Query, ...], config: SourceConfig, params: tuple[tuple[str, str], ...] = (), pool: str = ""
) -> Request:
    return Request(
        source=ID,
        url=url,
        queries=queries,
        params=params,
        secret_params=(("mailto", config.contact),) if config.contact else (),
        secret_headers={"Crossref-Plus-API-Token": f"Bearer {config.key}"} if config.key else {},
        pool=pool,
    )


def answer(request: Request, response: Response) -> Answer:
    """What Crossref says; a 404 counts only with Crossref's own words."""
    return _reply.read(request, response, _answer)


def _answer(request: Request, response: Response) -> Answer:
    if response.status in (404, 410) and response.body.strip() == NOT_FOUND:
        return _reply.absent(request)
    if response.status == 400 and b"select" in response.body:
        raise Unusable("select was refused: Crossref does not know one of the fields")
    payload = _reply.json_body(response)
    message = mapping(payload).get("message")
    if not isinstance(message, dict) or mapping(payload).get("status", "ok") != "ok":
        raise Unusable(f"the answer is no Crossref record: {_reply.explained(payload) or 'message is missing'}")
    if "items" in message:
        return _from_list(request, message)
    if "DOI" not in message or not ("type" in message or "title" in message):
        raise Unusable("the answer is no Crossref record: DOI, type or title is missing")
    return _from_work(request, message)


def _from_work(request: Request, work: dict[str, object]) -> Answer:
    result = _reply.matched(request.queries, [work], _names, _build(request))
    if not result.absent:
        return result
    # An unparsable id once returned somebody else's record (rest-api-doc#62): that is no answer.
    other = string(work.get("DOI")) or "nothing"
    return Answer(
        result.found, frozenset(), dict.fromkeys(result.absent, f"Crossref answered with another DOI ({_reply.excerpt(other)})")
    )


def _from_list(request: Request, message: dict[str, object]) -> Answer:
    works = objects(message["items"])
    if request.queries[0].kind in _BY_DOI:
        total = message.get("total-results")
        complete = not isinstance(total, int) or total <= len(works)
        return _reply.matched(request.queries, works, _names, _build(request), complete)
    if request.queries[0].kind == "updates":
        return _reply.hits(request, works, record, titled=False)
    kept = [work for work in works if not denied(doi_in(work.get("DOI")))]
    return _reply.hits(request, kept, _build(request))


def _build(request: Request) -> Callable[[dict[str, object]], Record]:
    return _told if request.queries[0].kind in (_subject.KIND, _subject.ABSTRACT) else record


def _told(work: dict[str, object]) -> Record:
    return _subject.telling(record(work), work.get("abstract"), work.get("is-referenced-by-count"))


def _names(work: dict[str, object]) -> Iterator[tuple[str, str]]:
    yield "doi", doi_in(work.get("DOI"))
    yield _subject.ABSTRACT, doi_in(work.get("DOI"))
    for other in items(work.get("alternative-id")):
        if doi := doi_in(other):
            yield "doi", doi


def record(work: dict[str, object]) -> Record:
    """The record of one work of Crossref's."""
    return _csl.record(work, ID)


_UNREAD = frozenset(("affiliation", "sequence", "ORCID", "authenticated-orcid"))
"""What is told of people that no record has."""


def held(piece: bytes) -> Held | None:
    """One work of the public data file; None for what has no title, as the entry of a journal."""
    work = _dump.loaded(piece)
    titles = tuple(string(title) for title in (*items(work.get("title")), *items(work.get("original-title"))) if string(title))
    names = tuple(dict.fromkeys(name for name in _names(work) if name[1]))
    if not names:
        raise ValueError("a work without a DOI")
    subtitles = [f"{titles[0]}: {string(subtitle)}" for subtitle in items(work.get("subtitle")) if titles and string(subtitle)]
    first = next(iter(objects(work.get("author"))), {})
    family = string(first.get("family")) or string(first.get("name"))
    touched = _dump.day(mapping(work.get("indexed")).get("date-time") or mapping(work.get("deposited")).get("date-time"))
    people = {role: _dump.without(work[role], _UNREAD) for role in ("author", "editor") if work.get(role)}
    body = _dump.body({**work, **people}, SELECT.split(","))
    return Held(names, (*titles, *subtitles), family, body, touched) if titles else None


SOURCE = Source(
    id=ID,
    name="Crossref",
    requests=requests,
    answer=answer,
    base=BASE,
    limits=Limits(
        public={"": Limit(1, 1.0), "single": Limit(5, 1.0), "list": Limit(1, 1.0)},
        contact={"": Limit(3, 1.0, 3), "single": Limit(10, 1.0, 3), "list": Limit(3, 1.0, 3)},
        key={"": Limit(150, 1.0, 10), "single": Limit(150, 1.0, 10), "list": Limit(150, 1.0, 10)},
    ),
    asks=ASKS,
    owns={"doi": Own()},
    worth=Worth.REGISTRY,
    lists_venues=True,
    tells_notices=True,
    agency="Crossref",
    key=KeyUse.OPTIONAL,
    dump=Dump(
        pieces=_dump.json_works,
        held=held,
        record=lambda body: record(readable(_dump.loaded(body))),
        where="https://www.crossref.org/learning/public-data-file/",
    ),
    sample=Sample(
        query=Query("doi", "10.1038/nature14539"),
        title="Deep learning",
        family="LeCun",
        year=2015,
        identifiers={"doi": "10.1038/nature14539"},
        reads=("DOI", "title", "author", "issued", "container-title"),
    ),
)
