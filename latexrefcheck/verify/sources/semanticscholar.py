"""Semantic Scholar: an index of about 220 million papers that links preprints, venues and identifiers.

## What it knows
Papers by DOI, arXiv, ACL Anthology, PubMed and PMC identifiers, five hundred in one request, and which
published version an arXiv paper has. It knows nothing about retractions; the year is often that of the
first version and given names are often initials.

## Limits
Without a key one pool is shared by everybody in the world and a third of the requests is refused. With
a key one request a second over everything.

## Terms
The licence forbids passing raw data on: records stay in your own cache. A key must wait longer after each refusal.

## Key
Free on application: https://www.semanticscholar.org/product/api#api-key (`LATEXREFCHECK_SEMANTICSCHOLAR_KEY`).
Keys that are not used for two months are removed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from latexrefcheck.model.lookup import (
    Answer,
    Ask,
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
from latexrefcheck.text.deposited import whole
from latexrefcheck.text.person import Person
from latexrefcheck.verify.sources import _reply, _subject, _text
from latexrefcheck.verify.sources._denied import denied
from latexrefcheck.verify.sources._reply import Unusable, mapping, number, objects, string
from latexrefcheck.verify.sources._shape import readable

ID = "semanticscholar"
BASE = "https://api.semanticscholar.org/graph/v1"
ASKS = {
    "doi": Ask(batch=400),
    "arxiv": Ask(batch=400),
    "acl": Ask(batch=400),
    "pmid": Ask(batch=400),
    "pmcid": Ask(batch=400),
    "title": Ask(fuzzy=True),
    _subject.KIND: Ask(),
    _subject.ABSTRACT: Ask(batch=400),
}

FIELDS = "title,authors,year,venue,publicationVenue,journal,externalIds,publicationTypes,publicationDate"
TOLD = "abstract,citationCount,openAccessPdf"
"""What only searches by subject and questions for abstracts ask for."""
MOST = 400
_VERSION = re.compile(r"v[0-9]+$")
_KINDS: Mapping[str, str] = {
    "doi": "DOI",
    "arxiv": "ARXIV",
    "acl": "ACL",
    "pmid": "PMID",
    "pmcid": "PMCID",
    _subject.ABSTRACT: "DOI",
}
_EXTERNAL: Mapping[str, str] = {"DOI": "doi", "ArXiv": "arxiv", "ACL": "acl", "PubMed": "pmid", "PubMedCentral": "pmcid"}
_TYPES: Mapping[str, str] = {
    "conference": "inproceedings",
    "book": "book",
    "booksection": "chapter",
    "dataset": "dataset",
    "journalarticle": "article",
    "journal": "article",
    "review": "article",
    "lettersandcomments": "article",
}
_NOT_FOUND = ("Title match not found", "not found")


def requests(queries: Iterable[Query], config: SourceConfig) -> Iterator[Request]:
    """The requests for ``queries``: identifiers of every kind together in batches, titles singly."""
    asked = [query for query in dict.fromkeys(queries) if query.kind in ASKS]
    base = (config.base or BASE).rstrip("/")
    secrets = {"x-api-key": config.key} if config.key else {}
    for told, group in (
        (told, group)
        for told in (False, True)
        for group in _reply.chunks(
            [query for query in asked if query.kind in _KINDS and (query.kind == _subject.ABSTRACT) is told],
            MOST,
            1_000_000,
            lambda query: len(query.value),
        )
    ):
        yield Request(
            ID,
            f"{base}/paper/batch",
            group,
            method="POST",
            params=(("fields", f"{FIELDS},{TOLD}" if told else FIELDS),),
            body=json.dumps({"ids": [paper_id(query) for query in group]}),
            headers={"Content-Type": "application/json"},
            secret_headers=secrets,
        )
    for query in asked:
        if query.kind == "title":
            params = (("query", " ".join(query.value.split())[:500]), ("fields", FIELDS))
            yield Request(ID, f"{base}/paper/search/match", (query,), params=params, secret_headers=secrets)
        elif query.kind == _subject.KIND:
            words = " ".join(f"{query.value} {query.surname}".split())[:500]
            span = (("year", query.year),) if query.year else ()
            search = (("query", words), ("limit", str(_subject.ROWS)), ("fields", f"{FIELDS},{TOLD}"), *span)
            yield Request(ID, f"{base}/paper/search", (query,), params=search, secret_headers=secrets)


def paper_id(query: Query) -> str:
    """The identifier in Semantic Scholar's spelling: arXiv without version, PMC without its letters."""
    value = query.value
    if query.kind == "arxiv":
        value = _VERSION.sub("", value)
    elif query.kind == "pmcid":
        value = value.upper().removeprefix("PMC")
    return f"{_KINDS[query.kind]}:{value}"


def answer(request: Request, response: Response) -> Answer:
    """What Semantic Scholar says; a batch answers in the order of the question, with null for what is unknown."""
    return _reply.read(request, response, _answer)


def _answer(request: Request, response: Response) -> Answer:
    if response.status in (404, 410):
        error = _reply.spoken(response.body)
        if b'"error"' in response.body and error.endswith(_NOT_FOUND):
            return _reply.absent(request)
        raise Unusable(_reply.refusal(response))
    payload = _reply.json_body(response)
    if isinstance(payload, list):
        return _from_batch(request, payload)
    if not isinstance(payload, dict):
        raise Unusable("the answer is no Semantic Scholar record")
    if "paperId" in payload:
        return _from_batch(request, [payload])
    if isinstance(payload.get("data"), list):
        kept = [paper for paper in objects(payload["data"]) if not denied(_external(paper).get("doi", ""))]
        return _reply.hits(request, kept, _told if request.queries[0].kind == _subject.KIND else record)
    if payload.get("total") == 0:
        return _reply.absent(request)
    raise Unusable(f"the answer is no Semantic Scholar record: {_reply.explained(payload) or 'data is missing'}")


def _told(paper: dict[str, object]) -> Record:
    pdf = mapping(paper.get("openAccessPdf")).get("url")
    return _subject.telling(record(paper), paper.get("abstract"), paper.get("citationCount"), pdf)


def _from_batch(request: Request, papers: list[object]) -> Answer:
    if len(papers) != len(request.queries):
        raise Unusable("the answer has another length than the question")
    found: dict[Query, tuple[Record, ...]] = {}
    absent: set[Query] = set()
    failed: dict[Query, str] = {}
    for query, paper in zip(request.queries, papers, strict=True):
        if paper is None:
            absent.add(query)
        elif not isinstance(paper, dict) or not (string(paper.get("title")) or string(paper.get("paperId"))):
            failed[query] = "the record has an unexpected shape"
        elif _foreign(query, _external(paper)):
            failed[query] = "Semantic Scholar answered with another paper"
        else:
            build = _told if query.kind == _subject.ABSTRACT else record
            found[query] = (build(readable(paper)),)
    return Answer(found, frozenset(absent), failed)


def _foreign(query: Query, known: Mapping[str, str]) -> bool:
    """Whether the paper's own identifier of the kind that was asked for contradicts the question.

    A paper merged from preprint and article is found by either DOI but names one, so DOIs only
    contradict when nothing else could have led there.
    """
    value = _VERSION.sub("", query.value.lower()) if query.kind == "arxiv" else query.value.lower()
    told = known.get(query.kind, "").lower()
    return bool(told) and told != value and query.kind != "doi"


def _external(paper: Mapping[str, object]) -> dict[str, str]:
    told = paper.get("externalIds")
    if not isinstance(told, dict):
        return {}
    found = {kind: string(told.get(name)) for name, kind in _EXTERNAL.items() if string(told.get(name))}
    if "doi" in found:
        found["doi"] = _text.doi_in(found["doi"])
    if found.get("pmcid", "").isdigit():
        found["pmcid"] = f"PMC{found['pmcid']}"
    return found


def record(paper: dict[str, object]) -> Record:
    """The record of one paper."""
    known = _external(paper)
    doi, arxiv = known.get("doi", ""), known.get("arxiv", "") or _text.arxiv_of(known.get("doi", ""))
    raw = string(paper.get("title"))
    titles = _text.titles([_text.full_stop_dropped(raw)])
    venue = mapping(paper.get("publicationVenue"))
    journal = mapping(paper.get("journal"))
    others = venue.get("alternate_names")
    venues = _text.texts(
        (paper.get("venue"), venue.get("name"), journal.get("name"), *(others if isinstance(others, list) else ()))
    )
    published = bool(doi) and not _text.arxiv_of(doi)
    preprint = bool(arxiv) and not published and all("arxiv" in name.lower() or name == "CoRR" for name in venues)
    return Record(
        source=ID,
        titles=titles,
        authors=_people(paper.get("authors")),
        years=_text.years((paper.get("year"), paper.get("publicationDate"))),
        venues=venues,
        type="preprint" if preprint else _type(paper),
        identifiers=_text.identified(**{**known, "arxiv": arxiv}),
        issns=tuple(issn for issn in (string(venue.get("issn")),) if issn),
        volume=string(journal.get("volume")),
        pages=string(journal.get("pages")),
        url=f"https://www.semanticscholar.org/paper/{string(paper.get('paperId'))}" if paper.get("paperId") else "",
        notices=_text.marks([raw], ID),
        published_as=_published(doi, venues) if arxiv and published else {},
        preprint=preprint,
        score=number(paper.get("matchScore")),
    )


def _published(doi: str, venues: tuple[str, ...]) -> dict[str, str]:
    venue = next((name for name in venues if "arxiv" not in name.lower() and name != "CoRR"), "")
    return {"doi": doi, "venue": venue} if venue else {"doi": doi}


def _people(value: object) -> tuple[Person, ...]:
    found = (whole(entry.get("name")) for entry in objects(value))
    return tuple(name for name in found if name)


def _type(paper: Mapping[str, object]) -> str:
    told = paper.get("publicationTypes")
    kinds = [string(kind).lower() for kind in told] if isinstance(told, list) else []
    # One paper carries several of them; the most telling goes first.
    kinds.append(string(mapping(paper.get("publicationVenue")).get("type")).lower())
    return next((_TYPES[kind] for kind in _TYPES if kind in kinds), "other")


SOURCE = Source(
    id=ID,
    name="Semantic Scholar",
    requests=requests,
    answer=answer,
    base=BASE,
    limits=Limits(public={"": Limit(1, 1.0)}, key={"": Limit(1, 1.1)}),
    asks=ASKS,
    owns={"acl": Own()},
    worth=Worth.BROAD,
    order=20,
    lists_venues=True,
    mixed=True,
    # Without a key all the world shares one allowance: a refusal says nothing about us, the next second may be free.
    crowded=True,
    key=KeyUse.OPTIONAL,
    sample=Sample(
        query=Query("doi", "10.1038/nature14539"),
        title="Deep learning",
        family="LeCun",
        year=2015,
        reads=("title", "authors", "year", "externalIds"),
    ),
)
