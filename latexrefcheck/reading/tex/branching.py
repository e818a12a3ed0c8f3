"""Conditionals: skip the branch that TeX skips where that can be decided, read both where it cannot."""

from __future__ import annotations

from latexrefcheck.reading.tex.arguments import is_global
from latexrefcheck.reading.tex.buffer import Buffer
from latexrefcheck.reading.tex.commands import Command, command
from latexrefcheck.reading.tex.deciding import cases, decide
from latexrefcheck.reading.tex.scanner import Scanner, handles
from latexrefcheck.reading.tex.skipping import NO_CONDITIONALS, skip_branch
from latexrefcheck.text.patterns import lazy

_NEWIF = lazy(r"\s*\\if([a-zA-Z@]+)")
_NEWIFS = lazy(r"\\newif\s*\\(if[a-zA-Z@]+)")
_CONDITIONALS = lazy(r"\\(if[a-zA-Z@]+)\s*([{}]?)")
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


def learn_conditionals(scan: Scanner, text: str) -> None:
    """Take the ``\\if..`` words of a file that no one has defined for switches of packages: their truth is unknown."""
    found = _CONDITIONALS.findall(text) if "\\if" in text else ()
    # What \newif makes is a conditional only once the \newif has been executed.
    others = {name for name, after in found if after} | set(_NEWIFS.findall(text) if "\\newif" in text else ())
    for name in {name for name, _ in found} - others - scan.commands.keys() - scan.macros.keys():
        if name != "iff" and not name.startswith(NO_CONDITIONALS):
            scan.commands[name] = command("conditional", "")


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
