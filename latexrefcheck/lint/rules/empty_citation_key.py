"""A cite command has an empty key.

## What it does
Reports `\\\\cite{}`, `\\\\cite{a,,b}` and `\\\\cite{a,}`, once per command.

## Why it matters
BibTeX warns that it found no entry for "", and a key may have been forgotten there.

## Example
```tex
\\cite{a,,b}
```
## Use instead
```tex
No citation is needed.
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _problems
from latexrefcheck.model.document import Document
from latexrefcheck.model.finding import Draft

ID = "empty-citation-key"
SCOPE = "document"
SEVERITY = {"lenient": "warning", "default": "warning", "strict": "error"}


def check(document: Document, context: Context) -> Iterator[Draft]:
    """One draft per cite command with an empty key."""
    return (_problems.draft(problem) for problem in document.problems if problem.kind == ID)
