"""An entry cannot be read as it is written.

## What it does
Reports each place where BibTeX or biber gives up on an entry, a `@string` or a `@preamble`: a missing comma,
equals sign, field name or closing brace, a quote inside of a quoted value, an `@` in the text between entries.
An entry that is not closed is reported where it starts. The entries around it are read all the same. For BibTeX
it also reports a second entry on the very last line of a file, which BibTeX does not see.

## Why it matters
Both programs skip the rest of the entry, and an entry that is not closed can swallow all that follow it. The
reference is then incomplete or missing, and the message in the log names a line far from the fault.

## Example
```bib
@article{turing, title = {On Computable Numbers} year = {1937}}
```
## Use instead
```bib
@article{turing, title = {On Computable Numbers}, year = {1937}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules._problems import draft, of_kind
from latexrefcheck.model.document import Bibliography
from latexrefcheck.model.finding import Draft, Severity

ID = "parse-error"
SCOPE = "bibliography"
SEVERITY = {"lenient": "error", "default": "error", "strict": "error"}
UNCITED = True


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per broken object; an `@` in the text between entries loses nothing and is a warning."""
    for problem in of_kind(bibliography, ID):
        yield draft(problem, Severity.warning if problem.data.get("stray") else None)
    if bibliography.dialect == "bibtex":
        yield from _behind_the_end(bibliography)


def _behind_the_end(bibliography: Bibliography) -> Iterator[Draft]:
    """BibTeX 0.99d stops behind the first entry on the last line of a file: its loop asks for the end of the file."""
    text, entries = bibliography.source.text, bibliography.entries
    last_line = max(text.rfind("\n", 0, len(text) - 1), text.rfind("\r", 0, len(text.rstrip("\n")) - 1)) + 1
    for before, entry in zip(entries[-2::-1], entries[:0:-1], strict=True):
        if before.end <= last_line:
            return
        message = "BibTeX does not read a second entry on the last line of a file; put a line end before this one"
        yield Draft(entry.head, message, entry.key)
