"""The bibliography style does not know the type of an entry.

## What it does
Compares entry types with those of the document's BibTeX style (only for styles whose types are known) or
of biblatex. For any other style only a type that looks like a typing error is reported.

## Why it matters
BibTeX warns "entry type isn't style-file defined" and treats the entry as `@misc`: most of its fields vanish.

## Example
```bib
@artcle{turing, author = {Turing, Alan M.}, title = {On Computable Numbers}, journal = {Proc. LMS}, year = {1937}}
```
## Use instead
```bib
@article{turing, author = {Turing, Alan M.}, title = {On Computable Numbers}, journal = {Proc. LMS}, year = {1937}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _fields
from latexrefcheck.model.document import Bibliography, Span
from latexrefcheck.model.finding import Draft
from latexrefcheck.reading import datamodel

ID = "unknown-entry-type"
SCOPE = "bibliography"
SEVERITY = {"lenient": "info", "default": "warning", "strict": "error"}

CORE = ("numeric", "authoryear", "alphabetic", "verbose", "authortitle", "draft", "debug", "reading", "ieee", "apa", "nature", "")
"""Beginnings of biblatex style names that keep to the default data model; others may add types."""


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per entry of an unknown type, at the type."""
    known = datamodel.all_types()
    strange = {entry.type for entry in bibliography.entries}
    documents = context.documents(bibliography)
    if documents and all(_closed(bibliography, document.style) for document in documents):
        models = _fields.models(bibliography, context)
        strange -= frozenset.union(*(model.types or known for model in models))
        certain = True
    else:
        strange = {type for type in strange - known if _near(type, known)}
        certain = False
    if not strange:
        return
    parents = _parents(bibliography) if bibliography.dialect == "biber" else frozenset()
    for entry in bibliography.entries:
        if entry.type not in strange or bibliography.fold(entry.key) in parents:
            continue
        near = _near(entry.type, known)
        hint = f"; did you mean @{near}?" if near else ""
        style = "biblatex" if bibliography.dialect == "biber" else "the bibliography style"
        text = f"{style} does not know @{entry.type}" if certain else f"@{entry.type} is no common entry type"
        span = Span(entry.source, entry.start, entry.start + 1 + len(entry.type))
        yield Draft(span, text + hint, key=entry.key)


def _parents(bibliography: Bibliography) -> frozenset[str]:
    """The keys of entries from which others inherit: biber prints such a one only if it is cited itself, or often enough."""
    named = (field.value for name in ("crossref", "xref", "xdata") for _, field in bibliography.fields(name))
    return frozenset(bibliography.fold(key.strip()) for value in named for key in value.split(","))


def _closed(bibliography: Bibliography, style: str) -> bool:
    """Whether every type of a style is known to us."""
    if bibliography.dialect == "biber":
        return any(style == core or (core and style.startswith(core)) for core in CORE)
    return datamodel.model("bibtex", style).types is not None


def _near(type: str, known: frozenset[str]) -> str | None:
    if type in known:
        return None
    return datamodel.near(type, known)
