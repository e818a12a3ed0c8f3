"""An ISBN is malformed or its check digit is wrong.

## What it does
Checks the field `isbn` for ten or thirteen digits with a right check digit (ISO 2108). Several
numbers in one field are each checked.

## Why it matters
A wrong check digit means a typing error: the number belongs to nothing, or to something else.

## Example
```bib
@book{k, isbn = {0-201-52983-2}}
```
## Use instead
```bib
@book{k, isbn = {0-201-52983-1}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _fields, _places
from latexrefcheck.model.document import Bibliography
from latexrefcheck.model.finding import Draft
from latexrefcheck.text import identifiers

ID = "bad-isbn"
SCOPE = "bibliography"
SEVERITY = {"lenient": "info", "default": "warning", "strict": "warning"}


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per bad value, at the value."""
    for entry, field in bibliography.fields("isbn"):
        value = field.value
        if identifiers.isbn(value) or not value.strip() or _places.is_placeholder(value):
            continue
        wrong = identifiers.problem("isbn", value)
        if wrong and not _places.other_kind("isbn", value):
            message = f"{_fields.shown(value)} is no ISBN: {wrong}"
            yield Draft(entry.value_span(field), message, key=entry.key, field=field.name)
