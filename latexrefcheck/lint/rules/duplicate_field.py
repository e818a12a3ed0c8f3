"""A field is given twice in one entry.

## What it does
Reports the second and each further field of the same name in one entry. If the values agree, it is only noted.

## Why it matters
BibTeX keeps the first value and warns, biber keeps the last and says nothing: one of the two is lost.

## Example
```bib
@book{knuth68, title = {The Art of Computer Programming}, year = {1968}, year = {1973}}
```
## Use instead
```bib
@book{knuth68, title = {The Art of Computer Programming}, year = {1968}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter

from latexrefcheck.lint import Context
from latexrefcheck.model.document import Bibliography, Entry, Field
from latexrefcheck.model.finding import Draft, Severity

ID = "duplicate-field"
SCOPE = "bibliography"
SEVERITY = {"lenient": "warning", "default": "warning", "strict": "error"}

_name = itemgetter(0)


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per repeated field, at its name."""
    kept = "the first" if bibliography.dialect == "bibtex" else "the last"
    for entry in bibliography.entries:
        if len(set(map(_name, entry.fields))) != len(entry.fields):
            yield from _repeated(entry, kept)


def _repeated(entry: Entry, kept: str) -> Iterator[Draft]:
    first: dict[str, Field] = {}
    for field in entry.fields:
        earlier = first.setdefault(field.name, field)
        if earlier is field:
            continue
        same = " ".join(earlier.value.split()) == " ".join(field.value.split())
        yield Draft(
            entry.name_span(field),
            f"field {field.name} is given again{' with the same value' if same else ''}; {kept} value is used",
            entry.key,
            field.name,
            severity=Severity.info if same else None,
            related=(("given first here", entry.name_span(earlier)),),
        )
