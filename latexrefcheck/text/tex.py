"""TeX source to Unicode plain text.

One pass of one regular expression with own tables does it for practically every field; the symbol
tables of pylatexenc (slow to import) are asked only for a control word that the tables here lack. Its
converter is not run on whole values, because it takes an unescaped ``%`` for a comment and cuts the
rest, writes ``CO$_2$`` as ``CO_2`` and ``~`` as a no-break space.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.symbols import ACCENTS, DROPPED_ARGUMENTS, SYMBOLS, WORDS

_SPECIAL = lazy(r"[\\{}$~]")
_LIGATURES = lazy(r"---?|``|''|[?!]`")
_LIGATURE = {"--": "\u2013", "---": "\u2014", "``": "\u201c", "''": "\u201d", "?`": "\u00bf", "!`": "\u00a1"}
_TOKEN = lazy(
    r"""
    \\(?P<sign>[`'^"~=.])\s*(?:\{\s*){0,4}(?P<under>\\[ij](?![A-Za-z])|[^\W\d_])
    | \\(?P<mark>[HcvudbkrtU])(?:\s*(?:\{\s*){1,4}|\s+|(?=\\))(?P<base>\\[ij](?![A-Za-z])|[^\W\d_])
    | \\\((?P<inline>[^\\]{0,200}(?:\\[^)][^\\]{0,200}){0,40})\\\)
    | \\(?P<word>[A-Za-z@]+)\*?\s*
    | \\(?P<symbol>.)
    | \$\$?(?P<maths>[^$]*)\$\$?
    | (?P<brace>[{}]) | (?P<tie>~)
    """,
    re.VERBOSE | re.DOTALL,
)
_DROPPED = lazy(rf"\\(?P<name>{'|'.join(DROPPED_ARGUMENTS)})(?![A-Za-z])\s*(?:\[[^\]]*\]\s*)?(?=\{{)")
_NESTED = lazy(r"\\[`'^\"~=.Hcvudbkrt]\s*\{?\s*\{?\\[`'^\"~=.Hcvudbkr]")
_GROUP = lazy(r"[{}]")
_SUPER = lazy(r"[_^]")


def to_unicode(tex: str) -> str:
    """``tex`` as Unicode plain text on one line: accents composed, markup and protecting braces gone.

    Maths keeps its letters, digits and symbols, without ``_`` and ``^``; a tie is a blank. HTML stays as
    it is. Never raises; text without TeX comes back unchanged but for white space and dashes.
    """
    if _SPECIAL.search(tex):
        if "\\" in tex and _DROPPED.search(tex):
            tex = _drop_arguments(tex)
        if "\\" in tex and _NESTED.search(tex):
            tex = accents(tex)  # the inner one first; Vietnamese has two
        tex = _ligate(_TOKEN.sub(_replace, tex))
    elif "--" in tex or "''" in tex or "`" in tex:
        tex = _ligate(tex)
    tex = " ".join(tex.split())
    return tex if tex.isascii() else unicodedata.normalize("NFC", tex)


def accents(tex: str) -> str:
    """``tex`` with accent commands and their braces composed; every other command and brace stays."""
    return _ACCENT_GROUP.sub(_compose_group, tex)


_ACCENT_GROUP = lazy(
    r"""
    (?P<open>\{\s*)?
    (?:\\(?P<sign>[`'^"~=.])\s*(?P<inner>\{)?\s*(?P<under>\\[ij](?![A-Za-z])|[A-Za-z])
      |\\(?P<mark>[Hcvudbkr])(?:(?P<inner2>\s*\{\s*)|\s+|(?=\\))(?P<base>\\[ij](?![A-Za-z])|[A-Za-z])
      |\\(?P<word>ss|SS|ae|AE|oe|OE|aa|AA|o|O|l|L|i|j|dh|DH|dj|DJ|ng|NG|th|TH)(?:\{\}|(?![A-Za-z])\s*))
    (?(inner)\s*\})(?(inner2)\s*\})(?(open)\s*\})
    """,
    re.VERBOSE,
)


def _compose_group(match: re.Match[str]) -> str:
    word = match["word"]
    if word:
        return WORDS[word]
    return compose(match["sign"] or match["mark"], match["under"] or match["base"])


@lru_cache(maxsize=4096)
def compose(accent: str, base: str) -> str:
    """The letter ``base`` (``\\i`` and ``\\j`` are dotless) under the accent command ``accent``, composed."""
    letter = base.lstrip("\\")
    return unicodedata.normalize("NFC", letter + ACCENTS[accent])


def _ligate(tex: str) -> str:
    return _LIGATURES.sub(lambda match: _LIGATURE[match[0]], tex)


def _replace(match: re.Match[str]) -> str:
    kind = match.lastgroup
    if kind == "brace":
        return ""
    if kind == "under":
        return compose(match["sign"], match["under"])
    if kind == "base":
        return compose(match["mark"], match["base"])
    if kind == "tie":
        return " "
    if kind in ("maths", "inline"):
        return _SUPER.sub("", _TOKEN.sub(_replace, match[kind]))
    if kind == "symbol":
        return SYMBOLS.get(match["symbol"], match["symbol"] if match["symbol"].isalnum() else "")
    return _word(match["word"])


def _word(name: str) -> str:
    found = WORDS.get(name)
    return _from_pylatexenc(name) if found is None else found


@lru_cache(maxsize=1024)
def _from_pylatexenc(name: str) -> str:
    """What pylatexenc writes for a control word without arguments; empty for one that it does not know."""
    from pylatexenc.latex2text import get_default_latex_context_db

    spec = get_default_latex_context_db().get_macro_spec(name)
    replacement = getattr(spec, "simplify_repl", None)
    return replacement if isinstance(replacement, str) and "%" not in replacement else ""


def _drop_arguments(tex: str) -> str:
    """``tex`` without the commands of DROPPED_ARGUMENTS and so many of their arguments as the table says."""
    pieces, position = [], 0
    while match := _DROPPED.search(tex, position):
        pieces.append(tex[position : match.start()])
        position = match.end()
        for _ in range(DROPPED_ARGUMENTS[match["name"]]):
            end = _group_end(tex, position)
            if end == position:
                return "".join((*pieces, tex[position:]))  # an open group takes the rest, and looking on would cost a square
            position = end
    return "".join((*pieces, tex[position:]))


def _group_end(tex: str, start: int) -> int:
    """Offset behind the group that opens at ``start``; ``start`` itself if none does or it never closes."""
    if not tex.startswith("{", start):
        return start
    depth = 0
    for match in _GROUP.finditer(tex, start):
        depth += 1 if match[0] == "{" else -1
        if not depth:
            return match.end()
    return start
