"""The title differs from the title in the record.

## What it does
Compares the title with every title of the record: with and without subtitle, original and translated, earlier
versions. Case, punctuation, markup, British and American spelling, articles and the way formulas are
written are no difference; a changed, added or missing word is.

What the registry of the entry's own identifier contradicts is an error; what a text search found, or a preprint's record, is at
most a warning.

## Why it matters
A title with a word changed cannot be found, and often comes from a text generator.

## Example
```bib
@article{k, title = {Deep Transformers for Image Recognition}, doi = {10.99999/x}}
```
## Use instead
```bib
@article{k, title = {Deep Networks for Image Recognition}, doi = {10.99999/x}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Checked, Context
from latexrefcheck.lint.rules import _verdicts
from latexrefcheck.model.finding import Draft, Fix
from latexrefcheck.model.rule import Case

ID = "title-mismatch"
SCOPE = "verdict"
SEVERITY = {"lenient": "warning", "default": "error", "strict": "error"}


def check(subject: Checked, context: Context) -> Iterator[Draft]:
    """One draft at the title, naming the words that differ."""
    entry, verdict = subject
    for judgement in _verdicts.differing(verdict, "title"):
        detail = f": {judgement.detail}" if judgement.detail else ""
        message = f"{_verdicts.source(verdict.record)} has the title “{judgement.found}”{detail}"
        yield _verdicts.draft(entry, verdict, judgement, message, _verdicts.versions(verdict))


def mend(case: Case) -> Fix | None:
    """The title of the record."""
    return case.title()
