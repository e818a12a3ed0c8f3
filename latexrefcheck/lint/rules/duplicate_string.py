"""A `@string` is defined twice in one file.

## What it does
Notes the second and each further `@string` of the same name (case does not count) in one file.

## Why it matters
Each use takes the definition that stands before it, so the same name may print two things.

## Example
```bib
@string{acm = "ACM Press"}
@string{acm = "Association for Computing Machinery"}
```
## Use instead
```bib
@string{acm = "ACM Press"}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.model.document import Bibliography, StringDefinition
from latexrefcheck.model.finding import Draft, Severity

ID = "duplicate-string"
SCOPE = "bibliography"
SEVERITY = {"lenient": "info", "default": "info", "strict": "warning"}


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per repeated definition, at its name."""
    first: dict[str, StringDefinition] = {}
    for definition in bibliography.strings:
        earlier = first.setdefault(definition.name, definition)
        if earlier is not definition:
            same = earlier.value == definition.value
            yield Draft(
                definition.span,
                f"the string “{definition.name}” is defined again{'' if same else ' with another value'}",
                definition.name,
                severity=Severity.info if same else None,
                related=(("defined first here", earlier.span),),
            )
