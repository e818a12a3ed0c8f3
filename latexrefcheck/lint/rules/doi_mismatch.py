"""The DOI belongs to another work.

## What it does
Looks a DOI up at the registry that owns it and compares title and people. When they are another
work's, that work is named; when the cited work was met elsewhere, so is its right identifier.

## Why it matters
The link leads readers to the wrong work, and citation counts go astray.

## Example
```bib
@article{k, title = {Good Predictions}, doi = {10.99999/other}}
```
## Use instead
```bib
@article{k, title = {Good Predictions}, doi = {10.99999/right}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Checked, Context
from latexrefcheck.lint.rules import _verdicts
from latexrefcheck.model.finding import Draft, Fix
from latexrefcheck.model.rule import Case

ID = "doi-mismatch"
SCOPE = "verdict"
SEVERITY = {"lenient": "error", "default": "error", "strict": "error"}


def check(subject: Checked, context: Context) -> Iterator[Draft]:
    """One draft at the field that holds the identifier."""
    entry, verdict = subject
    if verdict.status != "wrong-identifier" or verdict.identifier is None or verdict.other is None:
        return
    if verdict.identifier[0] == "doi":
        yield _verdicts.wrong_identifier(entry, verdict)


def mend(case: Case) -> Fix | None:
    """The identifier of the cited work."""
    return case.identifier()
