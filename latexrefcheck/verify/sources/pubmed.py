"""PubMed (NCBI E-utilities): biomedicine's index, the registry of PMIDs.

## What it knows
More than 38 million articles by PMID, articles of PMC by PMCID, with retractions, expressions of concern
and errata. Summaries (`pmid`, `pmcid`) give initials only; full records (`medline`) have given names and the notices.

## Limits
Three requests a second without a key, ten with one; two hundred articles in one request. NCBI asks for
an e-mail address with every request and for big jobs at night or at the weekend (US Eastern time).

## Terms
https://www.ncbi.nlm.nih.gov/home/about/policies/ - abstracts may be under copyright: they are asked for only where a claim is
held against them, and stay on your disk.

## Key
Free: NCBI account settings, "API Key Management" (`LATEXREFCHECK_PUBMED_KEY`).
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
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
    StudyField,
    Worth,
)
from latexrefcheck.model.record import Notice, Query, Record
from latexrefcheck.text.deposited import indexed, organisation
from latexrefcheck.verify.sources import _medline, _reply, _subject, _text
from latexrefcheck.verify.sources._reply import Unusable, items, objects, string
from latexrefcheck.verify.sources._shape import readable

ID = "pubmed"
NUMBER_OF = "pmid-of"
"""The kind of query that asks for the PMID of a DOI."""
BASE = "https://eutils.ncbi.nlm.nih.gov"
ASKS = {"pmid": Ask(batch=200), "pmcid": Ask(batch=200), "medline": Ask(batch=100)} | {
    _subject.ABSTRACT: Ask(batch=100),
    NUMBER_OF: Ask(),
}

_FULL = ("medline", _subject.ABSTRACT)
_UNKNOWN = "cannot get document summary"
_CALLS: Mapping[str, tuple[str, str, str]] = {
    "pmid": ("esummary.fcgi", "pubmed", "json"),
    "pmcid": ("esummary.fcgi", "pmc", "json"),
    "medline": ("efetch.fcgi", "pubmed", "xml"),
    _subject.ABSTRACT: ("efetch.fcgi", "pubmed", "xml"),
}


def requests(queries: Iterable[Query], config: SourceConfig) -> Iterator[Request]:
    """The requests for ``queries``: one batch per kind. The value of a ``medline`` query is a PMID."""
    asked = list(dict.fromkeys(queries))
    secrets = [("api_key", config.key), ("email", config.contact), ("tool", "latexrefcheck" if config.contact else "")]
    for kind, (call, database, mode) in _CALLS.items():
        same = [query for query in asked if query.kind == kind]
        for group in _reply.chunks(same, ASKS[kind].batch, _reply.MAX_URL - 500, lambda query: len(query.value) + 3):
            numbers = ",".join(query.value.upper().removeprefix("PMC") for query in group)
            yield Request(
                ID,
                f"{(config.base or BASE).rstrip('/')}/entrez/eutils/{call}",
                group,
                params=(("db", database), ("retmode", mode), ("id", numbers)),
                secret_params=tuple((name, value) for name, value in secrets if value),
                accept="application/json" if mode == "json" else "text/xml",
            )
    for query in asked:
        if query.kind == NUMBER_OF and not set(query.value) & set('"[]'):
            yield Request(
                ID,
                f"{(config.base or BASE).rstrip('/')}/entrez/eutils/esearch.fcgi",
                (query,),
                params=(("db", "pubmed"), ("retmode", "json"), ("retmax", "2"), ("term", f'"{query.value}"[doi]')),
                secret_params=tuple((name, value) for name, value in secrets if value),
            )


def answer(request: Request, response: Response) -> Answer:
    """What PubMed says."""
    kind = request.queries[0].kind
    return _reply.read(request, response, _full if kind in _FULL else _numbers if kind == NUMBER_OF else _summaries)


def _numbers(request: Request, response: Response) -> Answer:
    """The only PMID that a DOI leads to; several are those of a search for its words, and none of them is meant."""
    payload = _reply.json_body(response)
    told = payload.get("esearchresult") if isinstance(payload, dict) else None
    if not isinstance(told, dict) or not isinstance(told.get("idlist"), list):
        raise Unusable(f"the answer is no list of numbers: {_reply.explained(payload) or 'idlist is missing'}")
    numbers = [string(number) for number in told["idlist"]]
    if len(numbers) != 1 or not numbers[0].isdigit():
        return _reply.absent(request)
    return Answer({request.queries[0]: (Record(source=ID, titles=(), identifiers={"pmid": numbers[0]}),)})


def _full(request: Request, response: Response) -> Answer:
    root = _reply.xml_body(response)
    if root.tag != "PubmedArticleSet":
        error = root.findtext(".//ERROR") or root.findtext(".//Error") or f"it is a {root.tag}"
        raise Unusable(f"the answer is no set of articles: {_reply.excerpt(error)}")
    articles = [*root.findall("PubmedArticle"), *root.findall("PubmedBookArticle")]

    def names(article: ET.Element) -> Iterator[tuple[str, str]]:
        yield "medline", _medline.pmid(article)
        yield _subject.ABSTRACT, _medline.pmid(article)

    def build(article: ET.Element) -> Record:
        found = _medline.record(article, ID)
        told = request.queries[0].kind == _subject.ABSTRACT
        return _subject.telling(found, _medline.abstract(article)) if told else found

    return _reply.matched(request.queries, articles, names, build)


def _summaries(request: Request, response: Response) -> Answer:
    payload = _reply.json_body(response)
    result = payload.get("result") if isinstance(payload, dict) else None
    if not isinstance(result, dict) or not isinstance(result.get("uids"), list):
        raise Unusable(f"the answer is no list of summaries: {_reply.explained(payload) or 'result is missing'}")
    found: dict[Query, tuple[Record, ...]] = {}
    absent: set[Query] = set()
    failed: dict[Query, str] = {}
    for query in request.queries:
        told = result.get(query.value.upper().removeprefix("PMC"))
        if not isinstance(told, dict):
            failed[query] = "PubMed left the number out of its answer"
        elif told.get("error"):
            reason = string(told["error"])
            if reason == _UNKNOWN:
                absent.add(query)
            else:
                failed[query] = f"PubMed says: {_reply.excerpt(reason)}"
        else:
            made = record(readable(told), query.kind)
            if made.identifiers.get(query.kind, "").lower() != query.value.lower():
                failed[query] = "PubMed answered with another article"
            else:
                found[query] = (made,)
    return Answer(found, frozenset(absent), failed)


def record(told: dict[str, object], kind: str = "pmid") -> Record:
    """The record of one summary, by PMID (database pubmed) or PMCID (database pmc)."""
    known = {string(entry.get("idtype")): string(entry.get("value")) for entry in objects(told.get("articleids"))}
    uid = string(told.get("uid"))
    raw = _text.plain(told.get("title"))
    types = [string(item).lower() for item in items(told.get("pubtype"))]
    notices = [
        *([Notice("retraction", source=ID, label="Retracted Publication")] if "retracted publication" in types else ()),
        *_referred(told),
        *_text.marks([raw], ID),
    ]
    pmcid = known.get("pmcid") or known.get("pmc") or ""
    authors = [
        organisation(author.get("name"))
        if string(author.get("authtype")).lower().startswith("collective")
        else indexed(author.get("name"))
        for author in objects(told.get("authors"))
    ]
    return Record(
        source=ID,
        titles=_text.titles([_medline.bare(raw)], (), [_medline.bare(_text.plain(told.get("vernaculartitle")))]),
        authors=tuple(name for name in authors if name),
        years=_text.years((told.get("pubdate"), told.get("epubdate"), told.get("printpubdate"))),
        venues=_text.texts((told.get("fulljournalname"), told.get("source"), told.get("booktitle"))),
        type=_medline.type_of(types, raw),
        identifiers=_text.identified(
            doi=_text.doi_in(known.get("doi")),
            pmid=uid if kind == "pmid" else known.get("pubmed") or known.get("pmid", ""),
            pmcid=f"PMC{uid}" if kind == "pmcid" else pmcid.split(";")[0].rpartition(" ")[2],
        ),
        issns=tuple(issn for issn in (string(told.get("issn")), string(told.get("essn"))) if issn),
        volume=string(told.get("volume")),
        number=string(told.get("issue")),
        pages=string(told.get("pages")),
        publisher=_text.plain(told.get("publishername")),
        url=f"https://pubmed.ncbi.nlm.nih.gov/{uid}/" if kind == "pmid" else f"https://pmc.ncbi.nlm.nih.gov/articles/PMC{uid}/",
        notices=tuple(_medline.once(notices)),
        preprint="preprint" in types,
        notice_of=tuple(
            f"pmid:{string(reference.get('pmid'))}"
            for reference in objects(told.get("references"))
            if string(reference.get("reftype")).lower().startswith("retraction of") and string(reference.get("pmid"))
        ),
    )


def _referred(told: dict[str, object]) -> Iterator[Notice]:
    for reference in objects(told.get("references")):
        kind = _medline.NOTICES.get(string(reference.get("reftype")).replace(" ", "").lower().rstrip(":"))
        if kind:
            yield Notice(kind, source=ID, label=string(reference.get("refsource")))


SOURCE = Source(
    id=ID,
    name="PubMed",
    requests=requests,
    answer=answer,
    base=BASE,
    limits=Limits(public={"": Limit(3, 1.0, 2)}, key={"": Limit(10, 1.0, 3)}),
    asks=ASKS,
    owns={"pmid": Own(final=True), "pmcid": Own(final=True)},
    worth=Worth.REGISTRY,
    fields=frozenset((StudyField.MEDICINE,)),
    tells_notices=True,
    pages={"pmid": "https://pubmed.ncbi.nlm.nih.gov/", "pmcid": "https://www.ncbi.nlm.nih.gov/pmc/articles/"},
    key=KeyUse.OPTIONAL,
    sample=Sample(
        query=Query("pmid", "26017442"),
        title="Deep learning",
        family="LeCun",
        year=2015,
        reads=("result", "title", "authors", "pubdate"),
    ),
)
