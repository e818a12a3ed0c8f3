"""A whole title stands in double braces.

## What it does
Reports `title = {{…}}`. A matter of house style: off unless the profile is strict.

## Why it matters
The style can no longer adapt the capitals, so titles of one list differ from each other.

## Example
```bib
@article{k, title = {{On Computable Numbers}}}
```
## Use instead
```bib
@article{k, title = {On Computable Numbers}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.model.document import Bibliography
from latexrefcheck.model.finding import Draft
from latexrefcheck.text.patterns import lazy

ID = "title-braced"
SCOPE = "bibliography"
SEVERITY = {"lenient": "off", "default": "off", "strict": "info"}

_BRACES = lazy(r"[{}]")


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per title, at the value."""
    for entry, field in bibliography.fields("title"):
        value = field.value
        if value[:1] == "{" and value[-1:] == "}" and " " in value and _encloses(value):
            yield Draft(entry.value_span(field), "the whole title stands in double braces", key=entry.key, field="title")


def _encloses(value: str) -> bool:
    """Whether the first brace closes at the end of the value."""
    depth = 0
    for match in _BRACES.finditer(value):
        depth += 1 if match[0] == "{" else -1
        if not depth:
            return match.end() == len(value)
    return False
