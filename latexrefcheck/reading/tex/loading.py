"""Commands that bring in other files."""

from __future__ import annotations

import re

from latexrefcheck.model.document import SourceFile, Span
from latexrefcheck.reading.tex.arguments import Argument, read, without_comments
from latexrefcheck.reading.tex.branching import learn_conditionals
from latexrefcheck.reading.tex.buffer import Buffer
from latexrefcheck.reading.tex.choosing import choose
from latexrefcheck.reading.tex.commands import Command
from latexrefcheck.reading.tex.naming import expand_text
from latexrefcheck.reading.tex.scanner import MAX_DEPTH, MAX_FILES, MAX_REPEATED, EndDocument, EndInput, Scanner, handles
from latexrefcheck.reading.tex.world import Lookup
from latexrefcheck.reading.tex.writing import is_written
from latexrefcheck.text.patterns import lazy

BEGIN_DOCUMENT = lazy(r"\\begin\s*\{document\}")


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
    if id(source) in scan.sources:
        scan.repeated += 1000 + len(source.text)
        if _is_too_often(scan, source.path, span):
            return
    scan.sources[id(source)] = source
    learn_conditionals(scan, source.text)
    start = 0
    if body_only:
        found = BEGIN_DOCUMENT.search(source.text)
        start = found.end() if found else 0
    depth = len(scan.conditions)
    expanding, scan.expanding = scan.expanding, []
    expl = scan.expl
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
        if scan.expl is not expl:  # the syntax of expl3 ends with the file of the package
            scan.set_expl(expl)
        del scan.conditions[depth:]


def _is_too_often(scan: Scanner, name: str, span: Span | None) -> bool:
    """Whether no more files are loaded, which the first one that is not tells."""
    if scan.repeated <= MAX_REPEATED:
        return False
    if scan.complete and span is not None:
        scan.problem("unresolved-input", span, f"{name!r} is not read again: files are loaded too many times here")
    scan.complete = False
    return True


def file_name(scan: Scanner, buffer: Buffer, argument: Argument, command: str, what: str = "tex") -> tuple[str, Span] | None:
    """The expanded file name in an argument and its span; None (and a problem) if it cannot be worked out."""
    given = buffer.text[argument.start : argument.end]
    written = without_comments(given).strip()
    first = argument.start + len(given) - len(given.lstrip())
    span = buffer.locate(first, max(argument.start + len(given.rstrip()), first + 1))
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
    scan.repeated += 100
    if _is_too_often(scan, name, span):
        return
    found = find(scan, name, folders)
    if found.source is None:
        if found.reason != "tree" and not is_written(scan, name):
            report_missing(scan, name, span, command, found.reason, folders)
        return
    previous, scan.folders = scan.folders, folders
    try:
        run_file(scan, found.source, span, body_only)
    finally:
        scan.folders = previous


def find(scan: Scanner, name: str, folders: list[str], extension: str = ".tex") -> Lookup:
    """The file ``name``: on the disk or, unless it exists there, as a filecontents environment writes it."""
    written = scan.embedded.find(name, extension)
    if written is not None and scan.embedded.overwrites(name):
        return Lookup(written)
    found = scan.world.tex(name, folders, extension)
    return Lookup(written) if found.source is None and written is not None else found


def report_missing(scan: Scanner, name: str, span: Span, command: str, reason: str, folders: list[str]) -> None:
    """One problem for a file that is not read."""
    if scan.undecided:
        return  # perhaps TeX never asks for it
    if reason == "missing":
        near = scan.world.near(name, folders)
        hint = f"; did you mean {near!r}?" if near else ""
        message = f"\\{command} names {name!r}, which does not exist{hint}"
        scan.problem("missing-file", span, message, key=name, what="tex", near=near, command=command)
        return
    scan.complete = False
    if reason == "outside":
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
    if name in ("subfile", "subfileinclude", "includestandalone"):
        _child(scan, *located, name)
    else:
        load(scan, *located, name, scan.folders, body_only=_is_standalone(scan))
    return found[1]


@handles("input-if-there")
def input_if_there(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    r"""LaTeX's ``\@input{a}``: "No file a." if there is none, and no error."""
    found = read(buffer, end, "f")
    if found is None:
        return None
    written = buffer.text[found[0][0].start : found[0][0].end].strip()
    expanded = expand_text(scan, written) if written and "#" not in written else None
    if expanded and _exists(scan, expanded.strip()):
        load(scan, expanded.strip(), buffer.locate(found[0][0].start, found[0][0].end), name, scan.folders)
    return found[1]


def _exists(scan: Scanner, name: str) -> bool:
    return scan.world.exists(name, scan.folders) or scan.embedded.find(name) is not None


def _is_standalone(scan: Scanner) -> bool:
    # With the standalone package, \input skips the preamble of the file.
    return "standalone" in scan.packages and scan.in_document


def _child(scan: Scanner, name: str, span: Span, command: str) -> None:
    # subfiles looks for the files of a child in the child's own directory first.
    found = find(scan, name, scan.folders)
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


@handles("include-list", "input-path")
@handles("graphics-path", passive=True)
def skip_list(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """Lists of names that are no inputs; ``\\input@path`` adds folders to search."""
    if command.kind == "input-path":
        for folder in re.findall(r"\{([^{}\\#]+)\}", buffer.text[end : end + 500].split("\n")[0]):
            scan.folders = [*scan.folders, folder]
        return None
    found = read(buffer, end, "m")
    return found[1] if found else None


@handles("try-input")
@handles("if-file", passive=True)
def guarded(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\IfFileExists{a}{yes}{no}`` and ``\\InputIfFileExists``: a missing file is no finding."""
    found = read(buffer, end, "mmm")
    if found is None:
        return None
    written = buffer.text[found[0][0].start : found[0][0].end]
    expanded = expand_text(scan, written) if "#" not in written else None
    exists = None if expanded is None else _exists(scan, expanded.strip())
    if exists and command.kind == "try-input" and expanded is not None:
        load(scan, expanded.strip(), buffer.locate(found[0][0].start, found[0][0].end), name, scan.folders)
    return choose(scan, buffer, exists, found[0][1:], found[1])


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


@handles("folder-input")
def folder_input(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """chapterfolder's ``\\cfchapter[short]{title}{folder}{file}`` and ``\\cfinput{folder}{file}``."""
    found = read(buffer, end, command.signature)
    if found is None:
        return None
    folder = file_name(scan, buffer, found[0][-2], name)
    file = file_name(scan, buffer, found[0][-1], name)
    if file is not None:
        base = folder[0].strip("/") if folder else ""
        inside = [f"{scan.folders[0].rstrip('/')}/{base}"] if base and scan.folders else []
        load(scan, *file, name, [*inside, *([base] if base else []), *scan.folders])
    return found[1]
