"""The entry cites a notice about a work, not the work.

## What it does
Reports entries whose record is itself a retraction, an expression of concern or a correction of another work,
when the entry does not say so in its title.

## Why it matters
Search results list notices under the work's own title; the reader then lands on half a page.

## Example
```bib
@article{k, title = {Good Predictions}, doi = {10.99999/the-notice}}
```
## Use instead
```bib
@article{k, title = {Good Predictions}, doi = {10.99999/the-work}}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from latexrefcheck.lint import Checked, Context
from latexrefcheck.lint.rules import _verdicts
from latexrefcheck.model.finding import Draft
from latexrefcheck.text.patterns import lazy

ID = "cites-retraction-notice"
SCOPE = "verdict"
SEVERITY = {"lenient": "info", "default": "warning", "strict": "warning"}

NOTICE = lazy(r"retract|withdraw|concern|correct|errat|corrig|notice|addend", re.I)


def check(subject: Checked, context: Context) -> Iterator[Draft]:
    """One draft at the identifier."""
    entry, verdict = subject
    record = verdict.record or verdict.other
    if record is None or not record.notice_of or NOTICE.search(entry.value("title")):
        return
    span, field = _verdicts.place(entry, "doi", record.identifiers.get("doi", ""))
    about = ", ".join(record.notice_of[:3])
    yield Draft(
        span,
        f"this is a notice about {about}, not the work itself",
        key=entry.key,
        field=field,
        evidence=_verdicts.evidence(verdict),
    )
