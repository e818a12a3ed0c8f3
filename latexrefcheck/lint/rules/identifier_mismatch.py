"""The identifier belongs to another work.

## What it does
Looks a PMID, PMCID, ISBN or Anthology id up at the registry that owns it and compares title and people. When they are another
work's, that work is named; when the cited work was met elsewhere, so is its right identifier.

## Why it matters
The link leads readers to the wrong work, and citation counts go astray.

## Example
```bib
@article{k, title = {Good Predictions}, pmid = {99999999}}
```
## Use instead
```bib
@article{k, title = {Good Predictions}, pmid = {11111111}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Checked, Context
from latexrefcheck.lint.rules import _verdicts
from latexrefcheck.model.finding import Draft, Fix
from latexrefcheck.model.rule import Case

ID = "identifier-mismatch"
SCOPE = "verdict"
SEVERITY = {"lenient": "error", "default": "error", "strict": "error"}


def check(subject: Checked, context: Context) -> Iterator[Draft]:
    """One draft at the field that holds the identifier."""
    entry, verdict = subject
    if verdict.status != "wrong-identifier" or verdict.identifier is None or verdict.other is None:
        return
    if verdict.identifier[0] not in ("doi", "arxiv"):
        yield _verdicts.wrong_identifier(entry, verdict)


def mend(case: Case) -> Fix | None:
    """The identifier of the cited work."""
    return case.identifier()
