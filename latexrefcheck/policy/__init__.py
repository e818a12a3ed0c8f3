"""What counts: suppressions, baseline and unchanged parts decide the state of each finding and the exit status."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from latexrefcheck.document import Problem
from latexrefcheck.finding import Finding, Severity
from latexrefcheck.policy.baseline import Baseline
from latexrefcheck.policy.suppression import Suppressions

__all__ = ["Baseline", "Decision", "Policy", "Suppressions", "decide"]

CLEAN, FINDINGS, INCOMPLETE = 0, 1, 3
"""Exit statuses of a run that was carried out; errors.py has 2, for one that could not be."""


class Policy(NamedTuple):
    """By what the findings of one run are judged.

    ``ran`` are the ids of the rules that ran: what only others could have matched is not unused or
    stale. ``unchanged`` tells findings outside of what ``--since`` looks at. ``fail_on`` is the lowest
    severity that fails (off: nothing does); ``require_complete`` makes an incomplete verification fail.
    """

    suppressions: Suppressions
    baseline: Baseline | None = None
    unchanged: Callable[[Finding], bool] | None = None
    ran: Collection[str] = ()
    fail_on: Severity = Severity.error
    require_complete: bool = False


class Decision(NamedTuple):
    """Every finding with its final state, those about the policy itself behind them, and the exit status."""

    findings: tuple[Finding, ...]
    exit_code: int


def decide(
    policy: Policy,
    findings: Iterable[Finding],
    lint: Callable[[Sequence[Problem]], Iterable[Finding]],
    complete: bool = True,
) -> Decision:
    """Judge ``findings``: the only place that decides kept, suppressed, baselined, unchanged, and the exit status.

    A suppression is looked for first, so that one with a reason is never hidden by a baseline. ``lint``
    turns what the policy noticed (unused and bad suppressions, stale baseline entries) into findings.
    Findings outrank an incomplete verification in the exit status, for they are certain.
    """
    judged = list(_judged(policy, findings))
    problems = [*policy.suppressions.problems, *policy.suppressions.unused(policy.ran)]
    if policy.baseline is not None:
        problems += policy.baseline.stale(policy.ran)
    if problems:
        judged = sorted((*judged, *lint(problems)), key=lambda found: found.sort_key)
    fails = policy.fail_on is not Severity.off and any(
        found.state == "open" and found.severity >= policy.fail_on for found in judged
    )
    incomplete = policy.require_complete and not complete
    return Decision(tuple(judged), FINDINGS if fails else INCOMPLETE if incomplete else CLEAN)


def _judged(policy: Policy, findings: Iterable[Finding]) -> Iterator[Finding]:
    for found in findings:
        reason = policy.suppressions.accepts(found)
        if reason is not None:
            yield found._replace(state="suppressed", reason=reason)
        elif policy.baseline is not None and policy.baseline.takes(found):
            yield found._replace(state="baseline")
        elif policy.unchanged is not None and policy.unchanged(found):
            yield found._replace(state="unchanged")
        else:
            yield found
