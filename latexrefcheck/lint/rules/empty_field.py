"""A field has no value.

## What it does
Reports fields that styles print or link and whose value is empty or only blanks and braces. A field that the
entry's type needs is reported as missing instead.

## Why it matters
It is a gap that somebody meant to fill; some styles print the punctuation around it.

## Example
```bib
@article{k, author = {Doe, Jane}, title = {One}, journal = {J}, year = {2001}, volume = {}}
```
## Use instead
```bib
@article{k, author = {Doe, Jane}, title = {One}, journal = {J}, year = {2001}, volume = {7}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _fields
from latexrefcheck.model.document import Bibliography, Entry, Field
from latexrefcheck.model.finding import Draft

ID = "empty-field"
SCOPE = "bibliography"
SEVERITY = {"lenient": "off", "default": "off", "strict": "info"}


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per empty field, at its name."""
    if not _fields.has_blanks(bibliography):
        return
    empty: list[tuple[Entry, Field]] = []
    for name in (*_fields.PRINTED, *_OTHERS):
        pairs = bibliography.fields_by_name.get(name, ())
        empty += [
            (entry, field)
            for entry, field in pairs
            if len(field.value) < 5 and field.value.strip(" {}\n\t") == "" and field.simple
        ]
    if not empty:
        return
    needed = [model.required for model in _fields.models(bibliography, context)]
    for entry, field in empty:
        if any(field.name in names for required in needed for names in required.get(entry.type, ())):
            continue
        yield Draft(entry.name_span(field), f"{field.name} is empty", key=entry.key, field=field.name)


_OTHERS = ("year", "date", "month", "volume", "number", "pages", "chapter", "doi", "url", "eprint", "isbn", "issn", "translator")
