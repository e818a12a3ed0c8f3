"""What worker processes do for a batch: read a paper, and check one from evidence. Plain values go in and come out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from latexrefcheck import pipeline, registry
from latexrefcheck.batch import told
from latexrefcheck.errors import RefcheckError
from latexrefcheck.model.finding import Finding
from latexrefcheck.model.record import Reference
from latexrefcheck.reports import json as plain
from latexrefcheck.settings import Settings, thresholds

if TYPE_CHECKING:
    from latexrefcheck.verify.asking import Answer

LONGEST_ERROR = 500


class Read(NamedTuple):
    """The works that a paper cites, or why it cannot be read."""

    references: tuple[Reference, ...] = ()
    error: str = ""


class Result(NamedTuple):
    """What came of one paper.

    ``error`` says why it could not be checked. ``findings`` are the open ones in the form of the JSON report, the worst
    first; ``suppressed`` is how many more the authors' own files suppress; ``text`` is the report in words; ``verdicts``
    counts by status; ``exit_code`` is that of a check of it alone.
    """

    paper: str
    error: str = ""
    exit_code: int = 2
    documents: Sequence[str] = ()
    entries: int = 0
    suppressed: int = 0
    counts: Mapping[str, int] = {}
    verdicts: Mapping[str, int] = {}
    findings: Sequence[Mapping[str, object]] = ()
    notes: Sequence[str] = ()
    text: str = ""


def of_paper(settings: Settings, paper: str, lock: str) -> Settings:
    """The settings for one paper: paths in its report are from its folder, and a lock that came with it is not believed."""
    path = Path(paper)
    return settings.replace(
        paths=(path,),
        base=path if path.is_dir() else path.parent,
        lock=settings.lock or Path(lock),
        write_lock=False,
        evidence=None,
    )


def read(settings: Settings, paper: str, lock: str) -> Read:
    """The distinct references of a paper, each under its fingerprint."""
    from latexrefcheck.verify import references

    try:
        project = pipeline.load(of_paper(settings, paper, lock))
        found = references(project, settings.cited_only).values()
        unique = {one.fingerprint: replace(one, key=one.fingerprint) for one in found}
    except RefcheckError as error:
        return Read(error=str(error)[:LONGEST_ERROR])
    except Exception as error:  # one paper must not end the batch
        return Read(error=f"internal error: {type(error).__name__}: {error}"[:LONGEST_ERROR])
    return Read(tuple(unique.values()))


def check(settings: Settings, paper: str, lock: str, evidence: Mapping[str, str]) -> Result:
    """Check a paper with the evidence that the batch has, by fingerprint."""
    own = of_paper(settings, paper, lock)

    def ask(references: Sequence[Reference]) -> Answer:
        from latexrefcheck.verify.resolution import Resolution
        from latexrefcheck.verify.worded import Judge

        judge = Judge(thresholds.chosen(own))
        found = {one.key: told.read(evidence.get(one.fingerprint, "[]")) for one in references}
        return Resolution(found, {}, {}), (), (), {one.key: judge.verdict(one, found[one.key]) for one in references}

    try:
        report = pipeline.run(own, ask=ask).report
    except RefcheckError as error:
        return Result(paper, str(error)[:LONGEST_ERROR])
    except Exception as error:  # as above
        return Result(paper, f"internal error: {type(error).__name__}: {error}"[:LONGEST_ERROR])
    findings = sorted(report.open, key=_worst)
    return Result(
        paper,
        exit_code=report.exit_code,
        documents=report.documents,
        entries=report.summary.entries,
        suppressed=report.summary.suppressed,
        counts={name: getattr(report.summary, name) for name in ("error", "warning", "info")},
        verdicts=dict(report.summary.verdicts),
        findings=[plain.finding(found) for found in findings],
        notes=report.notes,
        text=registry.reports["text"].render(report),
    )


def _worst(found: Finding) -> tuple[int, int]:
    return -found.severity, -found.confidence
