"""PDF: the last list of references in the text of its pages; a scan, which has no text, is refused.

The text is drawn out by pdfium (``pip install 'latexrefcheck[pdf]'``), by pypdf where that is absent. A place is a page and a
character of its text.
"""

from __future__ import annotations

import contextlib
import io
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from latexrefcheck.errors import UnreadableInput
from latexrefcheck.model.document import SourceFile
from latexrefcheck.model.references import Worded
from latexrefcheck.reading.references import lines, pages
from latexrefcheck.reading.references.listing import worded
from latexrefcheck.text.patterns import lazy

ID = "pdf"
SUFFIXES = (".pdf",)
MOST_PAGES = 3000
OF_A_PAGE = 20
"""Letters of a page of a short document: a page may hold but one reference."""
LEAST_LETTERS = 200
"""Letters of a whole document below which it is taken for pictures of pages."""

_MARK = lazy(r"[\x02\ufffe]")
"""What stands for a hyphen at the end of a line in what pdfium gives, with the end of the line or without."""
_T1 = {
    **dict(zip(range(0x10, 0x17), "“”„«»–—", strict=True)),
    **dict(zip(range(0x1B, 0x20), ("ff", "fi", "fl", "ffi", "ffl"), strict=True)),
}
"""What codes of TeX's T1 encoding stand for: a font without a table of Unicode (bitmaps, mostly) leaves them as they are."""
_NUMBERED = lazy(r"[\x02\ufffe]\s*\d{1,4}\s*\Z")
"""A hyphen at the end of a page, with the number of the page behind it."""


class _Page(NamedTuple):
    """The lines of a page, and where each begins in what pdfium gives (in units of UTF-16)."""

    lines: list[str]
    starts: list[int]


def read(path: str, data: bytes, absolute: Path | None = None) -> tuple[SourceFile, tuple[Worded, ...]]:
    """The text of a document and the references in it; a place is a page and a character on it."""
    with contextlib.closing(_opened(path, data)) as document:
        drawn = [_page(text) for text in document.texts()]
        least = min(LEAST_LETTERS, OF_A_PAGE * len(drawn))
        if sum(sum(map(str.isalpha, line)) for page in drawn[:100] for line in page.lines) < least:
            raise UnreadableInput(
                f"{path!r} holds no text, only pictures of pages (a scan); run a text recognition over it first"
            )
        shown = pages.without_furniture([page.lines for page in drawn])
        begin, end = _list_in(shown)
        if begin < end:
            # Where lines begin tells the references apart. It is asked for on the pages of the list only, for it takes time.
            within = range(begin[0], end[0] + 1)
            rows = [document.rows(number, drawn[number]) for number in within]
            middles = [document.middle(number) for number in within]
            end = min(end, _heading_after(shown, rows, begin, within))
            shown[begin[0] : end[0] + 1] = pages.indented(
                shown[begin[0] : end[0] + 1], rows[: end[0] + 1 - begin[0]], middles[: end[0] + 1 - begin[0]]
            )
    source = pages.PagedText(path, "\f".join("\n".join(lines) for lines in shown), absolute)
    part = tuple(source.line_starts[page] + sum(len(line) + 1 for line in shown[page][:line]) for page, line in (begin, end))
    return source, tuple(
        worded(source, lines.flat(source.text), [(part[0], min(part[1], len(source.text)))] if begin < end else [])
    )


def text(path: str, data: bytes) -> str:
    """The text of a document, pages parted by form feeds, without running heads; raises UnreadableInput for what has none."""
    with contextlib.closing(_opened(path, data)) as document:
        drawn = [_page(one).lines for one in document.texts()]
    shown = pages.without_furniture(drawn)
    if sum(map(str.isalpha, "".join(line for page in shown[:50] for line in page))) < OF_A_PAGE:
        raise UnreadableInput(f"{path!r} holds no text, only pictures of pages (a scan); run a text recognition over it first")
    return "\f".join("\n".join(lines) for lines in shown)


def _list_in(shown: Sequence[Sequence[str]]) -> tuple[tuple[int, int], tuple[int, int]]:
    """(page, line) of the beginning and of the end of the last list of references; twice the same where there is none."""
    whole = lines.flat("\f".join("\n".join(page) for page in shown))
    parts = lines.sections(whole)
    if not parts:
        return (0, 0), (0, 0)
    places, offset = [], 0
    for number, page in enumerate(shown):
        for line, text in enumerate(page):
            places.append((offset, (number, line)))
            offset += len(text) + 1
    first, last = parts[-1]
    begin = next((place for start, place in places if start >= first), places[-1][1])
    end = next((place for start, place in places if start >= last), (len(shown) - 1, len(shown[-1])))
    return begin, end


def _heading_after(
    shown: Sequence[Sequence[str]], rows: Sequence[Sequence[pages.Row]], begin: tuple[int, int], within: range
) -> tuple[int, int]:
    """(page, line) of the first heading behind the beginning of the list; one behind everything where there is none."""
    places = [(number, line) for number in within for line in range(len(shown[number])) if (number, line) >= begin]
    found = pages.heading([shown[page][line] for page, line in places], [rows[page - begin[0]][line] for page, line in places])
    return places[found] if found is not None else (within.stop, 0)


_ACCENTS = dict(zip("`´ˆ˜¯˘˙¨˚˝ˇ", "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c", strict=True))
_APART = lazy(r"(?<=[^\W\d_])(`) ?([aeiouAEIOU\u0131])|([´ˆ˜¯˘˙¨˚˝ˇ]) ?([^\W\d_])")
_BELOW = lazy(r"([cCsStTgkKlLnNrRaAeEiIuU]) ?([¸˛])")


def _composed(text: str) -> str:
    """A line with its accents on their letters: TeX's old fonts have accents alone, and print them before the letter.

    A cedilla and an ogonek are printed behind it. What makes no letter stays.
    """
    if text.isascii() and "`" not in text:
        return text
    text = _APART.sub(lambda found: _letter(found[2] or found[4], _ACCENTS[found[1] or found[3]], found[0]), text)
    return _BELOW.sub(lambda found: _letter(found[1], "\u0327" if found[2] == "¸" else "\u0328", found[0]), text)


def _letter(base: str, accent: str, otherwise: str) -> str:
    made = unicodedata.normalize("NFC", base.replace("\u0131", "i") + accent)
    return made if len(made) == 1 else otherwise


def _page(text: str) -> _Page:
    """The lines of a page; a word that a hyphen parts is put together, on the line where it begins."""
    text = _NUMBERED.sub(lambda found: found[0][0], text)
    made = _Page([], [])
    place = 0
    open_ = False
    for line in text.split("\n"):  # splitlines() would part words at what stands for a ligature
        words = _composed(line.rstrip("\r").replace("\f", " ").translate(_T1))
        parted = words.rstrip().endswith(("\x02", "\ufffe"))
        words = _MARK.sub("", words.rstrip() if parted else words)
        if open_ and made.lines:
            made.lines[-1] += words.lstrip()
        else:
            made.lines.append(words)
            made.starts.append(place)
        open_ = parted
        place += len(line) + 1 if line.isascii() else len(line.encode("utf-16-le", "surrogatepass")) // 2 + 1
    return made


class _Opened(Protocol):
    """A document as one library reads it."""

    def texts(self) -> Iterator[str]:
        """The text of each page."""

    def rows(self, number: int, page: _Page) -> list[pages.Row]:
        """Where the lines of a page begin."""

    def middle(self, number: int) -> float:
        """The middle of a page, in points from the left."""

    def close(self) -> None:
        """End the reading."""


class _ByPdfium:
    """What pdfium reads."""

    def __init__(self, path: str, data: bytes) -> None:
        import pypdfium2

        self.error = pypdfium2.PdfiumError
        self.path, self.data = path, data
        try:
            self.document = pypdfium2.PdfDocument(data)
            count = len(self.document)
            if count > MOST_PAGES:
                self.document.close()
                raise _too_long(path, count)
        except self.error as error:
            raise _unreadable(path, data, error) from error

    def texts(self) -> Iterator[str]:
        try:
            for number in range(len(self.document)):
                with contextlib.closing(self.document[number]) as page, contextlib.closing(page.get_textpage()) as text:
                    yield str(text.get_text_range())
        except self.error as error:
            raise _unreadable(self.path, self.data, error) from error

    def rows(self, number: int, page: _Page) -> list[pages.Row]:
        from pypdfium2 import raw

        with contextlib.closing(self.document[number]) as opened, contextlib.closing(opened.get_textpage()) as text:
            count = text.count_chars()
            found = []
            for line, start in zip(page.lines, page.starts, strict=True):
                blank = len(line) - len(line.lstrip())
                at = raw.FPDFText_GetCharIndexFromTextIndex(text, start + blank)
                known = line.strip() and 0 <= at < count
                if known:
                    left, base = text.get_charbox(at, loose=True)[:2]
                    found.append(pages.Row(left, raw.FPDFText_GetFontSize(text, at), base))
                else:
                    found.append(pages.Row())
            return found

    def middle(self, number: int) -> float:
        with contextlib.closing(self.document[number]) as page:
            return float(page.get_width()) / 2

    def close(self) -> None:
        self.document.close()


class _ByPypdf:
    """What pypdf reads; it does not tell where lines begin."""

    def __init__(self, path: str, data: bytes) -> None:
        self.drawn = _by_pypdf(path, data)

    def texts(self) -> Iterator[str]:
        yield from self.drawn

    def rows(self, number: int, page: _Page) -> list[pages.Row]:
        return [pages.Row() for _ in page.lines]

    def middle(self, number: int) -> float:
        return 0.0

    def close(self) -> None:
        self.drawn = []


def _opened(path: str, data: bytes) -> _Opened:
    """The document; raises UnreadableInput for what no reader opens."""
    try:
        import pypdfium2  # noqa: F401
    except ImportError:
        return _ByPypdf(path, data)
    return _ByPdfium(path, data)


def _too_long(path: str, count: int) -> UnreadableInput:
    return UnreadableInput(f"{path!r} has {count} pages, over the limit of {MOST_PAGES}; give the part with the references")


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
            raise _too_long(path, len(document.pages))
        return [page.extract_text() for page in document.pages]
    except UnreadableInput:
        raise
    except Exception as error:  # whatever a damaged file makes of the library
        raise _unreadable(path, data, error) from error


def _unreadable(path: str, data: bytes, error: Exception) -> UnreadableInput:
    if "password" in str(error).lower() or "security" in str(error).lower() or b"/Encrypt" in data[-4096:]:
        return UnreadableInput(f"{path!r} is encrypted; save it without a password")
    return UnreadableInput(f"{path!r} is no PDF that can be read ({' '.join(str(error).split())[:120]})")
