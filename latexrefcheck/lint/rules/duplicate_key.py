"""Two entries have the same key.

## What it does
Reports the second and each further entry of one key, in one file or in several that the document loads together.
BibTeX does not see case in keys, biber does. If both entries say the same, it is a warning at most.

## Why it matters
BibTeX stops with an error and keeps the first, biber keeps the first and warns: the other work is never cited.

## Example
```bib
@book{knuth, title = {The Art of Computer Programming}}
@book{knuth, title = {The TeXbook}}
```
## Use instead
```bib
@book{knuth68, title = {The Art of Computer Programming}}
@book{knuth84, title = {The TeXbook}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules._libraries import together
from latexrefcheck.model.document import Entry, Project
from latexrefcheck.model.finding import Draft, Fix, Severity
from latexrefcheck.model.rule import Case

ID = "duplicate-key"
SCOPE = "project"
SEVERITY = {"lenient": "error", "default": "error", "strict": "error"}


def check(project: Project, context: Context) -> Iterator[Draft]:
    """One draft per repeated entry, at its key; a file that several documents load gives each only once."""
    reported: set[tuple[int, int]] = set()
    for databases, _ in together(project):
        first: dict[str, Entry] = {}
        for database in databases:
            for entry in database.entries:
                earlier = first.setdefault(database.fold(entry.key), entry)
                if earlier is not entry and entry.key and (id(entry), id(earlier)) not in reported:
                    reported.add((id(entry), id(earlier)))
                    yield _draft(entry, earlier)


def mend(case: Case) -> Fix | None:
    """The two entries made one."""
    return case.merge()


def _draft(entry: Entry, earlier: Entry) -> Draft:
    same = _content(entry) == _content(earlier)
    spelling = "" if entry.key == earlier.key else f" (as {earlier.key!r}: BibTeX does not see case)"
    return Draft(
        entry.key_span,
        f"key {entry.key!r} is taken{spelling} by {'an identical' if same else 'another'} entry; this one is ignored",
        entry.key,
        severity=Severity.warning if same else None,
        related=(("first entry with this key", earlier.key_span),),
    )


def _content(entry: Entry) -> tuple[str, frozenset[tuple[str, str]]]:
    return entry.type, frozenset((field.name, " ".join(field.value.split())) for field in entry.fields)
