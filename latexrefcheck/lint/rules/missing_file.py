"""A file that the document loads does not exist.

## What it does
Reports input files and databases that are not where TeX, BibTeX or biber look for them, with a near name if there
is one. A missing database is one finding, not one per key that it would have had, and an error if cited keys are
found nowhere else; biber wants the whole name, so `\\addbibresource{refs}` is one. Input files are warnings: many are
made by the build. If a Makefile, a script or a .gitignore of the project speaks of the file, if the .bbl of an earlier
run stands in for a database, or if TeX may never ask for it, it is a note. Files that are only loaded if they exist,
that belong to the TeX distribution, or that the document itself writes are not reported.

## Why it matters
LaTeX stops at a missing `\\input` (and goes on without an `\\include`); without its database a bibliography stays
empty.

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
from latexrefcheck.lint.rules import _keys
from latexrefcheck.model.document import Document, Edit, Problem
from latexrefcheck.model.finding import Draft, Fix, Severity

ID = "missing-file"
SCOPE = "document"
SEVERITY = {"lenient": "error", "default": "error", "strict": "error"}


def check(document: Document, context: Context) -> Iterator[Draft]:
    """One draft per missing file, at its name."""
    for problem in document.problems:
        if problem.kind == ID:
            yield Draft(
                problem.span,
                problem.message,
                problem.key,
                severity=_cap(document, problem),
                fix=_fix(problem),
                help=_help(problem),
            )


def _cap(document: Document, problem: Problem) -> Severity | None:
    """The highest severity that the finding deserves."""
    data = problem.data
    if data.get("standin") or data.get("maker") or data.get("certain") is False:
        return Severity.info
    if data.get("fatal"):
        return None
    if data.get("what") == "bib" and _is_wanted(document, data.get("section")):
        return None
    return Severity.warning


def _is_wanted(document: Document, section: object) -> bool:
    """Whether the document cites a key, where the database is missing, that nothing else has."""
    if not isinstance(section, int) or section >= len(document.sections):
        return True
    table = _keys.known(document, section)
    return any(one.section == section and one.certain and not table.has(one.key) for one in document.citations)


def _help(problem: Problem) -> str:
    maker = problem.data.get("maker")
    if maker:
        return f"{maker} speaks of it: check after the build, or suppress this finding"
    if problem.data.get("fix") or problem.data.get("near") or problem.data.get("outside"):
        return ""
    return "if the build makes it, check after the build, or suppress this finding"


def _fix(problem: Problem) -> Fix | None:
    ready = problem.data.get("fix")
    if isinstance(ready, Fix):
        return ready
    near = problem.data.get("near")
    if not isinstance(near, str) or not near or problem.span.text not in (problem.key, f"{problem.key}".removesuffix(".bib")):
        return None
    return Fix(f"load {near!r}", (Edit(problem.span, near),))
