"""A document names a database for BibTeX but no style.

## What it does
Reports a `\\bibliography` without `\\bibliographystyle` in a document of a class that sets none (article, report, book,
the KOMA classes, memoir). Nothing is said where a package or a class of the project's own may set one.

## Why it matters
BibTeX stops with "I found no \\bibstyle command", and every citation stays a question mark.

## Example
```tex
\\documentclass{article}
\\begin{document}
See \\cite{knuth84}.
\\bibliography{refs}
\\end{document}
```
## Use instead
```tex
\\documentclass{article}
\\begin{document}
See \\cite{knuth84}.
\\bibliographystyle{plain}
\\bibliography{refs}
\\end{document}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.model.document import Document
from latexrefcheck.model.finding import Draft
from latexrefcheck.text.patterns import lazy

ID = "no-bibliography-style"
SCOPE = "document"
SEVERITY = {"lenient": "info", "default": "warning", "strict": "warning"}

CLASSES = frozenset("article report book scrartcl scrreprt scrbook memoir extarticle extreport extbook".split())
"""Classes that set no style."""
PACKAGES = frozenset(
    "bibunits chapterbib multibib bibtopic splitbib amsrefs biblatex apacite jurabib achicago chicago harvard authordate1-4 "
    "revtex4-1 revtex4-2 aastex cite-style".split()
)
"""Packages that set one, or keep lists of their own."""
_CLASS = lazy(r"^[^%\n]{0,200}\\documentclass\s*(?:\[[^\]]{0,1000}\])?\s*\{\s*([\w-]{1,60})\s*\}", 0x8)


def check(document: Document, context: Context) -> Iterator[Draft]:
    """At most one draft per document, at its first database."""
    if document.backend != "bibtex" or document.style or not document.complete or not document.citations:
        return
    if document.packages & PACKAGES or any(not source.path.endswith((".tex", ".ltx", ".bib")) for source in document.sources):
        return
    resource = next((one for section in document.sections for one in section.resources), None)
    classes = {found[1] for found in _CLASS.finditer(document.root.text)}  # several: a test chooses
    if resource is None or len(classes) != 1 or not classes <= CLASSES:
        return
    if any(problem.data.get("what") == "tex" for problem in document.problems):
        return  # it may stand in what could not be read
    yield Draft(resource.span, "the document names a database but no style: add \\bibliographystyle{plain}, or another")
