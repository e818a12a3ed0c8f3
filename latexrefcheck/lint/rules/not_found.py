"""No source has a record of the work.

## What it does
Says that at least two sources that would list such a work were searched by title and have neither the title
nor one like it. The evidence names them and the time.

## Why it matters
The reference may be misspelt, too new, or outside of what indexes hold: books, local reports and old works
often are. It may also name a work that nobody wrote. Only a person can tell: check it, and keep the
result with `latexrefcheck confirm KEY --reason "…"`.

## Example
```bib
@inproceedings{k, author = {Nemo, N.}, title = {A Title that No Index Has}, booktitle = {Proc. X}, year = {2020}}
```
## Use instead
```bib
@inproceedings{k, author = {Doe, J.}, title = {A Title that Is Found}, booktitle = {Proc. X}, year = {2020}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Checked, Context
from latexrefcheck.lint.rules import _verdicts
from latexrefcheck.model.document import Entry
from latexrefcheck.model.finding import Confidence, Draft, Severity
from latexrefcheck.model.references import Worded
from latexrefcheck.model.states import VerdictStatus
from latexrefcheck.text.tex import to_unicode
from latexrefcheck.text.venuelike import dressed_venue

ID = "not-found"
SCOPE = "verdict"
SEVERITY = {"lenient": "info", "default": "warning", "strict": "error"}

BOOKS = frozenset(
    "book mvbook inbook bookinbook incollection collection mvcollection reference proceedings manual booklet".split()
)


def check(subject: Checked, context: Context) -> Iterator[Draft]:
    """One draft at the title; for books, which indexes hold only in part, an information unless a paper is dressed as one."""
    entry, verdict = subject
    if verdict.status != VerdictStatus.NOT_FOUND:
        return
    span, field = _verdicts.place(entry, "title")
    near = f"; nearest: {_verdicts.named(verdict.other)}" if verdict.other is not None else ""
    yield Draft(
        span,
        f"the work was not found: {verdict.reason}{near}",
        key=entry.key,
        field=field,
        confidence=Confidence.medium,
        severity=Severity.info if entry.type in BOOKS and not _dressed(entry) else None,
        evidence=_verdicts.evidence(verdict, record=verdict.other),
        help="check that it exists; if it does, add its DOI or keep that with: "
        f'latexrefcheck confirm {_named(entry)} --reason "…"',
    )


def _named(entry: Entry) -> str:
    """The entry as an argument of a command, with the file that it is in where that is no database."""
    import shlex  # imported late: most runs find everything

    where = f" --project {shlex.quote(entry.source.path)}" if isinstance(entry, Worded) else ""
    return f"{shlex.quote(entry.key)}{where}"


def _dressed(entry: Entry) -> bool:
    """Whether people, a year and a venue in a note say that the book is a paper."""
    dated = bool(entry.value("author").strip() and (entry.value("year") or entry.value("date")).strip())
    return dated and bool(dressed_venue(entry.type, lambda name: to_unicode(entry.value(name))))
