"""A file or key could not be worked out from the source.

## What it does
Says which input was not followed, and why: its name is made by a macro that cannot be expanded without running
TeX, it lies outside of the project, it loads itself, or a limit was reached. Unused entries are then not
reported. A finished build (its .aux, .bcf and .fls) answers these questions, and the note goes away.

## Why it matters
What is not read is not checked; you should know.

## Example
```tex
\\input{\\unknownfolder/chapter}
```
## Use instead
```tex
\\newcommand{\\folder}{chapters}
\\InputIfFileExists{\\folder/chapter}{}{}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _problems
from latexrefcheck.model.document import Document
from latexrefcheck.model.finding import Draft

ID = "unresolved-input"
SCOPE = "document"
SEVERITY = {"lenient": "info", "default": "info", "strict": "warning"}


def check(document: Document, context: Context) -> Iterator[Draft]:
    """One draft per input that was not followed, at its name."""
    return (_problems.draft(problem) for problem in document.problems if problem.kind == ID)
