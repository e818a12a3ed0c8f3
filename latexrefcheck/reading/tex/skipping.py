"""Branches that TeX does not take: where they end."""

from __future__ import annotations

import re

from latexrefcheck.reading.tex.arguments import skip_space
from latexrefcheck.reading.tex.buffer import Buffer
from latexrefcheck.reading.tex.scanner import Scanner
from latexrefcheck.text.patterns import lazy

_LEVELS = lazy(r"\\(?:([a-zA-Z@]+)|.)|%[^\n\r]*", re.S)
NO_CONDITIONALS = (
    "ifblank",
    "ifnotblank",
    "ifstr",
    "ifcs",
    "ifdef",
    "ifthenelse",
    "ifundef",
    "ifbool",
    "iftoggle",
    "ifnumcomp",
    "ifdimcomp",
)
"""Beginnings of commands of ifthen and etoolbox that take braced branches instead of ``\\fi``."""


def skip_branch(scan: Scanner, buffer: Buffer, at: int, to_else: bool = True, cases: int = 0, depth: int = 0) -> int:
    """Behind the ``\\else`` (noting that we are in it) or ``\\fi`` that ends the skipped branch at ``at``.

    Of ``\\ifcase`` it may also be the ``\\or`` that begins the case number ``cases``, if that is positive.
    """
    text = buffer.text
    commands = scan.commands
    for found in _LEVELS.finditer(text, at, buffer.own):
        name = found[1]
        if name is None:
            continue
        kind = commands[name].kind if name in commands else ""
        if kind == "fi":
            if depth == 0:
                return found.end()
            depth -= 1
        elif kind == "else":
            if depth == 0 and to_else:
                scan.enter(True)
                return found.end()
        elif kind == "or":
            cases -= depth == 0
            if depth == 0 and cases == 0:
                scan.enter(True)
                return found.end()
        elif kind == "conditional":
            depth += 1
        elif name[:2] == "if" and not kind and text[max(0, found.start() - 6) : found.start()] != "\\newif":
            depth += is_conditional(scan, name, text, found.end())
    if buffer.virtual:
        scan.skipping = depth, to_else, cases, max(at, buffer.own)
    return len(text)


def is_conditional(scan: Scanner, name: str, text: str, end: int) -> bool:
    """Whether ``\\name`` opens a level that ``\\fi`` closes; ``\\iff`` and commands such as ``\\ifthenelse{..}`` do not."""
    known = scan.commands.get(name)
    if known is not None:
        return known.kind == "conditional"
    return (
        name != "iff"
        and not name.startswith(NO_CONDITIONALS)
        and (text[skip_space(text, end) : skip_space(text, end) + 1] != "{")
    )


def go_on_skipping(scan: Scanner, buffer: Buffer, after: int, length: int) -> int:
    """Skip the rest of a branch that began in the expansion of a call, which ends at ``after``."""
    depth, to_else, cases, at = scan.skipping or (0, True, 0, 0)
    scan.skipping = None
    return skip_branch(scan, buffer, after + max(0, at - length), to_else, cases, depth)
