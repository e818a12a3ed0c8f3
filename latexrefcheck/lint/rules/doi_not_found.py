"""The DOI does not exist.

## What it does
Reports a DOI that doi.org itself does not know. That one source is silent or out of
reach is never enough: an outage is reported as `could-not-check`.

## Why it matters
The link is dead, and the work cannot be checked by it.

## Example
```bib
@article{k, title = {Good Predictions}, doi = {10.99999/nothing}}
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

ID = "doi-not-found"
SCOPE = "verdict"
SEVERITY = {"lenient": "error", "default": "error", "strict": "error"}


def check(subject: Checked, context: Context) -> Iterator[Draft]:
    """One draft at the field that holds the identifier."""
    entry, verdict = subject
    if verdict.status == "identifier-not-found" and verdict.identifier is not None and verdict.identifier[0] == "doi":
        yield _verdicts.missing_identifier(entry, verdict)


def mend(case: Case) -> Fix | None:
    """The identifier of the cited work."""
    return case.identifier()
