"""``\\begin`` and ``\\end``: the document itself, bibliography units, and environments that cite."""

from __future__ import annotations

import re

from latexrefcheck.reading.tex.arguments import read
from latexrefcheck.reading.tex.buffer import Buffer
from latexrefcheck.reading.tex.citing import keys, new_refsection
from latexrefcheck.reading.tex.commands import Command
from latexrefcheck.reading.tex.databases import request
from latexrefcheck.reading.tex.expanding import execute
from latexrefcheck.reading.tex.macros import Macro
from latexrefcheck.reading.tex.packages import run_hooks
from latexrefcheck.reading.tex.scanner import HANDLERS, MAX_DEPTH, EndDocument, EndInput, Scanner, handles
from latexrefcheck.text.patterns import lazy

_NAME = lazy(r"\s*\{([^{}\\%\n]*)\}")


@handles("begin", passive=True)
def begin(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\begin{name}``: only environments of interest do anything."""
    found = _NAME.match(buffer.text, end)
    if found is None:
        return None
    written = found[1].strip()
    if written == "document":
        if not scan.in_document:
            scan.in_document = True
            run_hooks(scan, "begin")
        return None
    environment = scan.environments.get(written)
    if environment is None:
        return None
    return HANDLERS[environment.kind](scan, buffer, written, start, found.end(), environment)


@handles("end", passive=True)
def end_environment(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\end{name}``; the end of the document ends all."""
    found = _NAME.match(buffer.text, end)
    if found is None:
        return None
    written = found[1].strip()
    if written == "document":
        if scan.undecided or not scan.in_document:
            return None
        if len(scan.files) > 1 and "\\documentclass" in scan.files[-1].text:
            raise EndInput  # a paper that a class includes whole, with a neutralised preamble
        run_hooks(scan, "end")
        raise EndDocument
    environment = scan.environments.get(written)
    if environment is None:
        return None
    if environment.kind in ("refsection-env", "unit-env"):
        scan.section = 0
    elif environment.kind == "macro-env":
        macro = scan.environment_bodies[written][1]
        if isinstance(macro, Macro):
            execute(scan, macro, buffer, start, found.end())
    return None


@handles("macro-env")
def environment_call(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """An environment of the document that does something of interest when it begins."""
    macro = scan.environment_bodies[name][0]
    if not isinstance(macro, Macro) or len(scan.expanding) >= MAX_DEPTH or macro.name in scan.expanding:
        return None
    return execute(scan, macro, buffer, start, end)


@handles("cite-env")
def environment_cite(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """csquotes' ``\\begin{displaycquote}[..][..]{key}``."""
    found = read(buffer, end, command.signature)
    if found is None:
        return None
    keys(scan, buffer, found[0][-1], name, start, command)
    return found[1]


@handles("refsection-env")
def refsection_environment(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\begin{refsection}[a.bib]``."""
    return new_refsection(scan, buffer, name, start, end, command)


@handles("unit-env")
def unit_environment(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\begin{bibunit}[style]``."""
    scan.section = scan.new_section(f"{name} {sum(s.kind == 'unit' for s in scan.sections) + 1}", "unit")
    found = read(buffer, end, "o")
    return found[1] if found else None


@handles("database-env")
def database_environment(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """bibtopic's ``\\begin{btSect}[style]{a,b}``."""
    found = read(buffer, end, command.signature)
    if found is None:
        return None
    request(scan, buffer, found[0][-1], name, scan.section)
    return found[1]


@handles("end-input", passive=True)
def end_input(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\endinput``: the rest of the line is still read."""
    if scan.undecided or buffer.virtual:
        return None
    newline = re.compile(r"[\r\n]|$").search(buffer.text, end)
    scan.run(buffer, end, newline.start() if newline else None)
    raise EndInput
