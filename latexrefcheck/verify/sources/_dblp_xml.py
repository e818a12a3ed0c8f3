"""The dump of dblp, ``dblp.xml.gz``: its elements as the rows that its SPARQL service gives.

The file is one XML document of some gigabytes whose entities a DTD beside it declares (``&uuml;``): those of Latin-1 as in
HTML. It is cut at the ends of its records and each is parsed alone, so that a damaged one costs only itself and
declarations of entities are never read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from html.entities import name2codepoint
from typing import TypedDict
from xml.parsers import expat

from latexrefcheck.verify.sources._dump import LONGEST, loaded
from latexrefcheck.verify.sources._reply import items, string
from latexrefcheck.verify.sources._text import doi_in

RECORDS = "article|inproceedings|proceedings|book|incollection|phdthesis|mastersthesis|www|data"
_END = re.compile(rf"</(?:{RECORDS})\s*>".encode())
_START = re.compile(rf"<({RECORDS})[\s>]".encode())
_ENTITY = re.compile(rb"&([A-Za-z][A-Za-z0-9]{1,15});")
_XML = frozenset((b"amp", b"lt", b"gt", b"quot", b"apos"))
_ENCODING = re.compile(rb"<\?xml[^>]{0,200}encoding=[\"']([A-Za-z0-9_-]+)")
NO_WORKS = frozenset(("www", "data"))
"""Elements of people's pages and of data."""


def pieces(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """One record each, from its start tag to its end tag, in UTF-8 without entities of the DTD."""
    buffer, encoding = b"", ""
    for chunk in chunks:
        buffer += chunk
        if not encoding and (b">" in buffer or len(buffer) > 300):
            told = _ENCODING.match(buffer.lstrip())
            encoding = told[1].decode("ascii") if told else "utf-8"
        done = 0
        for end in _END.finditer(buffer):
            yield from _cut(buffer[done : end.end()], encoding)
            done = end.end()
        buffer = buffer[done:]
        if len(buffer) > LONGEST:
            yield buffer[:1000]
            buffer = b""


def _cut(text: bytes, encoding: str) -> Iterator[bytes]:
    """The record in ``text``; before it what an unfinished one left there."""
    text = _ENTITY.sub(_character, text)
    if encoding.lower() not in ("utf-8", "utf8", "us-ascii"):
        text = text.decode("latin-1").encode()
    starts = [start.start() for start in _START.finditer(text)] or [0]
    for start, end in zip(starts, (*starts[1:], len(text)), strict=True):
        yield text[start:end]


def _character(match: re.Match[bytes]) -> bytes:
    name = match[1]
    code = None if name in _XML else name2codepoint.get(name.decode("ascii"))
    return match[0] if code is None else b"&#%d;" % code


class Publication(TypedDict):
    """What the rows of one publication say together: ``authors`` by their ordinal."""

    pub: str
    t: str
    y: str
    v: str
    bt: str
    doi: str
    authors: dict[int, str]


def element(piece: bytes) -> tuple[str, dict[str, str], dict[str, list[str]]]:
    """Tag, attributes and texts of the children by name, each without its markup; raises ValueError for damaged XML."""
    parser = expat.ParserCreate("utf-8")
    opened: list[str] = []
    head: dict[str, str] = {}
    texts: dict[str, list[str]] = {}
    text: list[str] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        if not opened:
            head.update(attributes)
            head[""] = name
        elif len(opened) == 1:
            text.clear()
        opened.append(name)

    def end(name: str) -> None:
        opened.pop()
        if len(opened) == 1:
            texts.setdefault(name, []).append(" ".join("".join(text).split()))

    def refuse(*_: object) -> None:
        raise ValueError("a declaration inside of a record")

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, text.append
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(piece, True)
    except expat.ExpatError as error:
        raise ValueError(f"damaged XML: {error}") from error
    return head.pop("", ""), head, texts


def publication(piece: bytes) -> tuple[Publication | None, str]:
    """A record as the SPARQL service tells it, None for what is no work, and the day on which it was last touched.

    Raises ValueError for one without key or title.
    """
    tag, head, texts = element(piece)
    day = head.get("mdate", "")
    if tag in NO_WORKS:
        return None, day
    title = next(iter(texts.get("title", ())), "")
    if tag not in RECORDS.split("|") or not head.get("key") or not title:
        raise ValueError("a record without key or title")
    people = texts.get("author") or texts.get("editor") or []
    dois = (doi_in(link) for link in texts.get("ee", ()) if "doi.org/" in link)
    told: Publication = {
        "pub": f"https://dblp.org/rec/{head['key']}",
        "t": title,
        "y": next(iter(texts.get("year", ())), ""),
        "v": next(iter((*texts.get("journal", ()), *texts.get("booktitle", ()))), ""),
        "bt": f"#{tag.capitalize()}",
        "doi": next((doi for doi in dois if doi), ""),
        "authors": dict(enumerate(people, 1)),
    }
    return told, day


def packed(told: Publication) -> str:
    """A publication as short JSON."""
    return json.dumps({**told, "authors": [*told["authors"].values()]}, ensure_ascii=False, separators=(",", ":"))


def unpacked(text: str) -> Publication:
    """What :func:`packed` wrote; raises ValueError or LookupError for anything else."""
    told = loaded(text)
    return {
        "pub": string(told["pub"]),
        "t": string(told["t"]),
        "y": string(told["y"]),
        "v": string(told["v"]),
        "bt": string(told["bt"]),
        "doi": string(told["doi"]),
        "authors": dict(enumerate(map(string, items(told["authors"])), 1)),
    }
