"""A text file of the project, places in it, and what is said of them."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Mapping
from itertools import accumulate, islice
from pathlib import Path
from typing import NamedTuple

from latexrefcheck.text.patterns import lazy

_NEWLINE = lazy(r"\r\n?|\n")
_OTHER_BREAKS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
"""What Python takes as the end of a line and editors and TeX do not."""
BAD_BYTES = 100
"""Most bytes of one file that are kept as not UTF-8: a whole book in Latin-1 has hundreds of thousands."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # begins like UTF-16's
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class ByIdentity:
    """For named tuples that are one thing each and not their content: equal to themselves only."""

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


class SourceFile:
    """One text file of the project.

    ``path`` is how reports name it (POSIX, relative to the repository or working directory where
    possible), ``absolute`` where it lies (None for text that has no file), ``text`` the decoded text
    with its line ends untouched, ``encoding`` and ``bom`` what is needed to write it back byte-exact,
    and ``bad_bytes`` the (offset, byte) pairs that are not UTF-8 when Latin-1 was the fallback.
    """

    __slots__ = ("_starts", "absolute", "bad_bytes", "bom", "encoding", "path", "text")

    def __init__(
        self,
        path: str,
        text: str,
        absolute: Path | None = None,
        encoding: str = "utf-8",
        bom: bytes = b"",
        bad_bytes: tuple[tuple[int, int], ...] = (),
    ) -> None:
        self.path = path
        self.text = text
        self.absolute = absolute
        self.encoding = encoding
        self.bom = bom
        self.bad_bytes = bad_bytes
        self._starts: list[int] | None = None

    def __repr__(self) -> str:
        return f"SourceFile({self.path!r}, {len(self.text)} characters)"

    @classmethod
    def decode(cls, path: str, data: bytes, absolute: Path | None = None) -> SourceFile:
        """Decode by byte-order mark, else UTF-8, else Latin-1 (which takes any byte and writes it back exactly)."""
        for bom, encoding in _BOMS:
            if data.startswith(bom):
                try:
                    return cls(path, data[len(bom) :].decode(encoding), absolute, encoding, bom)
                except UnicodeDecodeError:
                    break
        try:
            return cls(path, data.decode("utf-8"), absolute)
        except UnicodeDecodeError as error:
            first = error.start
        # In Latin-1 one byte is one character, so byte offsets are text offsets.
        high = re.compile(rb"[\x80-\xff]").finditer(data, first)
        bad = [(match.start(), data[match.start()]) for match in islice(high, BAD_BYTES)]
        return cls(path, data.decode("latin-1"), absolute, "latin-1", b"", tuple(bad))

    def encode(self, text: str) -> bytes:
        """``text`` as bytes in this file's encoding, with its byte-order mark; raises UnicodeEncodeError."""
        return self.bom + text.encode(self.encoding)

    @property
    def line_starts(self) -> list[int]:
        """Offset of each line's first character (LF, CRLF and CR all end a line)."""
        if self._starts is None:
            if any(mark in self.text for mark in _OTHER_BREAKS):
                self._starts = [0, *(match.end() for match in _NEWLINE.finditer(self.text))]
            else:  # three times as quick, and every library has tens of thousands of lines
                self._starts = list(accumulate(map(len, self.text.splitlines(True)), initial=0))
                if not self.text.endswith(("\n", "\r")) and self.text:
                    self._starts.pop()
        return self._starts

    def position(self, offset: int) -> tuple[int, int]:
        """(line, column) of an offset, both from 1; the column counts code points."""
        starts = self.line_starts
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of line ``number`` (from 1) without its line end; empty if there is none."""
        starts = self.line_starts
        if not 1 <= number <= len(starts):
            return ""
        end = starts[number] if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r\n")

    def excerpt(self, line: int, column: int, size: int) -> tuple[int, str]:
        """(characters left out before it, text) of at most ``size`` characters of a line that hold ``column``.

        Costs no more than ``size`` characters, however long the line is: a minified library is one line of megabytes.
        """
        starts = self.line_starts
        if not 1 <= line <= len(starts):
            return 0, ""
        begin = starts[line - 1]
        end = starts[line] if line < len(starts) else len(self.text)
        left = 0 if end - begin <= size or column <= size * 3 // 4 else column - 1 - size // 4
        return left, self.text[begin + left : min(begin + left + size, end)].rstrip("\r\n")


class Span(NamedTuple):
    """A half-open range of one file's text."""

    source: SourceFile
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters of the span."""
        return self.source.text[self.start : self.end]


class Edit(NamedTuple):
    """Replace the characters of ``span`` by ``text``; an empty span inserts."""

    span: Span
    text: str


class Problem(NamedTuple):
    """Something that reading could not take as written. ``kind`` is the id of the rule that reports it.

    ``related`` holds (message, span) pairs; ``data`` anything the rule needs to say more.
    """

    kind: str
    span: Span
    message: str
    key: str | None = None
    related: tuple[tuple[str, Span], ...] = ()
    data: Mapping[str, object] = {}
