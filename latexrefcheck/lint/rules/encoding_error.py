"""A .bib file has bytes or characters that the program cannot read.

## What it does
Reports the first byte of a .bib file that is not UTF-8 (unless the document declares another input encoding), a
file in UTF-16, and the first control or replacement character. A UTF-8 byte-order mark is fine.

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
from latexrefcheck.model.document import Bibliography, SourceFile, Span
from latexrefcheck.model.finding import Draft, Severity

ID = "encoding-error"
SCOPE = "bibliography"
SEVERITY = {"lenient": "warning", "default": "error", "strict": "error"}
UNCITED = True

UTF8 = ("", "utf-8", "utf8", "utf8x")

_UNREADABLE = [chr(code) for code in (*range(9), 11, *range(14, 32), 127)] + ["\ufffd"]


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """At most one draft per file, at the first place that is wrong."""
    source = bibliography.source
    documents = context.documents(bibliography)
    if source.encoding.startswith("utf-16"):
        yield _draft(source, 0, "this file is in UTF-16, which neither BibTeX nor biber reads; save it as UTF-8")
    elif source.bad_bytes and not (documents and all(d.input_encoding.lower() not in UTF8 for d in documents)):
        offset, byte = source.bad_bytes[0]
        guess = f" ({source.text[offset]!r} in Latin-1)" if source.text[offset].isprintable() else ""
        yield _draft(source, offset, f"byte 0x{byte:02X}{guess} is not UTF-8; save the file as UTF-8")
    elif "\0" in source.text[:4]:
        yield _draft(source, source.text.index("\0"), "this file looks like UTF-16 without a byte-order mark; save it as UTF-8")
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
