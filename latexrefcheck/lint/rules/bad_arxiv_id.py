"""An eprint that says it is from arXiv has no arXiv number.

## What it does
Checks `eprint` where `archiveprefix` or `eprinttype` is arXiv (and the fields `arxiv` and `arxivid`) for the two
schemes of numbers: `2301.12345` since April 2007 (four digits behind the point until 2014, five since) and
`hep-th/9901001` before.

## Why it matters
The link leads nowhere, or worse to another paper.

## Example
```bib
@misc{k, eprint = {2313.01234}, archiveprefix = {arXiv}}
```
## Use instead
```bib
@misc{k, eprint = {2312.01234}, archiveprefix = {arXiv}}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _fields, _places
from latexrefcheck.model.document import Bibliography, Entry
from latexrefcheck.model.finding import Draft
from latexrefcheck.text import identifiers
from latexrefcheck.text.patterns import lazy

ID = "bad-arxiv-id"
SCOPE = "bibliography"
SEVERITY = {"lenient": "warning", "default": "error", "strict": "error"}

_GOOD = lazy(
    r"(?:arXiv:)?(?:0[7-9]|1[0-4])(?:0[1-9]|1[0-2])\.[0-9]{4}|(?:1[5-9]|[2-8][0-9])(?:0[1-9]|1[0-2])\.[0-9]{5}", re.ASCII
)


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per bad value of an entry, at its first place: exporters write the number into two fields."""
    told: set[tuple[int, str]] = set()
    for entry, field in bibliography.fields("eprint", "arxiv", "arxivid"):
        value = field.value
        if _GOOD.fullmatch(value) or not value.strip() or _places.is_placeholder(value):
            continue
        if field.name == "eprint" and not _from_arxiv(entry, value):
            continue
        wrong = identifiers.problem("arxiv", value)
        if wrong and (entry.start, value.strip()) not in told:
            told.add((entry.start, value.strip()))
            message = f"{_fields.shown(value)} is no arXiv number: {wrong}"
            yield Draft(entry.value_span(field), message, key=entry.key, field=field.name)


def _from_arxiv(entry: Entry, value: str) -> bool:
    archive = (entry.value("archiveprefix") or entry.value("eprinttype")).strip(" {}").lower()
    return archive == "arxiv" or (not archive and value.lstrip(" {").lower().startswith("arxiv:"))
