"""An entry is cited by no document that loads it.

## What it does
Reports entries that no document cites, directly, by an alias, with `\\\\nocite`, or through a cited entry's
`crossref`, `xref`, `xdata`, `related` or `entryset`. It says nothing about a database under `\\\\nocite{*}`,
about shared libraries (they are only counted), and while an input of a document could not be followed; if a file
that the document loads does not exist, it is a note that says so. Without
a database, an uncited `\\\\bibitem` is reported.

## Why it matters
Left-over entries hide mistakes: the one that should have been cited is easily overlooked.

## Example
```tex
No citation here.
\\begin{thebibliography}{9}
\\bibitem{knuth84} D. E. Knuth. The TeXbook.
\\end{thebibliography}
```
## Use instead
```tex
See \\cite{knuth84}.
\\begin{thebibliography}{9}
\\bibitem{knuth84} D. E. Knuth. The TeXbook.
\\end{thebibliography}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _keys
from latexrefcheck.model.document import Bibliography, Document, Project
from latexrefcheck.model.finding import Draft, Severity

ID = "unused-entry"
SCOPE = "project"
SEVERITY = {"lenient": "info", "default": "info", "strict": "info"}
UNCITED = True


def check(project: Project, context: Context) -> Iterator[Draft]:
    """One draft per unused entry, at its head."""
    for bibliography in project.bibliographies:
        if bibliography.source.path not in project.shared:
            yield from _in_database(bibliography, project.documents_of(bibliography))
    for document in project.documents:
        if document.backend in ("manual", "pandoc") and document.complete:
            yield from _in_list(document)


def _in_database(bibliography: Bibliography, documents: tuple[Document, ...]) -> Iterator[Draft]:
    if not documents or not all(document.complete for document in documents):
        return
    if bibliography.source.encoding.startswith("utf-16"):
        return  # neither BibTeX nor biber can read it: that is the finding
    absent = _absent(documents)
    used = frozenset[str]().union(*(_keys.used_keys(document, bibliography) for document in documents))
    fold = bibliography.fold
    for entry in bibliography.entries:
        # An entry with a mistake in it is told as that.
        if entry.key and fold(entry.key) not in used and not entry.broken:
            message = f"the entry {entry.key!r} is not cited{absent}"
            yield Draft(entry.head, message, entry.key, severity=Severity.info if absent else None)


def _absent(documents: tuple[Document, ...]) -> str:
    """What to add if a file that may cite the entry does not exist."""
    missing = [p for d in documents for p in d.problems if p.kind == "missing-file" and p.data.get("what") == "tex"]
    names = list(dict.fromkeys(str(problem.key) for problem in missing))
    if not names:
        return ""
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    return f", unless in {names[0]!r}{more}, which {'does' if len(names) == 1 else 'do'} not exist"


def _in_list(document: Document) -> Iterator[Draft]:
    cited = {citation.key for citation in document.citations}
    if any(section.nocite_all is not None for section in document.sections):
        return
    for item in document.bibitems:
        if item.key not in cited and not item.generated and not item.span.source.path.endswith(".bbl"):
            yield Draft(item.span, f"the reference {item.key!r} is not cited", item.key)
