"""Numbers and lengths as TeX reads them, as far as the source tells their value."""

from __future__ import annotations

import re

from latexrefcheck.reading.tex.naming import expand_text
from latexrefcheck.reading.tex.scanner import Scanner
from latexrefcheck.text.patterns import lazy

_SIGNS = lazy(r"(?:\s*[+-])*\s*")
_DIGITS = lazy(r"(\d{1,9})(?!\d)[ \t]?|\"([0-9A-F]{1,8})[ \t]?|'([0-7]{1,10})[ \t]?|`\\?(.)[ \t]?", re.S)
_WORD = lazy(r"\\(value\s*\{([^{}]*)\}|c@([a-zA-Z@]+)|[a-zA-Z@]+)[ \t]*")
_EXPRESSION = lazy(r"((?:[^\\{}#]|\\(?!relax)[a-zA-Z@]++)*+)\\relax[ \t]*")
_LENGTH = lazy(r"(\d*)[.,]?(\d*)\s*(?:true\s*)?(pt|pc|in|bp|cm|mm|dd|cc|sp|ex|em)[ \t]?")
_POINTS = {"pt": 1.0, "pc": 12.0, "in": 72.27, "bp": 72.27 / 72, "cm": 72.27 / 2.54, "mm": 72.27 / 25.4, "dd": 1238 / 1157,
           "cc": 14856 / 1157, "sp": 1 / 65536}  # fmt: skip
_ENGINE_NUMBERS = {"pdfoutput": {"pdftex": 1}, "outputmode": {"luatex": 1}}


def compare(first: float | None, sign: str, second: float | None) -> bool | None:
    """``first sign second``, or None if one is unknown."""
    if first is None or second is None:
        return None
    return {"<": first < second, ">": first > second, "=": first == second}[sign]


def number(scan: Scanner, written: str) -> int | None:
    """The integer that the whole of ``written`` stands for, or None."""
    written = written.strip()
    if not written:
        return None
    found = number_at(scan, written, 0)
    return found[0] if found is not None and not written[found[1] :].strip() else None


def number_at(scan: Scanner, text: str, at: int) -> tuple[int | None, int] | None:
    """(value or None if unknown, offset behind it) of the number at ``at``; None if where it ends cannot be told."""
    signs = _SIGNS.match(text, at)
    sign = -1 if signs and signs[0].count("-") % 2 else 1
    at = signs.end() if signs else at
    digits = _DIGITS.match(text, at)
    if digits:
        value = int(digits[1] or "0") if digits[1] else int(digits[2], 16) if digits[2] else None
        if value is None:
            value = int(digits[3], 8) if digits[3] else ord(digits[4])
        return sign * value, digits.end()
    word = _WORD.match(text, at)
    if word is None:
        return None
    if word[1] == "numexpr":
        return _expression(scan, text, word.end(), sign)
    value = _value(scan, word)
    return (None if value is None else sign * value), word.end()


def _value(scan: Scanner, word: re.Match[str]) -> int | None:
    counter = word[2] or word[3]
    if counter is not None:
        return scan.counters.get(counter.strip())
    name = word[1]
    if scan.is_unsure(name):
        return None
    if name in scan.numbers:
        return scan.numbers[name]
    if name in _ENGINE_NUMBERS:
        return _ENGINE_NUMBERS[name].get(scan.engine_now())
    if name in ("z@", "@ne", "tw@", "thr@@", "m@ne"):
        return {"z@": 0, "@ne": 1, "tw@": 2, "thr@@": 3, "m@ne": -1}[name]
    text = expand_text(scan, "\\" + name)
    return int(text) if text is not None and re.fullmatch(r"\s*-?\d{1,9}\s*", text) else None


def _expression(scan: Scanner, text: str, at: int, sign: int) -> tuple[int | None, int] | None:
    found = _EXPRESSION.match(text, at, at + 200)
    if found is None:
        return None
    written = expand_text(scan, found[1])
    if written is None or not re.fullmatch(r"[\s\d+*()/-]*", written) or "/" in written:
        return None, found.end()
    total = _sum(re.sub(r"\s", "", written))
    return (None if total is None else sign * total), found.end()


def _sum(written: str) -> int | None:
    """The value of sums of products of integers; None for anything else."""
    if not re.fullmatch(r"[+-]?\d{1,9}(?:[+*-]\d{1,9})*", written):
        return None
    total = 0
    for term in re.findall(r"[+-]?\d+(?:\*\d+)*", written):
        product = 1
        for factor in term.split("*"):
            product *= int(factor)
        total += product
    return total


def dimension(scan: Scanner, text: str, at: int) -> tuple[float | None, int] | None:
    """(value in points or None if unknown, offset behind it) of the length at ``at``; None if where it ends cannot be told."""
    signs = _SIGNS.match(text, at)
    sign = -1 if signs and signs[0].count("-") % 2 else 1
    at = signs.end() if signs else at
    found = _LENGTH.match(text, at)
    if found and (found[1] or found[2]):
        unit = _POINTS.get(found[3])
        value = None if unit is None else sign * float(f"{found[1] or 0}.{found[2] or 0}") * unit
        return value, found.end()
    word = _WORD.match(text, at)
    if word is None:
        return None
    if word[1] == "z@":
        return 0.0, word.end()
    written = expand_text(scan, word[0].strip()) if word[1] in scan.macros else None
    whole = _LENGTH.fullmatch(written.strip()) if written else None
    if whole and (whole[1] or whole[2]) and _POINTS.get(whole[3]) is not None:
        return sign * float(f"{whole[1] or 0}.{whole[2] or 0}") * _POINTS[whole[3]], word.end()
    return None, word.end()
