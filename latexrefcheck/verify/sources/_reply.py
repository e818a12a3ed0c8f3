"""What every source does with a reply before it looks for records in it.

A reply is evidence only if the API itself spoke: bot checks, proxies and login pages answer with web pages (the client
turns those away that come with status 200), rate limiters with plain text at 200, and bodies arrive cut. Nothing of that
may pass as "no such work", so all of it becomes a reason why the question was not answered.
"""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator, Sequence

from latexrefcheck.model.lookup import Answer, Request, Response
from latexrefcheck.model.record import Query, Record
from latexrefcheck.text.markup import seen
from latexrefcheck.verify.sources._shape import Entry, readable

MAX_URL = 3500
"""Longest URL that is sent, in bytes: Crossref refused request lines over 4096 bytes (rest-api-doc#261)."""

_STATUS = {
    400: "the request was refused as malformed",
    401: "the key was refused",
    403: "access was refused",
    404: "the address was not found",
    406: "the format is not on offer",
    408: "the server gave up waiting",
    414: "the address was too long",
    418: "access was refused",
    429: "the rate limit is reached",
}
_SPEAKING = ("message", "error", "errMsg", "detail", "title", "reason")


class Unusable(Exception):
    """The reply answers nothing; the text is the reason in one clause."""


def read(request: Request, response: Response, parse: Callable[[Request, Response], Answer]) -> Answer:
    """The answer that ``parse`` gives, or every query failed with the reason; never raises on what a server sent."""
    try:
        return parse(request, response)
    except Unusable as problem:
        reason = str(problem)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError) as problem:
        # Bodies are outside input: a shape that no parser foresaw is a reason, not a crash.
        reason = f"the answer has an unexpected shape ({type(problem).__name__})"
    for secret in (*(value for _, value in request.secret_params), *request.secret_headers.values()):
        for part in secret.split():
            if len(part) > 3:
                reason = reason.replace(part, "…")
    return Answer(failed=dict.fromkeys(request.queries, reason))


def json_body(response: Response, ok: Iterable[int] = (200,)) -> object:
    """The JSON value of a reply whose status is in ``ok``; raises :class:`Unusable` otherwise."""
    if response.status not in ok:
        raise Unusable(refusal(response))
    text = text_body(response)
    if text.startswith("<"):
        raise Unusable("markup came instead of JSON")
    try:
        return json.loads(text)
    except ValueError as problem:
        if text[:1] in "{[":
            raise Unusable("the answer is cut short or damaged (JSON)") from problem
        raise Unusable(f"plain text came instead of JSON: {excerpt(text)}") from problem


def xml_body(response: Response, ok: Iterable[int] = (200,)) -> ET.Element:
    """The root element of an XML reply; raises :class:`Unusable` for anything else.

    Entity declarations are refused: expanding them is how small bodies become gigabytes.
    """
    if response.status not in ok:
        raise Unusable(refusal(response))
    text = text_body(response)
    if not text.startswith("<"):
        raise Unusable(f"plain text came instead of XML: {excerpt(text)}")
    if "<!ENTITY" in text:
        raise Unusable("the XML declares entities, which no scholarly API does")
    try:
        return ET.fromstring(text)  # noqa: S314  entity declarations are refused above
    except ET.ParseError as problem:
        raise Unusable("the answer is cut short or damaged (XML)") from problem


def text_body(response: Response) -> str:
    """The body as stripped text; raises :class:`Unusable` if it is empty."""
    text = response.body.decode("utf-8-sig", errors="replace").strip()
    if not text:
        raise Unusable("the answer is empty")
    return text


def refusal(response: Response) -> str:
    """Why a reply with a bad status answers nothing, in one clause."""
    if not response.status:
        return response.failure or "no answer came"
    what = _STATUS.get(response.status) or ("the server failed" if response.status >= 500 else "an unexpected answer came")
    words = spoken(response.body)
    return f"{what} (HTTP {response.status}{': ' + words if words else ''})"


def spoken(body: bytes) -> str:
    """The error text that a JSON body speaks, or nothing."""
    if body[:1] not in (b"{", b"["):
        return ""
    try:
        return explained(json.loads(body))
    except (ValueError, RecursionError):
        return ""


def explained(value: object) -> str:
    """The error text inside a parsed JSON value, or nothing. Only fields that are meant for people are read."""
    for _ in range(6):
        if isinstance(value, list):
            value = value[0] if value else None
        elif isinstance(value, dict):
            inner = [value[name] for name in (*_SPEAKING, "errors", "description") if value.get(name)]
            words = [item for item in inner if isinstance(item, str)]
            value = words[0] if words else inner[0] if inner else None
        else:
            break
    return excerpt(value) if isinstance(value, str) else ""


def excerpt(text: str) -> str:
    """A short printable piece of outside text."""
    text = "".join(character if character.isprintable() else " " for character in text[:200])
    return text if len(text) <= 120 else text[:119] + "…"


def items(value: object) -> list[object]:
    """A list of what is there: nothing, the one thing, or the list itself."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def objects(value: object) -> list[dict[str, object]]:
    """The JSON objects among :func:`items`."""
    return [item for item in items(value) if isinstance(item, dict)]


def mapping(value: object) -> dict[str, object]:
    """The JSON object, or an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def table(value: object) -> dict[str, object]:
    """The JSON object; raises :class:`TypeError` for anything else, which makes the whole record unreadable."""
    if not isinstance(value, dict):
        raise TypeError("no JSON object")
    return value


def number(value: object) -> float:
    """A JSON number, or 0 for anything else."""
    return float(value) if isinstance(value, int | float) else 0.0


def string(value: object) -> str:
    """A JSON scalar as stripped text; nothing for null, containers and booleans. "null" is a deposit error."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    text = seen(" ".join(str(value).split()))
    return "" if text.lower() in ("null", "none") else text


def matched(
    queries: Iterable[Query],
    entries: Iterable[Entry],
    names: Callable[[Entry], Iterable[tuple[str, str]]],
    build: Callable[[Entry], Record],
    complete: bool = True,
) -> Answer:
    """Share the records of a batch out among its queries by the identifiers that each record itself names.

    ``names`` gives the (kind, canonical value) pairs of an entry. Records that nobody asked for are
    dropped. A query without a record is absent if the batch came ``complete``, else failed. A record
    that cannot be read fails its own queries only.
    """
    wanted: dict[tuple[str, str], list[Query]] = {}
    for query in queries:
        wanted.setdefault((query.kind, query.value.lower()), []).append(query)
    found: dict[Query, tuple[Record, ...]] = {}
    failed: dict[Query, str] = {}
    for entry in entries:
        asked = [query for kind, value in dict.fromkeys(names(entry)) for query in wanted.get((kind, value.lower()), ())]
        if not asked:
            continue
        try:
            record = build(readable(entry))
        except (LookupError, TypeError, ValueError, AttributeError) as problem:
            failed.update(dict.fromkeys(asked, f"the record has an unexpected shape ({type(problem).__name__})"))
            continue
        for query in asked:
            found[query] = (*found.get(query, ()), record)
    rest = [query for group in wanted.values() for query in group if query not in found and query not in failed]
    if not complete:
        failed.update(dict.fromkeys(rest, "the answer holds fewer records than it announces"))
        rest = []
    return Answer(found, frozenset(rest), {query: reason for query, reason in failed.items() if query not in found})


def hits(request: Request, entries: Sequence[Entry], build: Callable[[Entry], Record], titled: bool = True) -> Answer:
    """The answer to a text search, which has one query: the records that can be read, with a title unless not ``titled``.

    Entries in none of which a record can be read are no proof of absence: their form may have changed.
    """
    (query,) = request.queries
    records = [record for record in built(entries, build) if record.titles or not titled]
    if entries and not records:
        raise Unusable(f"none of the {len(entries)} records in the answer can be read")
    return Answer({query: tuple(records)}) if records else Answer(absent=frozenset((query,)))


def absent(request: Request) -> Answer:
    """The API itself said that it knows none of what was asked."""
    return Answer(absent=frozenset(request.queries))


def built(entries: Iterable[Entry], build: Callable[[Entry], Record]) -> list[Record]:
    """Records of the search hits that can be read; a damaged hit is no reason to lose the others."""
    records = []
    for entry in entries:
        try:
            records.append(build(readable(entry)))
        except (LookupError, TypeError, ValueError, AttributeError):
            continue
    return records


def chunks(queries: Sequence[Query], most: int, room: int, size: Callable[[Query], int]) -> Iterator[tuple[Query, ...]]:
    """Cut ``queries`` into groups of at most ``most`` whose sizes (bytes in the URL) sum up to at most ``room``."""
    group: list[Query] = []
    used = 0
    for query in dict.fromkeys(queries):
        cost = size(query)
        if group and (len(group) >= most or used + cost > room):
            yield tuple(group)
            group, used = [], 0
        group.append(query)
        used += cost
    if group:
        yield tuple(group)
