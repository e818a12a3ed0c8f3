"""Macros: what a call becomes, with the place of every character kept."""

from __future__ import annotations

import re
from typing import NamedTuple

from latexrefcheck.reading.tex.arguments import _ONE_TOKEN, read, skip_space
from latexrefcheck.reading.tex.buffer import Buffer, Builder
from latexrefcheck.reading.tex.commands import Command
from latexrefcheck.reading.tex.scanner import HANDLERS, MAX_DEPTH, MAX_EXPANDED, Scanner, handles
from latexrefcheck.text.patterns import lazy

_MARK = lazy(r"#(\d)|\\#|##|%[^\n\r]*")
_CONTROL = lazy(r"\\([a-zA-Z@]+)[ \t]*|\\(.)|([{}])|~")
NO_VALUE = "-NoValue-"
"""What xparse passes for an optional argument that is not there."""
FOLLOWING = 1000
"""How much of the text behind a call is shown to a macro whose body ends in a command that takes more arguments."""


class Parameter(NamedTuple):
    """One parameter: ``m`` mandatory, ``o`` optional, ``s`` star, ``u`` up to a text, ``x`` a text that must follow."""

    letter: str
    text: str = ""
    default: str | None = None


class Macro(NamedTuple):
    """A definition of the document: its parameters and its body with the places of its pieces."""

    name: str
    parameters: tuple[Parameter, ...]
    body: Buffer


def expand_text(scan: Scanner, text: str) -> str | None:
    """``text`` as ``\\edef`` would leave it, for names of files and keys; None if it holds what we cannot expand."""
    for _ in range(20):
        if "\\" not in text and "{" not in text:
            return text.replace("~", " ")
        parts: list[str] = []
        last = 0
        for found in _CONTROL.finditer(text):
            parts.append(text[last : found.start()])
            last = found.end()
            value = _expand_one(scan, found)
            if value is None:
                return None
            parts.append(value)
        parts.append(text[last:])
        text = "".join(parts)
        if len(text) > 10_000:
            return None
    return None


_TRANSPARENT = frozenset(
    ("subfix", "string", "detokenize", "relax", "space", "empty", "@empty", "protect", "unexpanded", "expandafter", "xspace")
)


def _expand_one(scan: Scanner, found: re.Match[str]) -> str | None:
    name = found[1]
    if name is None:
        return found[2] if found[2] in ("_", "%", "&", "#") else "" if found[3] else None if found[2] else " "
    if name == "jobname":
        return scan.jobname
    if name in _TRANSPARENT:
        return ""
    if name == "currfiledir":
        return scan.files[-1].path.rpartition("/")[0] + "/" if scan.files else ""
    macro = scan.macros.get(name)
    if isinstance(macro, Macro) and not macro.parameters:
        return macro.body.text.strip("\n")
    return None


def arguments_of(macro: Macro, buffer: Buffer, at: int) -> tuple[list[tuple[int, int] | str], int] | None:
    """The arguments of a call at ``at``, as ranges of the buffer or default texts, and where they end."""
    text = buffer.text
    values: list[tuple[int, int] | str] = []
    for parameter in macro.parameters:
        here = skip_space(text, at)
        if parameter.letter in ("s", "t"):
            sign = parameter.text or "*"
            present = text.startswith(sign, here)
            values.append("\\BooleanTrue" if present else "\\BooleanFalse")
            at = here + len(sign) if present else at
        elif parameter.letter == "o":
            opener = parameter.text or "[]"
            end = buffer.close_optional(here, opener[1]) if text[here : here + 1] == opener[0] else -1
            if end < 0:
                values.append(NO_VALUE if parameter.default is None else parameter.default)
            else:
                values.append((here + 1, end))
                at = end + 1
        elif parameter.letter == "u":
            end = text.find(parameter.text, at, at + FOLLOWING)
            if end < 0:
                return None
            values.append((at, end))
            at = end + len(parameter.text)
        elif parameter.letter == "x":
            if not text.startswith(parameter.text, here):
                return None
            at = here + len(parameter.text)
        else:
            single = _mandatory(buffer, here)
            if single is None:
                return None
            values.append(single[0])
            at = single[1]
    return values, at


def _mandatory(buffer: Buffer, here: int) -> tuple[tuple[int, int], int] | None:
    if buffer.text[here : here + 1] == "{":
        end = buffer.close(here)
        return ((here + 1, end), end + 1) if end >= 0 else None
    token = _ONE_TOKEN.match(buffer.text, here)
    return ((token.start(), token.end()), token.end()) if token else None


def expand(scan: Scanner, macro: Macro, buffer: Buffer, at: int) -> tuple[Buffer, int, int] | None:
    """(the expansion with some of the text behind it, length of the expansion alone, where the call ends)."""
    called = arguments_of(macro, buffer, at)
    if called is None:
        return None
    values, after = called
    builder = Builder()
    body = macro.body
    last = 0
    for found in _MARK.finditer(body.text):
        if found[1] is None:
            continue
        builder.add(body.cut(last, found.start()))
        last = found.end()
        number = int(found[1]) - 1
        value = values[number] if number < len(values) else ""
        if isinstance(value, str):
            builder.add([(value, body.cut(found.start(), found.end())[0][1])] if value else [])
        else:
            builder.add(buffer.cut(*value))
    builder.add(body.cut(last, len(body.text)))
    length = builder.length
    scan.expanded += length + FOLLOWING
    builder.add(buffer.cut(after, min(len(buffer.text), after + FOLLOWING)))
    return builder.build(), length, after


@handles("macro", "selecting-macro")
def call(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """A macro of the document that does something of interest: execute its expansion in place."""
    macro = scan.macros.get(name)
    if not isinstance(macro, Macro) or name in scan.expanding:
        return None
    if command.kind == "selecting-macro" and scan.files[-1].path.endswith((".sty", ".cls", ".def", ".code.tex")):
        return None  # in the code of packages most macros select something; only the text of the author matters
    if command.kind == "selecting-macro" and macro.parameters and not _selects_something(scan, macro, buffer, end):
        return None
    if len(scan.expanding) >= MAX_DEPTH or scan.expanded > MAX_EXPANDED:
        if scan.complete:
            scan.complete = False
            scan.problem("unresolved-input", buffer.locate(start, end), f"\\{name} is not expanded: macros nest too deeply here")
        return None
    return execute(scan, macro, buffer, start, end)


def _selects_something(scan: Scanner, macro: Macro, buffer: Buffer, at: int) -> bool:
    # Most calls have arguments without citations; reading on in place does the same for less.
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
    depth = len(scan.conditions)
    try:
        reached = scan.run(virtual, 0, length)
    finally:
        scan.expanding.pop()
        scan.calls.pop()
        if len(scan.conditions) > depth:
            del scan.conditions[depth:]
    return after + max(0, reached - length)


def read_text(scan: Scanner, buffer: Buffer, at: int, signature: str) -> tuple[list[str], int] | None:
    """Arguments as texts."""
    found = read(buffer, at, signature)
    if found is None:
        return None
    return [buffer.text[a.start : a.end] for a in found[0]], found[1]


_CSNAME = lazy(r"\s*([^\\{}#\n]*?)\s*\\endcsname")


@handles("csname")
def csname(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\csname cite\\endcsname{a}``: what the name stands for."""
    found = _CSNAME.match(buffer.text, end, end + FOLLOWING)
    meant = scan.commands.get(found[1]) if found else None
    if found is None or meant is None or meant.kind not in ("cite", "nocite", "macro", "input", "include", "bibliography"):
        return None
    return HANDLERS[meant.kind](scan, buffer, found[1], start, found.end(), meant)
