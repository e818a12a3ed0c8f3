"""PDF: the last list of references in the text of its pages; a scan, which has no text, is refused.

The text is drawn out by pdfium (``pip install 'latexrefcheck[pdf]'``), by pypdf where that is absent. Places are lines of that
text.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from latexrefcheck.errors import UnreadableInput
from latexrefcheck.model.document import SourceFile
from latexrefcheck.model.references import Worded
from latexrefcheck.reading.references import lines
from latexrefcheck.reading.references.listing import worded
from latexrefcheck.text.patterns import lazy

ID = "pdf"
SUFFIXES = (".pdf",)
MOST_PAGES = 3000
LEAST_LETTERS = 200
"""Letters of a whole document below which it is taken for pictures of pages."""

_MARKS = lazy(r"[\x02\ufffe][ \t]*(?:\r?\n[ \t]*)?")
"""What stands for a hyphen at the end of a line in what pdfium gives, with the end of the line or without."""
_T1 = {
    **dict(zip(range(0x10, 0x17), "“”„«»–—", strict=True)),
    **dict(zip(range(0x1B, 0x20), ("ff", "fi", "fl", "ffi", "ffl"), strict=True)),
}
"""What codes of TeX's T1 encoding stand for: a font without a table of Unicode (bitmaps, mostly) leaves them as they are."""
_NUMBER_ALONE = lazy(r"^[ \t]*\d{1,4}[ \t]*$", 8)


def read(path: str, data: bytes, absolute: Path | None = None) -> tuple[SourceFile, tuple[Worded, ...]]:
    """The text of a document and the references in it."""
    text = _MARKS.sub("", "\f".join(_pages(path, data)).replace("\r\n", "\n").replace("\r", "\n"))
    if sum(map(str.isalpha, text[:100_000])) < LEAST_LETTERS:
        raise UnreadableInput(f"{path!r} holds no text, only pictures of pages (a scan); run a text recognition over it first")
    source = SourceFile(path, text, absolute)
    whole = lines.flat(_NUMBER_ALONE.sub(lambda found: " " * len(found[0]), text))
    parts = lines.sections(whole)
    return source, tuple(worded(source, whole, parts[-1:]))


def _pages(path: str, data: bytes) -> list[str]:
    """The text of each page; raises UnreadableInput for what no reader opens."""
    try:
        import pypdfium2
    except ImportError:
        return _by_pypdf(path, data)
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise _unreadable(path, data, error) from error
    try:
        if len(document) > MOST_PAGES:
            raise UnreadableInput(
                f"{path!r} has {len(document)} pages, over the limit of {MOST_PAGES}; give the part with the references"
            )
        return [_page(document[number]) for number in range(len(document))]
    except pypdfium2.PdfiumError as error:
        raise _unreadable(path, data, error) from error
    finally:
        document.close()


def _page(page: Any) -> str:
    """The lines of a page, those that begin right of their column's margin behind blanks: hanging indents part references."""
    text = page.get_textpage()
    try:
        whole = str(text.get_text_range())
        if len(whole) != text.count_chars():
            return whole  # what pdfium left out has no place
        found: list[tuple[float, str]] = []
        place = 0
        for line in whole.split("\n"):  # splitlines() would part words at what stands for a ligature
            found.append((text.get_charbox(place)[0] if line.strip() else 0.0, line.rstrip("\r").translate(_T1)))
            place += len(line) + 1
        return "\n".join(_indented(found, page.get_width() / 2))
    finally:
        text.close()
        page.close()


def _indented(found: Sequence[tuple[float, str]], middle: float) -> Iterator[str]:
    columns = ([left for left, line in found if line.strip() and (left >= middle) is right] for right in (False, True))
    first, second = (_margin(lefts) for lefts in columns)
    for left, line in found:
        off = left - (second if left >= middle else first)
        yield " " * round(off / A_BLANK) + line if line.strip() and LEAST_INDENT < off < MOST_INDENT else line


A_BLANK = 2.5
"""Points that a blank stands for."""
LEAST_INDENT, MOST_INDENT = 4.0, 60.0
"""Points between which what stands right of the margin is a hanging indent, and no centred line."""


def _margin(lefts: Sequence[float]) -> float:
    """Where the lines of a column begin: the leftmost place at which several do."""
    for left in sorted(lefts):
        if sum(abs(left - other) < 1.5 for other in lefts) >= min(3, len(lefts)):
            return left
    return 0.0


def _by_pypdf(path: str, data: bytes) -> list[str]:
    try:
        import pypdf
    except ImportError:
        raise UnreadableInput(f"{path!r}: reading PDF needs a further package: pip install 'latexrefcheck[pdf]'") from None
    try:
        document = pypdf.PdfReader(io.BytesIO(data))
        if document.is_encrypted and not document.decrypt(""):
            raise UnreadableInput(f"{path!r} is encrypted; save it without a password")
        if len(document.pages) > MOST_PAGES:
            raise UnreadableInput(f"{path!r} has more than {MOST_PAGES} pages; give the part with the references")
        return [page.extract_text() for page in document.pages]
    except UnreadableInput:
        raise
    except Exception as error:  # whatever a damaged file makes of the library
        raise _unreadable(path, data, error) from error


def _unreadable(path: str, data: bytes, error: Exception) -> UnreadableInput:
    if "password" in str(error).lower() or "security" in str(error).lower() or b"/Encrypt" in data[-4096:]:
        return UnreadableInput(f"{path!r} is encrypted; save it without a password")
    return UnreadableInput(f"{path!r} is no PDF that can be read ({' '.join(str(error).split())[:120]})")
