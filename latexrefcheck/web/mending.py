"""Fixes of the last check: the diff that some of them make, and writing it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from threading import Lock

from latexrefcheck.model.document import Project
from latexrefcheck.model.finding import Finding
from latexrefcheck.pipeline import fixing
from latexrefcheck.repair import Overlay, Proposal, of_findings, recover, to_fixpoint, write_all
from latexrefcheck.settings import Settings
from latexrefcheck.web.answers import Plain, Unknown
from latexrefcheck.web.checks import Checked


def mended(checked: Checked, numbers: Collection[int], write: bool, settings: Settings, writing: Lock) -> Plain:
    """The fixes of findings by their number in the report, as one diff; with ``write`` they are made, all or none.

    ``writing`` is held meanwhile. A fix whose file must not be written is refused with a reason; those that touch what
    another changes wait for the next check.
    """
    proposals = tuple(of_findings(_chosen(checked.outcome.report.findings, numbers)))
    project = checked.outcome.examined.project

    def look(overlay: Overlay) -> tuple[Project, Sequence[Proposal]]:
        return project, () if overlay else proposals

    with writing:
        if write:
            recover(fixing.folders(project))
        # One turn: what follows from a fix is for the next check to say.
        repair = to_fixpoint(look, lambda wanted: wanted, lambda read: fixing.closed(read, settings), rounds=1)
        if write:
            write_all(repair.new_files())
    return {
        "check": checked.number,
        "diff": "".join(f"{line}\n" for line in repair.diff()),
        "files": sorted(repair.changes),
        "made": len(repair.made),
        "refused": [
            {
                "path": one.proposal.location.path,
                "line": one.proposal.location.line,
                "rule": one.proposal.rule,
                "reason": one.reason,
            }
            for one in repair.refused
        ],
        "waiting": len(proposals) - len(repair.made) - len(repair.refused),
        "renamed": dict(repair.renamed),
        "written": write and bool(repair.changes),
    }


def _chosen(findings: Sequence[Finding], numbers: Collection[int]) -> list[Finding]:
    for number in numbers:
        if not 1 <= number <= len(findings):
            raise Unknown(f"the report has no finding {number}, only {len(findings)}")
        if findings[number - 1].fix is None:
            raise Unknown(f"finding {number} has no fix")
    return [findings[number - 1] for number in sorted(set(numbers))]
