"""dblp: the bibliography of computer science, complete for its venues and curated by hand.

## What it knows
More than seven million publications with full author lists, venues and years, also those without a
DOI (NeurIPS, ICML, ICLR, USENIX, CEUR, JMLR, ...). Many titles fit into one request.

## Limits
The SPARQL service publishes none; one request a second at most is sent. dblp's search interface is
behind a check for robots since September 2026 and is not used.

## Terms
CC0 (https://dblp.org/db/about/copyright.html).

## Key
None.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import urlencode

from latexrefcheck.model.lookup import (
    Answer,
    Ask,
    Dump,
    Held,
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
from latexrefcheck.text.deposited import whole
from latexrefcheck.text.person import Person
from latexrefcheck.verify.sources import _dblp_xml, _dump, _reply, _text
from latexrefcheck.verify.sources._dblp_xml import Publication
from latexrefcheck.verify.sources._reply import Unusable, objects, string

ID = "dblp"
BASE = "https://sparql.dblp.org"
ASKS = {"doi": Ask(batch=100), "title": Ask(batch=20)}

MOST_ROWS = 20_000
"""Rows (one per author of a publication) that are asked for; an answer of that length counts as cut."""
MOST_RECORDS = 8
SHORTEST_PREFIX, LONGEST_PREFIX = 16, 60
_TYPES: Mapping[str, str] = {
    "article": "article",
    "inproceedings": "inproceedings",
    "proceedings": "book",
    "book": "book",
    "incollection": "chapter",
    "phdthesis": "thesis",
    "mastersthesis": "thesis",
}
_NOT_IN_IRI = re.compile(r"[\x00-\x20<>\"{}|^`\\]")
_STARTS = (re.compile(r"[a-z0-9 ,:-]+"), re.compile(r"[a-z0-9 ,:;.?!()/&'*+=#$%@~_-]+"))
"""Characters of a beginning that everybody spells alike, and those that are added where that leaves too little."""
_UNENDING = re.compile(r"[^a-y0-8]+$")
_CORR = re.compile(r"/rec/journals/corr/abs-([0-9]{4})-([0-9]{4,5})$")
_CORR_OLD = re.compile(r"/rec/journals/corr/([a-z-]+)-([0-9]{7})$")


def requests(queries: Iterable[Query], config: SourceConfig) -> Iterator[Request]:
    """The requests for ``queries``: DOIs and titles each in batches, by POST because the texts are long."""
    asked = list(dict.fromkeys(queries))
    dois = [query for query in asked if query.kind == "doi" and not _NOT_IN_IRI.search(query.value)]
    for group in _reply.chunks(dois, ASKS["doi"].batch, 100_000, lambda query: len(query.value)):
        # dblp stores DOIs in capitals and compares them as they stand.
        names = " ".join(f"<https://doi.org/{query.value.upper()}>" for query in group)
        yield _request(group, config, f"VALUES ?doi {{ {names} }} ?pub dblp:doi ?doi ; dblp:title ?t .", "")
    titles = [query for query in asked if query.kind == "title" and (literals(query.value) or prefix(query.value))]
    for group in _reply.chunks(titles, ASKS["title"].batch, 100_000, lambda query: len(query.value)):
        yield _request(group, config, _title_pattern(group), "OPTIONAL { ?pub dblp:doi ?doi } ")


def _request(group: tuple[Query, ...], config: SourceConfig, pattern: str, doi: str) -> Request:
    sparql = (
        "PREFIX dblp: <https://dblp.org/rdf/schema#> SELECT ?pub ?doi ?t ?y ?v ?bt ?o ?a WHERE { "
        f"{pattern} {doi}"
        "OPTIONAL { ?pub dblp:yearOfPublication ?y } OPTIONAL { ?pub dblp:publishedIn ?v } OPTIONAL { ?pub dblp:bibtexType ?bt } "
        "OPTIONAL { ?pub dblp:hasSignature ?s . ?s dblp:signatureOrdinal ?o ; dblp:signatureDblpName ?a } "
        f"}} LIMIT {MOST_ROWS}"
    )
    return Request(
        ID,
        f"{(config.base or BASE).rstrip('/')}/sparql",
        group,
        method="POST",
        body=urlencode({"query": sparql}),
        headers={"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/sparql-results+json"},
        accept="application/sparql-results+json",
    )


def _title_pattern(group: tuple[Query, ...]) -> str:
    exact = " ".join(dict.fromkeys(literal for query in group for literal in literals(query.value)))
    ranges = dict.fromkeys(start for query in group if (start := prefix(query.value)))
    blocks = [f"{{ VALUES ?t {{ {exact} }} ?pub dblp:title ?t . }}"] if exact else []
    blocks += [f'{{ ?pub dblp:title ?t . FILTER(?t >= "{start}" && ?t < "{_after(start)}") }}' for start in ranges]
    return " UNION ".join(blocks)


def literals(title: str) -> list[str]:
    """The title as dblp may spell it: with a final full stop unless it ends in ``?`` or ``!``. No literal for odd characters."""
    title = " ".join(title.split()).rstrip(". ")
    if not title or len(title) > 400 or re.search(r"[\\{}\x00-\x1f]", title):
        return []
    escaped = title.replace('"', '\\"')  # SPARQL 1.1, 19.7
    return [f'"{escaped}"' if title[-1] in "?!" else f'"{escaped}."']


def prefix(title: str) -> str:
    """The beginning of the title in lower case, ASCII only, as the lower end of a range; nothing if too short.

    dblp's sort order ignores case, so a range finds the title however it is capitalised. The last
    character must have a successor among letters and digits, because that is the upper end.
    """
    lowered = " ".join(title.lower().split())
    for pattern in _STARTS:
        match = pattern.match(lowered)
        start = _UNENDING.sub("", match[0][:LONGEST_PREFIX]) if match else ""
        if len(start) >= SHORTEST_PREFIX:
            return start
    return ""


def _after(start: str) -> str:
    return start[:-1] + chr(ord(start[-1]) + 1)


def answer(request: Request, response: Response) -> Answer:
    """What dblp says."""
    return _reply.read(request, response, _answer)


def _answer(request: Request, response: Response) -> Answer:
    payload = _reply.json_body(response)
    results = payload.get("results") if isinstance(payload, dict) else None
    rows = results.get("bindings") if isinstance(results, dict) else None
    if not isinstance(rows, list):
        raise Unusable(f"the answer is no result of a query: {_reply.explained(payload) or 'bindings are missing'}")
    entries = publications(rows)
    if rows and not entries:
        raise Unusable(f"none of the {len(rows)} rows in the answer can be read")
    complete = len(rows) < MOST_ROWS
    dois = [query for query in request.queries if query.kind == "doi"]
    by_doi = _reply.matched(dois, entries, lambda entry: [("doi", entry["doi"])], record, complete)
    by_title = _by_title([query for query in request.queries if query.kind != "doi"], entries, complete)
    return Answer({**by_doi.found, **by_title.found}, by_doi.absent | by_title.absent, {**by_doi.failed, **by_title.failed})


def publications(rows: list[object]) -> list[Publication]:
    """One entry per publication out of rows of one author each, authors by their ordinal."""
    found: dict[str, Publication] = {}
    for row in objects(rows):
        told = {name: string(cell.get("value")) for name, cell in row.items() if isinstance(cell, dict)}
        pub = told.get("pub", "")
        if not pub or not told.get("t"):
            continue
        entry = found.setdefault(
            pub,
            {
                "pub": pub,
                "t": told["t"],
                "y": told.get("y", ""),
                "v": told.get("v", ""),
                "bt": told.get("bt", ""),
                "doi": _text.doi_in(told.get("doi")),
                "authors": {},
            },
        )
        if told.get("a") and told.get("o", "").isdigit():
            entry["authors"][int(told["o"])] = told["a"]
    return list(found.values())


def _by_title(queries: list[Query], entries: list[Publication], complete: bool) -> Answer:
    keys = [(_key(entry["t"]), entry) for entry in entries]
    found: dict[Query, tuple[Record, ...]] = {}
    for query in queries:
        wanted, start = _key(query.value), prefix(query.value)
        near = [(key, entry) for key, entry in keys if key == wanted or (start and key.startswith(start))]
        near.sort(key=lambda pair: (pair[0] != wanted, -_shared(pair[0], wanted)))
        records = _reply.built((entry for _, entry in near[:MOST_RECORDS]), record)
        if records:
            found[query] = tuple(records)
    rest = [query for query in queries if query not in found]
    if complete:
        return Answer(found, frozenset(rest))
    return Answer(found, frozenset(), dict.fromkeys(rest, "the answer holds fewer rows than there are"))


def _key(title: str) -> str:
    return " ".join(_text.plain(title).lower().split()).rstrip(". ")


def _shared(one: str, other: str) -> int:
    length = min(len(one), len(other))
    return next((place for place in range(length) if one[place] != other[place]), length)


def record(entry: Publication) -> Record:
    """The record of one publication."""
    pub, doi, venue = entry["pub"], entry["doi"], entry["v"]
    corr = _CORR.search(pub)
    old = _CORR_OLD.search(pub)
    number = f"{corr[1]}.{corr[2]}" if corr else f"{old[1]}/{old[2]}" if old else _text.arxiv_of(doi)
    preprint = bool(number) or venue == "CoRR"
    kind = entry["bt"].rpartition("#")[2].lower()
    people = people_of(entry["authors"])
    return Record(
        source=ID,
        titles=_text.titles([_text.full_stop_dropped(entry["t"])]),
        authors=() if kind == "proceedings" else people,
        editors=people if kind == "proceedings" else (),
        years=_text.years([entry["y"]]),
        venues=_text.texts((venue, "arXiv" if preprint else "")),
        type="preprint" if preprint else _TYPES.get(kind) or _type_of_key(pub),
        identifiers=_text.identified(doi=doi, arxiv=number),
        url=pub,
        notices=_text.marks([entry["t"]], ID),
        preprint=preprint,
    )


def people_of(names: Mapping[int, str]) -> tuple[Person, ...]:
    """Authors in order; the numbers that tell homonyms apart (``Wei Wang 0001``) are dropped."""
    found = (whole(names[place]) for place in sorted(names))
    return tuple(name for name in found if name)


def _type_of_key(pub: str) -> str:
    """The type that a dblp key tells when the row does not: ``conf/cvpr/HeZRS16`` is a conference paper."""
    return {"journals": "article", "conf": "inproceedings", "phd": "thesis", "books": "book"}.get(
        pub.partition("/rec/")[2].partition("/")[0], "other"
    )


def held(piece: bytes) -> Held | None:
    """One publication of the dump; None for a person's page."""
    entry, day = _dblp_xml.publication(piece)
    if entry is None:
        return None
    found = record(entry)
    people = found.authors or found.editors
    family = people[0].family or people[0].literal if people else ""
    names = (*found.identifiers.items(), (ID, found.url))
    return Held(names, found.titles, family, _dblp_xml.packed(entry), _dump.day(day))


SOURCE = Source(
    id=ID,
    name="dblp",
    requests=requests,
    answer=answer,
    base=BASE,
    limits=Limits(public={"": Limit(1, 1.0)}),
    asks=ASKS,
    worth=Worth.CURATED,
    fields=frozenset((StudyField.COMPUTING,)),
    order=10,
    lists_venues=True,
    # A request with many title ranges takes several seconds.
    timeout=20.0,
    dump=Dump(
        pieces=_dblp_xml.pieces, held=held, record=lambda body: record(_dblp_xml.unpacked(body)), where="https://dblp.org/xml/"
    ),
    sample=Sample(
        query=Query("doi", "10.1109/cvpr.2016.90"),
        title="Deep Residual Learning for Image Recognition",
        family="He",
        year=2016,
        reads=("results", "bindings"),
    ),
)
