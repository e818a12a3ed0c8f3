"""Who cites what, for the counts of the summary and the list of entries in a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from latexrefcheck.model.document import Bibliography, Citation, Document, Entry, Project
from latexrefcheck.model.finding import EntryReport, Finding, Location, Severity, Summary
from latexrefcheck.model.states import FindingState
from latexrefcheck.text.terms import LINKS

if TYPE_CHECKING:
    from latexrefcheck.model.record import Verdict

"""Fields that pull other entries into the bibliography."""

Cited = Mapping[Entry, Sequence[Citation]]
"""The entries that some document cites or pulls in, with where."""

Find = Callable[[str], Entry | None]
"""Finds the entry of a key as the backend would."""


def cited(project: Project, places: bool = True) -> Cited:
    """Every entry that is cited, also by alias, by ``\\nocite{*}``, by the build, or as parent of a cited one.

    Without ``places`` all lists are empty: the summary needs no more, and a thesis has thousands.
    """
    where: dict[Entry, list[Citation]] = {}
    for document in project.documents:
        for index, section in enumerate(document.sections):
            bibliographies = [r.bibliography for r in section.resources if r.bibliography is not None]
            find = _finder(bibliographies)
            if section.nocite_all is not None:
                where.update({entry: [] for b in bibliographies for entry in b.entries if entry not in where})
            citations = [citation for citation in document.citations if citation.section == index]
            keys = {citation.key for citation in citations}
            if document.build.used:
                keys |= document.build.cited
            found = {key: entry for key in keys if (entry := find(key)) is not None}
            where.update({entry: [] for entry in found.values() if entry not in where})
            for citation in citations if places else ():
                if citation.key in found:
                    where[found[citation.key]].append(citation)
            _add_parents(where, bibliographies, find)
    _add_listed(where, project, places)
    return where


def _add_listed(where: dict[Entry, list[Citation]], project: Project, places: bool) -> None:
    """The references of printed lists, each with the citations of its key."""
    if not project.worded:
        return
    by_key: dict[str, list[Citation]] = {}
    for citation in (one for document in project.documents for one in document.citations) if places else ():
        by_key.setdefault(citation.key, []).append(citation)
    for listed in project.worded:
        where.update({reference: by_key.get(reference.key, []) for reference in listed.entries})


def _finder(bibliographies: Sequence[Bibliography]) -> Find:
    tables = [_by_name(bibliography) for bibliography in bibliographies]
    names = tables[0] if len(tables) == 1 else {name: found for table in reversed(tables) for name, found in table.items()}
    if any(bibliography.dialect == "bibtex" for bibliography in bibliographies):
        return lambda key: names.get(key.lower())
    return names.get


def _by_name(bibliography: Bibliography) -> Mapping[str, Entry]:
    aliases = bibliography.fields_by_name.get("ids")
    if not aliases:
        return bibliography.by_key
    table = dict(bibliography.by_key)
    for entry, field in aliases:
        for name in field.value.split(","):
            table.setdefault(bibliography.fold(name.strip()), entry)
    return table


def _add_parents(where: dict[Entry, list[Citation]], bibliographies: Sequence[Bibliography], find: Find) -> None:
    pulled: dict[Entry, list[str]] = {}
    for bibliography in bibliographies:
        for entry, field in bibliography.fields(*LINKS):
            pulled.setdefault(entry, []).extend(name.strip() for name in field.value.split(","))
    waiting = [entry for entry in pulled if entry in where]
    while waiting:
        for name in pulled[waiting.pop()]:
            parent = find(name)
            if parent is not None and parent not in where:
                where[parent] = []
                if parent in pulled:
                    waiting.append(parent)


def summary(project: Project, findings: Iterable[Finding], where: Cited, verdicts: Iterable[Verdict]) -> Summary:
    """The counts of a run. One entry that two documents load counts once."""
    states = Counter(finding.state if finding.state != FindingState.OPEN else finding.severity.name for finding in findings)
    documents: tuple[Document, ...] = project.documents
    number = sum(len(bibliography.entries) for bibliography in (*project.bibliographies, *project.worded))
    verdicts = tuple(verdicts)
    good = [verdict for verdict in verdicts if verdict.status == "verified"]
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
        on_uncited=states["uncited"],
        verdicts=dict(sorted(Counter(verdict.status for verdict in verdicts).items())),
        words=dict(sorted(Counter(verdict.word.value for verdict in good).items())),
        agreement=dict(sorted(Counter(verdict.agreement for verdict in good if not verdict.confirmed_by).items())),
    )


def _citations(documents: Iterable[Document]) -> int:
    """Citations of all documents; one in a file that several of them input counts once."""
    documents = tuple(documents)
    if len(documents) == 1:
        return len(documents[0].citations)
    return len({(id(c.span.source), c.span.start, c.key) for document in documents for c in document.citations})


def entries(project: Project, where: Cited, verdicts: Mapping[Entry, Verdict]) -> Iterator[EntryReport]:
    """Every entry in file order as reports list it."""
    for bibliography in (*project.bibliographies, *project.worded):
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
