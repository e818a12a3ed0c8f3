"""Tests of LaTeX packages that choose between arguments: ``\\iftoggle{a}{yes}{no}`` and its like."""

from __future__ import annotations

from latexrefcheck.reading.tex.arguments import Argument, read, skip_space
from latexrefcheck.reading.tex.booleans import bool_expr, if_then
from latexrefcheck.reading.tex.branching import assign, declare_switch
from latexrefcheck.reading.tex.buffer import Buffer, Builder
from latexrefcheck.reading.tex.commands import Command
from latexrefcheck.reading.tex.expanding import FOLLOWING
from latexrefcheck.reading.tex.macros import NO_VALUE
from latexrefcheck.reading.tex.predicates import PREDICATES, ask
from latexrefcheck.reading.tex.scanner import MAX_DEPTH, MAX_EXPANDED, Scanner, handles
from latexrefcheck.reading.tex.skipping import go_on_skipping
from latexrefcheck.text.patterns import lazy


@handles("new-boolean", "set-boolean", "boolean-true", "boolean-false", passive=True)
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


_OPEN_END = lazy(r"(?:\\[a-zA-Z@]+|\])\s*$")


def choose(scan: Scanner, buffer: Buffer, value: bool | None, branches: list[Argument], after: int) -> int:
    """Execute the branches of ``{yes}{no}`` that may be taken; returns where reading goes on (``after`` is behind them).

    A branch that ends in a command takes its arguments from the text behind: ``\\iftoggle{a}{\\citep}{\\citet}{key}``.
    """
    reached = after
    if value is None:
        scan.note_undecided(buffer, max(0, branches[0].start - 1) if branches else after)
    for wanted, branch in zip((True, False), branches, strict=False):
        if value is None or value is wanted:
            depth = len(scan.conditions)
            scan.enter(None if value is None else True)
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
    virtual = builder.followed_by(buffer, after, FOLLOWING)
    scan.expanded += builder.length
    scan.expanding.append("")
    try:
        reached = scan.run(virtual, 0, virtual.own)
    finally:
        scan.expanding.pop()
    if scan.skipping is not None:
        return go_on_skipping(scan, buffer, after, virtual.own)
    return after + max(0, reached - virtual.own)


@handles("if-star", "if-next", passive=True)
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


@handles("if-boolean", passive=True)
def if_boolean(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\iftoggle{name}{yes}{no}``."""
    found = read(buffer, end, "mmm")
    if found is None:
        return None
    value = scan.switches.get(buffer.text[found[0][0].start : found[0][0].end].strip())
    if value is not None and name.startswith("not"):
        value = not value
    return choose(scan, buffer, value, found[0][1:], found[1])


@handles("choose", passive=True)
def choose_argument(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\@firstoftwo`` and its like."""
    found = read(buffer, end, made.signature)
    if found is None:
        return None
    wanted = {"@firstofone": 0, "@firstoftwo": 0, "@secondoftwo": 1}.get(name if made.table == "kernel" else made.table)
    if wanted is None:
        return found[1]
    return choose(scan, buffer, True, [found[0][wanted]], found[1])


@handles("if-no-value", passive=True)
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


@handles("if-test", passive=True)
def if_test(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """The tests of LaTeX, etoolbox and others that :mod:`latexrefcheck.reading.tex.predicates` lists."""
    found = read(buffer, end, made.signature)
    if found is None:
        return None
    operands = PREDICATES[name][0] if name in PREDICATES else len(found[0]) - 2
    if name not in PREDICATES and name.endswith(":TF"):
        operands = 0
    given = [buffer.text[a.start : a.end] for a in found[0][:operands]]
    return choose(scan, buffer, ask(scan, name, given), found[0][operands:], found[1])


@handles("if-expression", passive=True)
def if_expression(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\ifthenelse{\\boolean{name}}{yes}{no}`` and etoolbox' ``\\ifboolexpr{bool {name}}{yes}{no}``."""
    found = read(buffer, end, made.signature)
    if found is None:
        return None
    test = buffer.text[found[0][0].start : found[0][0].end].strip()
    value = if_then(scan, test) if name == "ifthenelse" else bool_expr(scan, test)
    return choose(scan, buffer, value, found[0][1:], found[1])
