"""Which macros are worth expanding: what their bodies cite, load, set, drop or leave open."""

from __future__ import annotations

from latexrefcheck.reading.tex.commands import Command
from latexrefcheck.reading.tex.macros import Macro, is_code
from latexrefcheck.reading.tex.scanner import Scanner
from latexrefcheck.text.patterns import lazy

_BALANCE = lazy(r"\\(if[a-zA-Z@]*|fi|else|or)(?![a-zA-Z@])")
_NAMED_ONLY = lazy(r"\\(?:let|newif)\s*\\[a-zA-Z@]+(?:\s*=?\s*\\[a-zA-Z@]+)?")
_CHOOSERS = frozenset("choose if-boolean if-expression if-test if-no-value".split())


def opens(scan: Scanner, text: str) -> bool:
    """Whether a body begins or ends a conditional of its caller, or ends in a test whose branches stand behind the call."""
    if "\\if" in text or "\\fi" in text or "\\else" in text:
        level = 0
        for found in _BALANCE.findall(_NAMED_ONLY.sub("", text)):
            known = scan.commands.get(found)
            # \\newif may come later: what begins with "if" and takes no braces will be a conditional.
            likely = known is None and found[:2] == "if" and found not in scan.macros
            kind = known.kind if known else "conditional" if likely and not _takes_braces(found, text) else ""
            level += (kind == "conditional") - (kind == "fi")
            if level < 0 or (level == 0 and kind == "else"):
                return True
        if level:
            return True
    last = _LAST_CALL.search(text) if "\\" in text else None
    command = scan.commands.get(last[1]) if last else None
    if last is None or command is None or command.kind not in _CHOOSERS:
        return False
    return text.count("{", last.end(1)) < len(command.signature)


def _takes_braces(name: str, text: str) -> bool:
    at = text.find("\\" + name) + len(name) + 1
    return text[at:].lstrip()[:1] == "{"


_LAST_CALL = lazy(r"\\([a-zA-Z@]+)(?:\s*\{(?:[^{}]|\{[^{}]*\})*\})*\s*\Z")


def mark_interesting(scan: Scanner, name: str, everywhere: bool = False) -> None:
    """Make a macro one that calls are executed of, and with it those whose bodies call it."""
    waiting = [name]
    while waiting:
        name = waiting.pop()
        known = scan.commands.get(name)
        if name in scan.macros and (known is None or known.kind == "selecting-macro"):
            scan.store(scan.commands, name, Command("macro", ""), everywhere)
        for caller in scan.mentions.pop(name, ()):
            known = scan.commands.get(caller)
            if known is None or known.kind == "selecting-macro":
                waiting.append(caller)


def selects(scan: Scanner, macro: Macro, text: str) -> bool:
    """Whether a macro whose body loads and cites nothing sets a switch, drops an argument, or uses it only on a condition."""
    # What packages keep in macros is seldom what a citation or a file name needs.
    if scan.sets_switch(text) or (not is_code(macro.body.pieces[0].source.path) and scan.sets(text)):
        return True
    count = sum(parameter.letter != "x" for parameter in macro.parameters)
    if drops(macro, text):
        return True
    return bool(
        count
        and ("\\if" in text or "\\If" in text)
        and not stores(text)
        and any(name in scan.commands for name in scan.words(text) if name[:2] in ("if", "If"))
    )


def drops(macro: Macro, text: str) -> str:
    """``drops`` if a mandatory argument is not in the body."""
    parameters = [parameter for parameter in macro.parameters if parameter.letter != "x"]
    dropped = any(f"#{number}" not in text and parameter.letter in "mu" for number, parameter in enumerate(parameters, 1))
    return "drops" if dropped and not stores(text) else ""


def stores(text: str) -> bool:
    """Whether a body defines macros or looks at what follows it."""
    # \def\foo#1{\@ifnextchar…} reads on in ways that we do not follow: its arguments are not known to be dropped.
    return (
        "\\def" in text
        or "\\edef" in text
        or "csvlist" in text
        or "\\@ifnextchar" in text
        or "\\futurelet" in text
        or "\\@ifstar" in text
        or "\\csname" in text
        or "\\begingroup" in text
    )


def cites(scan: Scanner, macro: Macro) -> bool:
    """Whether a body cites or loads something."""
    found = (scan.commands.get(name) for name in scan.words(macro.body.text))
    return any(
        command is not None and command.kind in ("cite", "nocite", "macro", "bibliography", "resource", "input")
        for command in found
    )


def mark_mentions(scan: Scanner, name: str) -> None:
    """A name has become interesting: so have the macros whose bodies call it."""
    for mentioned in scan.mentions.pop(name, ()):
        known = scan.commands.get(mentioned)
        if known is None or known.kind == "selecting-macro":
            mark_interesting(scan, mentioned)
