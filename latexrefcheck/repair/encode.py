"""Unicode text into a value as the file writes it: TeX accents or characters, special characters escaped."""

from __future__ import annotations

import re

from latexrefcheck.repair.formatting import Formatting
from latexrefcheck.text import texform
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.texform import balanced, closed

__all__ = ["balanced", "delimited", "text"]

_SPECIAL = {"&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_", "$": r"\$", "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}"}
_SPECIAL |= {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "<": "$<$", ">": "$>$"}
_TYPOGRAPHY = {"\u2013": "--", "\u2014": "---", "\u2018": "`", "\u2019": "'", "\u201c": "``", "\u201d": "''", "\u00a0": "~"}
_TYPOGRAPHY |= {"\u2010": "-", "\u2011": "-", "\u2212": "-", "\u2009": " ", "\u202f": "~", "\u2026": r"\ldots{}", "\u00ad": ""}
_QUOTE = lazy(r'"([^"]*)"')
_MATHS = lazy(r"(\$(?:[\w^+=,.()<>/*|!-]|\\[A-Za-z]+|\\[,;]|\{[\w\\ ^+-]*\}| )+\$)", re.ASCII)
"""Formulas as arXiv, INSPIRE and some publishers deposit them."""
_TWO_FORMULAS = lazy(r"(?<!\\)\$\$")
_MIXED = lazy(r"[A-Z].*[A-Z]|[a-z].*[A-Z]|[A-Z]\d|^\W*[A-Z]\W*$")


def text(value: str, formatting: Formatting) -> str:
    """``value`` for a printed field. Characters without a TeX form stay as they are, and so does maths that is TeX already."""
    parts = _MATHS.split(value) if "$" in value else [value]
    return closed("".join(part if index % 2 else _plain(part, formatting) for index, part in enumerate(parts)))


def _plain(value: str, formatting: Formatting) -> str:
    written = "".join(_character(char, formatting) for char in _QUOTE.sub("\u201c\\1\u201d", value).replace('"', "''"))
    return _TWO_FORMULAS.sub("", written)


def _character(char: str, formatting: Formatting) -> str:
    if char in _SPECIAL:
        return _SPECIAL[char]
    if char.isascii():
        return char
    if char in _TYPOGRAPHY and (formatting.tex or not char.isprintable() or char in "\u2010\u2011\u2212\u2009\u202f\u00ad\u00a0"):
        return _TYPOGRAPHY[char]
    if not formatting.tex and _fits(char, formatting.encoding):
        return char
    return texform.tex(char) or char


def _fits(char: str, encoding: str) -> bool:
    try:
        char.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def delimited(value: str, quote: str) -> str:
    """A value between the delimiters that the file uses; in braces if it could not stand in quotes."""
    if quote == '"' and not _bare_quote(value):
        return f'"{value}"'
    return f"{{{value}}}"


def _bare_quote(value: str) -> bool:
    depth = 0
    for char in value:
        depth += (char == "{") - (char == "}")
        if char == '"' and not depth:
            return True
    return False


def title(value: str, formatting: Formatting) -> str:
    """A title with its special characters escaped, and acronyms braced where the file does so."""
    words = (text(word, formatting) if not formatting.protects else protected(word, formatting) for word in value.split())
    return " ".join(words)


def protected(word: str, formatting: Formatting) -> str:
    """One word, braced if a style would spoil its capitals."""
    written = text(word, formatting)
    if not _MIXED.search(word) or word in ("A", "I"):
        return written
    core = word.strip("\u201c\u201d\"'()[]:;,.?!")
    if not core or core not in word:
        return f"{{{written}}}"
    before, _, after = word.partition(core)
    return f"{text(before, formatting)}{{{text(core, formatting)}}}{text(after, formatting)}"
