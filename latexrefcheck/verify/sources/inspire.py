"""INSPIRE: the literature of high-energy physics.

## What it knows
About 1.7 million papers, theses, books and reports of particle physics and its neighbours, by DOI,
arXiv number and title, with the journal reference of preprints and the names of collaborations.

## Limits
Fifteen requests in five seconds; one work in each request. Refused requests count too.

## Terms
CC0 (https://inspirehep.net/terms-of-use).

## Key
None. Off unless switched on: outside high-energy physics it knows little and it answers singly.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from latexrefcheck.model.lookup import (
    Answer,
    Ask,
    Limit,
    Limits,
    Request,
    Response,
    Sample,
    Source,
    SourceConfig,
    StudyField,
    Worth,
)
from latexrefcheck.model.record import Query, Record
from latexrefcheck.text.deposited import organisation, whole
from latexrefcheck.text.person import Person
from latexrefcheck.verify.sources import _reply, _text
from latexrefcheck.verify.sources._reply import Unusable, items, mapping, objects, string

ID = "inspire"
BASE = "https://inspirehep.net"
ASKS = {"doi": Ask(), "arxiv": Ask(), "title": Ask()}

FIELDS = (
    "titles,authors.full_name,author_count,collaborations,corporate_author,publication_info,dois,arxiv_eprints,isbns,document_type,"
    "preprint_date,earliest_date,imprints,number_of_pages"
)
ROWS = 5
_VERSION = re.compile(r"v[0-9]+$")
_TYPES: Mapping[str, str] = {
    "article": "article",
    "conference paper": "inproceedings",
    "thesis": "thesis",
    "book": "book",
    "proceedings": "book",
    "book chapter": "chapter",
}


def requests(queries: Iterable[Query], config: SourceConfig) -> Iterator[Request]:
    """The requests for ``queries``, one each."""
    for query in dict.fromkeys(queries):
        if query.kind not in ASKS:
            continue
        value = _VERSION.sub("", query.value) if query.kind == "arxiv" else query.value.replace('"', " ")
        params = (("q", f'{query.kind}:"{value[:400]}"'), ("fields", FIELDS), ("size", str(ROWS)))
        yield Request(ID, f"{(config.base or BASE).rstrip('/')}/api/literature", (query,), params=params)


def answer(request: Request, response: Response) -> Answer:
    """What INSPIRE says."""
    return _reply.read(request, response, _answer)


def _answer(request: Request, response: Response) -> Answer:
    payload = _reply.json_body(response)
    hits = mapping(payload).get("hits")
    if not isinstance(hits, dict) or not isinstance(hits.get("hits"), list):
        raise Unusable(f"the answer is no list of works: {_reply.explained(payload) or 'hits are missing'}")
    works = objects(hits["hits"])
    (query,) = request.queries
    if query.kind == "title":
        return _reply.hits(request, works, record)
    same = Query(query.kind, _VERSION.sub("", query.value) if query.kind == "arxiv" else query.value)
    result = _reply.matched([same], works, _names, record)
    if same in result.found:
        return Answer({query: result.found[same]})
    return Answer(absent=frozenset((query,))) if same in result.absent else Answer(failed={query: result.failed[same]})


def _values(told: Mapping[str, object], name: str) -> list[str]:
    return [string(entry.get("value")) for entry in objects(told.get(name)) if string(entry.get("value"))]


def _names(work: dict[str, object]) -> Iterator[tuple[str, str]]:
    told = mapping(work.get("metadata"))
    for doi in _values(told, "dois"):
        yield "doi", _text.doi_in(doi)
    for number in _values(told, "arxiv_eprints"):
        yield "arxiv", number


def record(work: dict[str, object]) -> Record:
    """The record of one work. Every title counts: their order says nothing, and subject words stand among them."""
    told = mapping(work.get("metadata"))
    if not told:
        raise ValueError("a work without metadata")
    places = [place for place in objects(told.get("publication_info")) if place.get("journal_title") or place.get("year")]
    place = places[0] if places else {}
    doi = next(iter(_values(told, "dois")), "")
    arxiv = next(iter(_values(told, "arxiv_eprints")), "")
    titles = objects(told.get("titles"))
    authors = [whole(author.get("full_name")) for author in objects(told.get("authors"))]
    count = told.get("author_count")
    venues = _text.texts(entry.get("journal_title") for entry in places)
    preprint = bool(arxiv) and not venues
    number = string(work.get("id")) or string(told.get("control_number"))
    return Record(
        source=ID,
        titles=_titles(titles),
        authors=tuple(name for name in (*authors, *_bodies(told)) if name),
        authors_cut=isinstance(count, int) and count > len(authors),
        years=_text.years(
            (
                *(entry.get("year") for entry in places),
                *(entry.get("date") for entry in objects(told.get("imprints"))),
                told.get("preprint_date"),
                told.get("earliest_date"),
            )
        ),
        venues=(*venues, "arXiv") if arxiv else venues,
        type="preprint" if preprint else _type(told),
        identifiers=_text.identified(doi=_text.doi_in(doi), arxiv=arxiv),
        isbns=tuple(_values(told, "isbns")),
        volume=string(place.get("journal_volume")),
        number=string(place.get("journal_issue")),
        pages=_text.page_range(place.get("page_start") or place.get("artid"), place.get("page_end")),
        url=f"https://inspirehep.net/literature/{number}" if number else "",
        published_as={"doi": _text.doi_in(doi)} if arxiv and doi and venues else {},
        preprint=preprint,
    )


def _titles(titles: list[dict[str, object]]) -> tuple[str, ...]:
    # A main title in capitals has a twin in ordinary case more often than not.
    ordered = sorted(titles, key=lambda title: string(title.get("title")).isupper())
    each = [_text.titles([title.get("title")], [title.get("subtitle")]) for title in ordered]
    return tuple(dict.fromkeys(form for forms in each for form in forms))


def _bodies(told: Mapping[str, object]) -> Iterator[Person | None]:
    for name in (
        *_values(told, "collaborations"),
        *(string(name) for name in items(told.get("corporate_author")) if string(name)),
    ):
        yield organisation(name if "ollaboration" in name or name.count(" ") > 1 else f"{name} Collaboration")


def _type(told: Mapping[str, object]) -> str:
    kinds = items(told.get("document_type"))
    return next((_TYPES[string(kind)] for kind in kinds if string(kind) in _TYPES), "other")


SOURCE = Source(
    id=ID,
    name="INSPIRE",
    requests=requests,
    answer=answer,
    base=BASE,
    limits=Limits(public={"": Limit(15, 5.0, 2)}),
    asks=ASKS,
    worth=Worth.CURATED,
    fields=frozenset((StudyField.PHYSICS,)),
    order=30,
    lists_venues=True,
    default_on=False,
    sample=Sample(
        query=Query("arxiv", "hep-th/9711200"),
        title="The Large N limit of superconformal field theories and supergravity",
        family="Maldacena",
        reads=("hits", "metadata", "titles", "authors"),
    ),
)
