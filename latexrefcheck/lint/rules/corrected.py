"""The work was corrected after publication.

## What it does
Reports corrections, errata and corrigenda from the same sources as `retracted`. Off except in the strict profile.

## Why it matters
What is cited may be what was corrected.

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

ID = "corrected"
SCOPE = "verdict"
SEVERITY = {"lenient": "off", "default": "off", "strict": "info"}


def check(subject: Checked, context: Context) -> Iterator[Draft]:
    """One draft at the head of the entry per notice."""
    yield from _verdicts.notices(subject, ("correction", "erratum", "corrigendum"), "was corrected")
