"""Scan the TeX of a document: what it cites, which databases it asks for and what it loads.

:func:`scan` executes the few commands that matter (see ``commands/``) in the order in which TeX would,
through files and through the macros of the document, and never raises on any input. Positions are
those of the author's text. It does no input or output itself: files come from a :class:`World`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping

from latexrefcheck.model.document import SourceFile
from latexrefcheck.reading.tex import (  # noqa: F401  imported for the handlers that they register
    branching,
    choosing,
    citing,
    databases,
    defining,
    environments,
    expanding,
    letting,
    loading,
    loops,
    packages,
    registers,
    verbatim,
    versions,
    writing,
)
from latexrefcheck.reading.tex.commands import Command, command
from latexrefcheck.reading.tex.ledger import Request, SectionScan
from latexrefcheck.reading.tex.loading import run_file
from latexrefcheck.reading.tex.scanner import EndDocument, Scanner
from latexrefcheck.reading.tex.world import Lookup, World

__all__ = ["Command", "Lookup", "Request", "Scanner", "SectionScan", "World", "run_more", "scan", "user_commands"]


def user_commands(cite_commands: Mapping[str, str]) -> dict[str, Command]:
    """Commands of the configuration: name -> signature of a cite command, in the form of the tables."""
    return {name.lstrip("\\"): command("cite", signature) for name, signature in cite_commands.items()}


def scan(
    root: SourceFile,
    world: World,
    jobname: str,
    extra: Mapping[str, Command] | None = None,
    before: SourceFile | None = None,
    engine: str = "",
) -> Scanner:
    """The state of the scanner after the root document ``root`` (and all it loads) was read.

    ``before`` is a file with the preamble, for roots whose preamble is a dumped format; ``engine`` is the TeX engine
    if it is known from outside of the document.
    """
    state = Scanner(world, jobname, extra or {}, engine)
    try:
        if before is not None:
            run_file(state, before)
        run_file(state, root)
    except EndDocument:
        pass
    except RecursionError:
        state.complete = False
    return state


def run_more(state: Scanner, source: SourceFile) -> None:
    """Read one more file into a finished scan (one that only the build knows about)."""
    with contextlib.suppress(EndDocument, RecursionError):
        run_file(state, source)
