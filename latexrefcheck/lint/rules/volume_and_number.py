"""A book or a part of one has a volume and a number, of which the style prints one.

## What it does
Reports `@book`, `@inbook`, `@incollection`, `@proceedings` and `@inproceedings` with both `volume` and `number`, where
the document uses a BibTeX style that descends from the standard ones and says "can't use both volume and number".
Entries with a crossref are left out: their style prints neither.

## Why it matters
BibTeX warns, prints the volume and drops the number without a word in the reference. In these types `number` is the place
in a series whose books have no volumes.

## Example
```bib
@book{k, author = {Doe, Jane}, title = {T}, publisher = {P}, year = {2001}, series = {S}, volume = {3}, number = {7}}
```
## Use instead
```bib
@book{k, author = {Doe, Jane}, title = {T}, publisher = {P}, year = {2001}, series = {S}, volume = {3}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _fields
from latexrefcheck.model.document import Bibliography
from latexrefcheck.model.finding import Draft

ID = "volume-and-number"
SCOPE = "bibliography"
SEVERITY = {"lenient": "off", "default": "info", "strict": "warning"}

TYPES = frozenset(("book", "inbook", "incollection", "proceedings", "inproceedings", "conference"))
"""Types for which these styles call ``either.or.check`` (plain.bst, ``format.bvolume``)."""


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per entry, at the value of the number."""
    if bibliography.dialect != "bibtex" or not any(model.one_of_volume for model in _fields.models(bibliography, context)):
        return
    for entry, field in bibliography.fields("number"):
        volume = entry.get("volume") if entry.type in TYPES and field.value.strip() else None
        if volume is None or not volume.value.strip() or entry.broken or entry.value("crossref").strip():
            continue
        message = f"@{entry.type} has volume and number; the style prints the volume only, and BibTeX warns"
        spot = entry.value_span(volume)
        yield Draft(entry.value_span(field), message, entry.key, field.name, related=(("the volume", spot),))
