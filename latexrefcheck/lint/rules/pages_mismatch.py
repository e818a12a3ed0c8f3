"""Pages differ from the record.

## What it does
Compares the first and last page with the record of the published version. Preprints are not compared.

## Why it matters
Pages lead to the work in print and in older indexes.

## Example
```bib
@article{k, title = {Good Predictions}, pages = {1--9}, doi = {10.99999/x}}
```
## Use instead
```bib
@article{k, title = {Good Predictions}, pages = {101--109}, doi = {10.99999/x}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Checked, Context
from latexrefcheck.lint.rules import _verdicts
from latexrefcheck.model.finding import Draft, Fix
from latexrefcheck.model.rule import Case

ID = "pages-mismatch"
SCOPE = "verdict"
SEVERITY = {"lenient": "off", "default": "info", "strict": "warning"}


def check(subject: Checked, context: Context) -> Iterator[Draft]:
    """One draft per field that differs."""
    entry, verdict = subject
    for judgement in _verdicts.differing(verdict, "pages"):
        message = f"{judgement.field}: cited {judgement.cited}, {_verdicts.source(verdict.record)} has {judgement.found}"
        yield _verdicts.draft(entry, verdict, judgement, message)


def mend(case: Case) -> Fix | None:
    """The pages of the record."""
    return case.number("pages")
