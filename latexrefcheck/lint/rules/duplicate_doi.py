"""Two entries have the same DOI.

## What it does
Reports an entry whose DOI, however it is written, is that of an earlier entry with another key which the document
loads too. Where an entry has no `doi` field, a DOI in its `url` counts.

## Why it matters
The same work is printed twice under two numbers; or, if the titles differ, one of the two DOIs is wrong.

## Example
```bib
@article{turing36, title = {On Computable Numbers}, doi = {10.1112/plms/s2-42.1.230}}
@article{turing37, title = {On Computable Numbers}, doi = {https://doi.org/10.1112/PLMS/s2-42.1.230}}
```
## Use instead
```bib
@article{turing37, title = {On Computable Numbers}, doi = {10.1112/plms/s2-42.1.230}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules._libraries import together
from latexrefcheck.model.document import Bibliography, Entry, Field, Project
from latexrefcheck.model.finding import Draft, Fix
from latexrefcheck.model.rule import Case
from latexrefcheck.text import identifiers
from latexrefcheck.text.keys import title_key
from latexrefcheck.text.terms import LINKS

ID = "duplicate-doi"
SCOPE = "project"
SEVERITY = {"lenient": "info", "default": "warning", "strict": "error"}

_DIGITS = {code: chr(code) if chr(code) in "0123456789\n" else None for code in range(128)}


def check(project: Project, context: Context) -> Iterator[Draft]:
    """One draft per entry after the first of a DOI, at the value that holds it."""
    for databases, _ in together(project):
        if not _repeated([field.value for database in databases for _, field in database.fields("doi", "url")]):
            continue
        first: dict[str, tuple[Entry, Field]] = {}
        for database in databases:
            for entry, field, doi in dois(database):
                earlier, where = first.setdefault(doi, (entry, field))
                if database.fold(earlier.key) == database.fold(entry.key) or _kin(earlier, entry):
                    continue
                yield Draft(
                    entry.value_span(field),
                    _message(doi, earlier, entry),
                    entry.key,
                    field.name,
                    related=((f"entry {earlier.key!r}", earlier.value_span(where)),),
                    evidence={"doi": doi, "first": earlier.key},
                )


def mend(case: Case) -> Fix | None:
    """The two entries made one; with other titles one of the DOIs may be wrong."""
    return case.merge(alike=True)


def _repeated(values: list[str]) -> bool:
    """False if no two values can hold one DOI: all have different digits from the last "10." on.

    Percent signs and ampersands can write a character of a DOI with digits; then nothing is ruled out.
    """
    together = "\n".join(value[max(value.rfind("10."), 0) :].replace("\n", " ") for value in values)
    if "%" in together or "&" in together:
        return True
    digits = [text for text in together.encode("ascii", "ignore").decode().translate(_DIGITS).split("\n") if text]
    return len(set(digits)) < len(digits)


def dois(database: Bibliography) -> Iterator[tuple[Entry, Field, str]]:
    """(entry, field, canonical DOI) of each entry that has one, in file order."""
    pairs = list(database.fields("doi"))
    holders = {entry for entry, _ in pairs}
    once = len(holders) == len(pairs)  # else the dialect decides which of an entry's DOIs counts
    found = []
    for entry, field in pairs:
        if once or entry.get("doi") is field:
            doi = identifiers.doi(field.value)
            if doi:
                found.append((entry, field, doi))
    for entry, field in database.fields("url"):
        if entry not in holders and "doi" in field.value.lower():
            doi = identifiers.doi(field.value)
            if doi:
                found.append((entry, field, doi))
    found.sort(key=lambda item: item[0].start)
    return iter(found)


def _kin(one: Entry, other: Entry) -> bool:
    """Whether one names the other as its parent: parts of a book share its DOI."""
    keys = {one.key, other.key}
    return any(entry.value(name).strip() in keys for entry in (one, other) for name in LINKS)


def _message(doi: str, earlier: Entry, entry: Entry) -> str:
    titles = [title_key(e.value("title")) for e in (earlier, entry)]
    if all(titles) and titles[0] != titles[1]:
        return f"DOI {doi} is that of {earlier.key!r} too, but the titles differ: one of the DOIs may be wrong"
    return f"the same DOI {doi} as {earlier.key!r}: the work is there twice"
