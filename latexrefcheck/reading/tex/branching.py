"""Conditionals: skip the branch that TeX skips where that can be decided, read both where it cannot."""

from __future__ import annotations

import re

from latexrefcheck.reading.tex.arguments import is_global, skip_space
from latexrefcheck.reading.tex.buffer import Buffer
from latexrefcheck.reading.tex.commands import Command, command
from latexrefcheck.reading.tex.deciding import cases, decide
from latexrefcheck.reading.tex.scanner import Scanner, handles
from latexrefcheck.text.patterns import lazy

_LEVELS = lazy(r"\\(?:([a-zA-Z@]+)|.)|%[^\n\r]*", re.S)
_NEWIF = lazy(r"\s*\\if([a-zA-Z@]+)")
_NEWIFS = lazy(r"\\newif\s*\\(if[a-zA-Z@]+)")
_CONDITIONALS = lazy(r"\\(if[a-zA-Z@]+)\s*([{}]?)")
_NO_CONDITIONALS = (
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
_UNLESS = lazy(r"\s*\\(if[a-zA-Z@]*)")


@handles("conditional", passive=True)
def conditional(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """A TeX conditional."""
    if name == "ifcase":
        return _case(scan, buffer, end)
    value, after = decide(scan, buffer, name, end)
    return _branch(scan, buffer, value, after, start)


def _branch(scan: Scanner, buffer: Buffer, value: bool | None, after: int, start: int) -> int:
    if value is False:
        return skip_branch(scan, buffer, after)
    if value is None:
        scan.note_undecided(buffer, start)
    scan.enter(value)
    return after


def _case(scan: Scanner, buffer: Buffer, at: int) -> int:
    value, after = cases(scan, buffer, at)
    if value is None:
        scan.note_undecided(buffer, at - len("\\ifcase"))
        scan.enter(None)
    elif value == 0:
        scan.enter(True)
    else:
        return skip_branch(scan, buffer, after, cases=value if value > 0 else -1)
    return after


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


def learn_conditionals(scan: Scanner, text: str) -> None:
    """Take the ``\\if..`` words of a file that no one has defined for switches of packages: their truth is unknown."""
    found = _CONDITIONALS.findall(text) if "\\if" in text else ()
    # What \newif makes is a conditional only once the \newif has been executed.
    others = {name for name, after in found if after} | set(_NEWIFS.findall(text) if "\\newif" in text else ())
    for name in {name for name, _ in found} - others - scan.commands.keys() - scan.macros.keys():
        if name != "iff" and not name.startswith(_NO_CONDITIONALS):
            scan.commands[name] = command("conditional", "")


def is_conditional(scan: Scanner, name: str, text: str, end: int) -> bool:
    """Whether ``\\name`` opens a level that ``\\fi`` closes; ``\\iff`` and commands such as ``\\ifthenelse{..}`` do not."""
    known = scan.commands.get(name)
    if known is not None:
        return known.kind == "conditional"
    return (
        name != "iff"
        and not name.startswith(_NO_CONDITIONALS)
        and (text[skip_space(text, end) : skip_space(text, end) + 1] != "{")
    )


@handles("else", passive=True)
def otherwise(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\else``: the end of the taken branch."""
    if scan.conditions and scan.conditions[-1] is True:
        scan.conditions.pop()
        return skip_branch(scan, buffer, end, to_else=False)
    if scan.conditions and scan.conditions[-1] is None:
        scan.conditions.pop()
        scan.enter(None)
    return None


@handles("or", passive=True)
def next_case(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\or``: the end of the taken case."""
    return otherwise(scan, buffer, name, start, end, made)


@handles("fi", passive=True)
def end_if(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\fi``."""
    if scan.conditions:
        scan.conditions.pop()
    return None


@handles("newif", passive=True)
def new_if(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\newif\\ifname``."""
    found = _NEWIF.match(buffer.text, end)
    if found is None:
        return None
    declare_switch(scan, found[1])
    return found.end()


def declare_switch(scan: Scanner, name: str, value: bool | None = False) -> None:
    """Make ``\\ifname``, ``\\nametrue`` and ``\\namefalse`` known."""
    scan.store(scan.switches, name, None if scan.undecided else value)
    scan.store(scan.commands, "if" + name, command("conditional", ""))
    scan.store(scan.commands, name + "true", command("set-true", name))
    scan.store(scan.commands, name + "false", command("set-false", name))


@handles("set-true", "set-false", passive=True)
def set_switch(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\nametrue`` and ``\\namefalse``."""
    assign(scan, made.signature, made.kind == "set-true", is_global(buffer, name, start))
    return None


def assign(scan: Scanner, switch: str, value: bool, everywhere: bool = False) -> None:
    """Set a switch; in a branch that may not be taken its value becomes unknown."""
    scan.store(scan.switches, switch, None if scan.undecided and scan.switches.get(switch) != value else value, everywhere)


@handles("unless", passive=True)
def unless(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """eTeX's ``\\unless\\if..``: the opposite test."""
    found = _UNLESS.match(buffer.text, end)
    if found is None:
        return None
    value, after = decide(scan, buffer, found[1], found.end())
    return _branch(scan, buffer, None if value is None else not value, after, start)
