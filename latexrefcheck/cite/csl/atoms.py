"""The pieces that the elements of a style yield: text, affixes and quotation marks, each with its face."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from latexrefcheck.text import runs
from latexrefcheck.text.patterns import lazy

TEXT, AFFIX, OPEN, CLOSE = range(4)
"""What a piece is: text of the item, text of the style, and where a quotation begins and ends."""


class Atom(NamedTuple):
    """One piece; marks of quotation are chosen last, by how deep they stand."""

    text: str
    face: int = 0
    role: int = TEXT
    own: bool = False
    """Whether a mark of quotation is the item's own: in no other quotation it stays as it was written."""


_TAG = lazy(
    r'<(/?)(i|b|u|sup|sub|sc)>|<span\s+(?:class="(?P<kept>nocase|nodecor)"|style="font-variant:\s*small-caps;?")\s*>|</(?P<span>span)>'
)
_FACES = {
    "i": runs.ITALIC,
    "b": runs.BOLD,
    "u": runs.UNDERLINE,
    "sup": runs.SUPERSCRIPT | runs.KEPT,
    "sub": runs.SUBSCRIPT | runs.KEPT,
    "sc": runs.SMALL_CAPS | runs.KEPT,
}
_MARK = lazy(r"[\"'“”‘’]")
_BEFORE_OPENING = frozenset(" \t\u00a0([{-–—/")
_PAIRS = {"“": "”", "‘": "’", '"': '"', "'": "'"}


@lru_cache(maxsize=4096)
def parse(text: str) -> tuple[Atom, ...]:
    """The pieces of a field: CSL's tags become faces, pairs of quotation marks become marks, apostrophes are curled."""
    pieces = _faces(text) if "<" in text else [(text, 0)]
    if not _MARK.search(text):
        return tuple(Atom(piece, face) for piece, face in pieces if piece)
    return tuple(_quoted(pieces))


def _faces(text: str) -> list[tuple[str, int]]:
    """The text between the tags, each with its face; a tag that does not pair is text."""
    found: list[tuple[str, int]] = []
    open_tags: list[tuple[str, int]] = []
    at = 0
    for match in _TAG.finditer(text):
        closing = bool(match[1]) or bool(match["span"])
        name = match[2] or "span"
        if closing and (not open_tags or open_tags[-1][0] != name):
            continue
        if not closing and f"</{name}>" not in text[match.end() :]:
            continue
        face = 0
        for _, bits in open_tags:
            face ^= bits
        found.append((text[at : match.start()], face))
        at = match.end()
        if closing:
            open_tags.pop()
        else:
            bits = _FACES.get(name, runs.KEPT if match["kept"] else runs.SMALL_CAPS)
            open_tags.append((name, bits))
    face = 0
    for _, bits in open_tags:
        face ^= bits
    found.append((text[at:], face))
    return found


def _quoted(pieces: list[tuple[str, int]]) -> list[Atom]:
    """The pieces cut at the marks of quotation that pair."""
    atoms: list[Atom] = []
    waiting: list[tuple[str, int]] = []  # the mark that closes, where the one that opened stands
    for number, (text, face) in enumerate(pieces):
        before_piece = pieces[number - 1][0][-1:] if number else ""
        after_piece = pieces[number + 1][0][:1] if number + 1 < len(pieces) else ""
        at = 0
        for match in _MARK.finditer(text):
            mark, start = match[0], match.start()
            before = text[start - 1] if start else before_piece
            after = text[start + 1] if start + 1 < len(text) else after_piece
            atoms.append(Atom(text[at:start], face))
            at = match.end()
            if waiting and mark == waiting[-1][0] and not (mark in "'’" and before and after.isalpha()):
                waiting.pop()
                atoms.append(Atom(mark, face, CLOSE, True))
            elif mark in _PAIRS and _opens(mark, before, after):
                waiting.append((_PAIRS[mark], len(atoms)))
                atoms.append(Atom(mark, face, OPEN, True))
            else:
                atoms.append(Atom("’" if mark in "'’" else mark, face))
        atoms.append(Atom(text[at:], face))
    for _, place in waiting:
        lone = atoms[place]
        atoms[place] = Atom("’" if lone.text == "'" else lone.text, lone.face)
    return [atom for atom in atoms if atom.text]


def _opens(mark: str, before: str, after: str) -> bool:
    """Whether a mark can open a quotation: behind a blank or a bracket and before a word; not the one of the '90s."""
    starts = mark in "“‘" or not before or before in _BEFORE_OPENING
    return starts and after not in (" ", "") and not (mark == "'" and after.isdigit())


def faced(atoms: list[Atom], face: int) -> list[Atom]:
    """The pieces in a face; italics within italics stand upright again."""
    if face & runs.UPRIGHT:
        return [Atom(a.text, a.face | runs.UPRIGHT, a.role, a.own) for a in atoms]
    return [a if a.face & runs.UPRIGHT else Atom(a.text, _over(a.face, face), a.role, a.own) for a in atoms]


def _over(inner: int, outer: int) -> int:
    toggled = outer & (runs.ITALIC | runs.BOLD)
    return (inner ^ toggled) | (outer & ~toggled)


def text_of(atoms: list[Atom]) -> str:
    """The text of pieces, as it stands before marks of quotation are chosen."""
    return "".join(atom.text for atom in atoms)
