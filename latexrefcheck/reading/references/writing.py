"""How references in words are written in a file: what is shown of the written text, and how shown text is written.

The other direction of the readers, for files that a correction may be written into.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from latexrefcheck.model.references import Worded
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.texform import ESCAPED

MARKDOWN = (".md", ".markdown", ".rmd", ".qmd")
PLAIN = (".txt", ".text")
TEX = (".tex", ".ltx", ".bbl")

_MARKS = lazy(r"[\\`*_\[\]<>]")


class Writing(NamedTuple):
    """``shown`` takes a piece of a file to its words on one line, ``written`` words to what stands for them in the file."""

    shown: Callable[[str], str]
    written: Callable[[str], str]


def of(entry: Worded) -> Writing | None:
    """The writing of the file that a reference stands in; None where its text is not what the file holds (.docx, .pdf)."""
    path = entry.source.path.lower()
    if entry.work is not None or entry.source.absolute is None:
        return None
    if path.endswith(TEX):
        from latexrefcheck.reading.references.bibitems import plain
        from latexrefcheck.text.texform import tex

        return Writing(
            plain,
            lambda words: "".join(_TEX.get(one) or (tex(one) if entry.source.text.isascii() else "") or one for one in words),
        )
    from latexrefcheck.reading.references.lines import words as joined

    if path.endswith(MARKDOWN):
        from latexrefcheck.reading.references.readers.text import unmarked

        return Writing(lambda text: unmarked(joined(text)), _markdown)
    return Writing(joined, str) if path.endswith(PLAIN) else None


def body(entry: Worded) -> int:
    """Where the words of a reference begin in its file, behind its number or key."""
    text = entry.source.text
    if text.startswith("\\bibitem", entry.start):
        start = text.find("}", entry.key_end) + 1
        return start if 0 < start <= entry.end else entry.end
    return min(entry.key_end, entry.end) if entry.key_end > entry.start + 1 else entry.start


_TEX = ESCAPED | {"{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}


def _markdown(words: str) -> str:
    return _MARKS.sub(lambda found: "\\" + found[0], words)
