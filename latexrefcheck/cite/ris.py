"""A work as a record of RIS, the form that reference managers exchange."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from latexrefcheck.model.csl import form
from latexrefcheck.model.work import Date, Work
from latexrefcheck.text.markup import plain_text
from latexrefcheck.text.person import Person

_TYPES: Mapping[str, str] = {
    "article": "UNPB",
    "article-journal": "JOUR",
    "article-magazine": "MGZN",
    "article-newspaper": "NEWS",
    "book": "BOOK",
    "chapter": "CHAP",
    "dataset": "DATA",
    "entry-encyclopedia": "ENCYC",
    "motion_picture": "VIDEO",
    "paper-conference": "CPAPER",
    "patent": "PAT",
    "post-weblog": "BLOG",
    "report": "RPRT",
    "software": "COMP",
    "standard": "STAND",
    "thesis": "THES",
    "webpage": "ELEC",
}


def record(work: Work) -> str:
    """The record with its first and last line."""
    lines = [f"{tag}  - {' '.join(plain_text(text).split())}" for tag, text in _lines(work) if text]
    return "\n".join((f"TY  - {_TYPES.get(form(work), 'GEN')}", *lines, "ER  - "))


def _lines(work: Work) -> Iterable[tuple[str, str]]:
    yield from (("AU", _name(person)) for person in work.authors)
    yield from (("A2" if work.authors else "ED", _name(person)) for person in work.editors)
    yield from (("A4", _name(person)) for person in work.translators)
    yield "TI", work.title
    yield "T2", work.venue
    yield from (("J2", name) for name in work.venues[1:2])
    yield "T3", work.series
    day = work.issued if work.issued.year else Date(work.year or 0)
    yield "PY", str(day.year or "")
    yield "DA", f"{day.year}/{day.month:02}/{f'{day.day:02}' if day.day else ''}/" if day.month else ""
    yield "VL", work.volume
    yield "IS" if work.pages or work.venue else "M1", work.number
    first, _, last = work.pages.replace("–", "-").partition("-")
    yield "SP", first
    yield "EP", last.lstrip("-")
    yield "ET", work.edition
    yield "PB", work.publisher
    yield "CY", work.place
    yield "M3", work.genre
    yield "DO", work.identifiers.get("doi", "")
    yield "SN", work.identifiers.get("issn", "") or work.identifiers.get("isbn", "")
    yield "UR", work.url or work.identifiers.get("url", "")
    yield "LA", work.language
    yield "N1", work.note


def _name(person: Person) -> str:
    if person.literal:
        return person.literal
    particle = " ".join(part for part in (person.dropping, person.prefix) if part)
    last = f"{particle} {person.family}" if particle else person.family
    return ", ".join(part for part in (last, person.given, person.suffix) if part)
