"""Who cites what, for the counts of the summary and the list of entries in a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from latexrefcheck.document import Bibliography, Citation, Document, Entry, Project
from latexrefcheck.finding import EntryReport, Finding, Location, Severity, Summary

if TYPE_CHECKING:
    from latexrefcheck.record import Verdict

_PARENTS = ("crossref", "xref", "xdata", "entryset", "related")
"""Fields that pull other entries into the bibliography."""

Cited = Mapping[Entry, Sequence[Citation]]
"""The entries that some document cites or pulls in, with where."""


def cited(project: Project) -> Cited:
    """Every entry that is cited, also by alias, by ``\\nocite{*}``, by the build, or as parent of a cited one."""
    where: dict[Entry, list[Citation]] = {}
    for document in project.documents:
        by_section: dict[int, list[Citation]] = {}
        for citation in document.citations:
            by_section.setdefault(citation.section, []).append(citation)
        for index, section in enumerate(document.sections):
            tables = [(b, _by_name(b)) for b in (resource.bibliography for resource in section.resources) if b is not None]
            if section.nocite_all is not None:
                for bibliography, _ in tables:
                    for entry in bibliography.entries:
                        where.setdefault(entry, [])
            entries: dict[str, Entry | None] = {}
            for citation in by_section.get(index, ()):
                key = citation.key
                found = entries[key] if key in entries else entries.setdefault(key, _find(key, tables))
                if found is not None:
                    where.setdefault(found, []).append(citation)
            if document.build.used:
                for key in document.build.cited.difference(entries):
                    found = _find(key, tables)
                    if found is not None:
                        where.setdefault(found, [])
            _add_parents(where, tables)
    return where


def _by_name(bibliography: Bibliography) -> Mapping[str, Entry]:
    aliases = bibliography.fields_by_name.get("ids")
    if not aliases:
        return bibliography.by_key
    table = dict(bibliography.by_key)
    for entry, field in aliases:
        for name in field.value.split(","):
            table.setdefault(bibliography.fold(name.strip()), entry)
    return table


def _find(key: str, tables: Iterable[tuple[Bibliography, Mapping[str, Entry]]]) -> Entry | None:
    for bibliography, table in tables:
        found = table.get(bibliography.fold(key))
        if found is not None:
            return found
    return None


def _add_parents(where: dict[Entry, list[Citation]], tables: Sequence[tuple[Bibliography, Mapping[str, Entry]]]) -> None:
    pairs = [pair for bibliography, _ in tables for pair in bibliography.fields(*_PARENTS)]
    again = bool(pairs)
    while again:  # a parent may have a parent; each pass adds at least one entry or ends
        again = False
        for entry, field in pairs:
            if entry not in where:
                continue
            for name in field.value.split(","):
                parent = _find(name.strip(), tables)
                if parent is not None and parent not in where:
                    where[parent] = []
                    again = True


def summary(project: Project, findings: Iterable[Finding], where: Cited, verdicts: Iterable[Verdict]) -> Summary:
    """The counts of a run. One entry that two documents load counts once."""
    states = Counter(finding.state if finding.state != "open" else finding.severity.name for finding in findings)
    documents: tuple[Document, ...] = project.documents
    number = sum(len(bibliography.entries) for bibliography in project.bibliographies)
    return Summary(
        documents=len(documents),
        files=len(project.sources),
        citations=_citations(documents),
        keys=len({citation.key for document in documents for citation in document.citations}),
        entries=number,
        error=states[Severity.error.name],
        warning=states[Severity.warning.name],
        info=states[Severity.info.name],
        suppressed=states["suppressed"],
        baseline=states["baseline"],
        unchanged=states["unchanged"],
        uncited=number - len(where) if documents else 0,
        verdicts=dict(sorted(Counter(verdict.status for verdict in verdicts).items())),
    )


def _citations(documents: Iterable[Document]) -> int:
    """Citations of all documents; one in a file that several of them input counts once."""
    documents = tuple(documents)
    if len(documents) == 1:
        return len(documents[0].citations)
    return len({(id(c.span.source), c.span.start, c.key) for document in documents for c in document.citations})


def entries(project: Project, where: Cited, verdicts: Mapping[Entry, Verdict]) -> Iterator[EntryReport]:
    """Every entry in file order as reports list it."""
    for bibliography in project.bibliographies:
        for entry in bibliography.entries:
            yield EntryReport(
                key=entry.key,
                type=entry.type,
                location=Location.of(entry.head),
                cited_at=tuple(Location.of(citation.span) for citation in where.get(entry, ())),
                fields={field.name: field.value for field in reversed(entry.fields)}
                if entry.dialect == "bibtex"
                else {field.name: field.value for field in entry.fields},
                verdict=verdicts.get(entry),
            )
