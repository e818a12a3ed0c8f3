"""A cite command names a key that cannot be one.

## What it does
Reports white space behind a key (BibTeX then drops the rest of the command; biblatex, natbib with sorting and the
cite package do not mind and are not reported), characters that no key can have, a second optional argument
without natbib or biblatex, a cite command without braces, and one whose brace is not closed in its paragraph.

## Why it matters
The key is not what it looks like, so the citation and often those beside it are lost.

## Example
```tex
\\cite{knuth84 , lamport94}
```
## Use instead
```tex
No citation is needed.
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _problems
from latexrefcheck.model.document import Citation, Document, Edit, Span
from latexrefcheck.model.finding import Draft, Fix

ID = "bad-citation-key"
SCOPE = "document"
SEVERITY = {"lenient": "warning", "default": "error", "strict": "error"}

_TOLERANT = frozenset(("biblatex", "cite", "overcite", "citeref"))
"""Packages that strip white space on both sides of a key."""
_IMPOSSIBLE = frozenset("#~{}\\")


def check(document: Document, context: Context) -> Iterator[Draft]:
    """One draft per bad key, at the key."""
    for problem in document.problems:
        if problem.kind == ID:
            yield _problems.draft(problem)
    strict = document.backend == "bibtex" and not _TOLERANT & document.packages
    impossible = {key for key in {citation.key for citation in document.citations} if not _IMPOSSIBLE.isdisjoint(key)}
    for citation in document.citations:
        key, (source, _, end), command = citation[:3]
        if key in impossible:
            bad = _IMPOSSIBLE.intersection(key)
            yield Draft(citation.span, f"{citation.key!r} cannot be a key: it has {' '.join(sorted(bad))}", citation.key)
        elif strict and command and source.text[end : end + 1].isspace():
            yield from _white_space(citation)


def _white_space(citation: Citation) -> Iterator[Draft]:
    source, _, end = citation.span
    text = source.text
    if citation.span.text != citation.key or text[end : end + 1] not in (" ", "\t", "\n", "\r"):
        return
    stop = end
    while text[stop : stop + 1] in (" ", "\t", "\n", "\r"):
        stop += 1
    if text[stop : stop + 1] in (",", "}"):
        yield Draft(
            citation.span,
            f"white space behind the key {citation.key!r}: BibTeX takes it as part of the key and skips the rest of the command",
            citation.key,
            fix=Fix("remove the white space", (Edit(Span(source, end, stop), ""),), safe=True),
        )
