"""OpenAlex: an open index of about 320 million works, merged by program from Crossref, repositories and others.

## What it knows
Works with and without DOI from all fields. Records are merged automatically: names, years and even
DOIs of one work can sit on another, so OpenAlex is a second opinion and never the only reason for an error.

## Limits
Credits a day (since 13 February 2026): 1000 without a key, for each address; 10,000 with a free key.
A batch of DOIs costs 1 credit, a title search 10. Ten requests a second without a key, thirty with one.
When the day's credits are spent, OpenAlex is left out for the rest of the run.

## Terms
CC0.

## Key
Free: https://openalex.org/settings/api (`LATEXREFCHECK_OPENALEX_KEY`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from urllib.parse import quote, quote_plus

from latexrefcheck.model.lookup import (
    Answer,
    Ask,
    Dump,
    Held,
    KeyUse,
    Limit,
    Limits,
    Request,
    Response,
    Sample,
    Source,
    SourceConfig,
    Worth,
)
from latexrefcheck.model.record import Notice, Query, Record
from latexrefcheck.text.deposited import whole
from latexrefcheck.text.person import Person
from latexrefcheck.verify.sources import _dump, _reply, _subject, _text
from latexrefcheck.verify.sources._denied import denied
from latexrefcheck.verify.sources._reply import Unusable, items, mapping, number, objects, string
from latexrefcheck.verify.sources._shape import readable

ID = "openalex"
BASE = "https://api.openalex.org"
ASKS = {"doi": Ask(batch=50), "title": Ask(), _subject.KIND: Ask(), _subject.ABSTRACT: Ask(batch=50)}

SELECT = (
    "id,doi,ids,title,display_name,type,publication_year,publication_date,biblio,authorships,primary_location,locations,"
    "is_retracted"
)
TOLD = "abstract_inverted_index,cited_by_count,best_oa_location"
"""What only searches by subject and questions for abstracts ask for."""
_BY_DOI = ("doi", _subject.ABSTRACT)
ROWS = 5
CUT = 100
_TYPES: Mapping[str, str] = {
    "article": "article",
    "review": "article",
    "letter": "article",
    "editorial": "article",
    "conference-paper": "inproceedings",
    "proceedings-article": "inproceedings",
    "book": "book",
    "reference-book": "book",
    "book-chapter": "chapter",
    "reference-entry": "chapter",
    "dissertation": "thesis",
    "dataset": "dataset",
    "software": "software",
    "preprint": "preprint",
    "peer-review": "review",
    "erratum": "notice",
    "retraction": "notice",
    "supplementary-materials": "component",
}
"""OpenAlex's own types: a ``review`` there is a survey article."""
_NOT_FOR_FILTERS = re.compile(r"[,|\"\s]")
_NOT_FOR_SEARCH = re.compile(r"[^\w\s.'-]+")
_ARXIV = re.compile(r"arxiv\.org/(?:abs|pdf)/((?:[0-9]{4}\.[0-9]{4,5}|[a-z-]+(?:\.[a-z]{2})?/[0-9]{7}))", re.IGNORECASE)
_OWN_404 = re.compile(rb"<!doctype html>\s*<html lang=\"?en\"?>\s*<title>404 Not Found</title>", re.IGNORECASE)


def requests(queries: Iterable[Query], config: SourceConfig) -> Iterator[Request]:
    """The requests for ``queries``: DOIs in batches, titles and awkward DOIs singly."""
    asked = [query for query in dict.fromkeys(queries) if query.kind in ASKS]
    works = f"{(config.base or BASE).rstrip('/')}/works"
    secrets = (("api_key", config.key),) if config.key else ()
    plain = [query for query in asked if query.kind in _BY_DOI and not _NOT_FOR_FILTERS.search(query.value)]
    room = _reply.MAX_URL - len(quote_plus(SELECT)) - 200
    for kind in _BY_DOI:
        same = [query for query in plain if query.kind == kind]
        for group in _reply.chunks(same, ASKS[kind].batch, room, lambda query: len(quote_plus(query.value)) + 3):
            told = (("filter", "doi:" + "|".join(query.value for query in group)), ("per_page", "100"), ("select", _select(kind)))
            yield Request(ID, works, group, params=told, secret_params=secrets)
    for query in asked:
        if query.kind == "title":
            words = " ".join(_NOT_FOR_SEARCH.sub(" ", query.value[:1000]).split())
            params = (("search.title", words), ("per_page", str(ROWS)), ("select", SELECT))
            yield Request(ID, works, (query,), params=params, secret_params=secrets)
        elif query.kind == _subject.KIND:
            yield Request(ID, works, (query,), params=_on_subject(query), secret_params=secrets)
        elif query not in plain:
            url = f"{works}/doi:{quote(query.value, safe='/')}"
            yield Request(ID, url, (query,), params=(("select", _select(query.kind)),), secret_params=secrets)


def _select(kind: str) -> str:
    return f"{SELECT},{TOLD}" if kind == _subject.ABSTRACT else SELECT


def _on_subject(query: Query) -> tuple[tuple[str, str], ...]:
    first, last = query.span
    limits = [f"publication_year:{first}-{last}"] if first or last else []
    limits += [f"raw_author_name.search:{' '.join(_NOT_FOR_SEARCH.sub(' ', query.surname).split())}"] if query.surname else []
    words = " ".join(_NOT_FOR_SEARCH.sub(" ", query.value[:1000]).split())
    params = (("search", words), ("per_page", str(_subject.ROWS)), ("select", f"{SELECT},{TOLD}"))
    return (*params, ("filter", ",".join(limits))) if limits else params


def answer(request: Request, response: Response) -> Answer:
    """What OpenAlex says."""
    return _reply.read(request, response, _answer)


def _answer(request: Request, response: Response) -> Answer:
    if response.status in (404, 410) and _OWN_404.match(response.body):
        return _reply.absent(request)
    if response.status == 429 and _remaining(response) == "0":
        raise Unusable("the daily budget is spent; a free key raises it")
    payload = _reply.json_body(response)
    if not isinstance(payload, dict):
        raise Unusable("the answer is no OpenAlex record")
    if "results" not in payload:
        return _from_work(request, payload)
    if not isinstance(payload["results"], list):
        raise Unusable("the answer is no list of OpenAlex records")
    works = objects(payload["results"])
    if request.queries[0].kind in _BY_DOI:
        meta = payload.get("meta")
        count = meta.get("count") if isinstance(meta, dict) else None
        complete = not isinstance(count, int) or count <= len(works)
        return _reply.matched(request.queries, works, _names, _build(request), complete)
    kept = [work for work in works if not denied(_text.doi_in(work.get("doi")))]
    return _reply.hits(request, kept, _build(request))


def _build(request: Request) -> Callable[[dict[str, object]], Record]:
    return _told if request.queries[0].kind in (_subject.KIND, _subject.ABSTRACT) else record


def _told(work: dict[str, object]) -> Record:
    abstract = _subject.from_inverted(work.get("abstract_inverted_index"))
    return _subject.telling(
        record(work), abstract, work.get("cited_by_count"), mapping(work.get("best_oa_location")).get("pdf_url")
    )


def _from_work(request: Request, work: dict[str, object]) -> Answer:
    if not string(work.get("id")) and not string(work.get("doi")):
        raise Unusable(f"the answer is no OpenAlex record: {_reply.explained(work) or 'it has no id'}")
    result = _reply.matched(request.queries, [work], _names, _build(request))
    return Answer(result.found, frozenset(), dict.fromkeys(result.absent, "OpenAlex answered with another work"))


def _remaining(response: Response) -> str:
    return next((value.strip() for name, value in response.headers.items() if name.lower() == "x-ratelimit-remaining"), "")


def _names(work: dict[str, object]) -> Iterator[tuple[str, str]]:
    yield "doi", _text.doi_in(work.get("doi"))
    yield "doi", _text.doi_in(mapping(work.get("ids")).get("doi"))
    yield _subject.ABSTRACT, _text.doi_in(work.get("doi"))


def record(work: dict[str, object]) -> Record:
    """The record of one work of OpenAlex's."""
    doi = _text.doi_in(work.get("doi"))
    ids = mapping(work.get("ids"))
    raw = [work.get("title"), work.get("display_name")]
    places = [*objects(work.get("primary_location")), *objects(work.get("locations"))]
    authorships = objects(work.get("authorships"))
    biblio = mapping(work.get("biblio"))
    notices = _text.marks(raw, ID)
    titles = _text.titles(raw)
    kind = _TYPES.get(string(work.get("type")), "other")
    if work.get("is_retracted") is True and not notices:
        notices = (Notice("retraction", source=ID, label="flagged as retracted"),)
    return Record(
        source=ID,
        titles=titles,
        authors=_people(authorships),
        authors_cut=len(authorships) >= CUT or work.get("is_authors_truncated") is True,
        years=_text.years((work.get("publication_year"), work.get("publication_date"))),
        venues=_text.texts(venue for place in places for venue in _venues(place)),
        type="notice" if titles and _text.is_notice(titles[0]) else kind,
        identifiers=_text.identified(
            doi=doi, arxiv=_arxiv(places), pmid=_digits(ids.get("pmid")), pmcid=_pmcid(ids.get("pmcid"))
        ),
        issns=tuple(dict.fromkeys(issn for place in places for issn in _issns(place))),
        volume=string(biblio.get("volume")),
        number=string(biblio.get("issue")),
        pages=_text.page_range(biblio.get("first_page"), biblio.get("last_page")),
        url=f"https://doi.org/{doi}" if doi else string(work.get("id")),
        notices=notices,
        preprint=kind == "preprint",
        score=number(work.get("relevance_score")),
    )


def _people(authorships: list[dict[str, object]]) -> tuple[Person, ...]:
    """Authors as the publication spells them: the disambiguated name is sometimes that of another person."""
    found = []
    for entry in authorships:
        author = entry.get("author")
        name = entry.get("raw_author_name") or (author.get("display_name") if isinstance(author, dict) else "")
        found.append(whole(name))
    return tuple(name for name in found if name)


def _source(place: dict[str, object]) -> dict[str, object]:
    return mapping(place.get("source"))


def _venues(place: dict[str, object]) -> Iterator[object]:
    source = _source(place)
    yield source.get("display_name")
    yield place.get("raw_source_name")
    yield source.get("abbreviated_title")
    yield from items(source.get("alternate_titles"))


def _issns(place: dict[str, object]) -> Iterator[str]:
    for issn in (_source(place).get("issn_l"), *items(_source(place).get("issn"))):
        if string(issn):
            yield string(issn)


def _arxiv(places: list[dict[str, object]]) -> str:
    for place in places:
        if match := _ARXIV.search(string(place.get("landing_page_url"))):
            return match[1].lower()
    return ""


def _digits(value: object) -> str:
    match = re.search(r"([0-9]{1,9})/?$", string(value))
    return match[1] if match else ""


def _pmcid(value: object) -> str:
    digits = _digits(value)
    return f"PMC{digits}" if digits else ""


_UNREAD = frozenset(
    "affiliations institutions countries raw_affiliation_strings raw_affiliation_string referenced_works concepts topics keywords"
    " mesh abstract_inverted_index host_organization_lineage host_organization_lineage_names orcid counts_by_year".split()
)
"""What is told of a work that no record has."""


def held(piece: bytes) -> Held | None:
    """One work of a part of the snapshot; None for what has no title."""
    work = _dump.loaded(piece)
    title, ids = string(work.get("title")) or string(work.get("display_name")), mapping(work.get("ids"))
    own = string(work.get("id"))
    if not own:
        raise ValueError("a work without an id")
    found = _text.identified(
        doi=_text.doi_in(work.get("doi")), arxiv=_arxiv(objects(work.get("locations"))), pmid=_digits(ids.get("pmid"))
    )
    first = next(iter(objects(work.get("authorships"))), {})
    family = _dump.family(first.get("raw_author_name") or mapping(first.get("author")).get("display_name"))
    body = _dump.body(mapping(_dump.without(work, _UNREAD)), SELECT.split(","))
    return Held((*found.items(), (ID, own)), (title,), family, body, _dump.day(work.get("updated_date"))) if title else None


SOURCE = Source(
    id=ID,
    name="OpenAlex",
    requests=requests,
    answer=answer,
    base=BASE,
    limits=Limits(public={"": Limit(10, 1.0, 4)}, key={"": Limit(30, 1.0, 4)}),
    asks=ASKS,
    worth=Worth.BROAD,
    order=10,
    lists_venues=True,
    marks_retracted=True,
    key=KeyUse.OPTIONAL,
    dump=Dump(
        pieces=_dump.json_works,
        held=held,
        record=lambda body: record(readable(_dump.loaded(body))),
        where="https://docs.openalex.org/download-all-data/openalex-snapshot",
    ),
    sample=Sample(
        query=Query("doi", "10.1038/nature14539"),
        title="Deep learning",
        family="LeCun",
        year=2015,
        reads=("doi", "title", "authorships", "publication_year"),
    ),
)
