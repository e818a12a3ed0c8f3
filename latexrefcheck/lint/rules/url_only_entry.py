"""An entry is only a URL, or its title is one.

## What it does
Reports entries that give an address and neither a title nor an author, and titles that are nothing but a URL.

## Why it matters
Addresses die; without a title, an author and a date nobody can find the page again or judge it.

## Example
```bib
@misc{k, url = {https://example.org/a}}
```
```bib
@misc{k, title = {https://example.org/a}, year = {2020}}
```
## Use instead
```bib
@misc{k, author = {{Example Project}}, title = {A Page}, year = {2020}, url = {https://example.org/a}}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.model.document import Bibliography, Entry, Field
from latexrefcheck.model.finding import Draft
from latexrefcheck.text.patterns import lazy

ID = "url-only-entry"
SCOPE = "bibliography"
SEVERITY = {"lenient": "info", "default": "warning", "strict": "error"}

_SAYING = (
    "title",
    "author",
    "editor",
    "booktitle",
    "organization",
    "institution",
    "crossref",
    "xdata",
    "entryset",
    "key",
    "journal",
)
_ADDRESS = (re.compile(r"\\url"), re.compile("http"), re.compile(r"www\."))
_ONLY = lazy(r"[\s{]*(?:\\(?:url|texttt|href)\s*\{+)?\s*(?:https?://|www\.)[^\s{}]+[\s}.]*")


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per such entry, at its head or at the title."""
    candidates: dict[int, tuple[Entry, Field]] = {}
    for maybe in _ADDRESS:
        for entry, field in bibliography.search(maybe, "url", "howpublished", "note"):
            candidates.setdefault(id(entry), (entry, field))
    for name in _SAYING:
        if not candidates:
            break
        for entry, field in bibliography.fields(name):
            if field.value.strip() or not field.simple:
                candidates.pop(id(entry), None)
    for entry, field in candidates.values():
        if field.name == "url" or _ONLY.fullmatch(field.value):
            yield Draft(entry.head, "the entry gives an address but neither title nor author", key=entry.key, field=field.name)
    titles = {id(pair[1]): pair for maybe in _ADDRESS for pair in bibliography.search(maybe, "title")}
    for entry, field in titles.values():
        if _ONLY.fullmatch(field.value):
            yield Draft(entry.value_span(field), "the title is only a URL", key=entry.key, field="title")
