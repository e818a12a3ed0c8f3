"""The work was retracted, withdrawn or removed.

## What it does
Reports retraction, withdrawal and removal notices from the publisher, Retraction Watch (through Crossref or
the file given with `--retractions`), PubMed, DataCite and arXiv, and titles marked `RETRACTED:`.

## Why it matters
Its results are not to be relied on. To cite it knowingly, say so in the text and suppress the finding with a reason.

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

ID = "retracted"
SCOPE = "verdict"
SEVERITY = {"lenient": "error", "default": "error", "strict": "error"}


def check(subject: Checked, context: Context) -> Iterator[Draft]:
    """One draft at the head of the entry per notice."""
    yield from _verdicts.notices(subject, ("retraction", "withdrawal", "removal"), "was retracted")
