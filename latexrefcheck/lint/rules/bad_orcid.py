"""An ORCID iD is malformed or its check digit is wrong.

## What it does
Checks the field `orcid`, and ORCID iDs among the authors (`https://orcid.org/…`), for sixteen digits with a right
check digit (ISO 7064). Several iDs may stand in one field.

## Why it matters
A wrong check digit means a typing error: the link leads to nobody, or to somebody else.

## Example
```bib
@misc{k, orcid = {0000-0002-1825-0098}}
```
## Use instead
```bib
@misc{k, orcid = {0000-0002-1825-0097}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _fields, _places
from latexrefcheck.model.document import Bibliography
from latexrefcheck.model.finding import Draft
from latexrefcheck.text import identifiers
from latexrefcheck.text.patterns import lazy

ID = "bad-orcid"
SCOPE = "bibliography"
SEVERITY = {"lenient": "info", "default": "warning", "strict": "warning"}

_RUN = lazy(r"(?:https?://(?:www\.)?orcid\.org/)?[0-9A-Za-z-]{12,}")
_IN_AUTHORS = lazy(r"https?://(?:www\.)?orcid\.org/[0-9A-Za-z-]+")


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per bad iD, at the iD."""
    for entry, field in bibliography.fields("orcid", "orcid-numbers"):
        if _places.is_placeholder(field.value):
            continue
        runs = list(_RUN.finditer(field.value))
        if not runs and field.value.strip():
            message = f"{_fields.shown(field.value)} is no ORCID iD: it is not of the form 0000-0002-1825-0097"
            yield Draft(entry.value_span(field), message, key=entry.key, field=field.name)
        for match in runs:
            wrong = identifiers.problem("orcid", match[0])
            if wrong and any(character.isdigit() for character in match[0]):
                span = _fields.inside(entry, field, *match.span())
                yield Draft(span, f"“{match[0]}” is no ORCID iD: {wrong}", key=entry.key, field=field.name)
    for entry, field in bibliography.search(_IN_AUTHORS, "author", "editor"):
        for match in _IN_AUTHORS.finditer(field.value):
            wrong = identifiers.problem("orcid", match[0])
            if wrong:
                span = _fields.inside(entry, field, *match.span())
                yield Draft(span, f"“{match[0]}” is no ORCID iD: {wrong}", key=entry.key, field=field.name)
