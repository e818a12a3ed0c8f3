"""RIS, as reference managers and publishers' sites export it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from latexrefcheck.errors import UnreadableInput
from latexrefcheck.text.patterns import lazy

_LINE = lazy(r"([A-Z][A-Z0-9])  ?-(?: (.*))?")
_TYPES: Mapping[str, str] = {
    "ABST": "article-journal",
    "BLOG": "post-weblog",
    "BOOK": "book",
    "CHAP": "chapter",
    "COMP": "software",
    "CONF": "paper-conference",
    "CPAPER": "paper-conference",
    "DATA": "dataset",
    "DICT": "entry-dictionary",
    "EBOOK": "book",
    "ECHAP": "chapter",
    "EDBOOK": "book",
    "EJOUR": "article-journal",
    "ELEC": "webpage",
    "ENCYC": "entry-encyclopedia",
    "GEN": "document",
    "INPR": "article-journal",
    "JFULL": "periodical",
    "JOUR": "article-journal",
    "MGZN": "article-magazine",
    "NEWS": "article-newspaper",
    "PAT": "patent",
    "RPRT": "report",
    "SER": "book",
    "STAND": "standard",
    "THES": "thesis",
    "UNPB": "article",
    "UNPD": "manuscript",
    "VIDEO": "motion_picture",
}
_TEXTS: Mapping[str, Sequence[str]] = {
    "title": ("TI", "T1", "CT"),
    "container-title": ("T2", "JF", "JO", "BT", "JA"),
    "container-title-short": ("J2", "JA"),
    "collection-title": ("T3",),
    "volume": ("VL",),
    "edition": ("ET",),
    "publisher": ("PB",),
    "publisher-place": ("CY", "PP"),
    "genre": ("M3",),
    "language": ("LA",),
    "URL": ("UR", "L1"),
    "note": ("N1",),
    "title-short": ("ST",),
    "event-title": ("C3",),
}
_PEOPLE = {"author": ("AU", "A1"), "editor": ("ED", "A2"), "translator": ("A4",)}
_DOI = lazy(r"10\.\d{4,9}/\S+")
_BOOKS = frozenset(("book", "chapter", "entry-encyclopedia", "entry-dictionary"))
_ISSUES = frozenset(("article-journal", "article-magazine", "article-newspaper", "periodical"))


def items(text: str, name: str) -> list[Mapping[str, object]]:
    """The records of a file as items of CSL-JSON; UnreadableInput says with the line what is no record."""
    found: list[Mapping[str, object]] = [_item(record, number) for number, record in enumerate(_records(text, name), 1)]
    if not found:
        raise UnreadableInput(f"{name}: not RIS: no line begins with 'TY  - '")
    return found


def _records(text: str, name: str) -> Iterator[dict[str, list[str]]]:
    record: dict[str, list[str]] | None = None
    last: list[str] = []
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        match = _LINE.fullmatch(line.rstrip())
        tag, value = (match[1], (match[2] or "").strip()) if match else ("", line.strip())
        if tag == "TY":
            if record is not None:
                yield record
            record, last = {"TY": [value]}, []
        elif tag == "ER":
            if record is not None:
                yield record
            record = None
        elif record is None:
            if value or tag:
                raise UnreadableInput(f"{name}:{number}: not RIS: a record begins with 'TY  - ' and its type")
        elif tag:
            last = record.setdefault(tag, [])
            last.append(value)
        elif value and last:
            last[-1] = f"{last[-1]} {value}"  # a long value goes on in the next line
    if record is not None:
        yield record


def _item(record: Mapping[str, Sequence[str]], number: int) -> dict[str, object]:
    kind = _TYPES.get(record["TY"][0].upper(), "document")
    item: dict[str, object] = {"id": next((value for value in record.get("ID", ()) if value), f"ris-{number}"), "type": kind}

    def first(tags: Sequence[str]) -> str:
        return next((value for tag in tags for value in record.get(tag, ()) if value), "")

    item |= {variable: value for variable, tags in _TEXTS.items() if (value := first(tags))}
    for variable, tags in _PEOPLE.items():
        if people := [_person(value) for tag in tags for value in record.get(tag, ()) if value]:
            item[variable] = people
    if found := _DOI.search(first(("DO", "M3", "UR"))):
        item["DOI"] = found[0].rstrip(".")
        if _DOI.search(str(item.get("genre", ""))):
            del item["genre"]
    if issue := first(("IS", "M1")):
        item["issue" if kind in _ISSUES else "number"] = issue
    start, end = first(("SP",)), first(("EP",))
    if start:
        item["page"] = start if not end or "-" in start or end == start else f"{start}-{end}"
    if numbers := first(("SN",)):
        item["ISBN" if kind in _BOOKS else "ISSN"] = numbers.split()[0]
    if day := _date(first(("DA",)), first(("PY", "Y1"))):
        item["issued"] = {"date-parts": [day]}
    if (seen := first(("Y2",))) and (visited := _date(seen, seen)):
        item["accessed"] = {"date-parts": [visited]}
    return item


def _person(value: str) -> dict[str, str]:
    family, comma, rest = value.partition(",")
    if not comma:
        return {"literal": value}
    given, _, suffix = rest.partition(",")
    parts = {"family": family.strip(), "given": given.strip(), "suffix": suffix.strip()}
    return {name: text for name, text in parts.items() if text}


def _date(date: str, year: str) -> list[int]:
    """Year, month and day as far as they are told; a date without the year of the record is none of its own."""
    for text in (date, year):
        parts = [part for part in re.split(r"[/-]", text.split()[0] if text.split() else "") if part.isascii() and part.isdigit()]
        if parts and len(parts[0]) == 4:
            kept = [int(part) for part in parts[:3] if len(part) <= 4]
            return kept[:2] if len(kept) > 2 and not 1 <= kept[2] <= 31 else kept
    return []
