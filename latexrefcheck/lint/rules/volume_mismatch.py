"""The volume or number differs from the record.

## What it does
Compares volume and number with the record of the published version. Preprints are not compared.

## Why it matters
Volume and number lead to the work in print and in older indexes.

## Example
```bib
@article{k, title = {Good Predictions}, volume = {12}, doi = {10.99999/x}}
```
## Use instead
```bib
@article{k, title = {Good Predictions}, volume = {21}, doi = {10.99999/x}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Checked, Context
from latexrefcheck.lint.rules import _verdicts
from latexrefcheck.model.finding import Draft, Fix
from latexrefcheck.model.rule import Case

ID = "volume-mismatch"
SCOPE = "verdict"
SEVERITY = {"lenient": "off", "default": "info", "strict": "warning"}


def check(subject: Checked, context: Context) -> Iterator[Draft]:
    """One draft per field that differs."""
    entry, verdict = subject
    for judgement in _verdicts.differing(verdict, "volume", "number"):
        message = f"{judgement.field}: cited {judgement.cited}, {_verdicts.source(verdict.record)} has {judgement.found}"
        yield _verdicts.draft(entry, verdict, judgement, message)


def mend(case: Case) -> Fix | None:
    """The volume of the record."""
    return case.number("volume")
