"""What the dumps of several sources have in common: lines of JSON, and what an index keeps of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from latexrefcheck.verify.sources._reply import string

LONGEST = 32 * 1024 * 1024
"""Most bytes of one piece, and of a whole file of the older form; the longest record of Crossref's has about four million."""

_ITEMS = re.compile(rb'\s*\{\s*"items"\s*:\s*\[')
"""How a file of Crossref's older dumps begins, which holds some thousand works in one JSON value."""


def lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The lines that are not blank; of one that is too long only its beginning, which is then read as damaged."""
    rest = b""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        yield from (line for line in whole if line.strip())
        if len(rest) > LONGEST:
            rest = rest[:1000]
    if rest.strip():
        yield rest


def json_works(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The works of a file of JSON lines, or of one ``{"items": [...]}``."""
    found = iter(chunks)
    start = next(found, b"")
    opening = _ITEMS.match(start)
    if opening is None:
        yield from lines(_after(start, found))
        return
    text = b"".join(_bounded(_after(start, found))).decode("utf-8", "replace")
    decoder, place = json.JSONDecoder(), len(opening[0])
    while (place := _next(text, place)) < len(text) and text[place] == "{":
        try:
            _, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            yield text[place : place + 1000].encode()
            return
        yield text[place:end].encode()
        place = end


def _after(start: bytes, chunks: Iterable[bytes]) -> Iterator[bytes]:
    yield start
    yield from chunks


def _bounded(chunks: Iterable[bytes]) -> Iterator[bytes]:
    room = 8 * LONGEST
    for chunk in chunks:
        room -= len(chunk)
        if room < 0:
            return
        yield chunk


def _next(text: str, place: int) -> int:
    while place < len(text) and text[place] in ", \t\r\n":
        place += 1
    return place


def loaded(piece: bytes | str) -> dict[str, object]:
    """The JSON object of a piece; raises ValueError for anything else."""
    try:
        told = json.loads(piece)
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    if not isinstance(told, dict):
        raise TypeError("no object")
    return told


def body(told: Mapping[str, object], names: Iterable[str]) -> str:
    """The values of some names as short JSON."""
    return json.dumps({name: told[name] for name in names if told.get(name)}, ensure_ascii=False, separators=(",", ":"))


def family(name: object) -> str:
    """The family name in a name of one string, ``Family, Given`` or ``Given Family``."""
    text = string(name)
    first, comma, _ = text.partition(",")
    return first if comma else text.rpartition(" ")[2]


def day(value: object) -> str:
    """The day of a date or time in ISO 8601; nothing for anything else."""
    text = string(value)[:10]
    return text if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text) else ""


def without(value: object, names: frozenset[str]) -> object:
    """A JSON value whose objects lack some names, at any depth."""
    if isinstance(value, dict):
        return {name: without(inner, names) for name, inner in value.items() if name not in names}
    return [without(inner, names) for inner in value] if isinstance(value, list) else value
