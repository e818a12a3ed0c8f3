"""Everything that a report format may show, put together."""

from __future__ import annotations

import os
from collections.abc import Iterator

from latexrefcheck import registry
from latexrefcheck.model.document import Project
from latexrefcheck.model.finding import Report
from latexrefcheck.model.references import Worded
from latexrefcheck.model.states import FindingState
from latexrefcheck.pipeline.counts import entries, summary
from latexrefcheck.pipeline.examining import Examination
from latexrefcheck.pipeline.judging import FAIL_ON
from latexrefcheck.pipeline.papers import papers
from latexrefcheck.plugins import page
from latexrefcheck.policy import Decision
from latexrefcheck.policy.baseline import DEFAULT_NAME
from latexrefcheck.settings import Settings
from latexrefcheck.text.terms import VERSION

LEAST_TOLD = 3
"""References of a list whose style is told."""


def report(examined: Examination, decision: Decision, settings: Settings, with_entries: bool = True) -> Report:
    """Everything that a report format may show."""
    read, verification = examined.project, examined.verification
    where = examined.where
    verdicts = {} if verification is None else verification.verdicts
    return Report(
        tool_version=VERSION,
        profile=settings.profile,
        fail_on=FAIL_ON[settings.fail_on],
        exit_code=decision.exit_code,
        summary=summary(read, decision.findings, where, verdicts.values()),
        findings=decision.findings,
        entries=tuple(entries(read, where, verdicts)) if with_entries else (),
        sources=() if verification is None else tuple(verification.sources),
        documents=tuple(document.root.path for document in read.documents),
        notes=(
            *settings.notes,
            *read.notes,
            *(() if verification is None else (*verification.notes, *verification.unwritten)),
            *_baseline_note(read, settings, decision),
            *_style_notes(read),
        ),
        rules={name: page(registry.rules[name]) for name in sorted({f.rule for f in decision.findings})},
        verified=verification is not None,
        papers=papers(read, decision.findings, verdicts),
    )


def _baseline_note(read: Project, settings: Settings, decision: Decision) -> Iterator[str]:
    """Where the baseline was written: without ``--baseline`` the next run does not read it."""
    if settings.write_baseline:
        path = os.path.relpath(settings.baseline or read.base / DEFAULT_NAME)
        kept = sum(found.state == FindingState.BASELINE for found in decision.findings)
        yield f"{kept} finding{'' if kept == 1 else 's'} written to {path}; from now on: --baseline {path}"


def _style_notes(read: Project) -> Iterator[str]:
    """In which citation style each list of references in words stands."""
    for listed in read.worded:
        lines = [one.words for one in listed.entries if isinstance(one, Worded) and one.work is None]
        if len(lines) < LEAST_TOLD or listed.source.path.endswith((".tex", ".bbl")):
            continue
        from latexrefcheck.cite import telling  # imported late: most papers have no such list

        told = telling.of_list((line, None) for line in lines)
        if told is not None:
            style = registry.styles[told.style].name
            yield f"{listed.source.path}: the references are in the style {style} ({told.share:.0%} of them)"
