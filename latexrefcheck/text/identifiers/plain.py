"""What authors wrap around an identifier: TeX escapes, ``\\url{}``, braces, percent-encoding, entities."""

from __future__ import annotations

import re

from latexrefcheck.text.patterns import lazy

_WRAPPER = lazy(r"\\(?:url|href|doi|nolinkurl|path|texttt|mbox|urlprefix)\s*\{([^{}]*)\}")
# Some exports escape what is escaped already, as in ``10.1000/a\\_b``.
_ESCAPES = lazy(r"\{\\++([_%&#$])\}|(?<!\\)\\++([_%&#${}<>~-])|\{([_%&#$~<>])\}|\$([<>_])\$")
_WORDS = lazy(
    r"\{?\\(textunderscore|textless|textgreater|textasciitilde|textendash|slash|allowbreak|discretionary|-|/)(?![a-z])\s*(?:\{\})?\}?"
)
_WORD = {
    "textunderscore": "_",
    "textless": "<",
    "textgreater": ">",
    "textasciitilde": "~",
    "textendash": "-",
    "slash": "/",
}
_ENTITY = lazy(r"&(?:lt|gt|amp|#60|#62|#38);")
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&amp;": "&", "&#60;": "<", "&#62;": ">", "&#38;": "&"}
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))
_HYPHENS = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2212"), "-")
_PERCENT = lazy(r"(?:%[0-9A-Fa-f]{2})+")


def plain(text: str) -> str:
    """``text`` without the TeX that only protects characters, invisible characters and outer blanks."""
    if not text.isascii():
        text = text.translate(_INVISIBLE).translate(_HYPHENS)
    if "\\" in text or "{" in text or "$" in text:
        text = _WRAPPER.sub(r"\1", text)
        text = _WORDS.sub(lambda match: _WORD.get(match[1], ""), text)
        text = _ESCAPES.sub(lambda match: match[1] or match[2] or match[3] or match[4], text)
        text = text.replace("{}", "")
        text = _unwrapped(text)
    if "&" in text:
        text = _ENTITY.sub(lambda match: _ENTITIES[match[0]], text)
    return text.strip()


def _unwrapped(text: str) -> str:
    """``text`` without the braces around all of it, in one pass: there may be very many."""
    start, end = 0, len(text)
    while end - start > 1 and text[start] == "{" and text[end - 1] == "}":
        start, end = start + 1, end - 1
        while start < end and text[start].isspace():
            start += 1
        while start < end and text[end - 1].isspace():
            end -= 1
    return text[start:end]


def unquote(text: str, keep: str = "") -> str:
    """``text`` with percent-encoding undone once, except of the characters in ``keep``.

    Sequences that are not UTF-8 stay as they are.
    """
    if "%" not in text:
        return text

    def decode(match: re.Match[str]) -> str:
        try:
            decoded = bytes.fromhex(match[0].replace("%", "")).decode("utf-8")
        except UnicodeDecodeError:
            return match[0]
        if any(character in keep or character <= " " or character == "\x7f" for character in decoded):
            return match[0]
        return decoded

    return _PERCENT.sub(decode, text)
