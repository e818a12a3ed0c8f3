"""How a character or an HTML entity is written in TeX source."""

from __future__ import annotations

import unicodedata
from functools import cache

ESCAPED = {sign: "\\" + sign for sign in "&%#_$"}
"""Signs that TeX obeys in text and prints behind a backslash."""

_TEX = ESCAPED | {
    "<": "$<$",
    ">": "$>$",
    '"': "''",
    "'": "'",
    "\u00a0": "~",
    "\u2009": " ",
    "\u202f": "~",
    "\u2013": "--",
    "\u2014": "---",
    "\u2010": "-",
    "\u2011": "-",
    "\u2212": "-",
    "\u2018": "`",
    "\u2019": "'",
    "\u201c": "``",
    "\u201d": "''",
    "\u2026": r"\ldots{}",
    "\u00df": r"{\ss}",
    "\u00e6": r"{\ae}",
    "\u00c6": r"{\AE}",
    "\u0153": r"{\oe}",
    "\u0152": r"{\OE}",
    "\u00f8": r"{\o}",
    "\u00d8": r"{\O}",
    "\u0142": r"{\l}",
    "\u0141": r"{\L}",
    "\u00e5": r"{\aa}",
    "\u00c5": r"{\AA}",
    "\u00d7": r"$\times$",
    "\u00b1": r"$\pm$",
    "\u00b0": r"$^{\circ}$",
    "\u03b1": r"$\alpha$",
    "\u03b2": r"$\beta$",
    "\u03b3": r"$\gamma$",
    "\u03b4": r"$\delta$",
    "\u03bb": r"$\lambda$",
    "\u03bc": r"$\mu$",
    "\u03c0": r"$\pi$",
    "\u2264": r"$\leq$",
    "\u2265": r"$\geq$",
    "\u00ae": r"\textregistered{}",
    "\u2122": r"\texttrademark{}",
}


@cache
def _commands() -> dict[str, str]:
    """The accent command of each combining character."""
    from latexrefcheck.text.symbols import ACCENTS

    return {combining: command for command, combining in ACCENTS.items() if combining and command not in "tU"}


def entity(name: str) -> str:
    """The characters of an entity (``amp``, ``#8211``, ``#x2013``), or an empty string if there is none of that name."""
    import html
    from html.entities import html5

    # html.unescape would take "&notathing;" for "&not" and the rest.
    return html.unescape(f"&{name};") if name.startswith("#") else html5.get(f"{name};", "")


def tex(text: str) -> str | None:
    """``text`` in ASCII TeX that any engine takes, or None if a character of it has no form here."""
    pieces = [_TEX.get(character) or _accented(character) for character in text]
    return None if None in pieces else "".join(piece for piece in pieces if piece is not None)


def _accented(character: str) -> str | None:
    if character.isascii():
        return character if character.isalnum() or character in " .,;:!?()[]/+-=*@|" else None
    parts = unicodedata.normalize("NFD", character)
    if len(parts) != 2 or parts[1] not in _commands() or not parts[0].isascii():
        return None
    command = _commands()[parts[1]]
    base = parts[0] if parts[0] not in "ij" else f"\\{parts[0]}"
    return f"{{\\{command}{' ' if command.isalpha() and base.isalpha() else ''}{base}}}"


def balanced(value: str) -> bool:
    """Whether the braces of a value close each other, so that it can be delimited."""
    depth = 0
    for char in value:
        if char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
            if depth < 0:
                return False
    return not depth


def closed(value: str) -> str:
    """A value whose braces close each other: printed ones that do not become commands.

    BibTeX and biber count braces behind a backslash too, and one too many would swallow the entries that follow.
    """
    if balanced(value):
        return value
    return value.replace("\\{", "\\textbraceleft{}").replace("\\}", "\\textbraceright{}")
