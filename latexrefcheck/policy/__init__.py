"""What counts: suppressions, baseline and unchanged parts decide the state of each finding and the exit status."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from latexrefcheck.model.document import Problem
from latexrefcheck.model.finding import Finding, Severity
from latexrefcheck.model.states import FindingState
from latexrefcheck.policy.baseline import Baseline
from latexrefcheck.policy.suppression import Suppressions

__all__ = ["Baseline", "Decision", "Policy", "Suppressions", "decide"]

CLEAN, FINDINGS, INCOMPLETE = 0, 1, 3
"""Exit statuses of a run that was carried out; errors.py has 2, for one that could not be."""


MOST_DIGITS = 9
ROUNDING = 1e-9
"""So that 10% of 30 are 3 and not 2.999…"""

UNKNOWN = "not-found"
"""The rule that tells of works that no source has."""


class Policy(NamedTuple):
    """By what the findings of one run are judged.

    ``baseline`` makes the baseline from the findings that no suppression accepts (it is read, or written
    anew). ``ran`` are the ids of the rules that ran: what only others could have matched is not unused or
    stale; ``everything`` is true if entries were verified too. ``unchanged`` tells findings outside of what
    ``--since`` looks at, ``uncited`` those on entries that no document cites. ``fail_on`` is the lowest
    severity that fails (off: nothing does); ``require_complete`` makes an incomplete verification fail.
    ``most_unknown`` is how many works at most may be found nowhere, -1 for any number.
    """

    suppressions: Suppressions
    baseline: Callable[[Sequence[Finding]], Baseline] | None = None
    unchanged: Callable[[Finding], bool] | None = None
    uncited: Callable[[Finding], bool] | None = None
    ran: Collection[str] = ()
    everything: bool = False
    fail_on: Severity = Severity.error
    require_complete: bool = False
    most_unknown: int = -1


class Decision(NamedTuple):
    """Every finding with its final state, those about the policy itself among them, and the exit status."""

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
    Findings outrank an incomplete verification in the exit status, for they are certain; what says only that nobody could
    be asked is no finding about the paper and makes the run incomplete.
    """
    accepted, rest = _suppressed(policy.suppressions, findings)
    noticed = [*policy.suppressions.problems, *policy.suppressions.unused(policy.ran, policy.everything)]
    rest += lint(noticed) if noticed else ()
    baseline = None if policy.baseline is None else policy.baseline(rest)
    judged = [*accepted, *_judged(policy, baseline, rest)]
    stale = [] if baseline is None else list(baseline.stale(policy.ran))
    judged += lint(stale) if stale else ()
    judged.sort(key=lambda found: found.sort_key)
    failing = [found for found in judged if found.fails(policy.fail_on)]
    unknown = sum(found.state == FindingState.OPEN and found.rule == UNKNOWN for found in judged)
    if any(not found.outage for found in failing) or _too_many(policy, unknown):
        return Decision(tuple(judged), FINDINGS)
    incomplete = (policy.require_complete and not complete) or failing
    return Decision(tuple(judged), INCOMPLETE if incomplete else CLEAN)


def _too_many(policy: Policy, unknown: int) -> bool:
    """Whether more works are unknown than the policy allows; where nothing is to fail, neither does this."""
    return policy.fail_on is not Severity.off and 0 <= policy.most_unknown < unknown


def most_unknown(wish: str, looked_up: int) -> int:
    """How many works may be unknown by ``max-not-found``: a number, or a share ("10%", "0.1") of those looked up; -1 for any.

    Raises ValueError for anything else.
    """
    if not wish:
        return -1
    if wish.isascii() and wish.isdigit() and len(wish) <= MOST_DIGITS:
        return int(wish)
    share = float(wish[:-1]) / 100 if wish.endswith("%") else float(wish)
    if not 0 <= share <= 1:
        raise ValueError("a share lies between 0 and 1")
    return math.floor(share * looked_up + ROUNDING)


def _suppressed(suppressions: Suppressions, findings: Iterable[Finding]) -> tuple[list[Finding], list[Finding]]:
    """The findings that are accepted, with the reason, and the others."""
    accepted, rest = [], []
    for found in findings:
        reason = suppressions.accepts(found)
        if reason is None:
            rest.append(found)
        else:
            accepted.append(found._replace(state=FindingState.SUPPRESSED, reason=reason))
    return accepted, rest


def _judged(policy: Policy, baseline: Baseline | None, findings: Iterable[Finding]) -> Iterator[Finding]:
    for found in findings:
        if baseline is not None and baseline.takes(found):
            yield found._replace(state=FindingState.BASELINE)
        elif policy.unchanged is not None and policy.unchanged(found):
            yield found._replace(state=FindingState.UNCHANGED)
        elif policy.uncited is not None and policy.uncited(found):
            yield found._replace(state=FindingState.UNCITED)
        else:
            yield found
