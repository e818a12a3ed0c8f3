"""doi.org: the DOI system itself, the only authority on whether a DOI exists.

## What it knows
For every DOI its registration agency (Crossref, DataCite, mEDRA, JaLC, KISTI, ISTIC, OP, ...), whether
it is registered at all, and the full DOI behind a short one (`10/abc`). For agencies without an open
API it passes on the agency's own metadata (content negotiation).

## Limits
None published; ten requests a second at most are sent, fifty DOIs in one. Content negotiation counts
against the limits of the agency that answers.

## Terms
Open to all (DOI Handbook, https://www.doi.org/the-identifier/resources/handbook/).

## Key
None. Landing pages of publishers are never opened: they refuse programs, which says nothing about a DOI.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import quote

from latexrefcheck.model.lookup import Answer, Ask, Limit, Limits, Own, Request, Response, Sample, Source, SourceConfig, Worth
from latexrefcheck.model.record import Query, Record
from latexrefcheck.verify.sources import _csl, _reply, _text
from latexrefcheck.verify.sources._reply import Unusable, mapping, objects, string

ID = "doiorg"
BASE = "https://doi.org"
ASKS = {"agency": Ask(batch=50), "handle": Ask(), "csl": Ask()}

CSL = "application/vnd.citationstyles.csl+json"
_NO_SUCH_DOI = re.compile(rb"<title>\s*Error: DOI Not Found", re.IGNORECASE)
_AGENCY_404 = b"The resource you are looking for doesn't exist."
AGENCIES: Mapping[str, str] = {"crossref": "Crossref", "datacite": "DataCite", "medra": "mEDRA", "jalc": "JaLC"}


def requests(queries: Iterable[Query], config: SourceConfig) -> Iterator[Request]:
    """The requests for ``queries``: agencies in batches; handles and metadata (``csl``) singly."""
    asked = [query for query in dict.fromkeys(queries) if query.kind in ASKS]
    base = (config.base or BASE).rstrip("/")
    agencies = [query for query in asked if query.kind == "agency"]
    listed = [query for query in agencies if "," not in query.value]
    groups = [*_reply.chunks(listed, ASKS["agency"].batch, _reply.MAX_URL - 200, lambda query: len(_path(query.value)) + 1)]
    for group in [*groups, *((query,) for query in agencies if query not in listed)]:
        yield Request(ID, f"{base}/doiRA/{','.join(_path(query.value) for query in group)}", group)
    for query in asked:
        if query.kind == "handle":
            yield Request(ID, f"{base}/api/handles/{_path(query.value)}", (query,))
        elif query.kind == "csl":
            yield Request(ID, f"{base}/{_path(query.value)}", (query,), headers={"Accept": CSL}, accept=CSL)


def _path(doi: str) -> str:
    return quote(doi, safe="/:()")


def answer(request: Request, response: Response) -> Answer:
    """What doi.org says: absent only in its own words."""
    return _reply.read(request, response, lambda asked, reply: _PARSERS[asked.queries[0].kind](asked, reply))


def _agencies(request: Request, response: Response) -> Answer:
    payload = _reply.json_body(response)
    if not isinstance(payload, list):
        raise Unusable(f"the answer is no list of agencies: {_reply.explained(payload) or type(payload).__name__}")
    told = {_text.doi_in(entry.get("DOI")) or string(entry.get("DOI")).lower(): entry for entry in objects(payload)}
    found: dict[Query, tuple[Record, ...]] = {}
    absent: set[Query] = set()
    failed: dict[Query, str] = {}
    for query in request.queries:
        entry = told.get(query.value.lower())
        agency = string(entry.get("RA")) if entry else ""
        if entry is None:
            failed[query] = "doi.org left the DOI out of its answer"
        elif agency:
            agency = AGENCIES.get(agency.replace(" ", "").lower(), agency)
            found[query] = (
                Record(
                    source=ID, titles=(), identifiers={"doi": query.value, "agency": agency}, url=f"https://doi.org/{query.value}"
                ),
            )
        elif string(entry.get("status")).lower() == "doi does not exist":
            absent.add(query)
        else:
            # "Invalid DOI" is about the spelling, not about existence; the handle system is asked instead.
            failed[query] = f"doi.org says: {_reply.excerpt(string(entry.get('status')) or 'nothing')}"
    return Answer(found, frozenset(absent), failed)


def _handle(request: Request, response: Response) -> Answer:
    payload = mapping(_reply.json_body(response, ok=(200, 404, 500)))
    code = payload.get("responseCode")
    (query,) = request.queries
    if code == 100 and response.status != 500:
        return _reply.absent(request)
    if code not in (1, 200) or response.status != 200 or (code == 1 and not isinstance(payload.get("values"), list)):
        raise Unusable(f"the handle system did not answer (code {_reply.excerpt(repr(code))})")
    if string(payload.get("handle")).lower() != query.value.lower():
        raise Unusable("the handle system answered for another handle")
    values: dict[str, str] = {}
    for value in objects(payload.get("values")):
        data = value.get("data")
        values.setdefault(string(value.get("type")), string(data.get("value")) if isinstance(data, dict) else "")
    doi = _text.doi_in(values.get("HS_ALIAS")) or _text.doi_in(query.value) or query.value
    return Answer({query: (Record(source=ID, titles=(), identifiers={"doi": doi}, url=values.get("URL", "")),)})


def _metadata(request: Request, response: Response) -> Answer:
    if response.status in (404, 410) and (_NO_SUCH_DOI.search(response.body) or response.body.strip() == _AGENCY_404):
        return _reply.absent(request)
    payload = _reply.json_body(response)
    if not isinstance(payload, dict) or not (payload.get("DOI") or payload.get("title")):
        raise Unusable(f"the answer is no metadata: {_reply.explained(payload) or 'neither title nor DOI'}")
    (query,) = request.queries
    told = _text.doi_in(payload.get("DOI"))
    if told and told != query.value.lower():
        raise Unusable(f"the agency answered with another DOI ({_reply.excerpt(told)})")
    return Answer({query: (_csl.record({**payload, "DOI": query.value}, ID),)})


_PARSERS = {"agency": _agencies, "handle": _handle, "csl": _metadata}


SOURCE = Source(
    id=ID,
    name="doi.org",
    requests=requests,
    answer=answer,
    base=BASE,
    limits=Limits(public={"": Limit(10, 1.0, 2)}),
    asks=ASKS,
    owns={"doi": Own(final=True)},
    worth=Worth.REGISTRY,
    pages={"doi": "https://doi.org/"},
    sample=Sample(query=Query("agency", "10.1038/nature14539"), identifiers={"agency": "Crossref"}, reads=("DOI", "RA")),
)
