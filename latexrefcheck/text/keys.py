"""Keys by which titles and people are looked up: equal for spellings of one, so that a table can hold them."""

from __future__ import annotations

from latexrefcheck.text.fold import fold, latin
from latexrefcheck.text.markup import strip_markup
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.person import Person, without_homonym
from latexrefcheck.text.tex import to_unicode

_JOINED = lazy(r"(?<=\w)['_^’]+(?=\w)|['^]")
_NOT_WORD = lazy(r"[\W_]+")
_NOT_LETTER = lazy(r"[\W\d_]+")
_DIGRAPHS = lazy(r"ae|oe|ue|aa")
"""Müller, Mueller and Muller; Ødegård, Oedegaard: the digraph and the plain letter count as one."""


def title_key(text: str) -> str:
    """``text`` folded for comparison: words in lower case without accents, TeX, HTML, maths markup and punctuation.

    One blank between words; ``&`` counts as "and". Idempotent.
    """
    text = strip_markup(to_unicode(text))
    if "\\" in text:
        text = text.replace("\\", " ")
    text = _JOINED.sub("", fold(text))
    if "&" in text:
        text = text.replace("&", " and ")
    return _NOT_WORD.sub(" ", text).strip()


def surname_key(person: Person) -> str:
    """The folded family name without particle, blanks, hyphens and umlaut digraphs; of a literal the whole of it."""
    letters = _NOT_LETTER.sub("", latin(without_homonym(person.literal or person.family)))
    shorter = _DIGRAPHS.sub(lambda match: match[0][0], letters)
    # "Aa" or "Oe" alone would vanish into one letter and match anybody.
    return shorter if len(shorter) > 2 else letters
