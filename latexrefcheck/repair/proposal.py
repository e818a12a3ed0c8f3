"""What can be done: fixes with the question that they answer, and which of them are wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from latexrefcheck.model.finding import Finding, Fix, Location
from latexrefcheck.model.states import FindingState


class Proposal(NamedTuple):
    """One fix to decide on. ``why`` says what is wrong; ``facts`` are (name, value) pairs of evidence.

    ``rule`` is the id of the rule or the name of the command that proposes it; ``renamed`` maps keys that
    disappear to those that stand for them.
    """

    rule: str
    fix: Fix
    location: Location
    why: str
    key: str | None = None
    evidence: Mapping[str, object] | None = None
    renamed: Mapping[str, str] = {}


class Wanted(NamedTuple):
    """Which fixes are wanted: always the safe ones; of the unsafe those of ``names`` (rules or keys), or ``every``."""

    every: bool = False
    names: frozenset[str] = frozenset()

    def takes(self, proposal: Proposal) -> bool:
        """Whether a proposal is wanted."""
        return proposal.fix.safe or self.every or proposal.rule in self.names or (proposal.key or "") in self.names


def of_findings(findings: Iterable[Finding]) -> Iterator[Proposal]:
    """The proposals of findings that are open: what somebody has accepted is not changed."""
    for found in findings:
        if found.fix is not None and found.fix.edits and found.state == FindingState.OPEN:
            yield Proposal(found.rule, found.fix, found.location, found.message, found.key, found.evidence, found.fix.renamed)
