"""Conditionals: skip the branch that TeX skips where that can be decided, read both where it cannot."""

from __future__ import annotations

import re

from latexrefcheck.tex.arguments import Argument, read, skip_space
from latexrefcheck.tex.buffer import Buffer
from latexrefcheck.tex.commands import Command, command
from latexrefcheck.tex.expanding import NO_VALUE, Macro, expand_text
from latexrefcheck.tex.scanner import Scanner, handles

_LEVELS = re.compile(r"\\(?:(if[a-zA-Z@]*|else|fi|or)(?![a-zA-Z@])|.)|%[^\n\r]*", re.S)
_NEWIF = re.compile(r"\s*\\if([a-zA-Z@]+)")
_VALUE = re.compile(r"\\(?:value\s*\{([^{}]*)\}|c@([a-zA-Z@]+))$")
_OPERAND = r"(-?\d+|\\value\s*\{[^{}]*\}|\\[a-zA-Z@]+)"
_NUMBER = re.compile(rf"\s*{_OPERAND}\s*([<>=])\s*{_OPERAND}(?!\d)[ \t]?")
_TOKENS = re.compile(r"\s*(\\[a-zA-Z@]+|\S)\s*(\\[a-zA-Z@]+|\S)?")
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
    found = _NUMBER.match(buffer.text, at)
    if found is None:
        return None, at
    return _compare(number(scan, found[1]), found[2], number(scan, found[3])), found.end()


def _compare(first: int | None, sign: str, second: int | None) -> bool | None:
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


def is_conditional(scan: Scanner, name: str, text: str, end: int) -> bool:
    """Whether ``\\name`` opens a level that ``\\fi`` closes; ``\\iff`` and commands such as ``\\ifthenelse{..}`` do not."""
    known = scan.commands.get(name)
    if known is not None:
        return known.kind == "conditional"
    return (
        name != "iff"
        and not name.startswith(("ifblank", "ifstr", "ifcs", "ifdef", "ifthenelse", "ifundef", "ifbool", "iftoggle"))
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
    _assign(scan, made.signature, made.kind == "set-true")
    return None


def _assign(scan: Scanner, switch: str, value: bool) -> None:
    scan.switches[switch] = None if scan.undecided and scan.switches.get(switch) != value else value


@handles("new-boolean", "set-boolean", "boolean-true", "boolean-false")
def boolean(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """Switches of ifthen and etoolbox."""
    found = read(buffer, end, "mm" if made.kind == "set-boolean" else "m")
    if found is None:
        return None
    written = [buffer.text[a.start : a.end].strip() for a in found[0]]
    if made.kind == "new-boolean":
        declare_switch(scan, written[0])
    elif made.kind == "set-boolean":
        _assign(scan, written[0], written[1].lower() == "true")
    else:
        _assign(scan, written[0], made.kind == "boolean-true")
    return found[1]


def choose(scan: Scanner, buffer: Buffer, value: bool | None, branches: list[Argument]) -> None:
    """Execute the branches of ``{yes}{no}`` that may be taken."""
    for wanted, branch in zip((True, False), branches, strict=False):
        if value is None or value is wanted:
            scan.conditions.append(None if value is None else True)
            depth = len(scan.conditions)
            scan.run(buffer, branch.start, branch.end)
            del scan.conditions[depth - 1 :]


@handles("if-boolean")
def if_boolean(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\iftoggle{name}{yes}{no}``."""
    found = read(buffer, end, "mmm")
    if found is None:
        return None
    value = scan.switches.get(buffer.text[found[0][0].start : found[0][0].end].strip())
    if value is not None and name.startswith("not"):
        value = not value
    choose(scan, buffer, value, found[0][1:])
    return found[1]


@handles("if-then-else")
def if_then_else(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """ifthen's ``\\ifthenelse{\\boolean{name}}{yes}{no}`` and ``\\equal``."""
    found = read(buffer, end, "mmm")
    if found is None:
        return None
    test = buffer.text[found[0][0].start : found[0][0].end].strip()
    value: bool | None = None
    switch = re.fullmatch(r"(\\(?:not|NOT)\s*)?\\boolean\s*\{([^{}]*)\}", test)
    compared = _NUMBER.fullmatch(test)
    equal = re.fullmatch(r"\\equal\s*\{([^{}]*)\}\s*\{([^{}]*)\}", test)
    if switch:
        value = scan.switches.get(switch[2].strip())
        if value is not None and switch[1]:
            value = not value
    elif compared:
        value = _compare(number(scan, compared[1]), compared[2], number(scan, compared[3]))
    elif equal:
        one, two = expand_text(scan, equal[1]), expand_text(scan, equal[2])
        value = None if one is None or two is None or "#" in one + two else one == two
    choose(scan, buffer, value, found[0][1:])
    return found[1]


@handles("if-package")
def if_package(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\@ifpackageloaded{name}{yes}{no}``."""
    found = read(buffer, end, "mmm")
    if found is None:
        return None
    wanted = buffer.text[found[0][0].start : found[0][0].end].strip()
    choose(scan, buffer, True if wanted in scan.packages else None, found[0][1:])
    return found[1]


@handles("if-number")
def if_number(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """etoolbox's ``\\ifnumequal{a}{b}{yes}{no}``."""
    found = read(buffer, end, "mmmm")
    if found is None:
        return None
    values = [number(scan, buffer.text[a.start : a.end]) for a in found[0][:2]]
    sign = {"ifnumequal": "=", "ifnumgreater": ">"}.get(name, "<")
    choose(scan, buffer, _compare(values[0], sign, values[1]), found[0][2:])
    return found[1]


@handles("counter", "count")
def counter(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\setcounter`` with a plain number; a counter that is stepped is not followed."""
    found = read(buffer, end, made.signature)
    if found is None:
        return None
    written = [buffer.text[a.start : a.end].strip() for a in found[0]]
    if made.kind == "count" or scan.undecided or scan.counters.get(written[0], 0) is None:
        scan.counters[written[0]] = None
    else:
        scan.counters[written[0]] = number(scan, written[1]) if len(written) > 1 else 0
    return found[1]


@handles("choose")
def choose_argument(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\@firstoftwo`` and its like."""
    found = read(buffer, end, made.signature)
    if found is None:
        return None
    wanted = {"@firstofone": 0, "@firstoftwo": 0, "@secondoftwo": 1}.get(name if made.table == "kernel" else made.table)
    if wanted is not None:
        scan.run(buffer, found[0][wanted].start, found[0][wanted].end)
    return found[1]


@handles("if-later")
def if_later(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\@ifpackagelater{name}{date}{yes}{no}``: packages are taken to be new."""
    found = read(buffer, end, "mmmm")
    if found is None:
        return None
    choose(scan, buffer, True, found[0][2:])
    return found[1]


@handles("if-no-value")
def if_no_value(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """xparse's ``\\IfNoValueTF``, ``\\IfValueTF`` and ``\\IfBooleanTF`` with their short forms."""
    found = read(buffer, end, made.signature)
    if found is None:
        return None
    written = buffer.text[found[0][0].start : found[0][0].end].strip()
    value: bool | None = None
    if "#" not in written:
        value = {"IfB": written == "\\BooleanTrue", "IfN": written == NO_VALUE, "IfV": written != NO_VALUE}[name[:3]]
        if name[:3] == "IfB" and written not in ("\\BooleanTrue", "\\BooleanFalse"):
            value = None
    if name.endswith("F") and not name.endswith("TF"):
        value = None if value is None else not value
    choose(scan, buffer, value, found[0][1:])
    return found[1]
