"""Text as comparable words: marks, markup, mathematics, spelling and accents put aside.

Everything here works on Unicode text that no longer holds TeX, but tolerates the TeX and HTML that
registries keep in their titles.
"""

from __future__ import annotations

import re
from functools import lru_cache

from latexrefcheck.text.fold import fold
from latexrefcheck.text.markup import strip_markup
from latexrefcheck.text.tex import to_unicode

_APOSTROPHES = re.compile(r"['’‘ʼ`´′]")
_WORD = re.compile(r"\w+")

_SYMBOLS = {
    "&": " and ",
    "∞": " infinity ",
    "→": " to ",
    "×": " x ",
    "%": " percent ",
    "ℓ": " ell ",
    "ℝ": "R",
    "ϕ": " phi ",
    "ϵ": " epsilon ",
    "ϑ": " theta ",
}
_TABLE = str.maketrans(_SYMBOLS)

# Spelling that differs between British and American English (and "ae"/"oe" of learned words), both brought to one form.
_SPELLING = tuple(
    (re.compile(pattern), to)
    for pattern, to in (
        (r"ys(e[sd]?|ing|er|ers)$", r"yz\1"),
        (r"is(e[sd]?|ing|ation|ations|er|ers|able)$", r"iz\1"),
        (r"(?<=[a-z]{2})our(s|ed|ing|al|able|ite|ful)?$", r"or\1"),
        (r"(?<=[a-z]{2})ll(ed|ing|er|ers)$", r"l\1"),
        (r"fibre", "fiber"),
        (r"(?<=[a-z]{2})tre(s?)$", r"ter\1"),
        (r"ence(s?)$", r"ense\1"),
        (r"ogue(s?)$", r"og\1"),
        (r"^grey", "gray"),
        (r"ae|oe", "e"),
    )
)
ARTICLES = frozenset(("a", "an", "the"))
FUNCTION_WORDS = ARTICLES | frozenset(
    "of in on at by for from to with without into onto over under via using and or as is are be its it "
    "this that these their our "
    "we do does can how what why when where which who not no new toward towards between among within "
    "through der die das des "
    "und von zur zum im für la le les de du des et en un une el los las del y i o e der".split()
)


def plain(text: str) -> str:
    """Text without tags, entities and TeX commands, and common signs spelled out."""
    if "&" in text or "<" in text:
        text = strip_markup(text)
    if "\\" in text or "{" in text:
        text = to_unicode(text)  # some records hold the TeX that authors typed
    return text.translate(_TABLE)


@lru_cache(maxsize=20_000)
def spelling(word: str) -> str:
    """The word in one spelling for British and American English; word forms stay apart."""
    if len(word) < 5 or not word.isascii():
        return word
    for pattern, to in _SPELLING:
        word = pattern.sub(to, word)
    return word


@lru_cache(maxsize=20_000)
def words(text: str) -> tuple[str, ...]:
    """The words of a text in comparable form; apostrophes join, all other marks separate."""
    return tuple(spelling(word) for word in _WORD.findall(_APOSTROPHES.sub("", fold(plain(text))).replace("_", " ")))


def content(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """The words that carry meaning: no function words, no single letters or digits."""
    return tuple(word for word in tokens if word not in FUNCTION_WORDS and len(word) > 1)
