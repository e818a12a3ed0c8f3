"""Fold case, accents, ligatures, markup and alphabets away, so that only the letters are compared."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

from latexrefcheck.text.patterns import lazy

_ENTITY = lazy(r"&(?:[A-Za-z][A-Za-z0-9]{1,31}|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});")

_LETTERS = str.maketrans(
    {
        "ß": "ss",
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
        "ʼ": None,
        "ʻ": None,
        "ʹ": None,
        "ʺ": None,
        "’": "'",
        "‘": "'",
        "`": "'",
        "´": "'",
        "\u02bd": None,
        "\u2044": "/",
    }
)
_CYRILLIC = str.maketrans(
    dict(
        zip(
            "абвгдежзийклмнопрстуфхцчшщъыьэюяёєіїґўјљњћђџ",
            "a b v g d e zh z i i k l m n o p r s t u f kh ts ch sh shch  y  e yu ya e ye i i g u j lj nj c dj dz".split(" "),
            strict=True,
        )
    )
)
_GREEK = str.maketrans(
    {
        letter: f" {name} "
        for letter, name in zip(
            "αβγδεζηθικλμνξοπρσςτυφχψω",
            "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma sigma tau upsilon phi "
            "chi psi omega".split(),
            strict=True,
        )
    }
)
_CJK = r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]"
"""Han, kana and Hangul; compiled when the first such text comes, for that takes longer than importing a module."""
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\ufeff"))


@cache
def _tag() -> re.Pattern[str]:
    return re.compile(
        r"</?(?:(?:mml|m|jats|xhtml):[a-z-]+|i|b|u|p|a|em|strong|su[bp]|inf|sc|scp|tt|br|span|font|div|math|m(?:i|n|o|row|sub|sup|"
        r"subsup|frac|sqrt|text|style|space|over|under|fenced|table|tr|td|stack)|annotation|semantics|italic|bold|title|h[1-6]|"
        r"inline-formula|tex-math|alternatives|named-content|inline-graphic|roman|smallcaps|small|underline)(?:\s[^<>]*)?/?>",
        re.IGNORECASE,
    )


def fold(text: str) -> str:
    """``text`` in lower case without accents: Latin letters with strokes and ligatures taken apart, Cyrillic transliterated.

    Punctuation and blanks stay. Greek letters become their names, set off by blanks, as titles spell them.
    """
    if text.isascii():
        return text.lower()
    return _fold(text)


@lru_cache(maxsize=16384)
def _fold(text: str) -> str:
    # й and ї decompose into a letter and an accent, so that one pass of NFKD serves both alphabets.
    text = unicodedata.normalize("NFKD", text.translate(_INVISIBLE)).casefold()
    text = "".join(character for character in text if not unicodedata.combining(character))
    text = text.translate(_LETTERS).translate(_CYRILLIC).translate(_GREEK)
    return unicodedata.normalize("NFC", text)


def strip_markup(text: str) -> str:
    """``text`` without HTML, JATS and MathML tags and with entities (also twice escaped ones) decoded."""
    if "&" in text:
        import html

        for _ in range(3):
            if not _ENTITY.search(text):
                break
            text = html.unescape(text)
    return _tag().sub("", text) if "<" in text else text


def is_cjk(text: str) -> bool:
    """Whether ``text`` holds Han, kana or hangul characters."""
    return not text.isascii() and re.search(_CJK, text) is not None
