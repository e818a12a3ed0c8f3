"""Files that the document itself writes: ``filecontents``, ``\\openout`` and what packages write for it."""

from __future__ import annotations

from latexrefcheck.reading.tex.arguments import read
from latexrefcheck.reading.tex.buffer import Buffer
from latexrefcheck.reading.tex.commands import Command
from latexrefcheck.reading.tex.naming import expand_text
from latexrefcheck.reading.tex.scanner import Scanner, handles
from latexrefcheck.text.patterns import lazy

_HEAD = lazy(r"(?:\s*\[([^\]]*)\])?\s*\{([^{}]*)\}[ \t]*(?:\r\n?|\n)?")
_OPENED = lazy(r"\s*(\\[a-zA-Z@]+|\d+)\s*=?\s*(?:\{([^{}\n]+)\}|\"([^\"\n]+)\"|([^\s{}%\\]*(?:\\[a-zA-Z@]+ ?[^\s{}%\\]*)*))")
_WORD = lazy(r"\\([a-zA-Z@]+)")
_STREAM = lazy(r"\s*(\\[a-zA-Z@]+|-?\d+)\s*")
_ENTRY = lazy(r"(?:\\string\s*)?@[a-zA-Z]+\s*(?:\\string\s*)?[{(]\s*([^,{}\s]+)\s*,")
_CITED = lazy(r"\\string\s*\\(citation|abx@aux@cite(?:\{\d+\})?)\s*\{([^{}]*)\}")


def embed(scan: Scanner, buffer: Buffer, start: int, stop: int) -> None:
    """Note the file that a filecontents environment writes; ``start`` is behind the name of the environment."""
    head = _HEAD.match(buffer.text, start, stop)
    if head is None or buffer.virtual:
        return
    written = expand_text(scan, head[2].strip())
    if written:
        options = {option.strip() for option in (head[1] or "").split(",")}
        overwrites = not options.isdisjoint(("overwrite", "force"))
        scan.embedded.add(written, buffer.pieces[0].source, head.end(), stop, overwrites)


def note_written(scan: Scanner, name: str) -> None:
    """Note that the document writes a file: that it does not exist yet is no finding."""
    name = name.strip().strip('"').removeprefix("./")
    if name:
        scan.written.setdefault(name, [])
        if "." not in name.rpartition("/")[2]:
            scan.written.setdefault(name + ".tex", [])


def is_written(scan: Scanner, name: str) -> bool:
    """Whether the document writes the file ``name``, or TeX does, under the name of the job."""
    name = name.strip().strip('"').removeprefix("./")
    stem, _, extension = name.rpartition(".")
    if stem == scan.jobname and extension not in ("tex", "bib"):
        return True
    return name in scan.written or name + ".tex" in scan.written


@handles("open-out")
def open_out(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\openout\\stream=name``."""
    found = _OPENED.match(buffer.text, end)
    if found is None:
        return None
    written = found[2] or found[3] or _name(scan, found[4] or "")
    expanded = expand_text(scan, written) if "#" not in written else None
    if expanded and expanded.strip():
        note_written(scan, expanded)
        scan.streams[found[1]] = expanded.strip()
    return found.end() if found[4] is None else found.start(4) + len(written)


def _name(scan: Scanner, written: str) -> str:
    """A name without braces up to the first command that TeX does not expand: ``\\openout\\w=a.bib\\relax``."""
    for word in _WORD.finditer(written):
        if word[1] != "jobname" and word[1] not in scan.macros:
            return written[: word.start()]
    return written


@handles("opens-file")
def opens_file(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\Opensolutionfile{name}[file]`` of answers and its like."""
    found = read(buffer, end, command.signature)
    if found is None:
        return None
    for argument in found[0]:
        expanded = expand_text(scan, buffer.text[argument.start : argument.end])
        if expanded and expanded.strip():
            note_written(scan, expanded)
            scan.written.setdefault(expanded.strip() + ".*", [])
    return found[1]


@handles("write", passive=True)
def write(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\write\\stream{..}``: entries that go into a .bib of the document, and keys that go into the .aux."""
    stream = _STREAM.match(buffer.text, end)
    if stream is None or buffer.text[stream.end() : stream.end() + 1] != "{":
        return None
    closing = buffer.close(stream.end())
    if closing < 0:
        return None
    for found in _CITED.finditer(buffer.text, stream.end(), closing):
        if "#" not in found[2]:
            keys = expand_text(scan, found[2])
            if keys is not None:
                scan.add_keys(buffer, found[2] if keys == found[2] else keys, found.start(2), name, start, _CITES)
    target = scan.written.get(scan.streams.get(stream[1], ""))
    if target is not None:
        for found in _ENTRY.finditer(buffer.text, stream.end(), closing):
            key = expand_text(scan, found[1])
            if key is not None and "#" not in key:
                target.append(key)
    return closing + 1


_CITES = Command("cite", "k")
