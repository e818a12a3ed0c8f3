"""A reference that is no entry of a .bib: a line of a reference list, a ``\\bibitem``, an item of an exchange format."""

from __future__ import annotations

from latexrefcheck.model.entries import Entry
from latexrefcheck.model.source import SourceFile
from latexrefcheck.model.work import Work

WORDS = "words"
"""The dialect of a list of such references; neither BibTeX nor biber reads it."""


class Worded(Entry):
    """One reference as its document has it, at its place; it has no fields.

    ``words`` is its text on one line, without its number and without TeX; ``work`` is what the document says of it in
    data of its own (RIS, CSL-JSON, a .bbl of biblatex), None where there are only words. ``key`` is the cite key, or
    the number in brackets. The span is that of the text in ``source``.
    """

    __slots__ = ("words", "work")

    def __init__(
        self,
        source: SourceFile,
        key: str,
        start: int,
        end: int,
        words: str,
        work: Work | None = None,
        key_start: int | None = None,
        key_end: int | None = None,
    ) -> None:
        super().__init__(
            source,
            "reference",
            key,
            start,
            end,
            start if key_start is None else key_start,
            end if key_end is None else key_end,
            (),
            WORDS,
        )
        self.words = words
        self.work = work
