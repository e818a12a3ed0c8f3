"""Commands that cite or list works."""

from __future__ import annotations

import re
from collections.abc import Sequence

from latexrefcheck.model.document import BibItem, Citation
from latexrefcheck.reading.tex import commands as tables
from latexrefcheck.reading.tex.arguments import Argument, name_at, read
from latexrefcheck.reading.tex.buffer import Buffer
from latexrefcheck.reading.tex.commands import Command
from latexrefcheck.reading.tex.databases import request
from latexrefcheck.reading.tex.naming import expand_text
from latexrefcheck.reading.tex.scanner import Scanner, handles
from latexrefcheck.text.patterns import lazy

_PARAMETER = lazy(r"#+\d")
_ACRONYM = lazy(r"\bcite\s*=\s*(?:\[[^\[\]]*\]\s*){0,2}(?:\{([^{}]*)\}|([^{},\s]+))")


@handles("cite", "nocite")
def cite(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """A cite command whose arguments need the careful reader."""
    signature = command.signature
    if command.table == "kernel" and signature == "ok" and takes_natbib_arguments(scan):
        signature = "sook"
    found = read(buffer, end, signature)
    if _not_closed(scan, buffer, name, end, signature, found[0] if found else ()):
        return None
    if found is None:
        _without_braces(scan, buffer, name, start, end)
        return None
    arguments, after = found
    for argument in arguments:
        if argument.letter == "k":
            keys(scan, buffer, argument, name, start, command)
    # Commands in the optional arguments are executed too; keys are not commands.
    return end if any(a.letter in "oapm" and a.end > a.start for a in arguments) else after


_OPENING = lazy(r"\*?\s*(?:\[[^\[\]{}]*\]\s*){0,2}(\{)")
_OPTIONAL = frozenset("soOap")


def _not_closed(scan: Scanner, buffer: Buffer, name: str, end: int, signature: str, arguments: Sequence[Argument]) -> bool:
    """Note keys whose brace is not closed before the paragraph ends, where TeX stops ("Runaway argument?")."""
    if buffer.virtual or not scan.in_document or scan.undecided:
        return False
    openings = [one.start - 1 for one in arguments if one.letter == "k" and buffer.text.startswith("{", one.start - 1)]
    closings = [one.end for one in arguments if one.letter == "k" and buffer.text.startswith("{", one.start - 1)]
    if not arguments and next((letter for letter in signature if letter not in _OPTIONAL), "") == "k":
        found = _OPENING.match(buffer.text, end)
        if found is not None and buffer.close(found.start(1)) < 0:
            openings, closings = [found.start(1)], [len(buffer.text)]
    for opening, closing in zip(openings, closings, strict=True):
        if closing == len(buffer.text) or buffer.paragraph_end(opening) < closing:
            scan.problem(
                "bad-citation-key",
                buffer.locate(opening, opening + 1),
                f"the brace of \\{name} is not closed before the paragraph ends, where TeX stops: add the }} behind its last key",
                key="{",
            )
            return True
    return False


_BARE = lazy(
    r"(?:\[[^\[\]{}\\]*\])?[ \t]*\n?[ \t]*(\\(?:emph|text[a-z]+|ref|label|url|footnote)(?![a-zA-Z])|[A-Za-z0-9][\w:.-]*)"
)


def _without_braces(scan: Scanner, buffer: Buffer, name: str, start: int, end: int) -> None:
    """TeX takes the next token as the key of ``\\cite \\emph{..}``; in the text of a document that is a slip."""
    found = _BARE.match(buffer.text, end)
    if found is None or buffer.virtual or not scan.in_document or scan.undecided:
        return
    key = found[1] if found[1][0] == "\\" else found[1][0]
    scan.problem(
        "bad-citation-key",
        buffer.locate(found.start(1), found.start(1) + len(key)),
        f"\\{name} has no braces, so TeX takes {key!r} as the key: write \\{name}{{key}}",
        key=key,
    )


def takes_natbib_arguments(scan: Scanner) -> bool:
    """Whether ``\\cite`` may have two optional arguments because a class that we cannot read may have loaded natbib."""
    return scan.unknown_class or not scan.document_class


def keys(scan: Scanner, buffer: Buffer, argument: Argument, name: str, start: int, command: Command) -> None:
    """Note the keys of an argument: as written, behind comments, or in macros."""
    text = buffer.text[argument.start : argument.end]
    if text == "[" and buffer.text[argument.end : argument.end + 1] not in ("}", ""):
        scan.problem(
            "bad-citation-key",
            buffer.locate(argument.start, argument.end),
            f"without natbib or biblatex \\{name} takes one optional argument, so this second '[' is read as the key: "
            "load natbib or use one optional argument",
            key="[",
        )
        return
    if "\\" in text or "#" in text or "{" in text:
        _odd_keys(scan, buffer, argument, name, start, command)
    elif "%" in text:
        blank = re.sub(r"%[^\n\r]*", lambda found: " " * len(found[0]), text)
        scan.add_keys(buffer, blank, argument.start, name, start, command)
    else:
        scan.add_keys(buffer, text, argument.start, name, start, command)


def _odd_keys(scan: Scanner, buffer: Buffer, argument: Argument, name: str, start: int, command: Command) -> None:
    blank = re.sub(r"(?<!\\)%[^\n\r]*", lambda found: " " * len(found[0]), buffer.text[argument.start : argument.end])
    at = argument.start
    for part in blank.split(","):
        stripped = part.strip()
        first = at + len(part) - len(part.lstrip())
        at += len(part) + 1
        if not stripped or _PARAMETER.search(stripped):
            continue
        if "\\" not in stripped and "{" not in stripped:
            scan.add_keys(buffer, part, first - (len(part) - len(part.lstrip())), name, start, command)
            continue
        expanded = expand_text(scan, stripped)
        span = buffer.locate(first, first + len(stripped))
        if expanded is None or not expanded.strip():
            scan.complete = False
            scan.problem("unresolved-input", span, f"the key {stripped!r} of \\{name} could not be worked out from the source")
            continue
        section = scan.section_named(command.section, "multibib") if command.section else scan.section
        for key in expanded.split(","):
            if key.strip():
                nocite = command.kind == "nocite"
                scan.citations.append(Citation(key.strip(), span, name, span.start, section, nocite, not scan.undecided))


@handles("define-cite")
def define_cite(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """biblatex's ``\\DeclareCiteCommand{\\name}[wrapper]{..}{..}{..}{..}``."""
    target = name_at(buffer, end)
    if target is None:
        return None
    scan.commands[target[0]] = tables.command("cite", "s o o k")
    found = read(buffer, target[1], "ommmm")
    return found[1] if found else target[1]


@handles("define-multicite")
def define_multicite(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """biblatex's ``\\DeclareMultiCiteCommand{\\names}[wrapper]{\\name}{delimiter}``."""
    target = name_at(buffer, end)
    if target is None:
        return None
    scan.commands[target[0]] = tables.command("cite", "s p p + o o k")
    found = read(buffer, target[1], "omm")
    return found[1] if found else target[1]


@handles("entry-set")
def entry_set(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """biblatex's ``\\defbibentryset{set}{a,b}``: a key of its own, which pulls its members in."""
    found = read(buffer, end, "mk")
    if found is None:
        return None
    first, members = found[0]
    key = buffer.text[first.start : first.end].strip()
    if key and "#" not in key and "\\" not in key:
        scan.bibitems.append(BibItem(key, buffer.locate(first.start, first.end), generated=True))
    scan.add_keys(buffer, buffer.text[members.start : members.end], members.start, name, start, tables.command("nocite", "k"))
    return found[1]


@handles("acronym")
def acronym(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """acro's ``\\DeclareAcronym{id}{short=.., cite={a,b}}``; the texts of the acronym are executed."""
    found = read(buffer, end, "mm")
    if found is None:
        return None
    properties = found[0][1]
    for cited in _ACRONYM.finditer(buffer.text, properties.start, properties.end):
        group = 1 if cited[1] is not None else 2
        scan.add_keys(buffer, cited[group], cited.start(group), name, start, tables.command("cite", "k"))
    return properties.start


@handles("passes", passive=True)
def passes(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """A command whose argument is executed: amsrefs' ``\\citelist{\\cite{a}*{p.~3}\\cite{b}}``."""
    return None


MAX_COMMANDS = 20_000
"""Most commands for which twins are made; a paper has a dozen bibliographies with some fifty commands each."""


def _twins(scan: Scanner, kind: str) -> None:
    if len(scan.commands) > MAX_COMMANDS:
        scan.complete = False
        return
    for known, made in list(scan.commands.items()):
        if made.kind in ("cite", "nocite", "bibliography", "bibstyle") and not made.section:
            scan.commands[known + kind] = made._replace(section=kind, table=made.table or "multibib")


@handles("new-cites")
def new_cites(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """multibib's ``\\newcites{type,type}{Title,Title}``: every cite command gets a twin per type."""
    found = read(buffer, end, "omm")
    if found is None:
        return None
    arguments, after = found
    names = next(a for a in arguments if a.letter == "m")
    for kind in buffer.text[names.start : names.end].split(","):
        kind = kind.strip()
        if kind:
            _twins(scan, kind)
    return after


@handles("bibitem", passive=True)
def bibitem(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\bibitem[label]{key}``."""
    found = read(buffer, end, command.signature)
    if found is None:
        return None
    argument = found[0][-1]
    key = buffer.text[argument.start : argument.end].strip()
    if key and "#" not in key and "\\" not in key:
        first = buffer.text.index(key, argument.start)
        scan.bibitems.append(BibItem(key, buffer.locate(first, first + len(key))))
    return found[1]


@handles("refsection")
def new_refsection(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """biblatex's ``\\newrefsection[a.bib]`` and ``\\begin{refsection}[a.bib]``."""
    found = read(buffer, end, "O")
    arguments, after = found or ([], end)
    scan.section = scan.new_section(f"refsection {sum(s.kind == 'refsection' for s in scan.sections) + 1}", "refsection")
    if arguments and arguments[0].end > arguments[0].start:
        request(scan, buffer, arguments[0], name, scan.section)
    return after


@handles("end-refsection", passive=True)
def end_refsection(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """Back to section 0."""
    scan.section = 0
    return None
