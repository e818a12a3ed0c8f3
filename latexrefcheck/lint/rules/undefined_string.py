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

from collections.abc import Iterator, Sequence

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules._libraries import together
from latexrefcheck.lint.rules._near import Near
from latexrefcheck.lint.rules._problems import of_kind
from latexrefcheck.model.document import Edit, Problem, Project
from latexrefcheck.model.finding import Draft, Fix

ID = "undefined-string"
SCOPE = "project"
SEVERITY = {"lenient": "info", "default": "warning", "strict": "error"}


def check(project: Project, context: Context) -> Iterator[Draft]:
    """One draft per name that no database before its first use defines, there; the other uses are counted."""
    for databases, whole in together(project):
        if not whole:
            continue
        known: set[str] = set()
        for database in databases:
            near: Near | None = None
            uses: dict[str, list[Problem]] = {}
            for problem in of_kind(database, ID):
                if problem.data["name"] not in known:
                    uses.setdefault(str(problem.data["name"]).lower(), []).append(problem)
            for problems in uses.values():
                here = problems[0].data["known"]
                defined = known.union(here if isinstance(here, dict) else ())
                near = near or Near(defined)
                name = str(problems[0].data["name"])
                later = name in defined or name.lower() in defined
                yield _draft(problems, "" if later else near(name), later)
            known.update(definition.name for definition in database.strings)


def _draft(problems: Sequence[Problem], near: str, later: bool) -> Draft:
    first = problems[0]
    fix = Fix(f"write {near}", tuple(Edit(problem.span, near) for problem in problems)) if near else None
    hint = f"; did you mean {near}?" if near else "; put it in quotes or braces, or define it with @string"
    if later:
        hint = "; its @string must stand before it"
    count = f" (used {len(problems)} times)" if len(problems) > 1 else ""
    evidence = {"entry": first.key} if first.key else None
    return Draft(first.span, first.message + count + hint, first.span.text, fix=fix, evidence=evidence)
