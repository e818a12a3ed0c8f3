"""The work has a DOI that the entry does not give.

## What it does
Names the DOI of the record when the work was met and agrees, and the entry has no identifier that leads to
it. It is off by default: an entry without a DOI is no mistake. `latexrefcheck fix --unsafe` and
`latexrefcheck complete` put it in.

## Why it matters
A DOI takes readers to the work with one click, and lets every later check find it without a search.

## Example
```bib
@article{k, title = {Good Predictions}, journal = {Journal of Things}, year = {2017}}
```
## Use instead
```bib
@article{k, title = {Good Predictions}, journal = {Journal of Things}, year = {2017}, doi = {10.99999/x}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Checked, Context
from latexrefcheck.lint.rules import _verdicts
from latexrefcheck.model.document import Entry
from latexrefcheck.model.finding import Draft, Fix
from latexrefcheck.model.references import Worded
from latexrefcheck.model.rule import Case
from latexrefcheck.model.states import VerdictStatus

ID = "missing-doi"
SCOPE = "verdict"
SEVERITY = {"lenient": "off", "default": "off", "strict": "info"}

LEADS = ("doi", "url", "ee", "eprint")
"""Fields that already lead to the work."""


def check(subject: Checked, context: Context) -> Iterator[Draft]:
    """One draft at the head of the entry."""
    entry, verdict = subject
    record = verdict.record
    if verdict.status != VerdictStatus.VERIFIED or record is None or _leads(entry):
        return
    doi = record.identifiers.get("doi", "")
    if doi and not (record.preprint and doi.lower().startswith("10.48550/")):
        yield Draft(
            entry.head,
            f"the work has the DOI {doi} ({_verdicts.source(record)})",
            key=entry.key,
            field="doi",
            confidence=_verdicts.confidence(verdict),
            evidence=_verdicts.evidence(verdict),
        )


def _leads(entry: Entry) -> bool:
    """Whether the reference itself already leads to the work."""
    if isinstance(entry, Worded):
        told = entry.work.identifiers if entry.work is not None else {}
        if told or (entry.work is not None and entry.work.url):
            return True
        from latexrefcheck.text import identifiers  # imported late: most papers have no such list

        return "://" in entry.words or any(True for _ in identifiers.find(entry.words))
    return any(entry.value(name).strip() for name in LEADS)


def mend(case: Case) -> Fix | None:
    """The DOI of the record."""
    return case.add_doi()
