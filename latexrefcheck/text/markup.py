"""Text without the markup of HTML, JATS and MathML, as registries deposit it."""

from __future__ import annotations

import re
from functools import cache

from latexrefcheck.text.patterns import lazy

MAX_TEXT = 20_000
"""Characters of one text that are looked at; the longest real titles have some hundred."""

_HIDDEN = ("annotation", "annotation-xml", "tex-math", "script", "style")
"""Elements whose content repeats the text in another notation."""
_OPENING = lazy(rf"<(?:[a-z]+:)?({'|'.join(_HIDDEN)})(?:\s[^<>]*)?>", re.IGNORECASE)
_ENTITY = lazy(r"&(?:[A-Za-z][A-Za-z0-9]{1,31}|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6})")
_LEVEL = ("sub", "sup", "inf")
_BLANKS = lazy(r"\s+")
_INDENTED = lazy(r"\n?(<(?:[a-z]+:)?(?:sub|sup|inf)\b[^<>]*>)\n?|\n(?=</(?:[a-z]+:)?(?:sub|sup|inf)\b)", re.IGNORECASE)
"""Indentation of the XML around and in a sub- or superscript; it is no blank of the title."""
_UNSEEN = dict.fromkeys(
    [*range(32), *range(127, 160), 0xAD, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF]
)
"""Control characters, soft hyphens and marks of direction: nobody typed them, and terminals obey some of them."""


_ESCAPED_LINE = lazy(r"\\n(?=\s|[A-Z])")
"""The end of a line as programs write it, in a title that was taken from one; a command of TeX has a small letter behind it."""


@cache
def _tag() -> re.Pattern[str]:
    """Tags that are markup for certain: "P<NP" and "<b>c" in a title of mathematics stay."""
    return re.compile(
        r"<(/?)((?:[a-z][a-z0-9]*:)?(?:abbr|abstract|alternatives|annotation|b|bold|br|dfn|div|em|font|formula|h[1-6]|i|inf"
        r"|inline-formula|inline-graphic|italic|li|math|m(?:i|n|o|s|text|row|sub|sup|subsup|frac|over|under|underover|style|space"
        r"|stretchy|fenced|sqrt|root|table|tr|td|multiscripts|prescripts|padded|phantom|error|stack)|none|monospace|ol|overline|p"
        r"|roman|sans-serif|sc|scp|sec|semantics|small|smallcaps|span|strike|strong|sub|sup|title|tt|u|ul|underline|xref|a"
        r"|ext-link|named-content|tex-math)|[a-z]+:[a-z-]+|[a-z][a-z-]*(?=\s+[a-z:_-]+=[\"']))(?:\s[^<>]*)?/?>",
        re.IGNORECASE,
    )


def strip_markup(text: str, spaced: bool = False) -> str:
    """``text`` with its entities resolved (they are escaped up to three times) and without tags and hidden elements.

    ``spaced`` puts a blank for each tag of face and each line break, where deposits often lost one.
    """
    text = _resolved(text[:MAX_TEXT])
    if "<" not in text:
        return text
    text = _BLANKS.sub(lambda match: "\n" if "\n" in match[0] else " ", _shown(_prescripts_first(text)))
    if not spaced:
        text = _INDENTED.sub(lambda match: match[1] or "", text)
    return _tag().sub(lambda match: _replacement(match[2], spaced), text)


def plain_text(text: str, spaced: bool = False) -> str:
    """:func:`strip_markup` on one line, without characters that nobody sees."""
    if "\\n" in text:
        text = _ESCAPED_LINE.sub(" ", text)
    return seen(" ".join(strip_markup(text, spaced).split()))


def seen(text: str) -> str:
    """The text without invisible characters, and with half surrogates, which no file can hold, replaced."""
    return text if text.isprintable() else text.translate(_UNSEEN).encode("utf-8", "replace").decode("utf-8")


def _resolved(text: str) -> str:
    for _ in range(4):
        if "&" not in text or not _ENTITY.search(text):
            break
        from html import unescape  # imported late, for its table of entities: a lint meets none

        text = unescape(text)
    return text


_SCRIPTS = lazy(
    r"(<(?:[a-z]+:)?mmultiscripts\b[^<>]*>)((?:(?!</?(?:[a-z]+:)?m(?:multi|pre)scripts\b).){0,2000}?)"
    r"<(?:[a-z]+:)?mprescripts\s*/?>(?:\s*</(?:[a-z]+:)?mprescripts\s*>)?"
    r"((?:(?!</?(?:[a-z]+:)?m(?:multi|pre)scripts\b).){0,2000}?)(</(?:[a-z]+:)?mmultiscripts\s*>)",
    re.IGNORECASE | re.DOTALL,
)


def _prescripts_first(text: str) -> str:
    """MathML writes the scripts that stand before a symbol behind it (the 38 of the isotope ³⁸Ca)."""
    return _SCRIPTS.sub(r"\1\3\2\4", text) if "prescripts" in text else text


@cache
def _closing(name: str) -> re.Pattern[str]:
    return re.compile(rf"</(?:[a-z]+:)?{name}\s*>", re.IGNORECASE)


def _shown(text: str) -> str:
    """The text without hidden elements; an opening without its end is left to the tags (one search per name: linear)."""
    kept, at, open_ended = [], 0, set()
    for match in _OPENING.finditer(text):
        name = match[1].lower()
        if match.start() < at or name in open_ended:
            continue
        end = _closing(name).search(text, match.end())
        if end is None:
            open_ended.add(name)
            continue
        kept.append(text[at : match.start()])
        at = end.end()
    return " ".join((*kept, text[at:]))


def _replacement(tag: str, spaced: bool) -> str:
    name = tag.lower().rpartition(":")[2]
    if name in ("br", "p", "li", "title", "sec", "div"):
        return " "
    return " " if spaced and name not in _LEVEL and not name.startswith("m") else ""
