"""A `@string` name is used that nothing defines.

## What it does
Reports a bare word in a value that is neither a month (`jan` … `dec`) nor a `@string` defined before it in the
same file or in one that the document loads earlier. For BibTeX the journal names of the standard styles
(`cacm`, `jacm`, …) are known too. It stays silent where a database of the document was not found.

## Why it matters
The word counts as empty: the month or the journal is missing in the printed reference.

## Example
```bib
@article{turing, title = {On Computable Numbers}, year = 1937, month = sept}
```
## Use instead
```bib
@article{turing, title = {On Computable Numbers}, year = 1937, month = sep}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules._libraries import together
from latexrefcheck.lint.rules._near import Near
from latexrefcheck.lint.rules._problems import of_kind
from latexrefcheck.model.document import Edit, Problem, Project
from latexrefcheck.model.finding import Draft, Fix

ID = "undefined-string"
SCOPE = "project"
SEVERITY = {"lenient": "info", "default": "warning", "strict": "error"}
OPTIONS: dict[str, object] = {}


def check(project: Project, context: Context) -> Iterator[Draft]:
    """One draft per use of a name that no database before it defines, keyed by that name."""
    for databases, whole in together(project):
        if not whole:
            continue
        known: set[str] = set()
        for database in databases:
            near: Near | None = None
            for problem in of_kind(database, ID):
                if problem.data["name"] not in known:
                    here = problem.data["known"]
                    near = near or Near(known.union(here if isinstance(here, dict) else ()))
                    yield _draft(problem, near(str(problem.data["name"])))
            known.update(definition.name for definition in database.strings)


def _draft(problem: Problem, near: str) -> Draft:
    fix = Fix(f"write {near}", (Edit(problem.span, near),)) if near else None
    hint = f"; did you mean {near}?" if near else "; put it in quotes or braces, or define it with @string"
    evidence = {"entry": problem.key} if problem.key else None
    return Draft(problem.span, problem.message + hint, problem.span.text, fix=fix, evidence=evidence)
