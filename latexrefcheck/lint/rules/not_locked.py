"""The lock does not cover the entry.

## What it does
With `--frozen` nothing is asked; every entry has to be in `latexrefcheck.lock` as it stands. Reports entries that
are not, were changed since, or were checked too long ago.

## Why it matters
A frozen run is reproducible and needs no network, so it must not pass what nobody has checked.

## Example
```bib
@article{k, title = {Changed Since the Lock Was Written}}
```
## Use instead
```bib
@article{k, title = {As the Lock Has It}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Checked, Context
from latexrefcheck.model.finding import Draft

ID = "not-locked"
SCOPE = "verdict"
SEVERITY = {"lenient": "error", "default": "error", "strict": "error"}


def check(subject: Checked, context: Context) -> Iterator[Draft]:
    """One draft at the head of an entry that a frozen run could not take from the lock."""
    entry, verdict = subject
    if "lock" in verdict.unchecked:
        yield Draft(
            entry.head,
            "the lock does not cover this entry as it stands",
            key=entry.key,
            help="run with --write-lock, or confirm it: latexrefcheck confirm " + entry.key + ' --reason "…"',
        )
