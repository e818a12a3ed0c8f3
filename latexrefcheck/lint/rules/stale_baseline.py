"""A finding of the baseline that is no longer there.

## What it does
Reports each entry of the `--baseline` file whose finding did not come up in this run, if its rule ran
and its file was read or no longer exists.

## Why it matters
What was mended should leave the baseline: as long as it stays, the same problem can come back unseen.
Run with `--write-baseline` to write the file anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from latexrefcheck.lint import Context
from latexrefcheck.model.document import Problem
from latexrefcheck.model.finding import Draft

ID = "stale-baseline"
SCOPE = "policy"
SEVERITY = {"lenient": "info", "default": "info", "strict": "info"}


def check(subject: Sequence[Problem], context: Context) -> Iterator[Draft]:
    """Yield a draft for each stale entry of the baseline."""
    for problem in subject:
        if problem.kind == ID:
            yield Draft(problem.span, problem.message, key=problem.key)
