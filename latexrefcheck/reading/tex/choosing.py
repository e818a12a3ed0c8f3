"""Tests of LaTeX packages that choose between arguments: ``\\iftoggle{a}{yes}{no}`` and its like."""

from __future__ import annotations

import re

from latexrefcheck.reading.tex.arguments import Argument, read, skip_space
from latexrefcheck.reading.tex.branching import NUMBER, assign, compare, declare_switch, number
from latexrefcheck.reading.tex.buffer import Buffer, Builder
from latexrefcheck.reading.tex.commands import Command
from latexrefcheck.reading.tex.expanding import FOLLOWING, NO_VALUE, expand_text
from latexrefcheck.reading.tex.scanner import MAX_DEPTH, MAX_EXPANDED, Scanner, handles
from latexrefcheck.text.patterns import lazy


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
        assign(scan, written[0], written[1].lower() == "true")
    else:
        assign(scan, written[0], made.kind == "boolean-true")
    return found[1]


_COUNTERS = frozenset(
    "part chapter section subsection subsubsection paragraph page equation figure table footnote "
    "enumi enumii secnumdepth tocdepth".split()
)
"""Counters that the kernel and the standard classes define."""
_OPEN_END = lazy(r"(?:\\[a-zA-Z@]+|\])\s*$")


def choose(scan: Scanner, buffer: Buffer, value: bool | None, branches: list[Argument], after: int) -> int:
    """Execute the branches of ``{yes}{no}`` that may be taken; returns where reading goes on (``after`` is behind them).

    A branch that ends in a command takes its arguments from the text behind: ``\\iftoggle{a}{\\citep}{\\citet}{key}``.
    """
    reached = after
    for wanted, branch in zip((True, False), branches, strict=False):
        if value is None or value is wanted:
            depth = len(scan.conditions)
            scan.conditions.append(None if value is None else True)
            if _OPEN_END.search(buffer.text, max(branch.start, branch.end - 100), branch.end):
                reached = max(reached, run_before(scan, buffer, branch, after))
            else:
                scan.run(buffer, branch.start, branch.end)
            del scan.conditions[depth:]
    return reached


def run_before(scan: Scanner, buffer: Buffer, branch: Argument, after: int) -> int:
    """Execute an argument as if it stood directly before offset ``after``; returns how far reading went."""
    if len(scan.expanding) >= MAX_DEPTH or scan.expanded > MAX_EXPANDED:
        return after
    builder = Builder()
    builder.add(buffer.cut(branch.start, branch.end))
    length = builder.length
    builder.add(buffer.cut(after, min(len(buffer.text), after + FOLLOWING)))
    scan.expanded += builder.length
    scan.expanding.append("")
    try:
        reached = scan.run(builder.build(), 0, length)
    finally:
        scan.expanding.pop()
    return after + max(0, reached - length)


@handles("if-star", "if-next")
def if_next(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\@ifstar{yes}{no}`` and ``\\@ifnextchar[{yes}{no}``: what stands behind decides."""
    found = read(buffer, end, made.signature)
    if found is None:
        return None
    arguments, after = found
    here = skip_space(buffer.text, after)
    wanted = "*" if made.kind == "if-star" else buffer.text[arguments[0].start : arguments[0].end]
    wanted = {"\\bgroup": "{"}.get(wanted, wanted)
    present = buffer.text.startswith(wanted, here)
    if made.kind == "if-star" and present:
        after = here + 1
    return run_before(scan, buffer, arguments[-2 if present else -1], after)


@handles("if-boolean")
def if_boolean(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\iftoggle{name}{yes}{no}``."""
    found = read(buffer, end, "mmm")
    if found is None:
        return None
    value = scan.switches.get(buffer.text[found[0][0].start : found[0][0].end].strip())
    if value is not None and name.startswith("not"):
        value = not value
    return choose(scan, buffer, value, found[0][1:], found[1])


@handles("if-then-else")
def if_then_else(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """ifthen's ``\\ifthenelse{\\boolean{name}}{yes}{no}`` and ``\\equal``."""
    found = read(buffer, end, "mmm")
    if found is None:
        return None
    test = buffer.text[found[0][0].start : found[0][0].end].strip()
    value = _any(scan, test)
    return choose(scan, buffer, value, found[0][1:], found[1])


@handles("if-package")
def if_package(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\@ifpackageloaded{name}{yes}{no}``."""
    found = read(buffer, end, "mmm")
    if found is None:
        return None
    wanted = buffer.text[found[0][0].start : found[0][0].end].strip()
    return choose(scan, buffer, True if wanted in scan.packages else None, found[0][1:], found[1])


@handles("if-undefined", "if-subfile")
def if_undefined(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\@ifundefined{name}{yes}{no}`` for names that are known, and subfiles' ``\\ifSubfilesClassLoaded{yes}{no}``."""
    found = read(buffer, end, made.signature)
    if found is None:
        return None
    if made.kind == "if-subfile":
        return choose(scan, buffer, scan.document_class == "subfiles", found[0], found[1])
    wanted = buffer.text[found[0][0].start : found[0][0].end].strip()
    value = False if wanted in scan.macros or wanted in scan.commands else None
    if wanted.startswith("c@") and wanted[2:] not in _COUNTERS:
        value = wanted[2:] not in scan.counters
    return choose(scan, buffer, value, found[0][1:], found[1])


@handles("if-number")
def if_number(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """etoolbox's ``\\ifnumequal{a}{b}{yes}{no}``."""
    found = read(buffer, end, "mmmm")
    if found is None:
        return None
    values = [number(scan, buffer.text[a.start : a.end]) for a in found[0][:2]]
    sign = {"ifnumequal": "=", "ifnumgreater": ">"}.get(name, "<")
    return choose(scan, buffer, compare(values[0], sign, values[1]), found[0][2:], found[1])


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
    if wanted is None:
        return found[1]
    return choose(scan, buffer, True, [found[0][wanted]], found[1])


@handles("if-later")
def if_later(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\@ifpackagelater{name}{date}{yes}{no}``: packages are taken to be new."""
    found = read(buffer, end, "mmmm")
    if found is None:
        return None
    return choose(scan, buffer, True, found[0][2:], found[1])


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
    return choose(scan, buffer, value, found[0][1:], found[1])


def _any(scan: Scanner, test: str) -> bool | None:
    """The truth of tests joined by ``\\or`` and ``\\and`` (from left to right, as ifthen does), None if it cannot be known."""
    words = re.split(r"\\(and|AND|or|OR)(?![a-zA-Z])", test)
    value = _one(scan, words[0].strip())
    for joint, written in zip(words[1::2], words[2::2], strict=True):
        other = _one(scan, written.strip())
        decisive = joint.lower() == "or"
        if value is decisive or other is decisive:
            value = decisive
        else:
            value = None if value is None or other is None else not decisive
    return value


def _one(scan: Scanner, test: str) -> bool | None:
    negated = re.match(r"\\(?:not|NOT)(?![a-zA-Z])\s*", test)
    if negated:
        value = _one(scan, test[negated.end() :])
        return None if value is None else not value
    switch = re.fullmatch(r"\\boolean\s*\{([^{}]*)\}", test)
    if switch:
        return scan.switches.get(switch[1].strip())
    compared = NUMBER.fullmatch(test)
    if compared:
        return compare(number(scan, compared[1]), compared[2], number(scan, compared[3]))
    equal = re.fullmatch(r"\\equal\s*\{([^{}]*)\}\s*\{([^{}]*)\}", test)
    return _equal(scan, equal[1], equal[2]) if equal else None


def _equal(scan: Scanner, first: str, second: str) -> bool | None:
    one, two = expand_text(scan, first), expand_text(scan, second)
    return None if one is None or two is None or "#" in one + two else one == two


@handles("if-text")
def if_text(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """etoolbox's ``\\ifstrequal{a}{b}{yes}{no}``, ``\\ifblank{a}{yes}{no}`` and ``\\ifdefempty{\\a}{yes}{no}``."""
    found = read(buffer, end, made.signature + "m")
    if found is None:
        return None
    written = [buffer.text[a.start : a.end] for a in found[0]]
    value: bool | None
    if name == "ifstrequal":
        value = None if "#" in written[0] + written[1] else written[0] == written[1]
        return choose(scan, buffer, value, found[0][2:], found[1])
    text = expand_text(scan, written[0]) if name == "ifdefempty" else written[0]
    value = None if text is None or "#" in text else not text.strip()
    return choose(scan, buffer, value if name != "ifnotblank" or value is None else not value, found[0][1:], found[1])


@handles("compare-numbers")
def compare_numbers(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """etoolbox's ``\\ifnumcomp{a}{<}{b}{yes}{no}``."""
    found = read(buffer, end, "mmmmm")
    if found is None:
        return None
    first, sign, second = (buffer.text[a.start : a.end].strip() for a in found[0][:3])
    value = compare(number(scan, first), sign, number(scan, second)) if sign in ("<", "=", ">") else None
    return choose(scan, buffer, value, found[0][3:], found[1])
