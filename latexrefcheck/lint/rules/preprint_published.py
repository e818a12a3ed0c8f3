"""The cited preprint has been published since.

## What it does
Names the published version when a record shows one, with its venue, year and DOI. To cite the preprint is
not an error.

## Why it matters
The published version is reviewed and often changed, and citing it gives its venue and authors their due.

## Example
```bib
@misc{k, title = {Good Predictions}, eprint = {2412.00001}, archivePrefix = {arXiv}}
```
## Use instead
```bib
@inproceedings{k, title = {Good Predictions}, booktitle = {ICML}, year = {2025}, doi = {10.99999/x}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Checked, Context
from latexrefcheck.lint.rules import _verdicts
from latexrefcheck.model.finding import Draft, Fix
from latexrefcheck.model.rule import Case

ID = "preprint-published"
SCOPE = "verdict"
SEVERITY = {"lenient": "off", "default": "info", "strict": "info"}


def check(subject: Checked, context: Context) -> Iterator[Draft]:
    """One draft at the venue or the archive number."""
    entry, verdict = subject
    record = verdict.published
    if record is None:
        return
    span, field = _verdicts.place(entry, "arxiv")
    venue = record.venues[0] if record.venues else ""
    told = " ".join(part for part in (venue, str(min(record.years)) if record.years else "") if part)
    where = ", ".join(part for part in (told, _verdicts.link(record)) if part)
    yield Draft(
        span,
        f"a published version exists: {where}",
        key=entry.key,
        field=field,
        confidence=_verdicts.confidence(verdict),
        evidence=_verdicts.evidence(verdict, record=record),
    )


def mend(case: Case) -> Fix | None:
    """The entry of the published version."""
    return case.publish()
