"""A style of BibTeX: the .bst of a paper, run by pybtex, so that a reference looks as the paper prints it."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from latexrefcheck.cite import bibtex
from latexrefcheck.cite.choosing import decoded
from latexrefcheck.errors import UnreadableInput, reason
from latexrefcheck.model.csl import from_csl
from latexrefcheck.text import runs
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.runs import Run, joined
from latexrefcheck.text.tex import accents, to_unicode

_ITEM = lazy(r"\\bibitem\s*(?:\[(?:[^\[\]{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\])?\s*\{(r\d+)\}")
_LAYOUT = lazy(
    r"\\(?:newblock|par|relax|/|,|BIB[A-Za-z]+|bibinfo\s*\{[a-z]+\}|bibfield\s*\{[a-z]+\}|bibnamefont|bibfnamefont|natexlab)(?![A-Za-z])"
    r"|\\hskip[^\\]*\\relax|\\penalty\s*-?\d+"
)
_FACES = {
    "em": runs.ITALIC,
    "emph": runs.ITALIC,
    "it": runs.ITALIC,
    "itshape": runs.ITALIC,
    "textit": runs.ITALIC,
    "sl": runs.ITALIC,
    "textsl": runs.ITALIC,
    "bf": runs.BOLD,
    "bfseries": runs.BOLD,
    "textbf": runs.BOLD,
    "sc": runs.SMALL_CAPS,
    "scshape": runs.SMALL_CAPS,
    "textsc": runs.SMALL_CAPS,
}
_PIECE = lazy(r"\\([A-Za-z]+)\s*|\\.|[{}]|[^\\{}]+", re.DOTALL)


MOST_STEPS, OF_ENTRY = 500_000, 30_000
"""Values that a style may put on its stack, and more for each entry: plain.bst takes about three thousand for one."""
MOST_TEXT = 1_000_000
"""Characters of one value."""


class BstFile:
    """A .bst of the user's; labels and the order of its bibliography are left out, each reference stands alone."""

    aliases: Sequence[str] = ()

    def __init__(self, path: Path) -> None:
        self.id = self.name = path.stem
        self._file = path.name
        self._text = decoded(path)

    def references(self, items: Sequence[Mapping[str, object]], start: int = 1) -> Sequence[Sequence[Run]]:
        """Each item as the style's bibliography has it."""
        entries = [_entry(item, f"r{number}") for number, item in enumerate(items)]
        found = dict(_items(self._run("\n".join(entries))))
        if entries and not found:
            raise UnreadableInput(f"{self._file}: this style cannot be run: it writes no \\bibitem")
        return [from_tex(found.get(f"r{number}", "")) for number in range(len(items))]

    def _run(self, bib: str) -> str:
        """What BibTeX would write into the .bbl."""
        from pybtex.bibtex import bst
        from pybtex.bibtex.interpreter import Interpreter
        from pybtex.database.input.bibtex import Parser
        from pybtex.errors import capture
        from pybtex.exceptions import PybtexError

        most = MOST_STEPS + OF_ENTRY * bib.count("\n@")

        class Bounded(Interpreter):  # type: ignore[misc]
            """An interpreter that ends a style which does not end, or whose texts grow without end."""

            steps = 0

            def push(self, value: object) -> None:
                self.steps += 1
                if self.steps > most or (isinstance(value, str) and len(value) > MOST_TEXT):
                    raise UnreadableInput("it does not come to an end")
                super().push(value)

        try:
            with capture():
                script = bst.parse_stream(io.StringIO(self._text), self._file)
                written: str = Bounded(Parser, "utf-8").run(script, ["*"], [io.StringIO(bib)], 2)
        except UnreadableInput as error:
            raise UnreadableInput(f"{self._file}: this style cannot be run: {error}") from None
        except RecursionError:
            raise UnreadableInput(f"{self._file}: this style cannot be run: its functions call each other without end") from None
        except PybtexError as error:
            raise UnreadableInput(f"{self._file}: this style cannot be run: {reason(error)}") from error
        except Exception as error:  # the style is a program of a stranger: its faults come as any kind of error
            raise UnreadableInput(f"{self._file}: this style cannot be run ({type(error).__name__}: {reason(error)})") from error
        return written


def _entry(item: Mapping[str, object], key: str) -> str:
    """The entry for an item: its own fields where it came from a .bib."""
    custom = item.get("custom")
    own = custom.get("bibtex") if isinstance(custom, Mapping) else None
    if isinstance(own, Mapping):
        fields = [
            f"  {name} = {{{value}}}," for name, value in own.items() if name and str(value).count("{") == str(value).count("}")
        ]
        return "\n".join((f"@{own.get('', 'misc')}{{{key},", *fields, "}"))
    return bibtex.entry(from_csl(item), key)


def _items(bbl: str) -> list[tuple[str, str]]:
    found = list(_ITEM.finditer(bbl))
    ends = [*(match.start() for match in found[1:]), len(bbl)]
    bodies = (bbl[match.end() : end] for match, end in zip(found, ends, strict=False))
    return [(match[1], body.partition(r"\end{thebibliography}")[0]) for match, body in zip(found, bodies, strict=True)]


def from_tex(tex: str) -> tuple[Run, ...]:
    """The runs of a piece of TeX: faces by commands and declarations, all else as text."""
    tex = _LAYOUT.sub(" ", accents(tex))
    found: list[Run] = []
    faces = [0]
    waiting = 0
    text = ""

    def flush() -> None:
        nonlocal text
        if text:
            shown = to_unicode(f"x{text}x")[1:-1]  # blanks at either end count
            found.append(Run(shown, faces[-1]))
            text = ""

    for match in _PIECE.finditer(tex):
        piece, name = match[0], match[1]
        if piece == "{":
            flush()
            faces.append(faces[-1] ^ waiting)
            waiting = 0
        elif piece == "}":
            flush()
            if len(faces) > 1:
                faces.pop()
        elif name in _FACES:
            flush()
            if name.startswith("text") or name == "emph":
                waiting = _FACES[name]
            else:
                faces[-1] ^= _FACES[name]
        else:
            text += piece
    flush()
    return _tidy(joined(found))


def _tidy(found: Sequence[Run]) -> tuple[Run, ...]:
    """The runs on one line, with single blanks and none at the ends."""
    pieces: list[Run] = []
    before = " "
    for text, face in found:
        text = " ".join(f"x{text}x".split())[1:-1]
        text = text[1:] if before.endswith(" ") and text.startswith(" ") else text
        if text:
            pieces.append(Run(text, face))
            before = text
    if pieces:
        pieces[-1] = Run(pieces[-1].text.rstrip(), pieces[-1].face)
    return joined(pieces)
