"""Macros of the document: their parameters and bodies, and the arguments of a call."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from latexrefcheck.reading.tex.arguments import _ONE_TOKEN, skip_space
from latexrefcheck.reading.tex.buffer import Buffer

NO_VALUE = "-NoValue-"
"""What xparse passes for an optional argument that is not there."""
LONGEST_ARGUMENT = 20_000
"""Longest delimited argument that is looked for, in characters."""


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
    long: bool = False
    """Whether ``\\par`` may be in its arguments, which ``\\ifx`` looks at."""
    exact: bool = True
    """False if TeX keeps something else under the name (``\\DeclareRobustCommand``)."""
    expl: bool = False
    """Whether its body was written in the syntax of expl3."""
    others: tuple[Macro, ...] = ()
    """What it may be instead: definitions in branches that could not be decided."""
    branch: tuple[int, ...] = ()
    """The branches that could not be decided in which it was defined."""


def arguments_of(macro: Macro, buffer: Buffer, at: int) -> tuple[list[tuple[int, int] | str], int] | None:
    """The arguments of a call at ``at``, as ranges of the buffer or default texts, and where they end."""
    text = buffer.text
    if macro.parameters and macro.parameters[0].letter in "ux" and buffer.text[at : at + 1] in (" ", "\t"):
        at += 1  # TeX drops the blank behind a control word
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
            found = delimiter(buffer, at, parameter.text)
            if found is None:
                return None
            values.append(_unbraced(buffer, at, found[0]))
            at = found[1]
        elif parameter.letter == "x":
            match = _pattern(parameter.text).match(text, at if parameter.text[0] == " " else here)
            if match is None:
                return None
            at = match.end()
        else:
            single = _mandatory(buffer, here)
            if single is None:
                return None
            values.append(single[0])
            at = single[1]
    return values, at


@cache
def _pattern(text: str) -> re.Pattern[str]:
    """A text between parameters as it may stand in a call: any white space for a blank, and behind a control word."""
    parts = re.split(r"( |\\[a-zA-Z@]+)", text)
    written = (r"\s+" if part == " " else re.escape(part) + r"\s*" * (index % 2) for index, part in enumerate(parts))
    return re.compile("".join(written))


def delimiter(buffer: Buffer, at: int, text: str) -> tuple[int, int] | None:
    """(start, end) of the text that ends a delimited argument, outside of braces; None if it does not follow."""
    wanted = _pattern(text)
    stop = min(len(buffer.text), at + LONGEST_ARGUMENT)
    while True:
        found = wanted.search(buffer.text, at, stop)
        if found is None:
            return None
        opening = buffer.text.find("{", at, found.start())
        if opening < 0:
            return (found.start(), found.start()) if text == "{" else found.span()
        if opening and buffer.text[opening - 1] == "\\":
            at = opening + 1
            continue
        closing = buffer.close(opening)
        if closing < 0:
            return None
        at = closing + 1


def _unbraced(buffer: Buffer, start: int, end: int) -> tuple[int, int]:
    """A delimited argument without the braces that enclose all of it."""
    if buffer.text[start : start + 1] == "{" and buffer.close(start) == end - 1:
        return start + 1, end - 1
    return start, end


def _mandatory(buffer: Buffer, here: int) -> tuple[tuple[int, int], int] | None:
    if buffer.text[here : here + 1] == "{":
        end = buffer.close(here)
        return ((here + 1, end), end + 1) if end >= 0 else None
    token = _ONE_TOKEN.match(buffer.text, here)
    return ((token.start(), token.end()), token.end()) if token else None


def is_code(path: str) -> bool:
    """Whether a file is the code of a package or class, not the text of an author."""
    return path.endswith((".sty", ".cls", ".def", ".code.tex", ".cfg", ".clo", ".ldf", ".bbx", ".cbx"))
