"""A suppression comment that cannot be understood, or that gives no reason.

## What it does
Reports `% latexrefcheck:` comments with an unknown word, without a rule in brackets or with a rule that
does not exist: they suppress nothing. A comment without a reason works and is reported as information.

## Why it matters
A mistyped comment leaves its author believing that a finding was dealt with; one without a reason
leaves the next reader guessing.

## Example
```bib
% latexrefcheck: ignore[duplicate-feild] the second year is the reprint's
@book{knuth84, author = {Donald E. Knuth}, title = {The {\\TeX}book}, publisher = {Addison-Wesley}, year = {1984}}
```

## Use instead
```bib
% latexrefcheck: ignore[duplicate-field] the second year is the reprint's
@book{knuth84, author = {Donald E. Knuth}, title = {The {\\TeX}book}, publisher = {Addison-Wesley}, year = {1984}, year = {2012}}
```
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from latexrefcheck.lint import Context
from latexrefcheck.model.document import Problem
from latexrefcheck.model.finding import Draft, Severity

ID = "bad-suppression"
SCOPE = "policy"
SEVERITY = {"lenient": "warning", "default": "warning", "strict": "error"}


def check(subject: Sequence[Problem], context: Context) -> Iterator[Draft]:
    """Yield a draft for each comment that the policy could not take as written."""
    for problem in subject:
        if problem.kind == ID:
            yield Draft(problem.span, problem.message, severity=Severity.info if problem.data.get("mild") else None)
