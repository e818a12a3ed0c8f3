"""The year is not a publication year of the work.

## What it does
Compares the year with every year that the records of the work have (online, print, preprint), with the
profile's tolerance (`thresholds: year`, one year by default). Any year between preprint and publication is right.

## Why it matters
Readers look the work up by its year, and priority is argued with it.

## Example
```bib
@article{k, title = {Good Predictions}, year = {2011}, doi = {10.99999/x}}
```
## Use instead
```bib
@article{k, title = {Good Predictions}, year = {2017}, doi = {10.99999/x}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Checked, Context
from latexrefcheck.lint.rules import _verdicts
from latexrefcheck.model.finding import Draft, Fix
from latexrefcheck.model.rule import Case

ID = "year-mismatch"
SCOPE = "verdict"
SEVERITY = {"lenient": "info", "default": "warning", "strict": "error"}


def check(subject: Checked, context: Context) -> Iterator[Draft]:
    """One draft at the year."""
    entry, verdict = subject
    for judgement in _verdicts.differing(verdict, "year"):
        message = f"the year is {judgement.cited}, {_verdicts.source(verdict.record)} has {judgement.found}"
        yield _verdicts.draft(entry, verdict, judgement, message)


def mend(case: Case) -> Fix | None:
    """The year of the record."""
    return case.year()
