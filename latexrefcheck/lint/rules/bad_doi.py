"""The value of a doi field is no DOI.

## What it does
Checks the syntax: `10.`, four to nine digits (and sub-divisions), a slash, a suffix without blanks. URL form,
a `doi:` label, percent-encoding and TeX escapes are seen through. Whether the DOI exists is for the verification.

## Why it matters
The link in the reference leads nowhere, and nobody can check the entry by it.

## Example
```bib
@article{k, doi = {10.320l/eid9999.07}}
```
## Use instead
```bib
@article{k, doi = {10.3201/eid9999.07}}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _fields, _places
from latexrefcheck.model.document import Bibliography
from latexrefcheck.model.finding import Draft
from latexrefcheck.text import identifiers
from latexrefcheck.text.patterns import lazy

ID = "bad-doi"
SCOPE = "bibliography"
SEVERITY = {"lenient": "warning", "default": "error", "strict": "error"}

_GOOD = lazy(r"10\.[0-9]{4,9}/[^\s{}\\%]+", re.ASCII)


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per bad value, at the value."""
    for entry, field in bibliography.fields("doi"):
        value = field.value
        if _GOOD.fullmatch(value) or not value.strip() or _places.is_placeholder(value):
            continue
        wrong = identifiers.problem("doi", value)
        if wrong and not _places.other_kind("doi", value):
            message = f"{_fields.shown(value)} is no DOI: {wrong}"
            yield Draft(entry.value_span(field), message, key=entry.key, field=field.name)
