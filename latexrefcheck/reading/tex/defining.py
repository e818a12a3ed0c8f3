"""Definitions: which macros and environments of the document cite, load, switch or discard something."""

from __future__ import annotations

import re

from latexrefcheck.reading.tex import commands as tables
from latexrefcheck.reading.tex.arguments import LOOK_BACK, is_global, name_at, read, skip_space
from latexrefcheck.reading.tex.buffer import Buffer
from latexrefcheck.reading.tex.commands import Command
from latexrefcheck.reading.tex.expanding import Macro, Parameter, expand_text, is_code
from latexrefcheck.reading.tex.parameters import document_parameters, latex_parameters, primitive_parameters, xargs
from latexrefcheck.reading.tex.scanner import Scanner, handles
from latexrefcheck.text.patterns import lazy

_COMMENTS = lazy(r"(?<!\\)%[^\n\r]*")
_COUNTS = lazy(r"\\(?:step|refstep|addto)counter\{([^{}#]*)\}")
_BUILTIN_CITES = ("cite", "nocite")


MOST_OTHERS = 4
"""Most definitions of one macro in branches that cannot be decided."""
_LONG = lazy(r"\\long(?:\s|\\(?:global|protected|outer)(?![a-zA-Z@]))*\Z")
_BALANCE = lazy(r"\\(if[a-zA-Z@]*|fi|else|or)(?![a-zA-Z@])")
_NAMED_ONLY = lazy(r"\\(?:let|newif)\s*\\[a-zA-Z@]+(?:\s*=?\s*\\[a-zA-Z@]+)?")
_CHOOSERS = frozenset("choose if-boolean if-expression if-test if-no-value".split())


def define_macro(scan: Scanner, macro: Macro, provide: bool = False, everywhere: bool = False) -> None:
    """Take a definition as TeX would, but keep a known cite command whose new body we cannot follow."""
    name = macro.name
    known = scan.commands.get(name)
    if provide and (name in scan.macros or (known is not None and known.kind not in ("macro", "selecting-macro"))):
        return
    text = _COMMENTS.sub("", macro.body.text) if "%" in macro.body.text else macro.body.text
    macro = macro._replace(expl=scan.expl)
    # The inner macros of packages open and close conditionals in ways that nothing but TeX can follow.
    inner = "@" in name and is_code(macro.body.pieces[0].source.path)
    interesting = scan.matters(text) or (not inner and _opens(scan, text))
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
    if known is not None:
        scan.forget(scan.commands, name, everywhere)
    if interesting:
        mark_interesting(scan, name, everywhere)
        return
    if selecting:
        scan.store(scan.commands, name, Command("selecting-macro", _drops(macro, text)), everywhere)
    for mentioned in set(scan.words(text)):
        scan.mentions.setdefault(mentioned, []).append(name)


def _replaces(scan: Scanner, macro: Macro, text: str, known: Command) -> bool:
    """Whether a definition of the document takes the place of a command of the tables."""
    if known.kind == "weak":
        return True
    if known.kind not in (*_BUILTIN_CITES, "bibliography", "input", "include"):
        return False
    if macro.name in scan.words(macro.body.text):
        return False
    # Code of packages is often beyond us, and what it defines cites all the same; what an author writes is what it seems.
    plain = not _stores(text) and "@" not in text and scan.files[-1].path.endswith((".tex", ".ltx"))
    return plain or _cites(scan, macro)


def _opens(scan: Scanner, text: str) -> bool:
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
    if _drops(macro, text):
        return True
    return bool(
        count
        and ("\\if" in text or "\\If" in text)
        and not _stores(text)
        and any(name in scan.commands for name in scan.words(text) if name[:2] in ("if", "If"))
    )


def _drops(macro: Macro, text: str) -> str:
    """``drops`` if a mandatory argument is not in the body."""
    parameters = [parameter for parameter in macro.parameters if parameter.letter != "x"]
    dropped = any(f"#{number}" not in text and parameter.letter in "mu" for number, parameter in enumerate(parameters, 1))
    return "drops" if dropped and not _stores(text) else ""


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
    found = (scan.commands.get(name) for name in scan.words(macro.body.text))
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
    parameters, opening = primitive_parameters(buffer, target[1], opening)
    body = _body(buffer, opening)
    if body is None:
        return target[1]
    long = bool(_LONG.search(buffer.text, max(0, start - LOOK_BACK), start))
    macro = Macro(target[0], tuple(parameters), body[0], long)
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
    if any(scan.matters(text) or scan.sets(text) or _opens(scan, text) for text in (first.text, second.text)):
        scan.store(scan.environments, name, tables.command("macro-env", ""))
        scan.environment_bodies[name] = (Macro(name, parameters, first), Macro("end" + name, (), second))


def _starts_verbatim(scan: Scanner, text: str) -> bool:
    # \newenvironment{code}{\verbatim}{\endverbatim} and {\VerbatimEnvironment\begin{minted}…}.
    last = re.search(r"\\(?:begin\s*\{)?([a-zA-Z*]+)\}?(?:\s*\[[^\]]*\])?(?:\s*\{[^{}]*\})*\s*$", text)
    found = scan.environments.get(last[1]) if last else None
    return found is not None and found.kind == "verbatim-env"


@handles("let", passive=True)
def let(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\let\\new=\\old``: the new name means what the old one means now."""
    found = _LET.match(buffer.text, end)
    if found is None:
        return None
    everywhere = name == "glet" or is_global(buffer, name, start)
    new, old = found[1], found[2]
    if old is None:  # \let\x=a
        _forget(scan, new, everywhere)
        scan.store(scan.defined, new, True, everywhere)
        return found.end()
    _alias(scan, new, old, everywhere)
    return found.end()


def _forget(scan: Scanner, name: str, everywhere: bool) -> None:
    """Take the name as one that means nothing."""
    for mapping in (scan.macros, scan.commands, scan.numbers, scan.lets):
        scan.forget(mapping, name, everywhere)
    if scan.undecided:
        scan.store(scan.unsure, name, scan.branch(), everywhere)


def _alias(scan: Scanner, new: str, old: str, everywhere: bool) -> None:
    meaning = scan.commands.get(old)
    macro = scan.macros.get(old)
    known = scan.commands.get(new)
    if known is not None and known.kind in ("begin", "end", "fi", "else", "conditional") and known.table == "kernel":
        return
    cites = (*_BUILTIN_CITES, "macro", "selecting-macro")
    if known is not None and known.kind in _BUILTIN_CITES and meaning is not None and meaning.kind not in cites:
        return
    if known is not None and known.table and meaning is None and macro is None:
        return  # \let\cite\mycite of a package that is not read: what it is called is what it does
    defined = _defined_as(scan, old)
    if old.startswith("if") and meaning is not None and meaning.kind == "conditional" and new.startswith("if"):
        scan.store(scan.switches, new[2:], _truth(scan, old), everywhere)
    _forget(scan, new, everywhere)
    if macro is not None:
        scan.store(scan.macros, new, macro._replace(name=new) if isinstance(macro, Macro) else macro, everywhere)
    if old in scan.numbers:
        scan.store(scan.numbers, new, scan.numbers[old], everywhere)
    if meaning is not None:
        # What \@firstoftwo and \@secondoftwo do is told by their name, so an alias has to remember it.
        chosen = meaning.kind == "choose" and meaning.table == "kernel"
        scan.store(scan.commands, new, meaning._replace(table=old) if chosen else meaning, everywhere)
        if not scan.is_passive(meaning.kind):
            mark_mentions(scan, new)
    if macro is None:
        scan.store(scan.lets, new, scan.lets.get(old, old), everywhere)
    if defined is not None:
        scan.store(scan.defined, new, defined, everywhere)
    elif not scan.undecided:
        scan.store(scan.unsure, new, scan.branch() or (-1,), everywhere)


def _defined_as(scan: Scanner, old: str) -> bool | None:
    from latexrefcheck.reading.tex.meaning import is_defined  # it needs the macros of this module's neighbours

    return is_defined(scan, old)


def _truth(scan: Scanner, name: str) -> bool | None:
    return {"iftrue": True, "iffalse": False}.get(name, scan.switches.get(name[2:]))


_LET = lazy(r"\s*\\([a-zA-Z@]+)\s*=?\s?(?:\s*\\([a-zA-Z@]+)|[^\s\\%#{}])")


def mark_mentions(scan: Scanner, name: str) -> None:
    """A name has become interesting: so have the macros whose bodies call it."""
    for mentioned in scan.mentions.pop(name, ()):
        known = scan.commands.get(mentioned)
        if known is None or known.kind == "selecting-macro":
            mark_interesting(scan, mentioned)
