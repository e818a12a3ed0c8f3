"""Registers, counters and named numbers: ``\\newcount``, ``\\chardef``, ``\\setcounter`` and their like."""

from __future__ import annotations

from latexrefcheck.reading.tex.arguments import is_global, name_at, read
from latexrefcheck.reading.tex.buffer import Buffer
from latexrefcheck.reading.tex.commands import Command, command
from latexrefcheck.reading.tex.numbers import number, number_at
from latexrefcheck.reading.tex.scanner import Scanner, handles
from latexrefcheck.text.patterns import lazy

_EQUALS = lazy(r"\s*=?\s*")
_BY = lazy(r"\s*\\([a-zA-Z@]+)\s*(?:by)?\s*")


@handles("new-register", passive=True)
def new_register(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\newcount\\x``, ``\\newlength{\\x}``: the name is defined from here on."""
    target = name_at(buffer, end)
    if target is None:
        return None
    scan.store(scan.defined, target[0], True, everywhere=True)
    if name == "newcount":
        scan.store(scan.numbers, target[0], None if scan.undecided else 0, everywhere=True)
        scan.store(scan.commands, target[0], command("register", ""), everywhere=True)
    return target[1]


@handles("register", passive=True)
def assign_register(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\x=5`` and ``\\x 5`` of a count register."""
    equals = _EQUALS.match(buffer.text, end)
    found = number_at(scan, buffer.text, equals.end() if equals else end)
    if found is None:
        return None
    _set(scan, name, found[0], is_global(buffer, name, start))
    return found[1]


@handles("advance", passive=True)
def advance(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\advance\\x by 1``."""
    target = _BY.match(buffer.text, end)
    found = number_at(scan, buffer.text, target.end()) if target else None
    if target is None or target[1] not in scan.numbers:
        return None
    old = scan.numbers[target[1]]
    value = None if found is None or found[0] is None or old is None or name != "advance" else old + found[0]
    _set(scan, target[1], value, is_global(buffer, name, start))
    return found[1] if found else None


def _set(scan: Scanner, name: str, value: int | None, everywhere: bool) -> None:
    known = not scan.undecided or scan.numbers.get(name) == value
    scan.store(scan.numbers, name, value if known else None, everywhere)


@handles("name-number", passive=True)
def name_number(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\chardef\\x=5``."""
    target = name_at(buffer, end)
    if target is None:
        return None
    equals = _EQUALS.match(buffer.text, target[1])
    found = number_at(scan, buffer.text, equals.end() if equals else target[1])
    everywhere = is_global(buffer, name, start)
    for mapping in (scan.macros, scan.commands, scan.lets):
        scan.forget(mapping, target[0], everywhere)
    value = found[0] if found is not None and name != "countdef" else None
    scan.store(scan.numbers, target[0], None if scan.undecided else value, everywhere)
    return found[1] if found else target[1]


@handles("counter", passive=True)
def counter(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\newcounter{x}[within]``, ``\\setcounter{x}{1}``; what another counter resets is not followed."""
    found = read(buffer, end, made.signature)
    if found is None:
        return None
    written = [buffer.text[a.start : a.end].strip() for a in found[0]]
    within = name == "newcounter" and len(written) > 1
    if name == "newcounter":
        scan.store(scan.defined, "the" + written[0], True, everywhere=True)
    if within or scan.undecided or scan.counters.get(written[0], 0) is None:
        scan.counters[written[0]] = None
    else:
        scan.counters[written[0]] = number(scan, written[1]) if len(written) > 1 else 0
    return found[1]


@handles("count", passive=True)
def count(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """``\\stepcounter{x}`` and ``\\addtocounter{x}{2}``."""
    found = read(buffer, end, made.signature)
    if found is None:
        return None
    written = [buffer.text[a.start : a.end].strip() for a in found[0]]
    old = scan.counters.get(written[0])
    step = 1 if len(written) == 1 else number(scan, written[1])
    scan.counters[written[0]] = None if old is None or step is None or scan.undecided else old + step
    return found[1]
