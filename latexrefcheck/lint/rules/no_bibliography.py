"""A document cites but has no bibliography.

## What it does
Reports a document with citations that declares no database, has no `thebibliography` and loads no .bbl.

## Why it matters
Every citation stays a question mark; one finding says so instead of one per key.

## Example
```tex
\\documentclass{article}
\\begin{document}
See \\cite{knuth84}.
\\end{document}
```
## Use instead
```tex
\\documentclass{article}
\\begin{document}
See \\cite{knuth84}.
\\begin{thebibliography}{9}
\\bibitem{knuth84} D. E. Knuth. The TeXbook.
\\end{thebibliography}
\\end{document}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.model.document import Document
from latexrefcheck.model.finding import Draft

ID = "no-bibliography"
SCOPE = "document"
SEVERITY = {"lenient": "warning", "default": "error", "strict": "error"}


def check(document: Document, context: Context) -> Iterator[Draft]:
    """At most one draft per document, at its first citation."""
    if document.bibitems or not document.citations or not document.complete:
        return
    if any(section.resources for section in document.sections) or any(p.data.get("what") == "bib" for p in document.problems):
        return
    keys = len({citation.key for citation in document.citations})
    missing = "\\addbibresource" if "biblatex" in document.packages else "\\bibliography"
    cited = f"{keys} {'key' if keys == 1 else 'keys'}"
    message = f"the document cites {cited} but has no bibliography: add {missing}{{...}} or a thebibliography"
    yield Draft(document.citations[0].span, message)
