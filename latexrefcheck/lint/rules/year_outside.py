"""A reference is older, or younger, than the house wants.

## What it does
Reports references whose year is before `from`, behind `to`, or more than `window` years ago. Where a reference gives no year,
that of its record counts; without any it is passed over. Off unless asked for: `policy: {years: {from: 2015}}`.

## Why it matters
Reviews and calls with a period of literature want it kept.

## Options
- `from` (default 0, no limit): the first year.
- `to` (default 0, no limit): the last year.
- `window` (default 0, no limit): so many years back from now.

## Example
```bib
@article{k, title = {Rivers}, year = {1987}}
```
## Use instead
```bib
@article{k, title = {Rivers, revisited}, year = {2024}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _cited
from latexrefcheck.model.document import Project
from latexrefcheck.model.finding import Draft

ID = "year-outside"
SCOPE = "project"
SEVERITY = {"lenient": "off", "default": "off", "strict": "off"}
OPTIONS: dict[str, object] = {"from": 0, "to": 0, "window": 0}


def check(project: Project, context: Context) -> Iterator[Draft]:
    """One draft per reference of which every year is outside."""
    first, last, window = (int(str(context.options.get(name, 0))) for name in ("from", "to", "window"))
    first = max(first, datetime.now(UTC).year - window if window else 0)
    if not first and not last:
        return
    wanted = f"{first} to {last}" if first and last else f"{first} or later" if first else f"{last} or earlier"
    for one in _cited.cited(context):
        if one.years and all(year < first or (last and year > last) for year in one.years):
            message = f"the year is {one.years[0]}, wanted is {wanted}"
            yield Draft(one.span, message, one.entry.key, "year")
