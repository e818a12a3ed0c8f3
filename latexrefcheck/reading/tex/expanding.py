"""Macros: what a call becomes, with the place of every character kept."""

from __future__ import annotations

from latexrefcheck.reading.tex.arguments import read
from latexrefcheck.reading.tex.buffer import Buffer, Builder
from latexrefcheck.reading.tex.commands import Command
from latexrefcheck.reading.tex.macros import Macro, arguments_of, is_code
from latexrefcheck.reading.tex.meaning import made_by_csname
from latexrefcheck.reading.tex.scanner import EXPL_NAMES, EXPL_TOKEN, HANDLERS, MAX_DEPTH, MAX_EXPANDED, Scanner, handles
from latexrefcheck.reading.tex.skipping import go_on_skipping
from latexrefcheck.text.patterns import lazy

LARGEST = 300_000
"""Most characters that one call may expand to."""
PIECE = 50
"""What a piece costs, in characters."""
MOST_PIECES = 1000
"""Most pieces of text from which arguments are taken: a macro that doubles its argument 20 times makes a million."""
CALL = 300
"""What a call costs beside the length of its expansion, in characters."""
FOLLOWING = 1000
"""How much of the text behind a call is shown to a macro whose body ends in a command that takes more arguments."""


def _is_too_large(scan: Scanner, macro: Macro, values: list[tuple[int, int] | str], buffer: Buffer) -> bool:
    """Whether arguments have been doubled so often that TeX would run out of memory as well."""
    longest = max((value[1] - value[0] for value in values if not isinstance(value, str)), default=0)
    if len(macro.body.text) + len(macro.body.parts()) * longest <= LARGEST and len(buffer.pieces) <= MOST_PIECES:
        return False
    size = len(macro.body.text) + sum(
        (value[1] - value[0]) * macro.body.text.count(f"#{number}")
        for number, value in enumerate(values, 1)
        if not isinstance(value, str)
    )
    if size <= LARGEST and (len(buffer.pieces) <= MOST_PIECES or size <= len(macro.body.text)):
        return False
    scan.expanded += CALL + size // 10
    if scan.complete:
        place = macro.body.locate(0, 1)
        scan.problem("unresolved-input", place, f"\\{macro.name} is not expanded: its arguments have grown too large here")
    scan.complete = False
    return True


def expand(scan: Scanner, macro: Macro, buffer: Buffer, at: int) -> tuple[Buffer, int, int] | None:
    """(the expansion with some of the text behind it, length of the expansion alone, where the call ends)."""
    called = arguments_of(macro, buffer, at)
    if called is None:
        return None
    values, after = called
    if _is_too_large(scan, macro, values, buffer):
        return None
    builder = Builder()
    for part in macro.body.parts():
        value = values[part.parameter - 1] if 0 < part.parameter <= len(values) else ""
        if not part.parameter:
            (builder.join if part.joins else builder.add)(part.pieces)
        elif not isinstance(value, str):
            builder.join(buffer.cut(*value))
        elif value:
            builder.join([(value, part.pieces[0][1])])
    virtual = builder.followed_by(buffer, after, FOLLOWING)
    scan.expanded += virtual.own + CALL + PIECE * len(virtual.pieces)
    return virtual, virtual.own, after


@handles("macro")
@handles("selecting-macro", passive=True)
def call(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """A macro of the document that does something of interest: execute its expansion in place."""
    macro = scan.macros.get(name)
    if not isinstance(macro, Macro):
        return None
    if name in scan.expanding and (is_code(macro.body.pieces[0].source.path) or scan.expanding.count(name) >= MOST_RECURSIONS):
        return None
    if command.kind == "selecting-macro":
        # In the code of packages most macros select something; only one that drops its argument matters there.
        if command.signature != "drops" and is_code(scan.files[-1].path) and not scan.sets_switch(macro.body.text):
            return None
        if macro.parameters and not _selects_something(scan, macro, buffer, end):
            return None
    if len(scan.expanding) >= MAX_DEPTH or scan.expanded > MAX_EXPANDED:
        if scan.complete:
            scan.complete = False
            scan.problem("unresolved-input", buffer.locate(start, end), f"\\{name} is not expanded: macros nest too deeply here")
        return None
    if scan.conditions and text_before(buffer, start) and (closing := _FI.match(buffer.text, end)):
        scan.conditions.pop()  # \expandafter\name\fi: the conditional ends before the macro takes its arguments
        end = closing.end()
    if macro.others and not scan.is_inside(macro.branch):
        return _execute_all(scan, macro, buffer, start, end)
    return execute(scan, macro, buffer, start, end)


_FI = lazy(r"\s*\\fi(?![a-zA-Z@])\s*")


def text_before(buffer: Buffer, start: int) -> bool:
    """Whether ``\\expandafter`` stands before offset ``start``."""
    return buffer.text[max(0, start - 20) : start].rstrip().endswith("\\expandafter")


MOST_RECURSIONS = 30
"""How often a macro may stand in its own expansion; loops over short lists do so."""


def _execute_all(scan: Scanner, macro: Macro, buffer: Buffer, start: int, end: int) -> int | None:
    """Run each of the definitions that the macro may have; none of them for certain."""
    reached: int | None = None
    depth = len(scan.conditions)
    scan.enter(None)
    for one in (macro._replace(others=()), *macro.others):
        after = execute(scan, one, buffer, start, end)
        reached = after if reached is None else reached
    del scan.conditions[depth:]
    return reached


def _selects_something(scan: Scanner, macro: Macro, buffer: Buffer, at: int) -> bool:
    # Most calls have arguments without citations; reading on in place does the same for less.
    if scan.sets(macro.body.text):
        return True
    called = arguments_of(macro, buffer, at)
    return called is not None and any(
        "\\" in buffer.text[value[0] : value[1]]
        and (scan.matters(buffer.text[value[0] : value[1]]) or scan.sets(buffer.text[value[0] : value[1]]))
        for value in called[0]
        if not isinstance(value, str)
    )


def execute(scan: Scanner, macro: Macro, buffer: Buffer, start: int, end: int) -> int | None:
    """Run the expansion of a call; returns where the call and what its last command took end."""
    expansion = expand(scan, macro, buffer, end)
    if expansion is None:
        return None
    virtual, length, after = expansion
    scan.expanding.append(macro.name)
    place = buffer.locate(start, start + 1)
    scan.calls.append((place.source, place.start, macro.name))
    token, names = scan.token, scan.names
    if macro.expl:
        scan.token, scan.names = EXPL_TOKEN, EXPL_NAMES
    try:
        reached = scan.run(virtual, 0, length)
    finally:
        scan.expanding.pop()
        scan.calls.pop()
        if macro.expl:
            scan.token, scan.names = token, names
    reached = after + max(0, reached - length)
    if scan.skipping is not None:
        return go_on_skipping(scan, buffer, after, length)
    return reached


def read_text(scan: Scanner, buffer: Buffer, at: int, signature: str) -> tuple[list[str], int] | None:
    """Arguments as texts."""
    found = read(buffer, at, signature)
    if found is None:
        return None
    return [buffer.text[a.start : a.end] for a in found[0]], found[1]


_CSNAME = lazy(r"\s*([^\\{}#\n]*?)\s*\\endcsname")


@handles("csname", passive=True)
def csname(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\csname cite\\endcsname{a}``: what the name stands for."""
    found = _CSNAME.match(buffer.text, end, end + FOLLOWING)
    meant = scan.commands.get(found[1]) if found else None
    if found is not None and meant is None:
        made_by_csname(scan, found[1])
    if found is None or meant is None or meant.kind not in ("cite", "nocite", "macro", "input", "include", "bibliography"):
        return None
    return HANDLERS[meant.kind](scan, buffer, found[1], start, found.end(), meant)
