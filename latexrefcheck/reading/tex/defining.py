"""Definitions: which macros and environments of the document cite, load, switch or discard something."""

from __future__ import annotations

import re

from latexrefcheck.reading.tex import commands as tables
from latexrefcheck.reading.tex.arguments import name_at, read, skip_space
from latexrefcheck.reading.tex.buffer import Buffer
from latexrefcheck.reading.tex.commands import Command
from latexrefcheck.reading.tex.expanding import Macro, Parameter, expand_text
from latexrefcheck.reading.tex.parameters import document_parameters, latex_parameters, xargs
from latexrefcheck.reading.tex.scanner import NAMES, Scanner, handles
from latexrefcheck.text.patterns import lazy

_COMMENTS = lazy(r"(?<!\\)%[^\n\r]*")
_COUNTS = lazy(r"\\(?:step|refstep|addto)counter\{([^{}#]*)\}")
_BUILTIN_CITES = ("cite", "nocite")


def define_macro(scan: Scanner, macro: Macro, provide: bool = False) -> None:
    """Take a definition as TeX would, but keep a known cite command whose new body we cannot follow."""
    name = macro.name
    known = scan.commands.get(name)
    if provide and (name in scan.macros or known is not None):
        return
    text = _COMMENTS.sub("", macro.body.text) if "%" in macro.body.text else macro.body.text
    interesting = scan.matters(text)
    selecting = not interesting and selects(scan, macro, text)
    for counter in _COUNTS.findall(macro.body.text):
        scan.counters[counter] = None
    if known is not None and known.kind not in ("macro", "selecting-macro"):
        if known.kind not in (*_BUILTIN_CITES, "bibliography", "input", "include") or not _cites(scan, macro):
            return
        if name in NAMES.findall(macro.body.text):
            return
    if scan.undecided and known is not None and known.kind == "macro" and not interesting:
        return
    scan.macros[name] = macro
    scan.commands.pop(name, None)
    if interesting:
        mark_interesting(scan, name)
        return
    if selecting:
        scan.commands[name] = Command("selecting-macro", "")
    for mentioned in set(NAMES.findall(text)):
        scan.mentions.setdefault(mentioned, []).append(name)


def mark_interesting(scan: Scanner, name: str) -> None:
    """Make a macro one that calls are executed of, and with it those whose bodies call it."""
    waiting = [name]
    while waiting:
        name = waiting.pop()
        known = scan.commands.get(name)
        if name in scan.macros and (known is None or known.kind == "selecting-macro"):
            scan.commands[name] = Command("macro", "")
        for caller in scan.mentions.pop(name, ()):
            known = scan.commands.get(caller)
            if known is None or known.kind == "selecting-macro":
                waiting.append(caller)


def selects(scan: Scanner, macro: Macro, text: str) -> bool:
    """Whether a macro whose body loads and cites nothing sets a switch, drops an argument, or uses it only on a condition."""
    if scan.sets(text):
        return True
    count = sum(parameter.letter != "x" for parameter in macro.parameters)
    for number in range(1, count + 1):
        if f"#{number}" not in text and macro.parameters[number - 1].letter == "m":
            return not _stores(text)
    return bool(
        count
        and ("\\if" in text or "\\If" in text)
        and not _stores(text)
        and any(name in scan.commands for name in NAMES.findall(text) if name[:2] in ("if", "If"))
    )


def _stores(text: str) -> bool:
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


def _cites(scan: Scanner, macro: Macro) -> bool:
    found = (scan.commands.get(name) for name in NAMES.findall(macro.body.text))
    return any(
        command is not None and command.kind in ("cite", "nocite", "macro", "bibliography", "resource", "input")
        for command in found
    )


def _body(buffer: Buffer, at: int) -> tuple[Buffer, int] | None:
    """The braced body at ``at`` as a buffer of its own, and where it ends."""
    at = skip_space(buffer.text, at)
    if buffer.text[at : at + 1] != "{":
        return None
    end = buffer.close(at)
    if end < 0:
        return None
    return slice_of(buffer, at + 1, end), end + 1


def slice_of(buffer: Buffer, start: int, end: int) -> Buffer:
    """A part of a buffer as one of its own, marked as the body of a definition."""
    pieces = []
    at = 0
    for text, piece in buffer.cut(start, end, argument=False):
        pieces.append(piece._replace(at=at))
        at += len(text)
    if not pieces:
        pieces = [buffer.pieces[0]._replace(at=0, argument=False)]
    return Buffer(buffer.text[start:end], pieces)


@handles("define")
def new_command(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\newcommand*{\\name}[n][default]{body}`` and its like."""
    target = name_at(buffer, end)
    if target is None:
        return None
    parameters, at = latex_parameters(buffer, target[1])
    if name.endswith("commandx"):
        parameters, at = xargs(buffer, parameters, at)
    body = _body(buffer, at)
    if body is None:
        return target[1]
    define_macro(scan, Macro(target[0], tuple(parameters), body[0]), name.startswith("provide"))
    return body[1]


@handles("define-primitive")
def primitive_definition(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\def\\name#1#2{body}``, also with texts between the parameters."""
    target = name_at(buffer, end)
    opening = buffer.text.find("{", target[1], target[1] + 200) if target else -1
    if target is None or opening < 0:
        return None
    written = buffer.text[target[1] : opening]
    parts = re.split(r"#(\d)", written)
    parameters = []
    if parts[0].strip():
        parameters.append(Parameter("x", parts[0].strip()))
    for delimiter in parts[2::2]:
        delimiter = delimiter.strip(" \t\r\n%")
        parameters.append(Parameter("u", delimiter) if delimiter else Parameter("m"))
    body = _body(buffer, opening)
    if body is None:
        return target[1]
    macro = Macro(target[0], tuple(parameters), body[0])
    if name in ("edef", "xdef") and not parameters:
        expanded = expand_text(scan, macro.body.text)
        if expanded is not None:
            macro = Macro(target[0], (), Buffer(expanded, macro.body.pieces[:1]))
    define_macro(scan, macro)
    return body[1]


@handles("define-csname")
def csname_definition(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\@namedef{name}{body}``."""
    found = read(buffer, end, "m")
    if found is None:
        return None
    argument = found[0][0]
    body = _body(buffer, found[1])
    if body is None:
        return found[1]
    define_macro(scan, Macro(buffer.text[argument.start : argument.end], (), body[0]))
    return body[1]


@handles("define-document")
def document_command(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """xparse: ``\\NewDocumentCommand{\\name}{s o m}{body}``."""
    target = name_at(buffer, end)
    found = read(buffer, target[1], "m") if target else None
    if target is None or found is None:
        return None
    parameters = document_parameters(buffer, found[0][0])
    body = _body(buffer, found[1])
    if body is None:
        return found[1]
    define_macro(scan, Macro(target[0], parameters, body[0]), name.startswith("Provide"))
    return body[1]


@handles("define-environment", "define-document-environment")
def new_environment(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\newenvironment{name}[n][default]{begin}{end}`` and xparse's form."""
    found = read(buffer, end, "sm")
    if found is None:
        return None
    argument = found[0][-1]
    written = buffer.text[argument.start : argument.end].strip()
    parameters: tuple[Parameter, ...]
    if command.kind == "define-environment":
        listed, at = latex_parameters(buffer, found[1])
        parameters = tuple(listed)
    else:
        specification = read(buffer, found[1], "m")
        if specification is None:
            return found[1]
        parameters, at = document_parameters(buffer, specification[0][0]), specification[1]
    first = _body(buffer, at)
    second = _body(buffer, first[1]) if first else None
    if first is None or second is None:
        return at
    _define_environment(scan, written, parameters, first[0], second[0])
    return second[1]


def _define_environment(scan: Scanner, name: str, parameters: tuple[Parameter, ...], first: Buffer, second: Buffer) -> None:
    if re.search(r"\\(?:comment|iffalse)\s*(?:%.*)?\s*$", first.text) or _starts_verbatim(scan, first.text):
        scan.environments[name] = tables.command("verbatim-env", "")
        return
    known = scan.environments.get(name)
    if known is not None and known.kind == "verbatim-env":
        return
    if scan.matters(first.text) or scan.matters(second.text):
        scan.environments[name] = tables.command("macro-env", "")
        scan.environment_bodies[name] = (Macro(name, parameters, first), Macro("end" + name, (), second))


def _starts_verbatim(scan: Scanner, text: str) -> bool:
    # \newenvironment{code}{\verbatim}{\endverbatim} and {\VerbatimEnvironment\begin{minted}…}.
    last = re.search(r"\\(?:begin\s*\{)?([a-zA-Z*]+)\}?(?:\s*\[[^\]]*\])?(?:\s*\{[^{}]*\})*\s*$", text)
    found = scan.environments.get(last[1]) if last else None
    return found is not None and found.kind == "verbatim-env"


@handles("let")
def let(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\let\\new=\\old``: the new name means what the old one means now."""
    found = _LET.match(buffer.text, end)
    if found is None:
        return None
    new, old = found[1], found[2]
    meaning = scan.commands.get(old)
    if meaning is not None and not new.startswith("if"):
        if meaning.kind in ("macro", "selecting-macro"):
            macro = scan.macros[old]
            scan.macros[new] = macro._replace(name=new) if isinstance(macro, Macro) else macro
        if meaning.kind not in ("begin", "end", "fi", "else", "conditional") and not (
            new in scan.commands and scan.commands[new].kind in _BUILTIN_CITES and meaning.kind not in (*_BUILTIN_CITES, "macro")
        ):
            # What \\@firstoftwo and \\@secondoftwo do is told by their name, so an alias has to remember it.
            chosen = meaning.kind == "choose" and meaning.table == "kernel"
            scan.commands[new] = meaning._replace(table=old) if chosen else meaning
            mark_mentions(scan, new)
    elif old in scan.macros and new not in scan.commands:
        scan.macros[new] = scan.macros[old]
    return found.end()


_LET = lazy(r"\s*\\([a-zA-Z@]+)\s*=?\s*\\([a-zA-Z@]+)")


def mark_mentions(scan: Scanner, name: str) -> None:
    """A name has become interesting: so have the macros whose bodies call it."""
    for mentioned in scan.mentions.pop(name, ()):
        known = scan.commands.get(mentioned)
        if known is None or known.kind == "selecting-macro":
            mark_interesting(scan, mentioned)
