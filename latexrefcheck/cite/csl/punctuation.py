"""Put the pieces of a reference together: punctuation that meets is merged, quotation marks are chosen by depth.

Styles write their punctuation without knowing how the text before it ends; that a question mark swallows the full stop
behind it, and that a comma goes inside of American quotation marks, is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from latexrefcheck.cite.csl.atoms import AFFIX, CLOSE, OPEN, Atom
from latexrefcheck.text.runs import Run, joined

_MET = {
    "!": {".": "!", "?": "!?", ":": "!", ",": "!,", ";": "!;"},
    "?": {"!": "?!", ".": "?", ":": "?", ",": "?,", ";": "?;"},
    ":": {"!": "!", "?": "?", ".": ":", ",": ":,", ";": ":;"},
    ";": {"!": "!", "?": "?", ":": ";", ".": ";", ",": ";,"},
    ",": {},
    ".": {},
}
"""What two marks become where the second one follows the first; others stand side by side, equal ones once."""


class Quotes(NamedTuple):
    """The marks of quotation of a language, and whether full stops and commas go inside of them."""

    outer: tuple[str, str] = ("“", "”")
    inner: tuple[str, str] = ("‘", "’")
    inside: bool = False


class _Line:
    """A reference while it is put together."""

    def __init__(self, quotes: Quotes) -> None:
        self.runs: list[Run] = []
        self.quotes = quotes
        self.depth = 0
        self.closed = 0
        """How many runs at the end are closing marks."""

    def add(self, text: str, face: int) -> None:
        if text:
            self.runs.append(Run(text, face))
            self.closed = 0

    def last(self, behind: int = 0) -> str:
        """The last character before the last ``behind`` runs."""
        end = len(self.runs) - behind
        return self.runs[end - 1].text[-1] if end > 0 else ""

    def meet(self, mark: str, behind: int = 0) -> bool:
        """Let a mark follow the text; true if it was merged into it or is there already."""
        end = len(self.runs) - behind
        last = self.last(behind)
        if last == mark:
            return True
        merged = _MET.get(last, {}).get(mark)
        if merged is None:
            return False
        run = self.runs[end - 1]
        self.runs[end - 1] = Run(run.text[:-1] + merged, run.face)
        return True

    def affix(self, text: str, face: int) -> None:
        """Text of the style: its first mark meets what stands before it."""
        while text and text[0] in _MET and self.runs:
            mark = text[0]
            if self.closed and self.quotes.inside and mark in ".,":
                if not self.meet(mark, self.closed):
                    self.runs.insert(len(self.runs) - self.closed, Run(mark, self.runs[-1].face))
            elif self.closed and mark == "." and self.last(self.closed) in ".!?":
                pass
            elif not self.meet(mark):
                break
            text = text[1:]
        if text[:1] == " " and self.last() == " ":
            text = text[1:]
        self.add(text, face)

    def open(self, atom: Atom) -> None:
        self.add(self._written(atom) or self._marks()[0], atom.face)
        self.depth += 1

    def close(self, atom: Atom) -> None:
        self.depth -= 1
        closed = self.closed
        self.add(self._written(atom) or self._marks()[1], atom.face)
        self.closed = closed + 1

    def _written(self, atom: Atom) -> str:
        """A curly mark of the item's own that stands in no other quotation stays what it is."""
        return atom.text if atom.own and not self.depth and atom.text not in "'\"" else ""

    def _marks(self) -> tuple[str, str]:
        return self.quotes.inner if self.depth % 2 else self.quotes.outer


def together(atoms: Iterable[Atom], quotes: Quotes) -> tuple[Run, ...]:
    """The runs of one reference."""
    line = _Line(quotes)
    for atom in atoms:
        if atom.role == AFFIX:
            line.affix(atom.text, atom.face)
        elif atom.role == OPEN:
            line.open(atom)
        elif atom.role == CLOSE:
            line.close(atom)
        else:
            text = atom.text
            if text[0] == " " and line.last() == " ":
                text = text[1:]
            line.add(text, atom.face)
    return _trimmed(joined(line.runs))


def _trimmed(runs: tuple[Run, ...]) -> tuple[Run, ...]:
    if not runs:
        return runs
    first, *rest = runs
    cut = [Run(first.text.lstrip(), first.face), *rest]
    cut[-1] = Run(cut[-1].text.rstrip(), cut[-1].face)
    return joined(cut)
