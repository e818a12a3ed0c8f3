"""Which entries are verified."""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.model.document import Bibliography, Document, Entry, Project
from latexrefcheck.model.entries import NOT_WORKS


def chosen(project: Project, cited_only: bool) -> dict[Entry, Bibliography]:
    """The entries to verify with their bibliographies, in order: cited ones, or all; of a lone .bib always all."""
    wanted: dict[Entry, Bibliography] = {}
    for bibliography in project.bibliographies:
        documents = project.documents_of(bibliography)
        every = not documents or not cited_only
        keys = frozenset() if every else frozenset(key for document in documents for key in _cited(document, bibliography))
        for entry in bibliography.entries:
            if entry.type in NOT_WORKS or not entry.fields:
                continue
            if every or bibliography.fold(entry.key) in keys:
                wanted[entry] = bibliography
    # What stands in a printed list is printed whether it is cited or not.
    wanted.update({reference: listed for listed in project.worded for reference in listed.entries})
    return wanted


def _cited(document: Document, bibliography: Bibliography) -> Iterator[str]:
    """The folded keys of ``bibliography`` that a document cites; aliases (``ids``) lead to their entry."""
    cited = {bibliography.fold(citation.key) for citation in document.citations}
    cited |= {bibliography.fold(key) for key in document.build.cited} if document.build.used else set()
    yield from cited
    for entry, field in bibliography.fields("ids"):
        if any(bibliography.fold(name.strip()) in cited for name in field.value.split(",")):
            yield bibliography.fold(entry.key)
    for section in document.sections:
        if section.nocite_all is not None and any(resource.bibliography is bibliography for resource in section.resources):
            yield from (bibliography.fold(entry.key) for entry in bibliography.entries)
