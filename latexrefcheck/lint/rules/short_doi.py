"""A doi field holds a short DOI.

## What it does
Reports `10/abc123`, the short form that shortdoi.org gives out.

## Why it matters
A short DOI resolves, but no index knows it: the entry cannot be matched by it, and duplicates are not seen.

## Example
```bib
@article{k, doi = {10/cvm999}}
```
## Use instead
```bib
@article{k, doi = {10.1002/andp.19053221004}}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.model.document import Bibliography
from latexrefcheck.model.finding import Draft
from latexrefcheck.text import identifiers

ID = "short-doi"
SCOPE = "bibliography"
SEVERITY = {"lenient": "info", "default": "info", "strict": "warning"}

_MAYBE = (re.compile("10/"), re.compile(r"doi\.org/[a-z0-9]+(?![A-Za-z0-9.])"))


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per short DOI, at the value."""
    for entry, field in (pair for maybe in _MAYBE for pair in bibliography.search(maybe, "doi")):
        short = identifiers.short_doi(field.value)
        if short:
            message = f"“{short}” is a short DOI; give the full one that https://doi.org/{short[3:]} leads to"
            yield Draft(entry.value_span(field), message, key=entry.key, field=field.name)
