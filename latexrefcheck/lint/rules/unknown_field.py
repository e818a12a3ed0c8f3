"""A field name looks like a typing error.

## What it does
Reports a field that no style reads and whose name is one slip of the keyboard away from a common one, when
the entry lacks that common one. Other unknown fields are fine: every reference manager adds its own. The
option `all` reports every unknown field.

## Why it matters
BibTeX and biber ignore an unknown field without a word, so `autor` leaves the reference without authors.

## Example
```bib
@article{turing, autor = {Turing, Alan M.}, title = {On Computable Numbers}, journal = {Proc. LMS}, year = {1937}}
```
## Use instead
```bib
@article{turing, author = {Turing, Alan M.}, title = {On Computable Numbers}, journal = {Proc. LMS}, year = {1937}}
```
## Options
- `all` (default false): report every field that no style reads
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.model.document import Bibliography
from latexrefcheck.model.finding import Draft, Severity
from latexrefcheck.reading import datamodel

ID = "unknown-field"
SCOPE = "bibliography"
SEVERITY = {"lenient": "info", "default": "warning", "strict": "warning"}
OPTIONS: dict[str, object] = {"all": False}


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per unknown field, at its name."""
    suggested, known = datamodel.known_fields()
    for name in bibliography.fields_by_name:
        if name in known:
            continue
        near = datamodel.near(name, suggested)
        if not near and not context.options.get("all"):
            continue
        for entry, field in bibliography.fields_by_name[name]:
            if near and not any(entry.get(other) for other in (near, *SAME.get(near, ()))):
                yield Draft(entry.name_span(field), f"no style reads “{name}”; did you mean {near}?", key=entry.key, field=name)
            elif context.options.get("all"):
                yield Draft(entry.name_span(field), f"no style reads “{name}”", entry.key, name, severity=Severity.info)


SAME = {"year": ("date",), "date": ("year",), "journal": ("journaltitle",), "address": ("location",), "location": ("address",)}
"""Fields whose presence says that a near name is not the missing one."""
