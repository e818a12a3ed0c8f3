"""An author of the entry is not among the authors that the record has.

## What it does
Compares the author list with the record of the work, person by person: an invented or replaced co-author,
another given name behind the right surname, authors left out without "and others", or a title that belongs
to quite other people. Initials, particles, accents, transliterations and either order of family and given
name are seen through. What only a text search found is at most a warning, and so
are a shortened list, an organisation that signs where the record lists people, and a preprint's list, which changes
from version to version. Bare surnames are compared with surnames, "and others" with the first authors.

## Why it matters
Real titles under invented names are the commonest sign of a reference that nobody has read, and real authors
lose the credit for their work.

## Example
```bib
@article{k, author = {Keller, Anna}, title = {Good Predictions}, doi = {10.99999/x}}
```
## Use instead
```bib
@article{k, author = {Keller, Alexander}, title = {Good Predictions}, doi = {10.99999/x}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Checked, Context
from latexrefcheck.lint.rules import _verdicts
from latexrefcheck.model.finding import Draft, Fix, Severity
from latexrefcheck.model.record import Judgement, Verdict
from latexrefcheck.model.rule import Case
from latexrefcheck.model.states import JudgementKind, JudgementState

ID = "author-mismatch"
SCOPE = "verdict"
SEVERITY = {"lenient": "warning", "default": "error", "strict": "error"}

MILD = frozenset((JudgementKind.MISSING, JudgementKind.RENAMED, JudgementKind.CORPORATE))
"""Differences that honest entries have too."""


def check(subject: Checked, context: Context) -> Iterator[Draft]:
    """One draft when people differ; an incomplete list, a changed name or an organisation is a warning at most."""
    entry, verdict = subject
    for judgement in _verdicts.differing(verdict, "author"):
        who = _verdicts.source(verdict.record)
        if judgement.kind == JudgementKind.OTHER_PEOPLE:
            message = f"{who} has this title by {judgement.found}, not by {judgement.cited}"
        else:
            message = f"{judgement.detail} ({who})"
        yield _verdicts.draft(entry, verdict, judgement, message, Severity.warning if mild(verdict, judgement) else None)


def mend(case: Case) -> Fix | None:
    """The people of the record."""
    return case.people()


def mild(verdict: Verdict, judgement: Judgement) -> bool:
    """Whether honest entries differ so too: a list not copied to its end, a changed name, another version of a preprint."""
    if judgement.kind in MILD:
        return True
    retitled = any(other.field == "title" and other.state == JudgementState.DIFFER for other in verdict.judgements)
    versions = verdict.record is not None and verdict.record.preprint and judgement.kind != JudgementKind.OTHER_PEOPLE
    return retitled or versions
