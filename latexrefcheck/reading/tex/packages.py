"""Packages and classes: their tables, local files, options and hooks."""

from __future__ import annotations

from latexrefcheck.model.document import Span
from latexrefcheck.reading.tex import commands as tables
from latexrefcheck.reading.tex.arguments import read, without_comments
from latexrefcheck.reading.tex.buffer import Buffer, Piece
from latexrefcheck.reading.tex.commands import Command
from latexrefcheck.reading.tex.defining import slice_of
from latexrefcheck.reading.tex.expanding import execute
from latexrefcheck.reading.tex.loading import BEGIN_DOCUMENT, find, report_missing, run_file
from latexrefcheck.reading.tex.macros import Macro, Parameter
from latexrefcheck.reading.tex.naming import expand_text
from latexrefcheck.reading.tex.scanner import MAX_DEPTH, EndInput, Scanner, handles
from latexrefcheck.reading.tex.verbatim import activate

_SHORT_VERBS = {"ltxdoc": "|"}
"""Classes in which a character quotes verbatim text from the start."""


@handles("package", passive=True)
def package(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\usepackage[options]{a,b}``: take the tables of known packages, execute local ones."""
    found = read(buffer, end, "ok")
    if found is None:
        return None
    options = without_comments(buffer.text[found[0][0].start : found[0][0].end]) if len(found[0]) > 1 else ""
    argument = found[0][-1]
    at = argument.start
    for part in buffer.text[argument.start : argument.end].split(","):
        written = without_comments(part).strip()
        if written and "#" not in written:
            expanded = expand_text(scan, written)
            if expanded:
                load_package(scan, expanded.strip(), options, buffer.locate(at, at + max(len(part), 1)), ".sty")
        at += len(part) + 1
    return found[1]


def load_package(scan: Scanner, name: str, options: str, span: Span, extension: str) -> None:
    """Take a package or class into account, once."""
    known = name.rpartition("/")[2]
    merged = ",".join([options, *scan.passed_options.get(known, ())]).strip(",")
    if known in scan.packages:
        scan.packages[known] = ",".join((scan.packages[known], merged)).strip(",")
        return
    scan.packages[known] = merged
    if extension == ".cls":
        scan.classes.add(known)
    if known in _SHORT_VERBS:
        activate(scan, _SHORT_VERBS[known])
    standing = tables.brought_along().get(known, "")
    if known in tables.available() or (standing and standing != "plain"):
        table = known if known in tables.available() else standing
        scan.load_table(table)
        scan.packages.setdefault(table, "")
        scan.commands.update(scan.extra)
        return
    if known == "subfiles":
        scan.macros.setdefault("subfix", None)
    if standing == "plain":
        return
    found = find(scan, name, scan.folders, extension)
    if found.source is not None:
        previous = scan.options, scan.given_options
        scan.options, scan.given_options = {}, [part.strip() for part in ",".join((merged, scan.class_options)).split(",")]
        run_file(scan, found.source, span)
        scan.options, scan.given_options = previous
        scan.commands.update(scan.extra)
    else:
        scan.opaque = True
        scan.unknown_class = scan.unknown_class or extension == ".cls"


@handles("class", passive=True)
def document_class(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\documentclass[options]{name}``; for a subfile first the preamble of its main document."""
    found = read(buffer, end, "om")
    if found is None:
        return None
    options = buffer.text[found[0][0].start : found[0][0].end] if len(found[0]) > 1 else ""
    written = buffer.text[found[0][-1].start : found[0][-1].end].strip()
    expanded = (expand_text(scan, written) or "") if "#" not in written else ""
    if expanded:
        if not scan.document_class:
            scan.document_class, scan.class_options = expanded, without_comments(options)
        span = buffer.locate(found[0][-1].start, found[0][-1].end)
        load_package(scan, expanded, options, span, ".cls")
        if expanded == "subfiles" and options.strip():
            _main_preamble(scan, options.strip(), span)
    return found[1]


def _main_preamble(scan: Scanner, name: str, span: Span) -> None:
    found = scan.world.tex(name, scan.folders)
    if found.source is None:
        report_missing(scan, name, span, "documentclass", found.reason, scan.folders)
        return
    begin = BEGIN_DOCUMENT.search(found.source.text)
    if found.source.absolute is not None:
        scan.folders = [*scan.folders, found.source.absolute.parent.as_posix()]
    scan.sources[id(found.source)] = found.source
    scan.files.append(found.source)
    try:
        scan.run(Buffer.of(found.source), 0, begin.start() if begin else None)
    except EndInput:
        pass
    finally:
        scan.files.pop()


@handles("pass-options", "bib-options", passive=True)
def options_for(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\PassOptionsToPackage{options}{name}`` and biblatex's ``\\ExecuteBibliographyOptions``."""
    found = read(buffer, end, command.signature)
    if found is None:
        return None
    written = [buffer.text[a.start : a.end] for a in found[0] if a.letter == "m"]
    if command.kind == "bib-options":
        scan.packages["biblatex"] = ",".join((scan.packages.get("biblatex", ""), written[0])).strip(",")
    else:
        for target in written[1].split(","):
            scan.passed_options.setdefault(target.strip(), []).append(written[0])
    return found[1]


def run_hooks(scan: Scanner, when: str) -> None:
    """Execute what ``\\AtBeginDocument`` or ``\\AtEndDocument`` stored."""
    waiting, scan.hooks[when] = scan.hooks[when], []
    for buffer in waiting:
        scan.run(buffer)


@handles("hook-begin", "hook-end", passive=True)
def hook(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\AtBeginDocument{..}`` and ``\\AtEndDocument{..}``: executed when their time comes."""
    found = read(buffer, end, "m")
    if found is None or (command.kind == "hook-begin" and scan.in_document):
        return None
    scan.hooks[command.kind[5:]].append(slice_of(buffer, found[0][0].start, found[0][0].end))
    return found[1]


@handles("declare-option", passive=True)
def declare_option(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\DeclareOption{name}{body}`` and ``\\define@key{family}{name}{body}``: executed if the option is given."""
    if buffer.text[end : end + 1] == "*":  # the body for unknown options
        found = read(buffer, end, "sm")
        return found[1] if found else None
    found = read(buffer, end, command.signature)
    if found is None:
        return None
    mandatory = [a for a in found[0] if a.letter == "m"]
    option = buffer.text[mandatory[-2].start : mandatory[-2].end].strip()
    body = slice_of(buffer, mandatory[-1].start, mandatory[-1].end)
    parameters = (Parameter("m"),) if name == "define@key" else ()
    scan.options[option] = Macro(f"option {option}", parameters, body)
    return found[1]


@handles("process-options", "execute-options", passive=True)
def process_options(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """Execute the bodies of the options that the document gives, or that the package itself asks for."""
    found = read(buffer, end, command.signature)
    if command.kind == "process-options":
        wanted = scan.given_options
    else:
        wanted = buffer.text[found[0][0].start : found[0][0].end].split(",") if found else []
    place = buffer.locate(start, end)
    for option in wanted:
        key, _, value = option.partition("=")
        macro = scan.options.get(key.strip())
        if isinstance(macro, Macro) and len(scan.expanding) < MAX_DEPTH:
            text = f"{{{value.strip().strip('{}')}}}"
            execute(scan, macro, Buffer(text, [Piece(0, place.source, place.start, False)]), 0, 0)
    return found[1] if found else None


@handles("uncertain", passive=True)
def uncertain(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """Bodies of options that we do not evaluate: what they set is then unknown."""
    found = read(buffer, end, "s" + command.signature)
    if found is None:
        return None
    scan.enter(None)
    scan.run(buffer, found[0][-1].start, found[0][-1].end)
    scan.conditions.pop()
    return found[1]


@handles("library", passive=True)
def library(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\usetikzlibrary{a,b}``: local libraries are read like packages."""
    found = read(buffer, end, "m")
    if found is None:
        return None
    argument = found[0][0]
    for part in buffer.text[argument.start : argument.end].split(","):
        if part.strip().replace(".", "").isalnum():
            library_file = scan.world.tex(f"{name[3:]}{part.strip()}", scan.folders, ".code.tex")
            if library_file.source is not None:
                run_file(scan, library_file.source)
    return found[1]
