"""A PubMed identifier is malformed.

## What it does
Checks the fields `pmid` (one to eight digits) and `pmcid` (`PMC` and digits).

## Why it matters
The link leads nowhere, and the entry cannot be verified by it.

## Example
```bib
@article{k, pmid = {12345678901}}
```
## Use instead
```bib
@article{k, pmid = {12345678}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _fields, _places
from latexrefcheck.model.document import Bibliography
from latexrefcheck.model.finding import Draft
from latexrefcheck.text import identifiers

ID = "bad-pmid"
SCOPE = "bibliography"
SEVERITY = {"lenient": "info", "default": "warning", "strict": "error"}


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per bad value, at the value."""
    for entry, field in bibliography.fields("pmid", "pmcid"):
        value = field.value
        if not value.strip() or _places.is_placeholder(value) or _places.other_kind(field.name, value):
            continue
        wrong = identifiers.problem(field.name, value)
        if wrong:
            message = f"{_fields.shown(value)} is not {_places.NAMES[field.name]}: {wrong}"
            yield Draft(entry.value_span(field), message, key=entry.key, field=field.name)
