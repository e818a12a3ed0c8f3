"""An ISSN is malformed or its check digit is wrong.

## What it does
Checks the field `issn` for eight digits with a right check digit (ISO 3297). Several numbers in one field are each checked.

## Why it matters
A wrong check digit means a typing error: the number belongs to nothing, or to something else.

## Example
```bib
@book{k, issn = {0378-5954}}
```
## Use instead
```bib
@book{k, issn = {0378-5955}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _fields, _places
from latexrefcheck.model.document import Bibliography
from latexrefcheck.model.finding import Draft
from latexrefcheck.text import identifiers

ID = "bad-issn"
SCOPE = "bibliography"
SEVERITY = {"lenient": "info", "default": "warning", "strict": "warning"}


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per bad value, at the value."""
    for entry, field in bibliography.fields("issn"):
        value = field.value
        if identifiers.issn(value) or not value.strip() or _places.is_placeholder(value):
            continue
        wrong = identifiers.problem("issn", value)
        if wrong and not _places.other_kind("issn", value):
            message = f"{_fields.shown(value)} is no ISSN: {wrong}"
            yield Draft(entry.value_span(field), message, key=entry.key, field=field.name)
