"""Unicode text as LaTeX and as the value of a field of a .bib."""

from __future__ import annotations

from collections.abc import Callable

from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.texform import ESCAPED, closed, tex

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
}
_PLAIN = ESCAPED | _SPECIAL
_MARKUP = lazy(r"<(/?)(i|b|sup|sub|sc)>|</?span[^<>]*>")
_OPENED = {"i": r"\emph{", "b": r"\textbf{", "sup": r"\textsuperscript{", "sub": r"\textsubscript{", "sc": r"\textsc{"}
_CAPITALS = lazy(r"[\w’'.-]*\w[A-Z][\w’'.-]*")


def latex_text(text: str) -> str:
    """``text`` as LaTeX: accents and signs as commands where there are some, other letters as they are."""
    return "".join(_SPECIAL.get(letter) or tex(letter) or letter for letter in text)


def unicode_text(text: str) -> str:
    """``text`` for an engine that reads Unicode: only what TeX would obey is escaped."""
    return "".join(_PLAIN.get(letter, letter) for letter in text)


def value(text: str, biblatex: bool, title: bool = False) -> str:
    """``text`` as the value of a field: markup as commands, and words in a title whose capitals must stay in braces."""
    escape = unicode_text if biblatex else latex_text
    pieces, at, depth = [], 0, 0
    for match in _MARKUP.finditer(text):
        pieces.append(_protected(text[at : match.start()], escape) if title else escape(text[at : match.start()]))
        at = match.end()
        if match[2] and not match[1] and f"</{match[2]}>" in text[at:]:
            pieces.append(_OPENED[match[2]])
            depth += 1
        elif match[2] and depth:
            pieces.append("}")
            depth -= 1
    pieces.append(_protected(text[at:], escape) if title else escape(text[at:]))
    return closed("".join((*pieces, "}" * depth)))


def _protected(text: str, escape: Callable[[str], str]) -> str:
    """The text with braces around the words that a style would spoil by writing them small: DNA, AlphaFold."""
    pieces, at = [], 0
    for match in _CAPITALS.finditer(text):
        pieces += [escape(text[at : match.start()]), "{", escape(match[0]), "}"]
        at = match.end()
    return "".join((*pieces, escape(text[at:])))
