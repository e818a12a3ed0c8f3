"""How each document fared, for a run over several papers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from latexrefcheck.model.document import Document, Entry, Project
from latexrefcheck.model.finding import Finding, PaperReport
from latexrefcheck.model.states import FindingState
from latexrefcheck.pipeline.counts import cited

if TYPE_CHECKING:
    from latexrefcheck.model.record import Verdict


class _Paper(NamedTuple):
    """What belongs to one document: its files, its databases, and the keys it cites there, by path."""

    document: Document
    files: frozenset[str]
    keys: Mapping[str, frozenset[str]]
    entries: Sequence[Entry]


def papers(project: Project, findings: Iterable[Finding], verdicts: Mapping[Entry, Verdict]) -> tuple[PaperReport, ...]:
    """One report per document, in order of the documents; none for a single one.

    A finding on an entry belongs to the documents that cite the entry, one in a file to those that read the file.
    """
    if len(project.documents) < 2:
        return ()
    every = [_paper(project, document) for document in project.documents]
    readers: dict[str, list[int]] = {}
    for number, paper in enumerate(every):
        for path in {*paper.files, *paper.keys}:
            readers.setdefault(path, []).append(number)
    counts: list[Counter[str]] = [Counter() for _ in every]
    for found in findings:
        if found.state == FindingState.OPEN:
            for number in readers.get(found.location.path, ()):
                if _concerns(found, every[number]):
                    counts[number][found.severity.name] += 1
    return tuple(_report(paper, count, verdicts) for paper, count in zip(every, counts, strict=True))


def _paper(project: Project, document: Document) -> _Paper:
    alone = Project(project.base, (document,))
    where = cited(alone, False)
    keys: dict[str, frozenset[str]] = {}
    for bibliography in document.bibliographies:
        keys[bibliography.source.path] = frozenset(entry.key for entry in bibliography.entries if entry in where)
    files = frozenset(source.path for source in (document.root, *document.sources))
    return _Paper(document, files, keys, tuple(where))


def _concerns(found: Finding, paper: _Paper) -> bool:
    path = found.location.path
    return path in paper.files or found.key is None or found.key in paper.keys[path]


def _report(paper: _Paper, count: Counter[str], verdicts: Mapping[Entry, Verdict]) -> PaperReport:
    states = Counter(str(verdicts[entry].status) for entry in paper.entries if entry in verdicts)
    return PaperReport(
        path=paper.document.root.path,
        error=count["error"],
        warning=count["warning"],
        info=count["info"],
        entries=len(paper.entries),
        verdicts=dict(sorted(states.items())),
    )
