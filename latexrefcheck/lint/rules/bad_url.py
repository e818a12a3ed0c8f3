"""The value of a url field is no URL.

## What it does
Checks that the value is one URL: a scheme such as `https://`, a host, no blanks. `\\url{…}` and TeX escapes are
seen through. Nothing is fetched.

## Why it matters
The link in the reference does not work.

## Example
```bib
@misc{k, url = {www.example.org/page}}
```
## Use instead
```bib
@misc{k, url = {https://www.example.org/page}}
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

ID = "bad-url"
SCOPE = "bibliography"
SEVERITY = {"lenient": "info", "default": "warning", "strict": "warning"}

_GOOD = lazy(r"https?://[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?::[0-9]+)?(?:[/?#][^\s{}\\]*)?", re.ASCII)
LONGEST = 5_000
"""Longest value that is taken apart, in characters."""
_SEVERAL = lazy(r"(?<![\s,;\\])(?:[\s,;]|\band\b|\\\\)++(?=(?:https?|ftp)://)")


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per bad value, at the value."""
    for entry, field in bibliography.fields("url"):
        value = field.value
        if _GOOD.fullmatch(value) or not value.strip() or _places.is_placeholder(value):
            continue
        wrong = identifiers.problem("url", value)
        if not wrong:
            continue
        if len(value) < LONGEST and all(identifiers.problem("url", part) is None for part in _SEVERAL.split(value.strip())):
            wrong = "it holds several URLs"
        yield Draft(entry.value_span(field), f"{_fields.shown(value)} is no URL: {wrong}", key=entry.key, field=field.name)
