"""Commands that name databases and bibliography styles."""

from __future__ import annotations

import re

from latexrefcheck.model.document import Span
from latexrefcheck.reading.tex.arguments import Argument, read, without_comments
from latexrefcheck.reading.tex.buffer import Buffer
from latexrefcheck.reading.tex.commands import Command
from latexrefcheck.reading.tex.ledger import Request
from latexrefcheck.reading.tex.naming import expand_text
from latexrefcheck.reading.tex.scanner import Scanner, handles
from latexrefcheck.text.patterns import lazy

_REMOTE = lazy(r"location\s*=\s*\{?\s*remote")
_LABEL = lazy(r"\blabel\s*=\s*\{?([^,{}\]]+)")


@handles("bibliography", "resource")
def bibliography(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\bibliography{a,b}``, ``\\addbibresource[..]{a.bib}`` and their like."""
    found = read(buffer, end, command.signature)
    if found is None:
        return None
    arguments, after = found
    options = " ".join(buffer.text[a.start : a.end] for a in arguments if a.letter == "o")
    label = _LABEL.search(options)
    section = scan.section_named(command.section, "multibib") if command.section else scan.section
    if name in ("addbibresource", "addglobalbib") and scan.sections[section].kind == "refsection":
        section = 0
    for argument in arguments:
        if argument.letter == "k":
            named = label[1].strip() if label else ""
            request(scan, buffer, argument, name, section, bool(_REMOTE.search(options)), named, "glob" in options)
    return after


def request(
    scan: Scanner,
    buffer: Buffer,
    argument: Argument,
    name: str,
    section: int,
    remote: bool = False,
    label: str = "",
    glob: bool = False,
) -> None:
    """Note the databases that an argument names."""
    scan.bibliography_commands += 1
    requests = scan.sections[section].requests
    for written, span in names(scan, buffer, argument, name):
        requests.append(
            Request(written, span, section, name, remote, scan.bibliography_commands, label, not scan.undecided, glob)
        )


def names(scan: Scanner, buffer: Buffer, argument: Argument, name: str) -> list[tuple[str, Span]]:
    """The expanded names of a comma list with the span of each; a name that cannot be worked out is noted as a problem."""
    found = []
    at = argument.start
    for part in _split(buffer.text[argument.start : argument.end]):
        written = without_comments(part).strip()
        first = at + len(part) - len(part.lstrip())
        span = buffer.locate(first, max(first + len(part.strip()), first + 1))
        at += len(part) + 1
        if written[:1] == "{" and written[-1:] == "}" and not set("{},").intersection(written[1:-1]):
            written = written[1:-1].strip()
        if not written or "#" in written:
            continue
        braces = "{" in written and "\\" not in written
        expanded = written if braces else expand_text(scan, written)  # braces without a macro are a glob
        if expanded is None:
            scan.problem("unresolved-input", span, f"the file name {written!r} of \\{name} could not be worked out", what="bib")
            found.append(("", span))
            continue
        if "," in expanded and not braces:
            found += [(piece.strip(), span) for piece in expanded.split(",") if piece.strip()]
        else:
            found.append((expanded.strip(), span))
    return found


def _split(text: str) -> list[str]:
    # Commas in braces belong to a glob such as {a,b}*.bib.
    if "{" not in text:
        return text.split(",")
    parts, depth, last = [], 0, 0
    for found in re.finditer(r"[{},]", text):
        if found[0] == "{":
            depth += 1
        elif found[0] == "}":
            depth -= 1
        elif depth == 0:
            parts.append(text[last : found.start()])
            last = found.end()
    return [*parts, text[last:]]


@handles("bibstyle", passive=True)
def bibliography_style(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\bibliographystyle{plain}``."""
    found = read(buffer, end, "m")
    if found is None:
        return None
    written = buffer.text[found[0][0].start : found[0][0].end]
    if not scan.style and "#" not in written:
        scan.style = (expand_text(scan, written) or "").strip()
    return found[1]


@handles("put-bib")
def put_bib(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """bibunits' ``\\putbib[a,b]``; without the argument the default bibliography or the job name."""
    found = read(buffer, end, "O")
    arguments, after = found or ([], end)
    if arguments and arguments[0].end > arguments[0].start:
        request(scan, buffer, arguments[0], name, scan.section)
        return after
    span = buffer.locate(start, end)
    scan.bibliography_commands += 1
    default = [(written, span) for written, _ in scan.default_bibliography] or [(scan.jobname, span)]
    for written, place in default:
        scan.sections[scan.section].requests.append(
            Request(written, place, scan.section, name, False, scan.bibliography_commands)
        )
    return after


@handles("default-bib")
def default_bibliography(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """bibunits' ``\\defaultbibliography{a,b}``."""
    found = read(buffer, end, "k")
    if found is None:
        return None
    scan.default_bibliography = [item for item in names(scan, buffer, found[0][0], name) if item[0]]
    return found[1]
