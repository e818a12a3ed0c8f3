"""Fold case, accents, ligatures and alphabets away, so that only the letters are compared.

Latin, Cyrillic and Greek letters have tables here, because libraries differ from how names are cited
("Papadopoylos"); every other script is transliterated by anyascii.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from latexrefcheck.text.patterns import lazy

_LATIN = {
    "æ": "ae",
    "œ": "oe",
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "ı": "i",
    "ȷ": "j",
    "ŋ": "ng",
    "ħ": "h",
    "ŧ": "t",
    "ĸ": "k",
    "ə": "a",
    "ʼ": "",
    "ʻ": "",
    "ʹ": "",
    "ʺ": "",
    "\u02bd": "",
    "’": "'",
    "‘": "'",
    "`": "'",
    "´": "'",
    "\u2044": "/",
}
_CYRILLIC = dict(
    zip(
        "абвгдежзийклмнопрстуфхцчшщъыьэюяёєіїґўјљњћђџ",
        "a b v g d e zh z i i k l m n o p r s t u f kh ts ch sh shch  y  e yu ya e ye i i g u j lj nj c dj dz".split(" "),
        strict=True,
    )
)
_TABLE = str.maketrans(_LATIN | _CYRILLIC)

_GREEK_WORDS = str.maketrans(
    dict(zip("αβγδεζηθικλμνξοπρσςτυφχψω", "a v g d e z i th i k l m n x o p r s s t y f ch ps o".split(), strict=True))
)
_GREEK_PAIRS = (("ου", "ou"), ("αυ", "av"), ("ευ", "ev"), ("γγ", "ng"), ("γκ", "gk"), ("γχ", "nch"), ("μπ", "mp"), ("ντ", "nt"))
"""Letters that are transcribed together (ELOT 743)."""
_GREEK_RUN = lazy(r"[α-ω]+")
_WORD_LENGTH = 4
"""Greek letters in a row from which they are a word; fewer are the symbols of a formula."""

_FOREIGN = lazy(
    r"[\u0530-\u1cff\u2c00-\u2ddf\u3005-\u3007\u3040-\ud7ff\uf900-\ufaff\ufb13-\ufdff\ufe70-\ufefc"
    r"\U00010000-\U0001d3ff\U0001e000-\U0001efff\U00020000-\U0003ffff]+"
)
"""Letters of the scripts that have no table here."""
EASTERN = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
"""The letters of Chinese, Japanese and Korean that texts are made of, for a class of a pattern."""
_CJK = lazy(r"[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]")
_REPEATED = lazy(r"(.)々")
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\ufeff"))


def fold(text: str) -> str:
    """``text`` in lower case without accents, in Latin letters whatever its script.

    Punctuation and blanks stay. Greek letters that stand as symbols become their names, set off by blanks, as titles
    spell them; Greek words are transcribed.
    """
    return text.lower() if text.isascii() else _fold(text, True)


def latin(text: str) -> str:
    """As :func:`fold`, but for names: a Greek letter is the initial of a word."""
    return text.lower() if text.isascii() else _fold(text, False)


@lru_cache(maxsize=16384)
def _fold(text: str, symbols: bool) -> str:
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text.translate(_INVISIBLE)).casefold())
    if max(text, default="") >= "\u0530" and _FOREIGN.search(text):
        text = _FOREIGN.sub(lambda match: _transliterated(match[0]), _REPEATED.sub(r"\1\1", text))
    # й and ї decompose into a letter and an accent, so that one NFKD serves all alphabets.
    text = unicodedata.normalize("NFKD", text)
    text = "".join(character for character in text if not unicodedata.combining(character)).translate(_TABLE)
    if not text.isascii():
        text = _GREEK_RUN.sub(lambda match: _greek(match[0], symbols), text)
    return unicodedata.normalize("NFC", text)


def _transliterated(run: str) -> str:
    from anyascii import anyascii  # imported late: most texts have no such letter

    return anyascii(run).lower() or run


def _greek(run: str, symbols: bool) -> str:
    if symbols and len(run) < _WORD_LENGTH:
        return "".join(f" {greek_name(letter)} " for letter in run)
    run = {"μπ": "b", "ντ": "d", "γκ": "g"}.get(run[:2], run[:2]) + run[2:]  # so at the head of a word
    for pair, transcribed in _GREEK_PAIRS:
        run = run.replace(pair, transcribed)
    return run.translate(_GREEK_WORDS)


@lru_cache(maxsize=64)
def greek_name(letter: str) -> str:
    """``alpha`` for α: the name of a Greek letter as titles spell it; Unicode writes "lamda"."""
    return unicodedata.name(letter).rpartition(" ")[2].lower().replace("lamda", "lambda")


def is_cjk(text: str) -> bool:
    """Whether ``text`` holds Han, kana or hangul characters."""
    return not text.isascii() and _CJK.search(text) is not None


@lru_cache(maxsize=16384)
def script(text: str) -> str:
    """The script of most letters by Unicode's name (``latin``, ``cyrillic``, ``cjk`` …), empty where there is no letter."""
    if text.isascii():
        return "latin" if re.search("[A-Za-z]", text) else ""
    counts: dict[str, int] = {}
    for character in text:
        if character.isalpha():
            name = unicodedata.name(character, "").partition(" ")[0].lower()
            counts[name] = counts.get(name, 0) + 1
    return max(counts, key=lambda name: counts[name]) if counts else ""
