"""A cross-referenced entry stands before the entry that names it (BibTeX).

## What it does
Reports a `crossref` whose parent stands earlier in the databases, when the document uses BibTeX, cites the child
and does not cite the parent itself. biber does not care about the order.

## Why it matters
BibTeX reads the databases once: it says that the parent does not exist, and the fields to inherit are missing.

## Example
```bib
@proceedings{proc, title = {Proceedings of Things}, booktitle = {Proceedings of Things}, year = {2010}}
@inproceedings{paper, title = {A Result}, crossref = {proc}}
```
## Use instead
```bib
@inproceedings{paper, title = {A Result}, crossref = {proc}}
@proceedings{proc, title = {Proceedings of Things}, booktitle = {Proceedings of Things}, year = {2010}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules._libraries import together
from latexrefcheck.model.document import Bibliography, Entry, Project
from latexrefcheck.model.finding import Draft

ID = "crossref-order"
SCOPE = "project"
SEVERITY = {"lenient": "warning", "default": "warning", "strict": "error"}


def check(project: Project, context: Context) -> Iterator[Draft]:
    """One draft per child that comes too late, at the name of its parent."""
    for databases, _ in together(project):
        if databases[0].dialect != "bibtex" or not any(database.fields_by_name.get("crossref") for database in databases):
            continue
        place: dict[str, int] = {}
        entries = [entry for database in databases for entry in database.entries]
        for index, entry in enumerate(entries):
            place.setdefault(entry.key.lower(), index)
        cited = list(_cited(project, databases))
        for index, entry in enumerate(entries):
            parent = entry.value("crossref").strip().lower()
            if parent and place.get(parent, index) < index and _needed(entry.key.lower(), parent, cited):
                yield _draft(entry, entries[place[parent]])


def _cited(project: Project, databases: tuple[Bibliography, ...]) -> Iterator[frozenset[str]]:
    """Per document that loads ``databases`` the cited keys in lower case, with ``*`` for all."""
    for document in project.documents:
        if all(database in document.bibliographies for database in databases):
            everything = any(section.nocite_all for section in document.sections)
            yield frozenset(citation.key.lower() for citation in document.citations) | ({"*"} if everything else set())


def _needed(child: str, parent: str, cited: list[frozenset[str]]) -> bool:
    """Whether some document cites the child without its parent; always where no document cites anything."""
    if not any(cited):
        return True
    return any(child in keys and parent not in keys and "*" not in keys for keys in cited)


def _draft(entry: Entry, parent: Entry) -> Draft:
    field = entry.get("crossref")
    span = entry.value_span(field) if field else entry.key_span
    message = f"{parent.key!r} must stand behind the entries that refer to it, or be cited itself: BibTeX reads only once"
    return Draft(span, message, entry.key, "crossref", related=(("the parent stands here", parent.key_span),))
