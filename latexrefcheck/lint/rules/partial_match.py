"""The work was met and nothing contradicts, but too much of it could not be compared.

## What it does
Marks entries whose score lies below `high_confidence`: the record, or the entry, is silent about the authors or about
several other fields, or the title stands there in another language. Nothing is known to be wrong.

## Why it matters
A title alone does not make a reference: another work may bear it. A person should look, or complete the entry.

## Example
```bib
@article{k, title = {Good Predictions}, doi = {10.99999/x}}
```
## Use instead
```bib
@article{k, author = {Keller, Anna}, title = {Good Predictions}, journal = {J. Things}, year = {2017}, doi = {10.99999/x}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint.rules import _verdicts
from latexrefcheck.model.finding import Draft
from latexrefcheck.model.rule import Checked, Context
from latexrefcheck.model.states import VerdictStatus

ID = "partial-match"
SCOPE = "verdict"
SEVERITY = {"lenient": "off", "default": "info", "strict": "warning"}


def check(subject: Checked, context: Context) -> Iterator[Draft]:
    """One draft at the head of the entry."""
    entry, verdict = subject
    if verdict.status == VerdictStatus.PARTIAL and not verdict.wanting:
        message = f"partial match, a person should look: {verdict.reason}"
        yield Draft(entry.head, message, key=entry.key, evidence=_verdicts.evidence(verdict))
