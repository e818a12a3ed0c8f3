"""Conditionals: skip the branch that TeX skips where that can be decided, read both where it cannot."""

from __future__ import annotations

import re

from latexrefcheck.reading.tex.arguments import skip_space
from latexrefcheck.reading.tex.buffer import Buffer
from latexrefcheck.reading.tex.commands import Command, command
from latexrefcheck.reading.tex.expanding import Macro, expand_text
from latexrefcheck.reading.tex.scanner import Scanner, handles
from latexrefcheck.text.patterns import lazy

_LEVELS = lazy(r"\\(?:(if[a-zA-Z@]*|else|fi|or)(?![a-zA-Z@])|.)|%[^\n\r]*", re.S)
_NEWIF = lazy(r"\s*\\if([a-zA-Z@]+)")
_VALUE = lazy(r"\\(?:value\s*\{([^{}]*)\}|c@([a-zA-Z@]+))$")
_OPERAND = r"(-?\d+|\\value\s*\{[^{}]*\}|\\[a-zA-Z@]+)"
NUMBER = lazy(rf"\s*{_OPERAND}\s*([<>=])\s*{_OPERAND}(?!\d)[ \t]?")
_TOKENS = lazy(r"\s*(\\[a-zA-Z@]+|\S)\s*(\\[a-zA-Z@]+|\S)?")
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
_ENGINES = {"iftrue": True, "iffalse": False}


@handles("conditional")
def conditional(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """A TeX conditional."""
    value, after = decide(scan, buffer, name, end)
    if value is False:
        return skip_branch(scan, buffer, after)
    scan.conditions.append(value)
    return after


def decide(scan: Scanner, buffer: Buffer, name: str, at: int) -> tuple[bool | None, int]:
    """(truth of the test or None if it cannot be known, offset behind the test)."""
    if name in _ENGINES:
        return _ENGINES[name], at
    switch = name[2:]
    if switch in scan.switches:
        return scan.switches[switch], at
    if name in ("if", "ifx"):
        return _compare_tokens(scan, buffer, name, at)
    if name == "ifnum":
        return _compare_numbers(scan, buffer, at)
    if name == "ifdefined":
        found = _TOKENS.match(buffer.text, at)
        if found and (found[1][1:] in scan.macros or found[1][1:] in scan.commands):
            return True, found.end(1)
        return None, found.end(1) if found else at
    return None, at


def _compare_tokens(scan: Scanner, buffer: Buffer, name: str, at: int) -> tuple[bool | None, int]:
    found = _TOKENS.match(buffer.text, at)
    if found is None or found[2] is None:
        return None, at
    first, second = found[1], found[2]
    if name == "ifx":
        one, two = scan.macros.get(first[1:]), scan.macros.get(second[1:])
        if isinstance(one, Macro) and isinstance(two, Macro) and first[0] == second[0] == "\\":
            return one.body.text == two.body.text and len(one.parameters) == len(two.parameters), found.end()
        return None, found.end()
    values = [token if token[0] != "\\" else expand_text(scan, token) for token in (first, second)]
    if values[0] is None or values[1] is None:
        return None, found.end()
    joined = values[0] + values[1]
    if len(joined) < 2:
        return None, found.end()
    after = found.end() if first[0] == "\\" or second[0] == "\\" else found.end(1) + 1
    return joined[0] == joined[1], after


def _compare_numbers(scan: Scanner, buffer: Buffer, at: int) -> tuple[bool | None, int]:
    found = NUMBER.match(buffer.text, at)
    if found is None:
        return None, at
    return compare(number(scan, found[1]), found[2], number(scan, found[3])), found.end()


def compare(first: int | None, sign: str, second: int | None) -> bool | None:
    """``first sign second``, or None if one is unknown."""
    if first is None or second is None:
        return None
    return {"<": first < second, ">": first > second, "=": first == second}[sign]


def number(scan: Scanner, written: str) -> int | None:
    """The integer that ``written`` stands for: digits, a macro of digits, or a counter that only ``\\setcounter`` changes."""
    counter = _VALUE.match(written.strip())
    if counter:
        return scan.counters.get(counter[1] or counter[2])
    text = expand_text(scan, written) if "\\" in written else written
    return int(text) if text is not None and re.fullmatch(r"\s*-?\d{1,9}\s*", text) else None


def skip_branch(scan: Scanner, buffer: Buffer, at: int, to_else: bool = True) -> int:
    """Behind the ``\\else`` (noting that we are in it) or ``\\fi`` that ends the skipped branch at ``at``."""
    depth = 0
    text = buffer.text
    for found in _LEVELS.finditer(text, at):
        name = found[1]
        if name is None:
            continue
        if name == "fi":
            if depth == 0:
                return found.end()
            depth -= 1
        elif name == "else":
            if depth == 0 and to_else:
                scan.conditions.append(True)
                return found.end()
        elif name != "or" and is_conditional(scan, name, text, found.end()):
            depth += 1
    return len(text)


def learn_conditionals(scan: Scanner, text: str) -> None:
    """Take the ``\\if..`` words of a file that no one has defined for switches of packages: their truth is unknown."""
    found = _CONDITIONALS.findall(text) if "\\if" in text else ()
    commands = {name for name, after in found if after}
    for name in {name for name, _ in found} - commands - scan.commands.keys() - scan.macros.keys():
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


@handles("else")
def otherwise(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\else``: the end of the taken branch."""
    if scan.conditions and scan.conditions[-1] is True:
        scan.conditions.pop()
        return skip_branch(scan, buffer, end, to_else=False)
    return None


@handles("fi")
def end_if(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\fi``."""
    if scan.conditions:
        scan.conditions.pop()
    return None


@handles("newif")
def new_if(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\newif\\ifname``."""
    found = _NEWIF.match(buffer.text, end)
    if found is None:
        return None
    declare_switch(scan, found[1])
    return found.end()


def declare_switch(scan: Scanner, name: str, value: bool | None = False) -> None:
    """Make ``\\ifname``, ``\\nametrue`` and ``\\namefalse`` known."""
    scan.switches[name] = None if scan.undecided else value
    scan.commands["if" + name] = command("conditional", "")
    scan.commands[name + "true"] = command("set-true", name)
    scan.commands[name + "false"] = command("set-false", name)


@handles("set-true", "set-false")
def set_switch(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\nametrue`` and ``\\namefalse``."""
    assign(scan, made.signature, made.kind == "set-true")
    return None


def assign(scan: Scanner, switch: str, value: bool) -> None:
    """Set a switch; in a branch that may not be taken its value becomes unknown."""
    scan.switches[switch] = None if scan.undecided and scan.switches.get(switch) != value else value


@handles("unless")
def unless(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """eTeX's ``\\unless\\if..``: the opposite test."""
    found = _UNLESS.match(buffer.text, end)
    if found is None:
        return None
    value, after = decide(scan, buffer, found[1], found.end())
    if value is True:
        return skip_branch(scan, buffer, after)
    scan.conditions.append(None if value is None else True)
    return after
