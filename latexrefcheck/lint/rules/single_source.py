"""Fewer sources hold the work than the run asks for.

## What it does
Speaks only with `require-sources: 2` (or more): the work was met and agrees, but too few independent sources hold it.

## Why it matters
One index may be wrong, or hold what somebody deposited there; who has to be sure asks for two.

## Example
```bib
@article{k, title = {Known to One Index Only}, doi = {10.99999/x}}
```
## Use instead
```bib
@article{k, title = {Known to Two}, doi = {10.99999/y}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint.rules import _verdicts
from latexrefcheck.model.finding import Draft
from latexrefcheck.model.rule import Checked, Context

ID = "single-source"
SCOPE = "verdict"
SEVERITY = {"lenient": "warning", "default": "error", "strict": "error"}


def check(subject: Checked, context: Context) -> Iterator[Draft]:
    """One draft at the head of the entry."""
    entry, verdict = subject
    if verdict.wanting:
        help = f'keep it with: latexrefcheck confirm {entry.key} --reason "…"'
        yield Draft(
            entry.head, f"SINGLE-SOURCE: {verdict.reason}", key=entry.key, evidence=_verdicts.evidence(verdict), help=help
        )
