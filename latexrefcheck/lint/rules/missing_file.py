"""A file that the document loads does not exist.

## What it does
Reports input files and databases that are not where TeX, BibTeX or biber look for them, with a near name if there
is one. A missing database is one finding, not one per key that it would have had. Files that are only loaded if
they exist, that belong to the TeX distribution, or that a package writes are not reported. If the .bbl of an
earlier run stands in for a database, it is a note.

## Why it matters
LaTeX stops at a missing input; without its database a bibliography stays empty.

## Example
```tex
\\input{nothere}
```
## Use instead
```tex
\\InputIfFileExists{nothere}{}{}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.model.document import Document, Edit, Problem
from latexrefcheck.model.finding import Draft, Fix, Severity

ID = "missing-file"
SCOPE = "document"
SEVERITY = {"lenient": "error", "default": "error", "strict": "error"}


def check(document: Document, context: Context) -> Iterator[Draft]:
    """One draft per missing file, at its name."""
    for problem in document.problems:
        if problem.kind == ID:
            cap = Severity.info if problem.data.get("standin") else None
            yield Draft(problem.span, problem.message, problem.key, severity=cap, fix=_fix(problem))


def _fix(problem: Problem) -> Fix | None:
    near = problem.data.get("near")
    if not isinstance(near, str) or not near or problem.span.text not in (problem.key, f"{problem.key}".removesuffix(".bib")):
        return None
    return Fix(f"load {near!r}", (Edit(problem.span, near),))
