"""A suppression that no finding needs.

## What it does
Reports `% latexrefcheck: ignore[rule-id]` comments and `suppress:` items of the configuration that did
not accept any finding although their rules ran. A rule that is off, or that needs a verification that
did not take place, leaves its suppressions alone.

## Why it matters
A forgotten suppression hides the next, real problem at the same place.

## Example
```bib
% latexrefcheck: ignore[duplicate-field] the second year is the reprint's
@book{knuth84, author = {Donald E. Knuth}, title = {The {\\TeX}book}, publisher = {Addison-Wesley}, year = {1984}}
```

## Use instead
```bib
@book{knuth84, author = {Donald E. Knuth}, title = {The {\\TeX}book}, publisher = {Addison-Wesley}, year = {1984}}
```
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from latexrefcheck.lint import Context
from latexrefcheck.model.document import Problem
from latexrefcheck.model.finding import Draft

ID = "unused-suppression"
SCOPE = "policy"
SEVERITY = {"lenient": "info", "default": "warning", "strict": "warning"}


def check(subject: Sequence[Problem], context: Context) -> Iterator[Draft]:
    """Yield a draft for each unused suppression that the policy noticed."""
    for problem in subject:
        if problem.kind == ID:
            yield Draft(problem.span, problem.message)
