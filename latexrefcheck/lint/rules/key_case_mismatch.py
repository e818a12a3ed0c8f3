"""A key is cited in other capitals than its entry has.

## What it does
Reports citations whose key differs from the entry's key only in upper and lower case, where BibTeX reads the
database. (biber tells the keys apart, so there it is an undefined citation.) It is a warning at most unless the
document cites the entry in both spellings.

## Why it matters
BibTeX finds the entry, but at a second spelling it stops with "Case mismatch error between cite keys" and skips the
rest of the cite command; biber and other tools find neither.

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

from collections import Counter
from collections.abc import Iterator, Sequence

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _keys
from latexrefcheck.model.document import Citation, Document, Edit, Entry
from latexrefcheck.model.finding import Draft, Fix, Severity

ID = "key-case-mismatch"
SCOPE = "document"
SEVERITY = {"lenient": "warning", "default": "error", "strict": "error"}


def check(document: Document, context: Context) -> Iterator[Draft]:
    """One draft per spelling, at its first citation; the fix mends all of them."""
    if document.backend != "bibtex":
        return
    other: dict[tuple[int, str], Entry] = {}
    cited = {(citation.section, citation.key) for citation in document.citations}
    spellings = Counter((section, key.lower()) for section, key in cited)
    for section, key in cited:
        entry = _keys.known(document, section).entries.get(key.lower())
        if entry is not None and entry.key != key and entry.key.lower() == key.lower():
            other[section, key] = entry
    places: dict[tuple[int, str], list[Citation]] = {}
    for citation in document.citations if other else ():
        if (citation.section, citation.key) in other:
            places.setdefault((citation.section, citation.key), []).append(citation)
    for where, citations in places.items():
        yield _draft(citations, other[where], spellings[where[0], where[1].lower()] > 1)


def _draft(citations: Sequence[Citation], entry: Entry, several: bool) -> Draft:
    """``several``: the document cites the entry in another spelling too."""
    first, key = citations[0], citations[0].key
    edits = tuple(dict.fromkeys(Edit(each.span, entry.key) for each in citations if each.span.text == each.key))
    stops = "; it is cited in several spellings, at which BibTeX stops" if several else ""
    count = f", {len(citations)} times" if len(citations) > 1 else ""
    return Draft(
        first.span,
        f"{key!r} is the entry {entry.key!r}, written in other capitals{count}{stops}",
        key,
        severity=None if several else Severity.warning,
        related=(("the entry", entry.key_span),),
        fix=Fix(f"write {entry.key!r}", edits, safe=True) if len(edits) == len({each.span for each in citations}) else None,
    )
