"""A list of names is not in the form that BibTeX reads.

## What it does
Reports names separated by commas, semicolons or `&` instead of `and`, "et al." as a name, names that end in a comma, empty
names beside an `and`, and (as a hint) an organisation whose unbraced name is split at its own "and". `von Last, Jr, First`, names
in braces and biblatex's `family=…, given=…` are fine.

## Why it matters
BibTeX takes `Doe, Jane, Roe, Richard` for one person and prints nonsense; biber drops the names.

## Example
```bib
@misc{k, author = {Doe, Jane, Roe, Richard, Poe, Anna}}
```
```bib
@misc{k, author = {Doe, Jane; Roe, Richard}}
```
```bib
@misc{k, author = {Doe, Jane and Roe, Richard et al.}}
```
## Use instead
```bib
@misc{k, author = {Doe, Jane and Roe, Richard and Poe, Anna}}
```
```bib
@misc{k, author = {Doe, Jane and Roe, Richard and others}}
```
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from operator import methodcaller

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _fields
from latexrefcheck.model.document import Bibliography, Entry, Field
from latexrefcheck.model.finding import Confidence, Draft, Severity
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.person import is_lineage, is_organisation
from latexrefcheck.text.terms import PEOPLE

ID = "bad-name"
SCOPE = "bibliography"
SEVERITY = {"lenient": "warning", "default": "warning", "strict": "error"}

_MAYBE = tuple(
    re.compile(mark)
    for mark in (
        ";",
        "&",
        r"et[\s~]+al",
        r"\.\.\.",
        "(?:…)",
        " of ",
        " for ",
        " für ",
        " on ",
        r"and\s+and\s",
        r",\s+and\s",
        r",\s*\Z",
        r",\s[A-Z]\.[ ~][A-Z][^.\s]",
    )
)
"""Marks of the rarer slips; one literal each, because that is what the regex engine looks for at memory speed."""

_AND = lazy(r"(?:^|\s)[Aa][Nn][Dd](?=\s|$)|[{}]")
_ET_AL = lazy(r"(?:^|[\s,~])et[\s~]+al(?:ii|\b)|^(?:\.\.\.|…)$")
_ENTITY = lazy(r"&[A-Za-z0-9#]{1,31};")


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per bad name, at the name."""
    for name in PEOPLE:
        odd = _odd(list(bibliography.fields(name)))
        seen: set[int] = set()
        hits = (hit for mark in _MAYBE for hit in bibliography.search(mark, name))
        for entry, field in sorted((*hits, *odd), key=lambda pair: pair[1].start):
            if id(field) in seen:
                continue
            seen.add(id(field))
            if "=" in field.value and bibliography.dialect == "biber":
                continue
            if entry.broken and "=" in field.value:
                continue  # a brace is missing, and the fields behind it are not names
            yield from _judge(entry, field)


def _odd(pairs: list[tuple[Entry, Field]]) -> list[tuple[Entry, Field]]:
    """The fields in which a name may have two commas, or an "and" stands at an end: quick, for a whole library."""
    values = [field.value for _, field in pairs]
    found = {index for index, value in enumerate(values) if value.rstrip()[-4:] == " and" or value[:4] == "and "}
    commas = list(map(_commas, "\0 and \0".join(values).split(" and ")))
    if max(commas, default=0) > 1:
        ends = list(accumulate(value.count(" and ") + 1 for value in values))
        found.update(bisect_right(ends, name) for name, count in enumerate(commas) if count > 1)
    return [pairs[index] for index in sorted(found) if index < len(pairs)]


_commas = methodcaller("count", ",")


def _judge(entry: Entry, field: Field) -> Iterator[Draft]:
    names = list(_names(field.value))
    for index, (start, end) in enumerate(names):
        name = field.value[start:end]
        wrong = _wrong(name, len(names) == 1)
        if wrong:
            yield _draft(entry, field, start, end, wrong)
        elif _split_organisation(name, [field.value[a:b] for a, b in names[index + 1 : index + 2]]):
            message = f"{_fields.shown(name)} looks like an organisation cut at its “and”; put the whole name in braces"
            yield _draft(entry, field, start, names[index + 1][1], message)._replace(
                severity=Severity.info, confidence=Confidence.medium
            )


def _draft(entry: Entry, field: Field, start: int, end: int, message: str) -> Draft:
    lead = len(field.value[start:end]) - len(field.value[start:end].lstrip())
    span = _fields.inside(entry, field, start + lead, max(end, start + lead))
    return Draft(span, message, key=entry.key, field=field.name)


def _wrong(name: str, only: bool) -> str | None:
    """What is wrong with one name, or None."""
    if not name.strip():
        return "an empty name stands beside an “and”"
    bare = _outside_braces(_ENTITY.sub("", name))
    if _ET_AL.search(bare.strip()):
        return "“et al.” is not a name; end the list with “and others”"
    if ";" in bare:
        return f"{_fields.shown(name)} has a semicolon; BibTeX separates names with “and”"
    if _LISTED.fullmatch(bare.strip()):
        return f"{_fields.shown(name)} lists people with commas; BibTeX separates names with “and”"
    if bare.rstrip().endswith(","):
        return f"{_fields.shown(name.strip())} ends in a comma, at which BibTeX stops and biber warns; remove it"
    commas = bare.count(",")
    if commas > 2:
        return f"{_fields.shown(name)} has {commas} commas; BibTeX separates names with “and”"
    if commas == 2 and not is_lineage(bare.split(",")[1]) and len(bare.split(",")[1].split()) != 0:
        parts = bare.split(",")
        if all(len(part.split()) > 1 for part in parts[1:]) or is_lineage(parts[2]):
            return f"BibTeX reads {_fields.shown(parts[1])} as a suffix such as “Jr.”; separate names with “and”"
    joined = _JOINT.split(bare) if only else []
    if len(joined) > 1 and all(len(part.split()) > 1 for part in joined) and not _COMPANY.search(bare):
        return f"{_fields.shown(name)} is joined with “&”; BibTeX separates names with “and”"
    return None


_LISTED = lazy(
    r"(?:[A-Z]\.[^\s,~]*[\s~][^,]{1,80},\s*){2,20}|[A-Z]\.[^\s,~]*[\s~][^,]{2,80},\s*[A-Z]\.[^\s,~]*[\s~](?:[^,]{0,60}[\s~.])?[A-Z][^\s,.~]+"
)
_JOINT = lazy(r"\s\\?&\s")
_COMPANY = lazy(r"(?:\b(?:Co|Inc|Ltd|GmbH|Sons|Company|Partners|Associates|LLC|AG|Corp)\b)", re.IGNORECASE)


def _outside_braces(name: str) -> str:
    """``name`` with the inside of braces blotted out."""
    pieces, depth, start = [], 0, 0
    for match in re.finditer(r"[{}]", name):
        if not depth:
            pieces.append(name[start : match.start()])
        depth = depth + 1 if match[0] == "{" else max(0, depth - 1)
        if not depth:
            pieces.append("X")
            start = match.end()
    if not depth:
        pieces.append(name[start:])
    return "".join(pieces)


def _names(value: str) -> Iterator[tuple[int, int]]:
    """(start, end) of each name between the ``and``s outside of braces."""
    depth = start = 0
    for match in _AND.finditer(value):
        if match[0] == "{":
            depth += 1
        elif match[0] == "}":
            depth = max(0, depth - 1)
        elif not depth:
            yield start, match.start()
            start = match.end()
    yield start, len(value)


def _split_organisation(name: str, following: list[str]) -> bool:
    """Whether a name without comma begins like "Ministry of …" and the next one is a loose word or two."""
    if not following or "," in name or "{" in name or "," in following[0] or "{" in following[0]:
        return False
    words = following[0].split()
    return bool(
        re.search(r"\s(?:of|for|on|der|für|de|des)\s", name)
        and is_organisation(name)
        and 0 < len(words) <= 3
        and following[0].strip().lower() != "others"
        and not re.search(r"\b[A-Z]\.", following[0])
        and not is_organisation(following[0])
    )
