"""A doi field holds a URL or a label instead of the bare DOI.

## What it does
Reports `https://doi.org/10.…`, `doi:10.…` and the like in the `doi` field. The fix leaves the bare name.

## Why it matters
Most styles put `https://doi.org/` in front themselves, so that the printed link is doubled and dead.

## Example
```bib
@article{k, doi = {https://doi.org/10.1000/abc}}
```
## Use instead
```bib
@article{k, doi = {10.1000/abc}}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _fields
from latexrefcheck.model.document import Bibliography
from latexrefcheck.model.finding import Draft
from latexrefcheck.text import identifiers
from latexrefcheck.text.patterns import lazy

ID = "doi-as-url"
SCOPE = "bibliography"
SEVERITY = {"lenient": "off", "default": "info", "strict": "warning"}

_LABEL = lazy(
    r"\s*(?:\\url\s*\{)?(?:(?:https?://)?(?:[a-z0-9-]+\.)*(?:doi\.org|doi\.acm\.org)/+|doi\s*[:=]\s*|https?://(?=10\.))+",
    re.IGNORECASE,
)
_ANY = lazy(r"(?i:doi|http)")


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per doi in another form, at the value, with a safe fix."""
    for entry, field in bibliography.search(_ANY, "doi"):
        label = _LABEL.match(field.value)
        if not label or not identifiers.doi(field.value):
            continue
        bare = field.value[label.end() :].strip().rstrip("}")
        edits = []
        # Percent-encoding belongs to the URL, so a value that has some is left to the author.
        if "%" not in bare and identifiers.doi(bare) == identifiers.doi(field.value):
            edits = [(0, len(field.value), bare)]
        fix = _fields.replacing(entry, field, "leave the bare DOI", edits)
        message = f"{_fields.shown(field.value)} is not a bare DOI; styles put “https://doi.org/” in front themselves"
        yield Draft(entry.value_span(field), message, key=entry.key, field=field.name, fix=fix)
