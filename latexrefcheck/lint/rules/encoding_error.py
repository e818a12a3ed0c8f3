"""A file has bytes or characters that the program cannot read.

## What it does
Reports the first byte of a .bib file that is not UTF-8 (unless the document declares another input encoding), a
.bib or .tex file in UTF-16 or UTF-32, and the first control or replacement character of a .bib file. A UTF-8
byte-order mark is fine, and XeTeX reads UTF-16.

## Why it matters
biber refuses the whole file, so that every key is undefined; with BibTeX, LaTeX stops at the character or prints
a wrong one. A replacement character says that a letter was lost when the file was converted.

## Example
```bib
@book{goedel, title = {Collected Works of Kurt G�del}}
```
## Use instead
```bib
@book{goedel, title = {Collected Works of Kurt Gödel}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from latexrefcheck.lint import Context
from latexrefcheck.model.document import Bibliography, Project, SourceFile, Span
from latexrefcheck.model.finding import Draft, Severity

ID = "encoding-error"
SCOPE = "project"
SEVERITY = {"lenient": "warning", "default": "error", "strict": "error"}
UNCITED = True

UTF8 = ("", "utf-8", "utf8", "utf8x")

_UNREADABLE = [chr(code) for code in (*range(9), 11, *range(14, 32), 127)] + ["\ufffd"]


def check(project: Project, context: Context) -> Iterator[Draft]:
    """At most one draft per file, at the first place that is wrong."""
    seen: set[int] = set()
    for bibliography in project.bibliographies:
        if id(bibliography.source) not in seen:
            seen.add(id(bibliography.source))
            yield from _library(bibliography, context)
    for document in project.documents:
        for source in (document.root, *document.sources):
            if id(source) not in seen:
                seen.add(id(source))
                yield from _wide(source, "TeX does not read", "UTF-16" if document.engine == "xetex" else "")


def _wide(source: SourceFile, program: str, readable: str = "") -> Iterator[Draft]:
    """The draft of a file whose characters have two or four bytes each, unless ``readable`` names that encoding."""
    if source.encoding.startswith(("utf-16", "utf-32")):
        name = source.encoding[:6].upper()
        if name != readable:
            yield _draft(source, 0, f"this file is in {name}, which {program}; save it as UTF-8")
    elif "\0" in source.text[:4] and not readable:
        offset = source.text.index("\0")
        name = "UTF-32" if source.text[:8].count("\0") > 4 else "UTF-16"
        yield _draft(source, offset, f"this file looks like {name} without a byte-order mark; save it as UTF-8")


def _library(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    source = bibliography.source
    documents = context.documents(bibliography)
    wide = [*_wide(source, "neither BibTeX nor biber reads")]
    if wide:
        yield from wide
    elif source.bad_bytes and not (documents and all(d.input_encoding.lower() not in UTF8 for d in documents)):
        offset, byte = source.bad_bytes[0]
        guess = f" ({source.text[offset]!r} in Latin-1)" if source.text[offset].isprintable() else ""
        yield _draft(source, offset, f"byte 0x{byte:02X}{guess} is not UTF-8; save the file as UTF-8")
    else:
        yield from _characters(source)


def _characters(source: SourceFile) -> Iterator[Draft]:
    """The first character that no program can print; ``in`` is much quicker than a pattern on a large file."""
    offsets = [source.text.index(character) for character in _UNREADABLE if character in source.text]
    if not offsets:
        return
    offset = min(offsets)
    character = source.text[offset]
    if character == "\ufffd":
        yield _draft(source, offset, "a replacement character (U+FFFD) stands for a letter that was lost", Severity.warning)
    else:
        yield _draft(source, offset, f"control character U+{ord(character):04X} in the file; LaTeX stops at it")


def _draft(source: SourceFile, offset: int, message: str, severity: Severity | None = None) -> Draft:
    end = min(offset + 1, len(source.text))
    return Draft(Span(source, offset, end), message, PurePosixPath(source.path).name, severity=severity)
