"""An entry has no key.

## What it does
Reports an entry whose key is empty, or which starts with a field where its key should stand.

## Why it matters
Nothing can cite the entry. BibTeX takes the start of the first field as the key, biber skips the entry.

## Example
```bib
@book{title = {The Art of Computer Programming}, year = {1968}}
```
## Use instead
```bib
@book{knuth68, title = {The Art of Computer Programming}, year = {1968}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules._problems import draft, of_kind
from latexrefcheck.model.document import Bibliography
from latexrefcheck.model.finding import Draft

ID = "empty-key"
SCOPE = "bibliography"
SEVERITY = {"lenient": "warning", "default": "error", "strict": "error"}
UNCITED = True


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per entry without a key."""
    for problem in of_kind(bibliography, ID):
        yield draft(problem)
