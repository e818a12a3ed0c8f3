"""Repair: put fixes together, check what they lead to, show them as a diff, write them all or none.

A rule attaches a fix where the text alone says what is right. Where a record says it, or all
that is cited, the rule mends a :class:`case.Case`, which writes in the habits of the file; the pipeline has
:mod:`compose` do that, so that reports carry those fixes too.
"""

from __future__ import annotations

from latexrefcheck.repair.combine import Closed, Refused
from latexrefcheck.repair.diff import unified
from latexrefcheck.repair.proposal import Proposal, Wanted, of_findings
from latexrefcheck.repair.rope import Change
from latexrefcheck.repair.settle import MOST_ROUNDS, Choose, Look, Overlay, Repair, settle
from latexrefcheck.repair.writing import NewFile, recover, writable, write_all

__all__ = [
    "MOST_ROUNDS",
    "Change",
    "Choose",
    "Closed",
    "Look",
    "NewFile",
    "Overlay",
    "Proposal",
    "Refused",
    "Repair",
    "Wanted",
    "of_findings",
    "recover",
    "settle",
    "unified",
    "writable",
    "write_all",
]
