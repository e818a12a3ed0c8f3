"""DataCite: the registry of arXiv, Zenodo, Dryad, figshare, university and data-archive DOIs.

## What it knows
Every arXiv paper under `10.48550/arXiv.ID` (title and authors of the latest version, dates of all
versions), and data sets, software, theses and reports of more than three thousand repositories.

## Limits
Per address and five minutes (June 2026): 500 requests, 1000 with a contact address. A request can
hold about sixty DOIs; unknown ones are left out of the answer.

## Terms
Metadata are CC0.

## Key
None.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from urllib.parse import quote, quote_plus

from latexrefcheck.model.lookup import Answer, Ask, Limit, Limits, Own, Request, Response, Sample, Source, SourceConfig, Worth
from latexrefcheck.model.record import Notice, Query, Record
from latexrefcheck.text.deposited import organisation, person, whole
from latexrefcheck.text.person import Person
from latexrefcheck.verify.sources import _reply, _text
from latexrefcheck.verify.sources._reply import Unusable, mapping, objects, string

ID = "datacite"
BASE = "https://api.datacite.org"
PREFIXES = frozenset("10.48550 10.5281 10.6084 10.5061 10.17605 10.7910 10.17632 10.3929 10.14279 10.24432".split())
"""Prefixes of its own (arXiv, Zenodo, figshare, Dryad, OSF, Dataverse, Mendeley Data, ETH, DTU, OSTI)."""
ASKS = {"doi": Ask(batch=60), "arxiv": Ask(batch=60)}

FIELDS = (
    "doi,titles,creators,contributors,publicationYear,version,types,url,relatedIdentifiers,publisher,dates,container,descriptions"
)
ARXIV = "10.48550/arxiv."
_VERSION = re.compile(r"v[0-9]+$")
_GENERAL: Mapping[str, str] = {
    "journalarticle": "article",
    "datapaper": "article",
    "conferencepaper": "inproceedings",
    "conferenceproceeding": "book",
    "book": "book",
    "bookchapter": "chapter",
    "dissertation": "thesis",
    "dataset": "dataset",
    "collection": "dataset",
    "software": "software",
    "computationalnotebook": "software",
    "workflow": "software",
    "preprint": "preprint",
    "peerreview": "review",
}
_RESOURCE: Mapping[str, str] = {
    "journal article": "article",
    "article": "article",
    "conference paper": "inproceedings",
    "inproceedings": "inproceedings",
    "paper": "inproceedings",
    "thesis": "thesis",
    "dissertation": "thesis",
    "doctoral thesis": "thesis",
    "master thesis": "thesis",
    "preprint": "preprint",
    "book": "book",
    "book chapter": "chapter",
}
_DATES = ("issued", "submitted", "available", "updated")
"""Dates of publication and of versions; Created, Collected, Valid and the like tell when something else happened."""


def requests(queries: Iterable[Query], config: SourceConfig) -> Iterator[Request]:
    """The requests for ``queries``: identifiers in batches, a DOI with a comma singly."""
    asked = [query for query in dict.fromkeys(queries) if query.kind in ASKS]
    base = f"{(config.base or BASE).rstrip('/')}/dois"
    secrets = (("mailto", config.contact),) if config.contact else ()
    listed = [query for query in asked if "," not in query.value]
    room = _reply.MAX_URL - len(quote_plus(FIELDS)) - 200
    for group in _reply.chunks(listed, ASKS["doi"].batch, room, lambda query: len(quote_plus(doi_of(query))) + 3):
        ids = ",".join(dict.fromkeys(map(doi_of, group)))
        params = (("ids", ids), ("page[size]", "100"), ("fields[dois]", FIELDS))
        yield Request(ID, base, group, params=params, secret_params=secrets, accept="application/vnd.api+json")
    for query in asked:
        if "," in query.value:
            yield Request(
                ID, f"{base}/{quote(doi_of(query), safe='')}", (query,), secret_params=secrets, accept="application/vnd.api+json"
            )


def doi_of(query: Query) -> str:
    """The DOI to ask for; versions of an arXiv paper share one."""
    return ARXIV + _VERSION.sub("", query.value.lower()) if query.kind == "arxiv" else query.value


def answer(request: Request, response: Response) -> Answer:
    """What DataCite says."""
    return _reply.read(request, response, _answer)


def _answer(request: Request, response: Response) -> Answer:
    if response.status in (404, 410):
        errors = _reply.json_body(response, ok=(404, 410))
        if isinstance(errors, dict) and any(string(error.get("status")) == "404" for error in objects(errors.get("errors"))):
            return _reply.absent(request)
        raise Unusable(_reply.refusal(response))
    payload = _reply.json_body(response)
    if not isinstance(payload, dict) or "data" not in payload:
        raise Unusable(f"the answer is no DataCite record: {_reply.explained(payload) or 'data is missing'}")
    data = payload["data"]
    works = [work for work in objects(data) if isinstance(work.get("attributes"), dict)]
    if isinstance(data, dict):
        if not works:
            raise Unusable("the answer is no DataCite record: attributes are missing")
        result = _reply.matched(request.queries, works, _names, record)
        return Answer(result.found, frozenset(), dict.fromkeys(result.absent, "DataCite answered with another DOI"))
    meta = payload.get("meta")
    total = meta.get("total") if isinstance(meta, dict) else None
    complete = not isinstance(total, int) or total <= len(works)
    return _reply.matched(request.queries, works, _names_any_version(request.queries), record, complete)


def _doi(work: dict[str, object]) -> str:
    return _text.doi_in(_reply.table(work["attributes"]).get("doi")) or _text.doi_in(work.get("id"))


def _names(work: dict[str, object]) -> Iterator[tuple[str, str]]:
    doi = _doi(work)
    yield "doi", doi
    if number := _text.arxiv_of(doi):
        yield "arxiv", number


def _names_any_version(queries: Iterable[Query]) -> Callable[[dict[str, object]], Iterator[tuple[str, str]]]:
    """Names that also match a query for one version (``2404.12345v2``) of an arXiv paper."""
    versions: dict[str, list[str]] = {}
    for query in queries:
        if query.kind == "arxiv":
            versions.setdefault(_VERSION.sub("", query.value.lower()), []).append(query.value)

    def names(work: dict[str, object]) -> Iterator[tuple[str, str]]:
        yield from _names(work)
        for value in versions.get(_text.arxiv_of(_doi(work)), ()):
            yield "arxiv", value

    return names


def record(work: dict[str, object]) -> Record:
    """The record of one DOI of DataCite's."""
    told = _reply.table(work["attributes"])
    doi = _doi(work)
    titles = objects(told.get("titles"))
    main = [title.get("title") for title in titles if not title.get("titleType")]
    subtitles = [title.get("title") for title in titles if title.get("titleType") == "Subtitle"]
    others = [title.get("title") for title in titles if title.get("titleType") not in (None, "", "Subtitle")]
    kind = _type(told, doi)
    publisher = told.get("publisher")
    container = mapping(told.get("container"))
    arxiv = _text.arxiv_of(doi)
    return Record(
        source=ID,
        titles=_text.titles(main or others[:1], subtitles, others),
        authors=_people(told.get("creators")),
        editors=_people([one for one in objects(told.get("contributors")) if one.get("contributorType") == "Editor"]),
        years=_text.years(
            (
                told.get("publicationYear"),
                *(date.get("date") for date in objects(told.get("dates")) if string(date.get("dateType")).lower() in _DATES),
            )
        ),
        venues=_text.texts(("arXiv" if arxiv else "", container.get("title"))),
        type=kind,
        identifiers=_text.identified(doi=doi),
        volume=string(container.get("volume")),
        number=string(container.get("issue")),
        pages=_text.page_range(_text.pages(container.get("firstPage")), _last_page(container.get("lastPage"))),
        publisher=_text.plain(publisher.get("name") if isinstance(publisher, dict) else publisher),
        url=f"https://doi.org/{doi}",
        notices=_notices(told, main, arxiv),
        published_as=_published(told) if kind == "preprint" else {},
        preprint=kind == "preprint",
    )


def _last_page(value: object) -> str:
    # DataCite splits free text into a container and can put a DOI where the last page should be.
    return "" if "10." in string(value) else _text.pages(value)


def _type(told: dict[str, object], doi: str) -> str:
    types = mapping(told.get("types"))
    if doi.startswith(ARXIV):
        return "preprint"
    general = string(types.get("resourceTypeGeneral")).replace(" ", "").lower()
    if general in _GENERAL:
        return _GENERAL[general]
    for name in ("resourceType", "bibtex"):
        if kind := _RESOURCE.get(string(types.get(name)).lower()):
            return kind
    return "other"


def _people(value: object) -> tuple[Person, ...]:
    found: list[Person | None] = []
    for entry in objects(value):
        if entry.get("nameType") == "Organizational":
            found.append(organisation(entry.get("name")))
        elif entry.get("familyName"):
            found.append(person(entry.get("familyName"), entry.get("givenName")))
        else:
            # Some repositories put everybody into one name: "Enos, R (A University); Fowler, A (B)".
            text = re.sub(r"\s*\([^()]*\)", "", _text.plain(entry.get("name")))
            found.extend(whole(part) for part in text.split(";"))
    return tuple(name for name in found if name)


def _notices(told: dict[str, object], titles: list[object], arxiv: str) -> tuple[Notice, ...]:
    found = list(_text.marks(titles, ID))
    found += [
        Notice("withdrawal", source=ID, date=string(date.get("date"))[:10], label=string(date.get("dateInformation")))
        for date in objects(told.get("dates"))
        if date.get("dateType") == "Withdrawn"
    ]
    texts = [text.get("description") for text in objects(told.get("descriptions")) if text.get("descriptionType") == "Abstract"]
    if arxiv and not found and any(_text.withdrawn(_text.plain(text)[:200]) for text in texts):
        found.append(Notice("withdrawal", source=ID, label="withdrawn, says the abstract"))
    return tuple(found)


def _published(told: dict[str, object]) -> dict[str, str]:
    for link in objects(told.get("relatedIdentifiers")):
        if link.get("relatedIdentifierType") == "DOI" and link.get("relationType") in (
            "IsVersionOf",
            "IsPreprintOf",
            "IsVariantFormOf",
        ):
            doi = _text.doi_in(link.get("relatedIdentifier"))
            if doi and not doi.startswith((ARXIV, "10.5281/")):
                return {"doi": doi}
    return {}


SOURCE = Source(
    id=ID,
    name="DataCite",
    requests=requests,
    answer=answer,
    base=BASE,
    limits=Limits(public={"": Limit(500, 300.0, 4)}, contact={"": Limit(1000, 300.0, 4)}),
    asks=ASKS,
    owns={"doi": Own(rank=1, prefixes=PREFIXES), "arxiv": Own(relays=True)},
    worth=Worth.REGISTRY,
    tells_notices=True,
    agency="DataCite",
    sample=Sample(
        query=Query("arxiv", "1706.03762"),
        title="Attention Is All You Need",
        family="Vaswani",
        year=2017,
        reads=("doi", "titles", "creators", "publicationYear"),
    ),
)
