"""An identifier stands in the wrong field.

## What it does
Reports an identifier of another kind in `doi`, `isbn`, `issn`, `pmid` or `pmcid`; a `url` that leads to another
DOI than the `doi` field names; and, mildly, a DOI that only stands in `url`, `note` or `howpublished` or an arXiv
number that only stands in `url`.

## Why it matters
Styles build links from the field: an arXiv number in `doi` becomes a dead link, and a DOI hidden in a URL is
not seen by tools that look for duplicates or fetch the record.

## Example
```bib
@book{k, issn = {978-0-201-52983-8}}
```
```bib
@article{k, url = {https://doi.org/10.1000/abc}}
```
## Use instead
```bib
@book{k, isbn = {978-0-201-52983-8}}
```
```bib
@article{k, doi = {10.1000/abc}}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _fields, _places
from latexrefcheck.model.document import Bibliography, Entry, Field
from latexrefcheck.model.finding import Confidence, Draft, Fix, Severity
from latexrefcheck.text import identifiers
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.terms import one_identifier

ID = "misplaced-identifier"
SCOPE = "bibliography"
SEVERITY = {"lenient": "info", "default": "warning", "strict": "warning"}

_DOI = lazy(r"10\.[0-9]{4}")
_ARXIV = lazy(r"arxiv\.org/")
ASIDE = 40
"""Longest text beside a DOI, in characters, with which a note still gives the entry's own identifier."""

_HOLDERS = ("url", "note", "howpublished", "journal", "journaltitle")
"""Fields in which an identifier is found besides its own."""

_RESOLVER = lazy(r"\s*(?:\\url\s*\{)?\s*(?:https?://)?(?:[\w.-]+\.)?doi(?:\.org|-org\.|\.acm\.org)", re.IGNORECASE)


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per misplaced identifier, at the value or at the identifier inside of it."""
    modern = bibliography.dialect == "biber" and "archiveprefix" not in bibliography.fields_by_name
    archive = ("eprinttype", "arxiv") if modern else ("archiveprefix", "arXiv")
    for entry, field in bibliography.fields("doi", "isbn", "issn", "pmid", "pmcid"):
        yield from _wrong_kind(entry, field, archive)
    told: set[int] = set()
    for entry, field in bibliography.search(_DOI, "url", "note", "howpublished", "urlraw"):
        drafts = () if id(entry) in told else tuple(_hidden_doi(entry, field))
        if drafts:  # a DOI that stands in two places is put into its field once
            told.add(id(entry))
            yield from drafts
    for entry, field in bibliography.search(_ARXIV, "url"):
        yield from _hidden_arxiv(entry, field, archive)


def _wrong_kind(entry: Entry, field: Field, archive: tuple[str, str]) -> Iterator[Draft]:
    kind = field.name
    value = field.value
    if (kind == "doi" and value.startswith("10.")) or _RIGHT[kind](value):
        return
    other = _places.other_kind(kind, value)
    if not other:
        return
    name, canonical = other
    message = f"the {kind} field holds {one_identifier(name)} ({canonical}); it belongs in {_places.FIELDS[name]}"
    target = _places.FIELDS[name]
    fix = None
    if target.isalpha() and not entry.get(target):
        fix = Fix(f"rename the field to {target}", (_fields.renaming(entry, field, target),), safe=True)
    elif name == "arxiv" and not any(entry.get(other) for other in ("eprint", "archiveprefix", "eprinttype")):
        fix = _to_eprint(entry, field, canonical, archive)
    yield Draft(entry.value_span(field), message, key=entry.key, field=kind, fix=fix)


def _to_eprint(entry: Entry, field: Field, number: str, archive: tuple[str, str]) -> Fix | None:
    """The field made ``eprint``, with its archive behind it."""
    value = _fields.replacing(entry, field, "", [(0, len(field.value), number)])
    beside = _fields.adding(entry, field, [archive])
    if value is None or beside is None:
        return None
    name = _fields.renaming(entry, field, "eprint")
    return Fix(f"make it eprint, with {archive[0]}", (name, *value.edits, beside), safe=True)


def _hidden_doi(entry: Entry, field: Field) -> Iterator[Draft]:
    found = [hit for hit in identifiers.find(field.value) if hit[0] == "doi"]
    if len(found) != 1:
        return  # a note that names several works does not name this one's identifier
    _, value, start, end = found[0]
    span = _fields.inside(entry, field, start, end)
    given = entry.get("doi")
    resolver = field.name == "url" and _RESOLVER.match(field.value) is not None
    if given is not None and given.value.strip():
        known = identifiers.doi(given.value)
        if known and known != value and resolver:
            message = f"the url leads to the DOI {value}, the doi field names {known}"
            yield Draft(span, message, entry.key, field.name, related=(("the doi field", entry.value_span(given)),))
        return
    if entry.get("eprint") and value.startswith("10.48550/"):
        return
    if field.name == "note" and len(field.value) - (end - start) > ASIDE:
        return
    raw = field.value[start:end]
    written = raw if identifiers.doi(raw) == value and raw.isascii() and not set(raw) & set("\\{}%") else value
    fix = _adding(entry, field, [("doi", written)], resolver) if given is None else None
    message = f"the DOI {value} stands in {_where(entry, field, 'doi', value)}; put it into the doi field"
    yield Draft(span, message, entry.key, field.name, Confidence.medium, Severity.info, fix=fix)


def _hidden_arxiv(entry: Entry, field: Field, archive: tuple[str, str]) -> Iterator[Draft]:
    number = identifiers.arxiv(field.value)
    if not number or any(entry.get(name) for name in ("eprint", "doi", "archiveprefix", "eprinttype", "arxiv", "arxivid")):
        return
    where = _where(entry, field, "arxiv", number)
    message = f"the arXiv number {number} stands in {where} only; put it into eprint, with {archive[0]} = {{{archive[1]}}}"
    fix = _adding(entry, field, [("eprint", number), archive], safe=True)
    yield Draft(entry.value_span(field), message, entry.key, field.name, severity=Severity.info, fix=fix)


def _where(entry: Entry, field: Field, kind: str, value: str) -> str:
    """The names of the fields that hold an identifier: ``field`` and the others."""
    others = (entry.get(name) for name in _HOLDERS if name != field.name)
    holding = [other.name for other in others if other and any(hit[:2] == (kind, value) for hit in identifiers.find(other.value))]
    names = [field.name, *holding]
    return f"{', '.join(names[:-1])} and {names[-1]}" if holding else field.name


def _adding(entry: Entry, field: Field, new: list[tuple[str, str]], safe: bool) -> Fix | None:
    edit = _fields.adding(entry, field, new)
    names = " and ".join(name for name, _ in new)
    return Fix(f"add {names}", (edit,), safe) if edit else None


_RIGHT = {
    "doi": identifiers.doi,
    "isbn": identifiers.isbn,
    "issn": identifiers.issn,
    "pmid": identifiers.pmid,
    "pmcid": identifiers.pmcid,
}
