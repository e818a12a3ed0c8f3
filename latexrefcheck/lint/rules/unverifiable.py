"""The sources cannot tell anything about this entry.

## What it does
Marks entries of kinds that no index holds (web pages, software, standards, theses, reports) and titles so
general that a search proves nothing, when no identifier leads to the work.

## Why it matters
So that nobody takes silence for a confirmation. An identifier (DOI, ISBN, arXiv number) makes most of them checkable.

## Example
```bib
@book{k, author = {Doe, J.}, title = {Deep Learning}, year = {2016}}
```
## Use instead
```bib
@book{k, author = {Doe, J.}, title = {Deep Learning}, year = {2016}, doi = {10.99999/x}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Checked, Context
from latexrefcheck.lint.rules import _verdicts
from latexrefcheck.model.finding import Draft
from latexrefcheck.model.states import VerdictStatus

ID = "unverifiable"
SCOPE = "verdict"
SEVERITY = {"lenient": "off", "default": "info", "strict": "info"}


def check(subject: Checked, context: Context) -> Iterator[Draft]:
    """One draft at the head of the entry."""
    entry, verdict = subject
    if verdict.status == VerdictStatus.UNVERIFIABLE:
        message = f"nothing can be said about this entry: {verdict.reason}"
        yield Draft(entry.head, message, key=entry.key, evidence=_verdicts.evidence(verdict, record=verdict.other))
