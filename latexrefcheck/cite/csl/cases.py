"""Letter case as styles ask for it: headline, sentence, capitals; formulas and what is protected stay as they are."""

from __future__ import annotations

import re
from collections.abc import Callable

from latexrefcheck.cite.csl.atoms import OPEN, Atom
from latexrefcheck.text import runs
from latexrefcheck.text.patterns import lazy

_SMALL = frozenset(
    "about above across afore after against al along alongside amid amidst among amongst anenst apropos apud around as aside "
    "astride at athwart atop barring before behind below beneath beside besides between beyond but by circa despite down during "
    "et except for forenenst from given in inside into lest like modulo near next notwithstanding of off on onto out over per "
    "plus pro qua sans since than through thru throughout thruout till to toward towards under underneath until unto up upon "
    "versus vs. v. vs v via vis-à-vis with within without or yet so and nor a an the de d' von van c ca".split()
)
"""Words that a headline writes small, unless they stand first, last or behind a colon (CSL 1.0.2, appendix)."""

_PIECE = lazy(r"[ \u00a0\u2000-\u200b\u205f\u3000]+|[-–—/.,;?!:()\[\]]")
_SINGLE = ("'", "‘")
_GREEK = lazy(r"[\u0370-\u03ff]")


def cased(atoms: list[Atom], case: str, english: bool) -> list[Atom]:
    """The pieces in the case of that name; a headline is English, other languages keep their letters."""
    if case == "title":
        return _headline(atoms) if english else atoms
    change = _CHANGES.get(case)
    return atoms if change is None else change(atoms)


def _each(change: Callable[[str], str]) -> Callable[[list[Atom]], list[Atom]]:
    def apply(atoms: list[Atom]) -> list[Atom]:
        return [a if a.face & runs.KEPT or a.role > 1 else a._replace(text=change(a.text)) for a in atoms]

    return apply


def _capital(word: str) -> str:
    """The word with a capital; a lone Greek letter is a symbol."""
    return word if len(word) == 1 and _GREEK.match(word) else word[:1].upper() + word[1:]


def _first_capital(text: str) -> str:
    word = text.lstrip().split(" ", 1)[0]
    if not word or word != word.lower():
        return text
    at = text.index(word)
    return text[:at] + _capital(text[at : at + len(word)]) + text[at + len(word) :]


def _capitalize_first(atoms: list[Atom]) -> list[Atom]:
    found = list(atoms)
    for number, atom in enumerate(atoms):
        if atom.role == OPEN or not atom.text.strip():
            continue
        if not atom.face & runs.KEPT:
            found[number] = atom._replace(text=_first_capital(atom.text))
        break
    return found


def _sentence(atoms: list[Atom]) -> list[Atom]:
    """The first word with a capital, the rest small; words in capitals throughout are only kept if the rest is not."""
    shouting = "".join(a.text for a in atoms).isupper()
    lowered = [
        a if a.face & runs.KEPT or a.role > 1 else a._replace(text=a.text.lower() if shouting else _lowered(a.text))
        for a in atoms
    ]
    return _capitalize_first(lowered)


def _lowered(text: str) -> str:
    return " ".join(word.lower() for word in text.split(" "))


def _headline(atoms: list[Atom]) -> list[Atom]:
    """Every word of more than a letter with a capital but the small ones."""
    found: list[Atom] = []
    first, after_mark, marked = True, False, False
    opened = False  # the reference implementation leaves the first word in single quotation marks as it is
    last: tuple[int, int, str] | None = None  # (atom, offset, word) of the last word, which may be a small one
    for number, atom in enumerate(atoms):
        if atom.role > 1 or not atom.text:
            found.append(atom)
            opened = atom.role == OPEN and atom.own and atom.text in _SINGLE
            continue
        if atom.face & runs.KEPT:
            found.append(atom)
            if atom.text.strip():
                first, after_mark, last = False, False, None
            continue
        parts: list[str] = []
        offset = 0
        for part, following in _parts(atom.text):
            if not part.strip() or _PIECE.fullmatch(part):
                marked = marked or bool(part.strip())
                after_mark = after_mark or part in "!?:"
                after_mark = after_mark and (part.isspace() or part in "!?:")
                parts.append(part)
            else:
                small = part.lower() in _SMALL or len(part) == 1
                hyphened = following == "-" and not marked  # the k of "faster k-means", as the reference implementation has it
                if part == part.lower() and not opened and (not small or first or after_mark or hyphened):
                    part = _capital(part)
                last = (number, offset, part)
                opened = False
                first = after_mark = False
                parts.append(part)
            offset += len(part)
        found.append(atom._replace(text="".join(parts)))
    if last is not None:
        number, offset, word = last
        if len(word) > 1 and word.lower() in _SMALL:
            text = found[number].text
            found[number] = found[number]._replace(text=text[:offset] + _capital(word) + text[offset + len(word) :])
    return found


def _parts(text: str) -> list[tuple[str, str]]:
    """The words and what parts them, each with what follows."""
    pieces: list[str] = []
    at = 0
    for match in _PIECE.finditer(text):
        if match.start() > at:
            pieces.append(text[at : match.start()])
        pieces.append(match[0])
        at = match.end()
    if at < len(text):
        pieces.append(text[at:])
    return list(zip(pieces, [*pieces[1:], ""], strict=True))


_CHANGES: dict[str, Callable[[list[Atom]], list[Atom]]] = {
    "lowercase": _each(str.lower),
    "uppercase": _each(str.upper),
    "capitalize-first": _capitalize_first,
    "capitalize-all": _each(lambda text: re.sub(r"(?<!\S)\S+", lambda m: _capital(m[0]) if m[0].islower() else m[0], text)),
    "sentence": _sentence,
}
