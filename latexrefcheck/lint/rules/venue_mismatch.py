"""The journal or conference is not the one in the record.

## What it does
Compares the venue by ISSN, full name, ISO 4 abbreviation, acronym, translated name and series, and with every
venue that the records of the work have. Years, places, organisers of meetings and "Proceedings of the" do not
count; every other word does, letters of sections included. A preprint cited as such is right although it was
published since. When two indexes that list venues know a work only as a preprint, a cited venue is reported as not confirmed.

## Why it matters
A venue lends its standing to a work; a wrong one misleads and the work is not found there.

## Example
```bib
@inproceedings{k, title = {Good Predictions}, booktitle = {ICML}, doi = {10.99999/x}}
```
## Use instead
```bib
@inproceedings{k, title = {Good Predictions}, booktitle = {ICLR}, doi = {10.99999/x}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Checked, Context
from latexrefcheck.lint.rules import _verdicts
from latexrefcheck.model.finding import Draft, Fix, Severity
from latexrefcheck.model.rule import Case
from latexrefcheck.model.states import JudgementKind

ID = "venue-mismatch"
SCOPE = "verdict"
SEVERITY = {"lenient": "info", "default": "error", "strict": "error"}


def check(subject: Checked, context: Context) -> Iterator[Draft]:
    """One draft at the venue."""
    entry, verdict = subject
    for judgement in _verdicts.differing(verdict, "venue"):
        if judgement.kind == JudgementKind.UNCONFIRMED:
            message = f"publication in {judgement.cited} is not confirmed: {judgement.detail}"
        else:
            message = f"the venue is {judgement.cited}, {_verdicts.source(verdict.record)} has {judgement.found}"
        unconfirmed = Severity.warning if judgement.kind == JudgementKind.UNCONFIRMED else _verdicts.versions(verdict)
        yield _verdicts.draft(entry, verdict, judgement, message, unconfirmed)


def mend(case: Case) -> Fix | None:
    """The venue of the record."""
    return case.venue()
