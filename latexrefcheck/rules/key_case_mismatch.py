"""A key is cited in other capitals than its entry has.

## What it does
Reports citations whose key differs from the entry's key only in upper and lower case, where BibTeX reads the
database. (biber tells the keys apart, so there it is an undefined citation.)

## Why it matters
BibTeX finds the entry, but two spellings in one document leave one of them undefined, and biber and other
tools find neither.

## Example
```tex
\\cite{Knuth84}
\\begin{filecontents}{more.bib}
@book{knuth84, title = {The TeXbook}}
\\end{filecontents}
\\bibliography{more}
```
## Use instead
```tex
\\cite{knuth84}
\\begin{filecontents}{more.bib}
@book{knuth84, title = {The TeXbook}}
\\end{filecontents}
\\bibliography{more}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.document import Document, Edit, Entry
from latexrefcheck.finding import Draft, Fix
from latexrefcheck.lint import Context
from latexrefcheck.rules import _keys

ID = "key-case-mismatch"
SCOPE = "document"
SEVERITY = {"lenient": "info", "default": "warning", "strict": "warning"}


def check(document: Document, context: Context) -> Iterator[Draft]:
    """One draft per citation, at the key."""
    if document.backend != "bibtex":
        return
    other: dict[tuple[int, str], Entry] = {}
    for section, key in {(citation.section, citation.key) for citation in document.citations}:
        entry = _keys.known(document, section).entries.get(key.lower())
        if entry is not None and entry.key != key and entry.key.lower() == key.lower():
            other[section, key] = entry
    for citation in document.citations if other else ():
        entry = other.get((citation.section, citation.key))
        if entry is None:
            continue
        fix = (
            Fix(f"write {entry.key!r}", (Edit(citation.span, entry.key),), safe=True)
            if citation.span.text == citation.key
            else None
        )
        yield Draft(
            citation.span,
            f"{citation.key!r} is the entry {entry.key!r}, written in other capitals",
            citation.key,
            related=(("the entry", entry.key_span),),
            fix=fix,
        )
