"""ACL Anthology: papers of computational linguistics, by their Anthology number.

## What it knows
The Anthology has no interface for programs. Its numbers (`N19-1423`, `2020.acl-main.1`) are turned into
what others know: Semantic Scholar takes them as they are, and for most volumes since 2016 the DOI
`10.18653/v1/NUMBER` exists. That DOI is a guess: if it is not registered, nothing is said about the paper.

The whole Anthology is one file, `anthology.bib.gz`, which a local index can be made of; then its papers are known by
number, DOI and title.

## Limits
None: nothing is asked.

## Terms
CC BY 4.0 (https://aclanthology.org/faq/copyright/).

## Key
None.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from latexrefcheck.model.document import SourceFile
from latexrefcheck.model.lookup import Answer, Dump, Held, Request, Response, Source, SourceConfig
from latexrefcheck.model.record import Query, Record
from latexrefcheck.model.work import Work
from latexrefcheck.reading import bib, works
from latexrefcheck.text import identifiers
from latexrefcheck.verify.sources._dump import LONGEST

ID = "acl"

_WITHOUT_DOI = "LTYOUXI"
"""First letters of volumes without DOIs of this prefix: LREC, TINLP, ROCLING and others."""
FIRST_YEAR = 16


def alias(query: Query) -> tuple[Query, ...]:
    """What else to ask for an Anthology number: the DOI that it probably has. Nothing for other queries."""
    number = query.value
    if query.kind != "acl":
        return ()
    if number[:1].isalpha():
        year = int(number[1:3])
        return (
            (Query("doi", f"10.18653/v1/{number.lower()}"),) if FIRST_YEAR <= year < 60 and number[0] not in _WITHOUT_DOI else ()
        )
    volume = number.partition(".")[2]
    return () if volume.startswith(("lrec", "rocling", "jep", "tal-")) else (Query("doi", f"10.18653/v1/{number.lower()}"),)


def requests(queries: Iterable[Query], config: SourceConfig) -> Iterator[Request]:
    """No requests: see :func:`alias`."""
    return iter(())


def answer(request: Request, response: Response) -> Answer:
    """Never asked, so it answers nothing."""
    return Answer(failed=dict.fromkeys(request.queries, "the ACL Anthology is not asked"))


_BEGIN = re.compile(rb"(?:^|\n)[ \t]*(?=@)")
_STRING = re.compile(rb"@string\s*[{(]\s*([A-Za-z0-9_.:-]+)\s*=", re.IGNORECASE)
_MACRO = re.compile(rb"=\s*([A-Za-z][A-Za-z0-9_.:-]*)\s*[,}#\n]")
_ABSTRACT = re.compile(r"\babstract\s*=\s*(?:\"(?:[^\"{}]++|\{[^{}]*+\})*+\"|\{(?:[^{}]++|\{[^{}]*+\})*+\})\s*,?")


def pieces(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The entries of the .bib file, each behind the strings that it uses."""
    strings: dict[bytes, bytes] = {}
    for piece in _objects(chunks):
        if defined := _STRING.match(piece):
            strings[defined[1].lower()] = piece
        else:
            used = dict.fromkeys(match[1].lower() for match in _MACRO.finditer(piece))
            yield b"\n".join((*(strings[name] for name in used if name in strings), piece))


def _objects(chunks: Iterable[bytes]) -> Iterator[bytes]:
    rest = b""
    for chunk in chunks:
        *whole, rest = _BEGIN.split(rest + chunk)
        yield from (piece for piece in whole if piece.startswith(b"@"))
        rest = rest if len(rest) <= LONGEST else rest[:1000]
    if rest.startswith(b"@"):
        yield rest


def held(piece: bytes) -> Held | None:
    """One paper of the Anthology; None for a comment."""
    body = _ABSTRACT.sub("", piece.decode("utf-8", "replace"))
    found = record(body)
    if found is None:
        return None
    people = found.authors or found.editors
    family = people[0].family or people[0].literal if people else ""
    return Held(tuple(found.identifiers.items()), found.titles, family, body)


def record(body: str) -> Record | None:
    """The record of one entry; None where there is none. Raises ValueError for one without number or title."""
    bibliography = bib.parse(SourceFile("anthology.bib", body))
    if not bibliography.entries:
        if not body.lower().startswith(("@comment", "@preamble")):
            raise ValueError("no entry")
        return None
    entry = bibliography.entries[-1]
    values = works.values(entry, lambda _: None)
    number = identifiers.acl(values.get("url", ""))
    found = works.work(entry.type, values, Work)
    if number is None or not found.title:
        raise ValueError("an entry without number or title")
    doi = values.get("doi", "").lower()
    return Record(
        source=ID,
        titles=found.titles,
        authors=found.authors,
        editors=found.editors,
        years=found.years,
        venues=found.venues,
        type="book" if entry.type == "proceedings" else entry.type,
        pages=found.pages,
        volume=found.volume,
        number=found.number,
        publisher=found.publisher,
        identifiers={"acl": number, **({"doi": doi} if doi else {})},
        url=f"https://aclanthology.org/{number}/",
    )


def _from_dump(body: str) -> Record:
    found = record(body)
    if found is None:
        raise ValueError("no entry")
    return found


SOURCE = Source(
    id=ID,
    name="ACL Anthology",
    requests=requests,
    answer=answer,
    alias=alias,
    lists_venues=True,
    dump=Dump(pieces=pieces, held=held, record=_from_dump, where="https://aclanthology.org/anthology.bib.gz"),
)
