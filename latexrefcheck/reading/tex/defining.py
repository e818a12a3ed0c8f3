"""Definitions: which macros and environments of the document cite, load, switch or discard something."""

from __future__ import annotations

import re

from latexrefcheck.reading.tex import commands as tables
from latexrefcheck.reading.tex.arguments import LOOK_BACK, is_global, name_at, read, skip_space
from latexrefcheck.reading.tex.buffer import Buffer, Piece
from latexrefcheck.reading.tex.commands import Command
from latexrefcheck.reading.tex.interest import cites, drops, mark_interesting, opens, selects, stores
from latexrefcheck.reading.tex.macros import Macro, Parameter, is_code
from latexrefcheck.reading.tex.naming import expand_text
from latexrefcheck.reading.tex.parameters import document_parameters, latex_parameters, primitive_parameters, xargs
from latexrefcheck.reading.tex.scanner import Scanner, handles
from latexrefcheck.text.patterns import lazy

_COMMENTS = lazy(r"(?<!\\)%[^\n\r]*")
_COUNTS = lazy(r"\\(?:step|refstep|addto)counter\{([^{}#]*)\}")
BUILTIN_CITES = ("cite", "nocite")


MOST_OTHERS = 4
"""Most definitions of one macro in branches that cannot be decided."""
_LONG = lazy(r"\\long(?:\s|\\(?:global|protected|outer)(?![a-zA-Z@]))*\Z")


def define_macro(scan: Scanner, macro: Macro, provide: bool = False, everywhere: bool = False) -> None:
    """Take a definition as TeX would, but keep a known cite command whose new body we cannot follow."""
    name = macro.name
    known = scan.commands.get(name)
    if provide and (name in scan.macros or (known is not None and known.kind not in ("macro", "selecting-macro"))):
        return
    text = _COMMENTS.sub("", macro.body.text) if "%" in macro.body.text else macro.body.text
    if scan.expl:
        macro = macro._replace(expl=True)
    # The inner macros of packages open and close conditionals in ways that nothing but TeX can follow.
    inner = "@" in name and is_code(macro.body.pieces[0].source.path)
    interesting = scan.matters(text) or (not inner and opens(scan, text))
    if "counter{" in macro.body.text:
        for counter in _COUNTS.findall(macro.body.text):
            scan.counters[counter] = None
    if known is not None and known.kind not in ("macro", "selecting-macro") and not _replaces(scan, macro, text, known):
        return
    old = scan.macros.get(name)
    if scan.undecided:
        scan.store(scan.unsure, name, scan.branch(), everywhere)
        branch = scan.branch()
        macro = macro._replace(branch=branch)
        if isinstance(old, Macro):
            # What was defined inside the same branch is replaced for certain.
            before = [one for one in (old._replace(others=()), *old.others) if one.branch[: len(branch)] != branch]
            macro = macro._replace(others=tuple(before[:MOST_OTHERS]))
            interesting = interesting or (known is not None and known.kind == "macro")
    elif scan.is_unsure(name):
        scan.store(scan.unsure, name, (), everywhere)
    selecting = not interesting and selects(scan, macro, text)
    scan.store(scan.macros, name, macro, everywhere)
    if name in scan.defined:
        scan.store(scan.defined, name, True, everywhere)
    if name in scan.lets:
        scan.forget(scan.lets, name, everywhere)
    if known is not None:
        scan.forget(scan.commands, name, everywhere)
    if interesting:
        mark_interesting(scan, name, everywhere)
        return
    if selecting:
        scan.store(scan.commands, name, Command("selecting-macro", drops(macro, text)), everywhere)
    for mentioned in set(scan.words(text)):
        scan.mentions.setdefault(mentioned, []).append(name)


def _replaces(scan: Scanner, macro: Macro, text: str, known: Command) -> bool:
    """Whether a definition of the document takes the place of a command of the tables."""
    if known.kind == "weak":
        return True
    if known.kind not in (*BUILTIN_CITES, "bibliography", "input", "include"):
        return False
    if macro.name in scan.words(macro.body.text):
        return False
    # Code of packages is often beyond us, and what it defines cites all the same; what an author writes is what it seems.
    plain = not stores(text) and "@" not in text and scan.files[-1].path.endswith((".tex", ".ltx"))
    return plain or cites(scan, macro)


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
    if len(buffer.pieces) == 1 and end <= buffer.own:
        at, source, first, _ = buffer.pieces[0]
        return Buffer(buffer.text[start:end], [Piece(0, source, first + start - at, argument=False)])
    pieces = []
    at = 0
    for text, (_, source, first, mark) in buffer.cut(start, end, argument=False):
        pieces.append(Piece(at, source, first, mark))
        at += len(text)
    if not pieces:
        pieces = [buffer.pieces[0]._replace(at=0, argument=False)]
    return Buffer(buffer.text[start:end], pieces)


@handles("define", passive=True)
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
    starred = "*" in buffer.text[end : end + 10].split("\\")[0]
    exact = name.endswith("command") and "obust" not in name and not any(p.letter == "o" for p in parameters)
    macro = Macro(target[0], tuple(parameters), body[0], not starred, exact)
    define_macro(scan, macro, name.startswith("provide"), is_global(buffer, name, start))
    return body[1]


@handles("define-primitive", passive=True)
def primitive_definition(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\def\\name#1#2{body}``, also with texts between the parameters."""
    target = name_at(buffer, end)
    opening = buffer.text.find("{", target[1], target[1] + 200) if target else -1
    if target is None or opening < 0:
        return None
    parameters = primitive_parameters(buffer.text[target[1] : opening])
    body = _body(buffer, opening)
    if body is None:
        return target[1]
    long = bool(_LONG.search(buffer.text, max(0, start - LOOK_BACK), start))
    macro = Macro(target[0], parameters, body[0], long)
    if name in ("edef", "xdef") and not parameters:
        expanded = expand_text(scan, macro.body.text)
        if expanded is not None:
            macro = macro._replace(body=Buffer(expanded, macro.body.pieces[:1]))
    define_macro(scan, macro, everywhere=is_global(buffer, name, start))
    return body[1]


@handles("define-function", passive=True)
def function_definition(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """expl3's ``\\cs_new:Nn \\my_cite:n {body}``: the letters behind the colon say how many parameters it has."""
    target = name_at(buffer, end)
    body = _body(buffer, target[1]) if target else None
    if target is None or body is None:
        return None
    letters = target[0].partition(":")[2]
    define_macro(scan, Macro(target[0], tuple(Parameter("m") for _ in letters), body[0]))
    return body[1]


@handles("expl-on", "expl-off", passive=True)
def expl_syntax(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\ExplSyntaxOn``: ``_`` and ``:`` are letters, and the functions of expl3 are known."""
    scan.set_expl(command.kind == "expl-on")
    return end


@handles("define-csname", passive=True)
def csname_definition(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\@namedef{name}{body}``."""
    found = read(buffer, end, "m")
    if found is None:
        return None
    argument = found[0][0]
    body = _body(buffer, found[1])
    if body is None:
        return found[1]
    written = expand_text(scan, buffer.text[argument.start : argument.end].strip())
    if written and "#" not in written:
        define_macro(scan, Macro(written, (), body[0]), everywhere=is_global(buffer, name, start))
    return body[1]


@handles("define-document", passive=True)
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
    define_macro(scan, Macro(target[0], parameters, body[0], exact=False), name.startswith("Provide"))
    return body[1]


@handles("define-environment", "define-document-environment", passive=True)
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
        scan.store(scan.environments, name, tables.command("verbatim-env", ""))
        return
    scan.store(scan.defined, name, True)
    scan.store(scan.defined, "end" + name, True)
    known = scan.environments.get(name)
    if known is not None and known.kind == "verbatim-env":
        return
    if any(scan.matters(text) or scan.sets(text) or opens(scan, text) for text in (first.text, second.text)):
        scan.store(scan.environments, name, tables.command("macro-env", ""))
        scan.environment_bodies[name] = (Macro(name, parameters, first), Macro("end" + name, (), second))


def _starts_verbatim(scan: Scanner, text: str) -> bool:
    # \newenvironment{code}{\verbatim}{\endverbatim} and {\VerbatimEnvironment\begin{minted}…}.
    last = re.search(r"\\(?:begin\s*\{)?([a-zA-Z*]+)\}?(?:\s*\[[^\]]*\])?(?:\s*\{[^{}]*\})*\s*$", text)
    found = scan.environments.get(last[1]) if last else None
    return found is not None and found.kind == "verbatim-env"
