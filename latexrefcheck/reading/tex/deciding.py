"""The truth of TeX's tests, as far as the source tells: what the engine would decide, or None."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from latexrefcheck.reading.tex.buffer import Buffer
from latexrefcheck.reading.tex.macros import Macro
from latexrefcheck.reading.tex.meaning import format_names, is_defined, made_by_csname, meaning, same
from latexrefcheck.reading.tex.naming import expand_text
from latexrefcheck.reading.tex.numbers import compare, dimension, number_at
from latexrefcheck.reading.tex.scanner import Scanner
from latexrefcheck.text.patterns import lazy

Test = Callable[[Scanner, Buffer, str, int], "Decision"]


class Decision(NamedTuple):
    """The truth of a test (None if it cannot be known) and the offset behind it."""

    value: bool | None
    after: int


ENGINE_TESTS: dict[str, frozenset[str]] = {
    "ifpdftex": frozenset(("pdftex",)),
    "ifPDFTeX": frozenset(("pdftex",)),
    "ifxetex": frozenset(("xetex",)),
    "ifXeTeX": frozenset(("xetex",)),
    "ifluatex": frozenset(("luatex",)),
    "ifLuaTeX": frozenset(("luatex",)),
    "ifluahbtex": frozenset(("luatex",)),
    "ifLuaHBTeX": frozenset(("luatex",)),
    "iftutex": frozenset(("xetex", "luatex")),
    "ifTUTeX": frozenset(("xetex", "luatex")),
    "ifpdf": frozenset(("pdftex", "luatex")),
    "ifptex": frozenset(("ptex",)),
    "ifpTeX": frozenset(("ptex",)),
    "ifuptex": frozenset(("ptex",)),
    "ifupTeX": frozenset(("ptex",)),
    "ifetex": frozenset(("pdftex", "xetex", "luatex", "ptex")),
    "ifeTeX": frozenset(("pdftex", "xetex", "luatex", "ptex")),
    "ifvtex": frozenset(),
    "ifVTeX": frozenset(),
    "ifalephtex": frozenset(),
    "ifAlephTeX": frozenset(),
    "iftexpadtex": frozenset(),
    "ifTexpadTeX": frozenset(),
}
"""Tests of iftex and its like -> the engines in which they are true."""

CLASS_COUNTERS = frozenset("part chapter section subsection subsubsection paragraph subparagraph figure table".split())
"""Counters that the standard classes define."""

_CONTROL = r"\\(?:[a-zA-Z@]+|[^a-zA-Z@])"
_CSNAME = lazy(r"\s*\\csname\s*((?:[^\\#]|\\[a-zA-Z@]++)*?)\s*\\endcsname\s*", re.S)
_FIRST = lazy(rf"\s*({_CONTROL}|[^\s\\%])", re.S)
_SECOND = lazy(rf"({_CONTROL}|[^\\%])", re.S)
_AFTER_WORD = lazy(r"(?:[ \t\r\n]|%[^\n\r]*[\r\n]*)*")
_ENDCSNAME = lazy(r"((?:[^\\#]|\\[a-zA-Z@]++)*?)\\endcsname[ \t]*", re.S)
_DETOKENIZED = lazy(r"\s*\\relax\s*\\detokenize\s*\{")
_EXPANDAFTERS = lazy(r"\\expandafter\s*\Z")
LOOK_BACK = 40
LOOK_AHEAD = 200
MAX_STEPS = 50


def decide(scan: Scanner, buffer: Buffer, name: str, at: int) -> Decision:
    """The decision of the test ``\\name`` whose operands begin at ``at``."""
    name = scan.lets.get(name, name)
    if name[2:] in scan.switches:
        return Decision(scan.switches[name[2:]], at)
    if name in ENGINE_TESTS:
        engine = scan.engine_now()
        if engine:
            return Decision(engine in ENGINE_TESTS[name], at)
        candidates = scan.engines_possible()
        answers = {one in ENGINE_TESTS[name] for one in candidates}
        return Decision(answers.pop() if len(answers) == 1 else None, at)
    test = _TESTS.get(name)
    return Decision(None, at) if test is None else test(scan, buffer, name, at)


def _constant(value: bool) -> Test:
    return lambda scan, buffer, name, at: Decision(value, at)


def _is_defined(scan: Scanner, buffer: Buffer, name: str, at: int) -> Decision:
    found = _FIRST.match(buffer.text, at)
    if found is None:
        return Decision(None, at)
    token = found[1]
    if token[0] != "\\":
        return Decision(None if token == "#" else True, found.end())  # noqa: S105  a token of TeX
    return Decision(is_defined(scan, token[1:]), found.end())


def _is_csname(scan: Scanner, buffer: Buffer, name: str, at: int) -> Decision:
    found = _ENDCSNAME.match(buffer.text, at, at + 1000)
    if found is None:
        return Decision(None, at)
    written = expand_text(scan, found[1].strip())
    return Decision(None if written is None else is_named(scan, written), found.end())


def is_named(scan: Scanner, name: str) -> bool | None:
    """Whether a control sequence of this name (which may hold any character) is defined."""
    if "#" in name:
        return None
    environment = name.removeprefix("end")
    if name in scan.environment_bodies or environment in scan.environment_bodies:
        return True
    if name.startswith("c@") and name not in format_names("") and name[2:] not in CLASS_COUNTERS:
        return name[2:] in scan.counters
    return is_defined(scan, name) if re.fullmatch(r"[a-zA-Z@]+", name) else _odd_name(scan, name)


def _odd_name(scan: Scanner, name: str) -> bool | None:
    if scan.is_unsure(name):
        return None
    if name in scan.macros:
        return True
    return scan.defined.get(name, None if scan.opaque and "@" in name else False)


def tokens(scan: Scanner, buffer: Buffer, at: int) -> tuple[list[tuple[str, bool]], int]:
    """The two tokens that ``\\ifx`` compares, each with whether ``\\csname`` made it, and the offset behind them."""
    found: list[tuple[str, bool]] = []
    text = buffer.text
    expanded = _EXPANDAFTERS.search(text, max(0, at - LOOK_BACK), max(0, text.rfind("\\", 0, at))) is not None
    for index in range(2):
        named = _CSNAME.match(text, at, at + 1000) if expanded else None
        if named:
            name = expand_text(scan, named[1])
            if name is None:
                return [], named.end()
            found.append(("\\" + name, True))
            at = named.end()
            continue
        # Blanks are skipped behind a control word only: in "\ifx a b" the second token is the blank.
        match = (_FIRST if not index or found[0][0][0] == "\\" else _SECOND).match(text, at)
        if match is None:
            return [], at
        if match[1] == "\\expandafter":
            expanded = True
            match = _FIRST.match(text, match.end())
            if match is None:
                return [], at
        found.append((" " if match[1].isspace() else match[1], False))
        at = match.end()
        if len(match[1]) > 1 and match[1][-1].isalpha():
            skipped = _AFTER_WORD.match(text, at)
            at = skipped.end() if skipped else at
    return found, at


def _same_meaning(scan: Scanner, buffer: Buffer, name: str, at: int) -> Decision:
    pair, after = tokens(scan, buffer, at)
    if len(pair) < 2:
        return Decision(None, after)
    first, second = (meaning(scan, token, made) if len(token) > 1 or token != "\\" else None for token, made in pair)  # noqa: S105
    for token, made in pair:
        if made:
            made_by_csname(scan, token[1:])
    return Decision(same(first, second), after)


def _same_character(scan: Scanner, buffer: Buffer, name: str, at: int) -> Decision:
    """``\\if``: the first two tokens that are left when macros are expanded."""
    empty = _DETOKENIZED.match(buffer.text, at)
    if empty:
        closing = buffer.close(empty.end() - 1)
        rest = re.compile(r"\s*\\relax(?![a-zA-Z@])\s*").match(buffer.text, closing + 1) if closing >= 0 else None
        if rest:
            return Decision(closing == empty.end(), rest.end())
    pending = ""
    characters: list[str] = []
    for _ in range(MAX_STEPS):
        if len(characters) == 2:
            break
        written = pending or buffer.text[at : at + LOOK_AHEAD]
        skips = bool(pending) or not characters or characters[0][0] == "\\"
        match = (_FIRST if skips else _SECOND).match(written)
        if match is None:
            return Decision(None, at)
        token = match[1]
        left = written[match.end() :]
        if len(token) > 1 and token[-1].isalpha():
            left = left.lstrip(" ")
        if pending:
            pending = left
        else:
            at += len(written) - len(left)
        if token in ("#", "%"):
            return Decision(None, at)
        if token[0] != "\\":
            characters.append(token)
            continue
        inside = _expanded(scan, token[1:])
        if inside is None:
            return Decision(None, at)
        if inside.startswith("\\") and inside == token:
            characters.append("\\")
        else:
            pending = inside + pending
    if len(characters) < 2:
        return Decision(None, at)
    return Decision(characters[0] == characters[1], at)


def _expanded(scan: Scanner, name: str) -> str | None:
    """What ``\\name`` expands to in one step, ``\\name`` itself if it is not expandable, None if unknown."""
    if name in ("relax", "par", "undefined"):
        return f"\\{name}"
    if name in ("empty", "@empty", "expandafter", "noexpand", "string"):
        return ""
    macro = scan.macros.get(name)
    if isinstance(macro, Macro) and not macro.parameters and macro.exact and not scan.is_unsure(name):
        return macro.body.text.strip("\n")
    if name == "jobname":
        return scan.jobname
    return None


def _compare_numbers(scan: Scanner, buffer: Buffer, name: str, at: int) -> Decision:
    return _compare(scan, buffer, at, number_at)


def _compare_dimensions(scan: Scanner, buffer: Buffer, name: str, at: int) -> Decision:
    return _compare(scan, buffer, at, dimension)


def _compare(scan: Scanner, buffer: Buffer, at: int, operand: Callable[..., tuple[float | None, int] | None]) -> Decision:
    first = operand(scan, buffer.text, at)
    if first is None:
        return Decision(None, at)
    sign = re.compile(r"\s*([<>=])").match(buffer.text, first[1])
    if sign is None:
        return Decision(None, at)
    second = operand(scan, buffer.text, sign.end())
    if second is None:
        return Decision(None, at)
    return Decision(compare(first[0], sign[1], second[0]), second[1])


def _is_odd(scan: Scanner, buffer: Buffer, name: str, at: int) -> Decision:
    found = number_at(scan, buffer.text, at)
    if found is None:
        return Decision(None, at)
    return Decision(None if found[0] is None else bool(found[0] % 2), found[1])


def _same_category(scan: Scanner, buffer: Buffer, name: str, at: int) -> Decision:
    pair, after = tokens(scan, buffer, at)
    plain = [token for token, _ in pair if len(token) == 1 and token.isalnum()]
    if len(plain) < 2:
        return Decision(None, after if pair else at)
    return Decision(plain[0].isalpha() == plain[1].isalpha(), after)


_TESTS: dict[str, Test] = {
    "iftrue": _constant(True),
    "iffalse": _constant(False),
    "if": _same_character,
    "ifcat": _same_category,
    "ifx": _same_meaning,
    "ifnum": _compare_numbers,
    "ifdim": _compare_dimensions,
    "ifodd": _is_odd,
    "ifdefined": _is_defined,
    "ifcsname": _is_csname,
}


def cases(scan: Scanner, buffer: Buffer, at: int) -> tuple[int | None, int]:
    """The number behind ``\\ifcase`` (None if unknown) and the offset behind it."""
    found = number_at(scan, buffer.text, at)
    return (None, at) if found is None else found
