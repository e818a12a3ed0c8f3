"""Two references of a thebibliography have the same key.

## What it does
Reports a `\\\\bibitem` whose key an earlier one has.

## Why it matters
LaTeX warns that the label is multiply defined, and all citations show the last number.

## Example
```tex
See \\cite{knuth84}.
\\begin{thebibliography}{9}
\\bibitem{knuth84} D. E. Knuth. The TeXbook.
\\bibitem{knuth84} D. E. Knuth. The METAFONTbook.
\\end{thebibliography}
```
## Use instead
```tex
See \\cite{knuth84} and \\cite{knuth86}.
\\begin{thebibliography}{9}
\\bibitem{knuth84} D. E. Knuth. The TeXbook.
\\bibitem{knuth86} D. E. Knuth. The METAFONTbook.
\\end{thebibliography}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.model.document import Document, Span
from latexrefcheck.model.finding import Draft

ID = "duplicate-bibitem"
SCOPE = "document"
SEVERITY = {"lenient": "warning", "default": "error", "strict": "error"}


def check(document: Document, context: Context) -> Iterator[Draft]:
    """One draft per repeated key, at the later one."""
    if document.backend != "manual":
        return
    first: dict[str, Span] = {}
    for item in document.bibitems:
        if item.generated:
            continue
        known = first.setdefault(item.key, item.span)
        if known is not item.span and known != item.span:
            yield Draft(item.span, f"the key {item.key!r} has a reference already", item.key, related=(("the first", known),))
