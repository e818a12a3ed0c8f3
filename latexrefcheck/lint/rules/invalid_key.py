"""A key has characters that BibTeX, biber or LaTeX cannot take.

## What it does
Reports keys with a blank, with `# % { } ~` or a backslash, and for biber also with `" ' ( ) =`. All of these were
tried with the real programs; colons, slashes, `_`, `&`, `$`, `^` and letters of any script are fine. With pdfLaTeX and
BibTeX a key that is cited cannot begin with a letter outside of ASCII, because `\\cite` expands its first token.

## Why it matters
The program ends the key early and loses the entry, or the \\cite command fails with an error that does not name
the key.

## Example
```bib
@book{knuth 68, title = {The Art of Computer Programming}}
@book{knuth~84, title = {The TeXbook}}
```
## Use instead
```bib
@book{knuth68, title = {The Art of Computer Programming}}
@book{knuth-84, title = {The TeXbook}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules._problems import draft, of_kind
from latexrefcheck.model.document import Bibliography
from latexrefcheck.model.finding import Draft
from latexrefcheck.text.patterns import lazy

ID = "invalid-key"
SCOPE = "bibliography"
SEVERITY = {"lenient": "warning", "default": "error", "strict": "error"}

_BREAKS_CITE = lazy(r"[#%{}~\\]")


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per key: those that cannot be read, and those that LaTeX cannot cite."""
    told = set()
    for problem in of_kind(bibliography, ID):
        told.add(problem.span.start)
        yield draft(problem)
    carried = _beginnings(bibliography, context)
    for entry in bibliography.entries:
        if entry.key in carried and entry.key_start not in told:
            message = f"pdfLaTeX with BibTeX cannot carry the key {entry.key[:60]!r}: it begins with a letter outside of ASCII"
            yield Draft(entry.key_span, message, entry.key)
        bad = _BREAKS_CITE.search(entry.key)
        if bad and entry.key_start not in told:
            yield Draft(entry.key_span, f"LaTeX cannot cite the key {entry.key[:60]!r}: it has {bad.group()!r} in it", entry.key)


def _beginnings(bibliography: Bibliography, context: Context) -> set[str]:
    """The keys that a document under pdfTeX and BibTeX cites and that begin with a letter outside of ASCII."""
    return {
        citation.key
        for document in context.documents(bibliography)
        if document.backend == "bibtex" and document.engine == "pdftex"
        for citation in document.citations
        if not citation.key[:1].isascii()
    }
