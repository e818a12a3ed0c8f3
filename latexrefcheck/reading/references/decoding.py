"""Bytes of a text of unknown encoding: UTF-8, UTF-16 with or without a mark, GBK, else Latin-1."""

from __future__ import annotations

import itertools
from pathlib import Path

from latexrefcheck.errors import UnreadableInput
from latexrefcheck.model.document import SourceFile

_SAMPLE = 200_000
LEAST_ODD = 50
"""Control characters from which a file may be no text."""


def decoded(path: str, data: bytes, absolute: Path | None = None) -> SourceFile:
    """The text of a file; what no encoding explains is read as Latin-1, in which every byte is a character."""
    made = SourceFile.decode(path, data, absolute)
    if made.bom or (made.encoding == "utf-8" and "\0" not in made.text[:_SAMPLE]):
        return made
    sample = data[:_SAMPLE]
    for encoding, zero in (("utf-16-le", sample[1::2]), ("utf-16-be", sample[::2])):
        if len(data) % 2 == 0 and zero.count(0) * 2 > len(zero):
            try:
                return SourceFile(path, data.decode(encoding), absolute, encoding)
            except UnicodeDecodeError:
                continue
    if made.encoding == "latin-1" and (text := _chinese(data)) is not None:
        return SourceFile(path, text, absolute, "gb18030")
    odd = sum(char < " " and char not in "\t\n\r\f\v" for char in made.text[:_SAMPLE]) if made.encoding == "latin-1" else 0
    if odd > LEAST_ODD and odd * 20 > len(sample):
        raise UnreadableInput(f"{path!r} is no text: it holds bytes that no encoding of text has")
    return made


def _chinese(data: bytes) -> str | None:
    """The text as GB 18030 if that makes Chinese of it: nearly all that is not ASCII becomes common ideographs or marks."""
    try:
        text = data.decode("gb18030")
    except UnicodeDecodeError:
        return None
    other = [char for char in text[:_SAMPLE] if char > "\x7f"]
    common = sum("\u4e00" <= char <= "\u9fa5" or "\u3000" <= char <= "\u303f" or "\uff00" <= char <= "\uffef" for char in other)
    # Accented letters of a Western text pair up with the letter behind them into rare ideographs, one at a time.
    runs = sum("\u4e00" <= one <= "\u9fa5" and "\u4e00" <= next_ <= "\u9fa5" for one, next_ in itertools.pairwise(other))
    return text if other and common * 10 >= len(other) * 9 and runs * 2 >= len(other) else None
