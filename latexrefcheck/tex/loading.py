"""Commands that bring in other files, packages and classes, and the environments that open and close units."""

from __future__ import annotations

import re

from latexrefcheck.document import SourceFile, Span
from latexrefcheck.tex import commands as tables
from latexrefcheck.tex.arguments import Argument, read, without_comments
from latexrefcheck.tex.branching import choose
from latexrefcheck.tex.buffer import Buffer, Piece
from latexrefcheck.tex.citing import keys, new_refsection, request
from latexrefcheck.tex.commands import Command
from latexrefcheck.tex.defining import slice_of
from latexrefcheck.tex.expanding import Macro, Parameter, execute, expand_text
from latexrefcheck.tex.scanner import HANDLERS, MAX_DEPTH, MAX_FILES, EndDocument, EndInput, Scanner, handles

_NAME = re.compile(r"\s*\{([^{}\\%\n]*)\}")
_DOCUMENT = re.compile(r"\\begin\s*\{document\}")


def run_file(scan: Scanner, source: SourceFile, span: Span | None = None, body_only: bool = False) -> None:
    """Execute a file; ``body_only`` from behind its ``\\begin{document}`` on (subfiles and standalone)."""
    if source in scan.files or len(scan.files) >= MAX_DEPTH:
        if span is not None:
            said = "loads itself" if source in scan.files else f"is nested deeper than {MAX_DEPTH} files"
            scan.problem("unresolved-input", span, f"{source.path!r} {said}; it is not read again")
        return
    if len(scan.sources) >= MAX_FILES and id(source) not in scan.sources:
        if scan.complete and span is not None:
            scan.problem("unresolved-input", span, f"the document has more than {MAX_FILES} files; the rest is not read")
        scan.complete = False
        return
    scan.sources[id(source)] = source
    start = 0
    if body_only:
        found = _DOCUMENT.search(source.text)
        start = found.end() if found else 0
    depth = len(scan.conditions)
    expanding, scan.expanding = scan.expanding, []
    scan.files.append(source)
    try:
        scan.run(Buffer.of(source), start)
    except EndInput:
        pass
    except EndDocument:
        if not body_only:
            raise
    finally:
        scan.files.pop()
        scan.expanding = expanding
        del scan.conditions[depth:]


def file_name(scan: Scanner, buffer: Buffer, argument: Argument, command: str, what: str = "tex") -> tuple[str, Span] | None:
    """The expanded file name in an argument and its span; None (and a problem) if it cannot be worked out."""
    written = without_comments(buffer.text[argument.start : argument.end]).strip()
    first = (
        argument.start
        + len(buffer.text[argument.start : argument.end])
        - len(buffer.text[argument.start : argument.end].lstrip())
    )
    span = buffer.locate(first, max(argument.start + len(buffer.text[argument.start : argument.end].rstrip()), first + 1))
    if not written or "#" in written:
        return None
    expanded = expand_text(scan, written)
    if expanded is None:
        if not scan.undecided:
            scan.complete = False
            scan.problem("unresolved-input", span, f"the file name {written!r} of \\{command} could not be worked out", what=what)
        return None
    return expanded.strip().strip('"').strip(), span


def load(scan: Scanner, name: str, span: Span, command: str, folders: list[str], body_only: bool = False) -> None:
    """Find and execute a file, or note why not."""
    found = scan.world.tex(name, folders)
    if found.source is None:
        if found.reason != "tree":
            report_missing(scan, name, span, command, found.reason, folders)
        return
    previous, scan.folders = scan.folders, folders
    try:
        run_file(scan, found.source, span, body_only)
    finally:
        scan.folders = previous


def report_missing(scan: Scanner, name: str, span: Span, command: str, reason: str, folders: list[str]) -> None:
    """One problem for a file that is not read."""
    if scan.undecided:
        return  # perhaps TeX never asks for it
    scan.complete = False
    if reason == "missing":
        near = scan.world.near(name, folders)
        hint = f"; did you mean {near!r}?" if near else ""
        scan.problem(
            "missing-file", span, f"\\{command} names {name!r}, which does not exist{hint}", key=name, what="tex", near=near
        )
    elif reason == "outside":
        scan.problem(
            "unresolved-input", span, f"\\{command} names {name!r}, which lies outside of the project; it is not read", what="tex"
        )
    else:
        scan.problem("unresolved-input", span, f"\\{command} names {name!r}: {reason}", what="tex")


@handles("input")
def input_file(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\input{a}``, ``\\input a``, ``\\subfile{a}``, ``\\includestandalone[..]{a}``."""
    found = read(buffer, end, "of" if name == "includestandalone" else "f")
    if found is None:
        return None
    located = file_name(scan, buffer, found[0][-1], name)
    if located is None or not located[0]:
        return found[1]
    if name == "subfile" or name == "subfileinclude" or name == "includestandalone":
        _child(scan, *located, name)
    else:
        load(scan, *located, name, scan.folders, body_only=_is_standalone(scan))
    return found[1]


def _is_standalone(scan: Scanner) -> bool:
    # With the standalone package, \input skips the preamble of the file.
    return "standalone" in scan.packages and scan.in_document


def _child(scan: Scanner, name: str, span: Span, command: str) -> None:
    # subfiles looks for the files of a child in the child's own directory first.
    found = scan.world.tex(name, scan.folders)
    folder = found.source.absolute.parent.as_posix() if found.source is not None and found.source.absolute else ""
    load(scan, name, span, command, [folder, *scan.folders] if folder else scan.folders, body_only=True)


@handles("include")
def include(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\include{a}``, read whether ``\\includeonly`` names it or not; with chapterbib a unit of its own."""
    found = read(buffer, end, "f")
    located = file_name(scan, buffer, found[0][-1], name) if found else None
    if found is None or located is None or not located[0]:
        return found[1] if found else None
    previous = scan.section
    if "chapterbib" in scan.packages:
        scan.section = scan.new_section(located[0], "chapter")
    try:
        load(scan, *located, name, scan.folders)
    finally:
        scan.section = previous
    return found[1]


@handles("include-list", "graphics-path", "input-path")
def skip_list(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """Lists of names that are no inputs; ``\\input@path`` adds folders to search."""
    if command.kind == "input-path":
        for folder in re.findall(r"\{([^{}\\#]+)\}", buffer.text[end : end + 500].split("\n")[0]):
            scan.folders = [*scan.folders, folder]
        return None
    found = read(buffer, end, "m")
    return found[1] if found else None


@handles("try-input", "if-file")
def guarded(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\IfFileExists{a}{yes}{no}`` and ``\\InputIfFileExists``: a missing file is no finding."""
    found = read(buffer, end, "mmm")
    if found is None:
        return None
    written = buffer.text[found[0][0].start : found[0][0].end]
    expanded = expand_text(scan, written) if "#" not in written else None
    exists = None if expanded is None else scan.world.exists(expanded.strip(), scan.folders)
    if exists and command.kind == "try-input" and expanded is not None:
        load(scan, expanded.strip(), buffer.locate(found[0][0].start, found[0][0].end), name, scan.folders)
    choose(scan, buffer, exists, found[0][1:])
    return found[1]


@handles("import")
def import_file(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\import{dir}{file}`` and ``\\subimport``: files named inside are looked for in that directory first."""
    found = read(buffer, end, "smm")
    if found is None:
        return None
    folder, file = found[0][-2:]
    directory = file_name(scan, buffer, folder, name)
    located = file_name(scan, buffer, file, name)
    if located is None:
        return found[1]
    base = directory[0].rstrip("/") if directory else ""
    if name.startswith("sub") and scan.folders and not base.startswith("/"):
        base = f"{scan.folders[0].rstrip('/')}/{base}"
    load(scan, *located, name, [base, *scan.folders] if base else scan.folders)
    return found[1]


@handles("package")
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
    found = scan.world.tex(name, scan.folders, extension)
    if found.source is not None:
        previous = scan.options, scan.given_options
        scan.options, scan.given_options = {}, [part.strip() for part in ",".join((merged, scan.class_options)).split(",")]
        run_file(scan, found.source, span)
        scan.options, scan.given_options = previous
        scan.commands.update(scan.extra)
    elif extension == ".cls":
        scan.unknown_class = True


@handles("class")
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
    begin = _DOCUMENT.search(found.source.text)
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


@handles("pass-options", "bib-options")
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


@handles("begin")
def begin(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\begin{name}``: only environments of interest do anything."""
    found = _NAME.match(buffer.text, end)
    if found is None:
        return None
    written = found[1].strip()
    if written == "document":
        if not scan.in_document:
            scan.in_document = True
            run_hooks(scan, "begin")
        return None
    environment = scan.environments.get(written)
    if environment is None:
        return None
    return HANDLERS[environment.kind](scan, buffer, written, start, found.end(), environment)


@handles("end")
def end_environment(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\end{name}``; the end of the document ends all."""
    found = _NAME.match(buffer.text, end)
    if found is None:
        return None
    written = found[1].strip()
    if written == "document":
        if scan.undecided or not scan.in_document:
            return None
        if len(scan.files) > 1 and "\\documentclass" in scan.files[-1].text:
            raise EndInput  # a paper that a class includes whole, with a neutralised preamble
        run_hooks(scan, "end")
        raise EndDocument
    environment = scan.environments.get(written)
    if environment is None:
        return None
    if environment.kind in ("refsection-env", "unit-env"):
        scan.section = 0
    elif environment.kind == "macro-env":
        macro = scan.environment_bodies[written][1]
        if isinstance(macro, Macro):
            execute(scan, macro, buffer, start, found.end())
    return None


@handles("macro-env")
def environment_call(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """An environment of the document that does something of interest when it begins."""
    macro = scan.environment_bodies[name][0]
    if not isinstance(macro, Macro) or len(scan.expanding) >= MAX_DEPTH or macro.name in scan.expanding:
        return None
    return execute(scan, macro, buffer, start, end)


@handles("cite-env")
def environment_cite(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """csquotes' ``\\begin{displaycquote}[..][..]{key}``."""
    found = read(buffer, end, command.signature)
    if found is None:
        return None
    keys(scan, buffer, found[0][-1], name, start, command)
    return found[1]


@handles("refsection-env")
def refsection_environment(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\begin{refsection}[a.bib]``."""
    return new_refsection(scan, buffer, name, start, end, command)


@handles("unit-env")
def unit_environment(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\begin{bibunit}[style]``."""
    scan.section = scan.new_section(f"{name} {sum(s.kind == 'unit' for s in scan.sections) + 1}", "unit")
    found = read(buffer, end, "o")
    return found[1] if found else None


@handles("database-env")
def database_environment(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """bibtopic's ``\\begin{btSect}[style]{a,b}``."""
    found = read(buffer, end, command.signature)
    if found is None:
        return None
    request(scan, buffer, found[0][-1], name, scan.section)
    return found[1]


@handles("end-input")
def end_input(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\endinput``: the rest of the line is still read."""
    if scan.undecided or buffer.virtual:
        return None
    newline = re.compile(r"[\r\n]|$").search(buffer.text, end)
    scan.run(buffer, end, newline.start() if newline else None)
    raise EndInput


def run_hooks(scan: Scanner, when: str) -> None:
    """Execute what ``\\AtBeginDocument`` or ``\\AtEndDocument`` stored."""
    waiting, scan.hooks[when] = scan.hooks[when], []
    for buffer in waiting:
        scan.run(buffer)


@handles("hook-begin", "hook-end")
def hook(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\AtBeginDocument{..}`` and ``\\AtEndDocument{..}``: executed when their time comes."""
    found = read(buffer, end, "m")
    if found is None or (command.kind == "hook-begin" and scan.in_document):
        return None
    scan.hooks[command.kind[5:]].append(slice_of(buffer, found[0][0].start, found[0][0].end))
    return found[1]


@handles("declare-option")
def declare_option(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\DeclareOption{name}{body}`` and ``\\define@key{family}{name}{body}``: executed if the option is given."""
    found = read(buffer, end, command.signature)
    if found is None:
        return None
    mandatory = [a for a in found[0] if a.letter == "m"]
    option = buffer.text[mandatory[-2].start : mandatory[-2].end].strip()
    body = slice_of(buffer, mandatory[-1].start, mandatory[-1].end)
    parameters = (Parameter("m"),) if name == "define@key" else ()
    scan.options[option] = Macro(f"option {option}", parameters, body)
    return found[1]


@handles("process-options", "execute-options")
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


@handles("uncertain")
def uncertain(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """Bodies of options that we do not evaluate: what they set is then unknown."""
    found = read(buffer, end, "s" + command.signature)
    if found is None:
        return None
    scan.conditions.append(None)
    scan.run(buffer, found[0][-1].start, found[0][-1].end)
    scan.conditions.pop()
    return found[1]


@handles("library")
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
