"""The authors stand in another order than in the record.

## What it does
Says that the same people are listed in another order. Some publishers deposit names sorted by alphabet, so
this is a note and never an error.

## Why it matters
The first author's name forms the citation in author-year styles.

## Example
```bib
@article{k, author = {Zed, Zoe and Abel, Adam}, title = {Two of Us}, doi = {10.99999/x}}
```
## Use instead
```bib
@article{k, author = {Abel, Adam and Zed, Zoe}, title = {Two of Us}, doi = {10.99999/x}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Checked, Context
from latexrefcheck.lint.rules import _verdicts
from latexrefcheck.model.finding import Draft
from latexrefcheck.model.states import JudgementKind, JudgementState

ID = "author-order"
SCOPE = "verdict"
SEVERITY = {"lenient": "off", "default": "info", "strict": "info"}


def check(subject: Checked, context: Context) -> Iterator[Draft]:
    """One draft when the people agree and their order does not."""
    entry, verdict = subject
    for judgement in verdict.judgements:
        if judgement.field == "author" and judgement.state == JudgementState.MINOR and judgement.kind == JudgementKind.ORDER:
            message = f"{_verdicts.source(verdict.record)} lists the same authors in another order: {judgement.found}"
            yield _verdicts.draft(entry, verdict, judgement, message)
