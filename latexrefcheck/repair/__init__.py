"""Repair: put fixes together, check what they lead to, show them as a diff, write them all or none.

A rule attaches a fix where the text alone says what is right. Where a record says it, or all
that is cited, the rule mends a :class:`case.Case`, which writes in the formatting of the file; the pipeline has
:mod:`compose` do that, so that reports carry those fixes too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from latexrefcheck.repair.combine import Closed, Refused
    from latexrefcheck.repair.diff import unified
    from latexrefcheck.repair.fixpoint import MOST_ROUNDS, Filter, Inspect, Overlay, Repair, to_fixpoint
    from latexrefcheck.repair.piecetable import Change
    from latexrefcheck.repair.proposal import Proposal, Wanted, of_findings
    from latexrefcheck.repair.writing import NewFile, recover, writable, write_all

_HOMES = {
    "combine": ("Closed", "Refused"),
    "diff": ("unified",),
    "fixpoint": ("MOST_ROUNDS", "Filter", "Inspect", "Overlay", "Repair", "to_fixpoint"),
    "piecetable": ("Change",),
    "proposal": ("Proposal", "Wanted", "of_findings"),
    "writing": ("NewFile", "recover", "writable", "write_all"),
}
"""Module -> the public names that it has."""
__all__ = [
    "MOST_ROUNDS",
    "Change",
    "Closed",
    "Filter",
    "Inspect",
    "NewFile",
    "Overlay",
    "Proposal",
    "Refused",
    "Repair",
    "Wanted",
    "of_findings",
    "recover",
    "to_fixpoint",
    "unified",
    "writable",
    "write_all",
]


def __getattr__(name: str) -> object:
    """Import a public name when it is first asked for: a check composes fixes and applies none."""
    import importlib

    for home, names in _HOMES.items():
        if name in names:
            return getattr(importlib.import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
