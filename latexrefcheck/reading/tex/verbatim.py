"""What TeX does not execute: verbatim material of every kind, comment environments, and their declarations."""

from __future__ import annotations

import re

from latexrefcheck.reading.tex import commands as tables
from latexrefcheck.reading.tex.arguments import read, skip_space
from latexrefcheck.reading.tex.buffer import Buffer
from latexrefcheck.reading.tex.commands import Command
from latexrefcheck.reading.tex.escapes import live
from latexrefcheck.reading.tex.scanner import Scanner, handles
from latexrefcheck.reading.tex.writing import embed
from latexrefcheck.text.patterns import lazy

_URL_BRACES = lazy(r"[{}\r\n]")
LONGEST = 5000
"""Longest ``\\verb`` or URL, in characters."""
DEEPEST = 10
"""Most braces open in a URL."""
_SHORT = lazy(r"\s*\{?\s*\\?([^\s\\{}])")


@handles("verb", passive=True)
def verb(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\verb|..|``, ``\\lstinline[..]!..!``, ``\\mintinline{tex}|..|`` and their like."""
    text = buffer.text
    at = end + 1 if text[end : end + 1] == "*" else end
    if name != "verb":
        at = skip_space(text, at)
        if text[at : at + 1] == "[":
            closing = buffer.close_optional(at)
            at = closing + 1 if closing >= 0 else at
        if name in ("mintinline", "mint"):
            language = read(buffer, at, "m")
            at = language[1] if language else at
    else:
        at = len(text) - len(text[at:].lstrip(" ")) if text[at : at + 1] == " " else at
    opener = text[at : at + 1]
    if not opener or opener in "\r\n":
        return None
    if opener == "{" and name != "verb":
        closing = buffer.close(at)
        return closing + 1 if closing >= 0 else None
    closing = _on_line(text, opener, at + 1)
    return closing + 1 if closing >= 0 else at


@handles("short-verb")
def declare_short_verb(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\MakeShortVerb{\\|}``: from here on ``|..|`` is verbatim."""
    found = _SHORT.match(buffer.text, buffer.close_optional(end) + 1 if buffer.text[end : end + 1] == "[" else end)
    if found is None or found[1].isalnum():
        return None
    activate(scan, found[1])
    return found.end()


def activate(scan: Scanner, character: str) -> None:
    """From here on ``character`` begins and ends verbatim text."""
    quoted = re.escape(character)
    scan.token = re.compile(rf"(?:\\(?=[a-zA-Z@])|(?={quoted}))([a-zA-Z@]+|{quoted})|\\[\\%{quoted}]|%[^\n\r]*")
    scan.commands[character] = tables.command("shorthand", "")


@handles("end-short-verb")
def end_short_verb(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\DeleteShortVerb{\\|}``."""
    found = _SHORT.match(buffer.text, end)
    if found is None:
        return None
    scan.commands.pop(found[1], None)
    return found.end()


@handles("shorthand")
def short_verb(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``|..|`` after ``\\MakeShortVerb``."""
    closing = _on_line(buffer.text, name, end)
    return closing + 1 if closing >= 0 else end


def _on_line(text: str, character: str, start: int) -> int:
    """Offset of ``character`` on the line of ``start``, or -1."""
    closing = text.find(character, start, start + LONGEST)
    return closing if closing >= 0 and "\n" not in text[start:closing] and "\r" not in text[start:closing] else -1


@handles("url", passive=True)
def url(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\url{..}``: a ``%`` in it is no comment."""
    at = skip_space(buffer.text, end)
    opener = buffer.text[at : at + 1]
    if opener != "{":
        return None
    if buffer.text.find("}", at, at + LONGEST) < 0:
        return None
    depth = 0
    for found in _URL_BRACES.finditer(buffer.text, at, at + LONGEST):
        if found[0] not in "{}":
            return None
        depth += 1 if found[0] == "{" else -1
        if depth == 0:
            return found.end()
        if depth > DEEPEST:
            break
    return None


@handles("href", passive=True)
def href(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\href[..]{url}{text}``: the text is executed, the address is not."""
    at = skip_space(buffer.text, end)
    if buffer.text[at : at + 1] == "[":
        closing = buffer.close_optional(at)
        at = closing + 1 if closing >= 0 else at
    return url(scan, buffer, name, start, at, command)


@handles("string", "drop", passive=True)
def skip(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\string\\cite`` names a command without calling it; other commands have arguments that are only shown or stored."""
    if command.kind == "string":
        found = re.compile(r"\s*\\[a-zA-Z@]+").match(buffer.text, end)
        return found.end() if found else None
    read_arguments = read(buffer, end, command.signature)
    return read_arguments[1] if read_arguments else None


@handles("define-verbatim")
def declare_verbatim(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\lstnewenvironment{name}``, ``\\DefineVerbatimEnvironment{name}`` and the like make verbatim environments."""
    found = read(buffer, end, "o" + command.signature)
    if found is None:
        return None
    mandatory = [buffer.text[a.start : a.end].strip() for a in found[0] if a.letter == "m"]
    optional = [buffer.text[a.start : a.end].strip() for a in found[0] if a.letter == "o"]
    environment = (optional[0] if optional else mandatory[0] + "code") if name == "newminted" else mandatory[0]
    if "tcb" in name.lower() and "listing only" not in buffer.text[found[1] - 1 : found[1] + 500].partition("\n\n")[0]:
        return found[1]  # tcolorbox typesets the text beside the listing unless told not to
    for written in (environment, environment + "*"):
        scan.environments[written] = tables.command("verbatim-env", "")
    return found[1]


@handles("drop-if-disabled", passive=True)
def drop_if_disabled(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """A note of a package that was loaded with the option ``disable``."""
    options = {option.strip() for option in scan.packages.get(command.table, "").split(",")}
    return skip(scan, buffer, name, start, end, command) if "disable" in options else None


@handles("tcb-listing-env", passive=True)
def tcb_listing(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """tcolorbox's listings, whose text is executed as well unless they are ``listing only``."""
    found = read(buffer, end, "om")
    options = buffer.text[end : found[1]] if found else ""
    return verbatim(scan, buffer, name, start, end, command) if "listing only" in options else None


@handles("verbatim-env")
def verbatim(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """Skip to the end of a verbatim environment; what ``filecontents`` writes is kept."""
    ending = f"\\end{{{name}}}"
    closing = buffer.text.find(ending, end)
    if closing < 0:
        return len(buffer.text)
    if name.startswith("filecontents"):
        embed(scan, buffer, end, closing)
    elif not name.startswith("comment"):
        options = " ".join(
            (*scan.passed_options.get("listing", ()), buffer.text[end : min(closing, end + 500)].partition("\n")[0])
        )
        if "escape" in options or "commandchars" in options:
            for first, last in live(options, buffer.text, end, closing):
                scan.run(buffer, first, last)
    return closing + len(ending)


@handles("listing-options", passive=True)
def listing_options(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\lstset{..}`` and ``\\fvset{..}``."""
    found = read(buffer, end, command.signature)
    if found is None:
        return None
    options = scan.passed_options.setdefault("listing", [])
    if len(options) < MOST_OPTIONS:
        options.append(buffer.text[found[0][0].start : found[0][0].end])
    return found[1]


LONGEST_HEAD = 500
"""Longest options of a listing, in characters."""
MOST_OPTIONS = 50
"""Most settings of listings that are remembered."""
