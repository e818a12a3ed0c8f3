"""The publisher has expressed concern about the work.

## What it does
Reports expressions of concern from the same sources as `retracted`.

## Why it matters
The results are in doubt; the work may be retracted later.

## Example
```bib
@article{k, title = {Good Predictions}, doi = {10.99999/with-a-notice}}
```
## Use instead
```bib
@article{k, title = {Good Predictions}, doi = {10.99999/without-a-notice}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Checked, Context
from latexrefcheck.lint.rules import _verdicts
from latexrefcheck.model.finding import Draft

ID = "expression-of-concern"
SCOPE = "verdict"
SEVERITY = {"lenient": "warning", "default": "warning", "strict": "warning"}


def check(subject: Checked, context: Context) -> Iterator[Draft]:
    """One draft at the head of the entry per notice."""
    yield from _verdicts.notices(subject, ("expression_of_concern",), "carries an expression of concern")
