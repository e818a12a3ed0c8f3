"""Open Library: books by ISBN.

## What it knows
About fifty million editions with title, authors, publisher and year, from library catalogues and readers.
Many academic books are missing or described briefly: a miss says nothing.

## Limits
One request a second; three if the contact address is configured and thus sent. Fifty ISBNs fit into one request.

## Terms
Data dumps are CC0 (https://openlibrary.org/developers/licensing).

## Key
None.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from latexrefcheck.model.lookup import Answer, Ask, Limit, Limits, Own, Request, Response, Sample, Source, SourceConfig, Worth
from latexrefcheck.model.record import Query, Record
from latexrefcheck.text.deposited import whole
from latexrefcheck.text.identifiers import isbn as canonical
from latexrefcheck.verify.sources import _reply, _text
from latexrefcheck.verify.sources._reply import Unusable, items, mapping, objects, string
from latexrefcheck.verify.sources._shape import readable

ID = "openlibrary"
BASE = "https://openlibrary.org"
ASKS = {"isbn": Ask(batch=50)}


def requests(queries: Iterable[Query], config: SourceConfig) -> Iterator[Request]:
    """The requests for ``queries``, in batches."""
    asked = [query for query in dict.fromkeys(queries) if query.kind == "isbn"]
    for group in _reply.chunks(asked, ASKS["isbn"].batch, _reply.MAX_URL - 200, lambda query: len(query.value) + 12):
        keys = ",".join(f"ISBN:{query.value}" for query in group)
        url = f"{(config.base or BASE).rstrip('/')}/api/books"
        yield Request(ID, url, group, params=(("bibkeys", keys), ("format", "json"), ("jscmd", "data")))


def answer(request: Request, response: Response) -> Answer:
    """What Open Library says: an object keyed by the ISBNs as they were sent, without the unknown ones."""
    return _reply.read(request, response, _answer)


def _answer(request: Request, response: Response) -> Answer:
    payload = _reply.json_body(response)
    if not isinstance(payload, dict) or not all(key.upper().startswith("ISBN:") for key in payload):
        raise Unusable(f"the answer is no list of books by ISBN: {_reply.explained(payload) or 'the keys are no ISBNs'}")
    return _reply.matched(request.queries, payload.items(), _names, lambda pair: record(readable(pair[1])))


def _names(pair: tuple[str, object]) -> Iterator[tuple[str, str]]:
    sent = pair[0][5:]
    yield "isbn", sent
    if other := canonical(sent):
        yield "isbn", other


def record(book: dict[str, object]) -> Record:
    """The record of one edition."""
    known = mapping(book.get("identifiers"))
    isbns = [canonical(string(text)) for name in ("isbn_13", "isbn_10") for text in items(known.get(name))]
    authors = [whole(author.get("name")) for author in objects(book.get("authors"))]
    if not string(book.get("title")):
        raise ValueError("an edition without a title")
    return Record(
        source=ID,
        titles=_text.titles([book.get("title")], items(book.get("subtitle"))),
        authors=tuple(name for name in authors if name),
        years=_text.years([book.get("publish_date")]),
        type="book",
        identifiers={"isbn": next((isbn for isbn in isbns if isbn), "")} if any(isbns) else {},
        isbns=tuple(dict.fromkeys(isbn for isbn in isbns if isbn)),
        publisher=next(iter(_text.texts(publisher.get("name") for publisher in objects(book.get("publishers")))), ""),
        url=string(book.get("url")),
    )


SOURCE = Source(
    id=ID,
    name="Open Library",
    requests=requests,
    answer=answer,
    base=BASE,
    limits=Limits(public={"": Limit(1, 1.0, 1)}, contact={"": Limit(3, 1.0, 1)}),
    asks=ASKS,
    owns={"isbn": Own()},
    worth=Worth.REGISTRY,
    pages={"isbn": "https://openlibrary.org/isbn/"},
    sample=Sample(
        query=Query("isbn", "9780262033848"),
        title="Introduction to Algorithms",
        family="Cormen",
        year=2009,
        reads=("title", "authors", "publish_date"),
    ),
)
