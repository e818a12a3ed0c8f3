"""Read the arguments of a command as its signature says; see :mod:`latexrefcheck.reading.tex.commands` for the letters."""

from __future__ import annotations

import re
from typing import NamedTuple

from latexrefcheck.reading.tex.buffer import Buffer
from latexrefcheck.text.patterns import lazy

_SPACE = lazy(r"(?:[ \t\r\n]+|%[^\n\r]*(?:\r\n?|\n|$)|\\expandafter(?![a-zA-Z@]))*")
_ONE_TOKEN = lazy(r"\\(?:[lgc]_[a-zA-Z@_]+|[a-zA-Z@_]+_[a-zA-Z@_]*:[a-zA-Z]*|[a-zA-Z@]+|.)|[^\s{}\\%]", re.S)
"""One token; names of expl3 are known by their form."""
_BARE_FILE = lazy(r'"[^"\n]*"|[^\s{}%\\\[\]]+(?:\\[a-zA-Z@]+[^\s{}%\\\[\]]*)*|(?:\\[a-zA-Z@]+[^\s{}%\\\[\]]*)+')
_OPENERS = {"o": "[", "O": "[", "a": "<", "p": "("}
_CLOSERS = {"[": "]", "<": ">", "(": ")"}
_COMMENT = lazy(r"(?<!\\)((?:\\\\)*)%[^\n\r]*(?:\r\n?|\n)?[ \t]*")
REPEATS = 1000


class Argument(NamedTuple):
    """The content of one argument (without its delimiters) and the letter of the signature that it fills."""

    letter: str
    start: int
    end: int


def skip_space(text: str, at: int) -> int:
    """Behind the white space and comments at ``at``."""
    if text.startswith(("{", "[", "}"), at):
        return at
    found = _SPACE.match(text, at)
    return found.end() if found else at


def read(buffer: Buffer, at: int, signature: str) -> tuple[list[Argument], int] | None:
    """(arguments found, where they end); None if a mandatory one is missing."""
    first, _, repeated = signature.partition("+")
    result = _read_once(buffer, at, first)
    if result is None or not repeated:
        return result
    arguments, at = result
    for _ in range(REPEATS):
        here = skip_space(buffer.text, at)
        if buffer.text[here : here + 1] not in ("[", "{"):
            break
        more = _read_once(buffer, at, repeated)
        if more is None:
            break
        arguments += more[0]
        at = more[1]
    return arguments, at


def _read_once(buffer: Buffer, at: int, letters: str) -> tuple[list[Argument], int] | None:
    text = buffer.text
    arguments = []
    for letter in letters:
        here = skip_space(text, at)
        character = text[here : here + 1]
        if letter == "s":
            if character in ("*", "+"):
                arguments.append(Argument("s", here, here + 1))
                at = here + 1
        elif letter in _OPENERS:
            if character == _OPENERS[letter]:
                end = buffer.close_optional(here, _CLOSERS[character])
                if end < 0:
                    return None
                arguments.append(Argument(letter, here + 1, end))
                at = end + 1
        elif character == "{":
            end = buffer.close(here)
            if end < 0:
                return None
            arguments.append(Argument(letter, here + 1, end))
            at = end + 1
        else:
            pattern = _BARE_FILE if letter == "f" else _ONE_TOKEN
            found = pattern.match(text, here)
            if found is None or (letter == "k" and (found[0][0] == "\\" or found[0] not in "[")):
                return None
            arguments.append(Argument(letter, found.start(), found.end()))
            at = found.end()
    return arguments, at


def without_comments(text: str) -> str:
    """``text`` with TeX comments removed (and what they join: the line end and the blanks of the next line)."""
    return _COMMENT.sub(r"\1", text) if "%" in text else text


def name_at(buffer: Buffer, at: int) -> tuple[str, int] | None:
    """The control word in ``\\name`` or ``{\\name}`` at ``at`` (a star and white space before it skipped), and where it ends."""
    text = buffer.text
    found = _WORD.match(text, at)
    if found is not None and found[2] != "expandafter":
        return found[1] or found[2] or "", found.end()
    at = skip_space(text, at)
    if text[at : at + 1] == "*":
        at = skip_space(text, at + 1)
    if text[at : at + 1] == "{":
        end = buffer.close(at)
        found = _WORD.match(text, at + 1)
        return (found[1] or found[2] or "", end + 1) if found and end >= 0 else None
    found = _WORD.match(text, at)
    return (found[1] or found[2] or "", found.end()) if found else None


_WORD = lazy(r"\s*\\(?:csname\s*([^\\{}#\n]*?)\s*\\endcsname|([lgc]_[a-zA-Z@_]+|[a-zA-Z@_]+_[a-zA-Z@_]*:[a-zA-Z]*|[a-zA-Z@]+))")


_GLOBAL = lazy(r"\\global(?:\s|\\(?:long|protected|outer)(?![a-zA-Z@]))*\Z")
LOOK_BACK = 60


def is_global(buffer: Buffer, name: str, start: int) -> bool:
    """Whether the assignment at ``start`` outlives its group."""
    return name in ("gdef", "xdef", "csgdef", "csxdef") or bool(_GLOBAL.search(buffer.text, max(0, start - LOOK_BACK), start))
