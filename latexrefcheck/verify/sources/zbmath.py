"""zbMATH Open: the literature of mathematics since 1868.

## What it knows
About five million works of mathematics with authors, journal, year and links to DOI and arXiv, also old
ones that have no DOI.

## Limits
None published; one request a second at most is sent, one title in each.

## Terms
CC-BY-SA 4.0; parts that publishers withhold come as a placeholder, which is read as missing.

## Key
None. Off unless switched on: it answers singly and knows mathematics only.
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
from latexrefcheck.text.deposited import whole
from latexrefcheck.text.person import Person
from latexrefcheck.verify.sources import _reply, _text
from latexrefcheck.verify.sources._reply import Unusable, items, mapping, objects, string

ID = "zbmath"
BASE = "https://api.zbmath.org"
ASKS = {"title": Ask()}

ROWS = 5
WITHHELD = "contents unavailable due to conflicting licenses"
_TYPES: Mapping[str, str] = {"j": "article", "a": "inproceedings", "b": "book", "p": "preprint"}
_NO_HIT = re.compile(rb"no results? found", re.IGNORECASE)


def requests(queries: Iterable[Query], config: SourceConfig) -> Iterator[Request]:
    """The requests for ``queries``, one title each, with the first author's surname where it is known."""
    for query in dict.fromkeys(queries):
        if query.kind == "title":
            words = " ".join(re.sub(r"[^\w\s'-]+", " ", query.value[:400]).split())
            text = f'ti:"{words}"' + (f" au:{query.surname}" if query.surname.isalpha() else "")
            url = f"{(config.base or BASE).rstrip('/')}/v1/document/_search"
            yield Request(ID, url, (query,), params=(("search_string", text), ("results_per_page", str(ROWS))))


def answer(request: Request, response: Response) -> Answer:
    """What zbMATH Open says; no hit is a 404 in its own words."""
    return _reply.read(request, response, _answer)


def _answer(request: Request, response: Response) -> Answer:
    if response.status == 404 and response.body[:1] == b"{" and _NO_HIT.search(response.body):
        return _reply.absent(request)
    payload = _reply.json_body(response)
    results = mapping(payload).get("result")
    if results is None and mapping(mapping(payload).get("status")).get("nr_total_results") == 0:
        return _reply.absent(request)
    if not isinstance(results, list):
        raise Unusable(f"the answer is no list of works: {_reply.explained(payload) or 'result is missing'}")
    return _reply.hits(request, objects(results), record)


def _open(value: object) -> str:
    text = _text.plain(value)
    return "" if WITHHELD in text else re.sub(r"\\[()]", "", text)


def record(work: dict[str, object]) -> Record:
    """The record of one work; what is withheld is missing."""
    title, source = mapping(work.get("title")), mapping(work.get("source"))
    links = {string(link.get("type")): string(link.get("identifier")) for link in reversed(objects(work.get("links")))}
    number = string(work.get("identifier"))
    arxiv = links.get("arxiv", "") or (number[6:] if number.startswith("arXiv:") else "")
    series = objects(source.get("series"))
    code = string(mapping(work.get("document_type")).get("code"))
    preprint = number.startswith("arXiv:")
    contributors = mapping(work.get("contributors"))
    return Record(
        source=ID,
        titles=_text.titles(
            [_text.full_stop_dropped(_open(title.get("title")))], [_open(title.get("subtitle"))], [_open(title.get("original"))]
        ),
        authors=_people(contributors.get("authors")),
        editors=_people(contributors.get("editors")),
        # The year of an arXiv item there is that of its last version; the number tells the first.
        years=_text.years((work.get("year"), f"20{arxiv[:2]}" if preprint and arxiv[:4].isdigit() else None)),
        venues=_text.texts(
            (
                *(_open(entry.get("title")) for entry in series),
                *(_open(entry.get("short_title")) for entry in series),
                *_books(source),
            )
        ),
        type="preprint" if preprint else _TYPES.get(code, "other"),
        identifiers=_text.identified(doi=_text.doi_in(links.get("doi")), arxiv=arxiv),
        volume=_open(series[0].get("volume")) if series else "",
        number=_open(series[0].get("issue")) if series else "",
        pages=_open(source.get("pages")),
        publisher=_open(series[0].get("publisher")) if series else "",
        url=string(work.get("zbmath_url")) or f"https://zbmath.org/{string(work.get('id'))}",
        preprint=preprint,
        score=0.0,
    )


def _books(source: Mapping[str, object]) -> Iterator[str]:
    for book in objects(source.get("book")):
        yield _open(book.get("title"))


def _people(value: object) -> tuple[Person, ...]:
    found = (whole(name) for entry in items(value) if (name := _open(mapping(entry).get("name"))))
    return tuple(name for name in found if name)


SOURCE = Source(
    id=ID,
    name="zbMATH Open",
    requests=requests,
    answer=answer,
    base=BASE,
    limits=Limits(public={"": Limit(1, 1.0)}),
    asks=ASKS,
    worth=Worth.CURATED,
    fields=frozenset((StudyField.MATHEMATICS,)),
    order=40,
    lists_venues=True,
    default_on=False,
    sample=Sample(
        query=Query("title", "Modular elliptic curves and Fermat's last theorem", "Wiles", "1995"),
        title="Modular elliptic curves and Fermat's last theorem",
        family="Wiles",
        year=1995,
        reads=("result", "title", "contributors", "year"),
    ),
)
