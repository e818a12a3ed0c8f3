"""A source that had to be asked could not answer.

## What it does
Says what was left open and why: an outage, a rate limit, no network, an answer that was no answer. It never
stands for "does not exist". The next run asks again; what is known stays in the cache.

## Why it matters
Silence about a retraction is not the same as "not retracted".

## Example
```bib
@article{k, title = {Good Predictions}, doi = {10.99999/while-the-registry-is-down}}
```
## Use instead
```bib
@article{k, title = {Good Predictions}, doi = {10.99999/answered}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Checked, Context
from latexrefcheck.lint.rules import _verdicts
from latexrefcheck.model.finding import Draft
from latexrefcheck.model.states import VerdictStatus
from latexrefcheck.text.terms import identifier

ID = "could-not-check"
SCOPE = "verdict"
SEVERITY = {"lenient": "info", "default": "info", "strict": "warning"}


def check(subject: Checked, context: Context) -> Iterator[Draft]:
    """One draft at the head of the entry that lists the open questions."""
    entry, verdict = subject
    questions = {what: why for what, why in verdict.unchecked.items() if what not in ("malformed", "existence", "lock")}
    if verdict.status == VerdictStatus.UNCHECKED and not verdict.unchecked.keys() & {"malformed", "lock"}:
        message = f"the entry could not be checked: {verdict.reason}"
    elif questions:
        message = "; ".join(f"{_named(what)} could not be checked ({why})" for what, why in questions.items())
    else:
        return
    yield Draft(entry.head, message, key=entry.key, evidence=_verdicts.evidence(verdict))


def _named(what: str) -> str:
    return "whether it was retracted" if what == "retraction" else f"the {identifier(what)}"
