"""Drafts of the problems that were found while a .bib file was read."""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.model.document import Bibliography, Problem
from latexrefcheck.model.finding import Draft, Severity


def of_kind(bibliography: Bibliography, kind: str) -> Iterator[Problem]:
    """The problems that the rule ``kind`` reports, in file order."""
    return (problem for problem in bibliography.problems if problem.kind == kind)


def draft(problem: Problem, severity: Severity | None = None, help: str = "") -> Draft:
    """The problem as a draft."""
    return Draft(problem.span, problem.message, problem.key, severity=severity, related=problem.related, help=help)
