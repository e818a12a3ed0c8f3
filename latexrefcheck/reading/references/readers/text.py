"""Plain text and Markdown: the list of references under its heading; a file without a heading is a list as a whole.

A Markdown, Quarto or R Markdown document without a list of its own has its references in the .bib that it names.
"""

from __future__ import annotations

from pathlib import Path

from latexrefcheck.model.document import SourceFile
from latexrefcheck.model.references import Worded
from latexrefcheck.reading.references import lines
from latexrefcheck.reading.references.decoding import decoded
from latexrefcheck.reading.references.listing import worded
from latexrefcheck.text.patterns import lazy

ID = "text"
SUFFIXES = (".txt", ".text", ".md", ".markdown", ".rmd", ".qmd")

_MARKUP = lazy(r"\[([^\[\]]{1,300})\]\((https?://[^()\s]{1,500})\)|<(https?://[^<>\s]{1,500})>")
_FACE = lazy(r"(?<![\w*])(\*{1,3}|_{1,3})(?=\S)([^*_\n]{1,300}?)(?<=\S)\1(?![\w*])")
_ESCAPED = lazy(r"\\([\\`*_{}\[\]()#+.!-])")


def read(path: str, data: bytes, absolute: Path | None = None) -> tuple[SourceFile, tuple[Worded, ...]]:
    """The text of a file and the references in it."""
    source = decoded(path, data, absolute)
    markdown = not path.lower().endswith((".txt", ".text"))
    return source, tuple(of_text(source, markdown))


def of_text(source: SourceFile, markdown: bool) -> list[Worded]:
    """The references of a text, at their places."""
    text = source.text
    whole = lines.flat(text)
    parts = lines.sections(whole) or ([] if markdown else [(0, len(whole))])
    return worded(source, whole, parts, unmarked if markdown else lambda words: words)


def unmarked(words: str) -> str:
    """A line of Markdown as it is shown, addresses kept."""
    words = _MARKUP.sub(lambda found: found[3] or (found[2] if found[1] in found[2] else f"{found[1]} {found[2]}"), words)
    return _ESCAPED.sub(r"\1", _FACE.sub(r"\2", words))
