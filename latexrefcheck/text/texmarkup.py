"""TeX of a field as text with CSL's tags: emphasis, sub- and superscripts, and braces that keep capitals."""

from __future__ import annotations

from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.tex import accents, to_unicode

_GROUP = r"\{((?:[^{}]|\{[^{}]*\})*)\}"
_COMMANDS = lazy(rf"\\(emph|textit|textsl|textbf|textsc|textsuperscript|textsubscript)\s*{_GROUP}")
_DECLARED = lazy(r"\{\\(em|it|itshape|bf|bfseries|sc|scshape)\b\s*((?:[^{}]|\{[^{}]*\})*)\}")
_MATHS = lazy(r"\$([^$]{1,200})\$")
_SCRIPT = lazy(r"([_^])(?:\{([^{}]{1,40})\}|([A-Za-z0-9+-]))")
_PROTECTED = lazy(r"(?<![\\A-Za-z\"'`^~=.}\]])\{([^{}\\$]+)\}")
_TAGS = {
    "emph": "i",
    "textit": "i",
    "textsl": "i",
    "em": "i",
    "it": "i",
    "itshape": "i",
    "textbf": "b",
    "bf": "b",
    "bfseries": "b",
    "textsc": "sc",
    "sc": "sc",
    "scshape": "sc",
    "textsuperscript": "sup",
    "textsubscript": "sub",
    "_": "sub",
    "^": "sup",
    "kept": "kept",
}
_NAMES = ("i", "b", "sc", "sup", "sub", "kept")
_MARKS = {name: (chr(0xE000 + 2 * place), chr(0xE001 + 2 * place)) for place, name in enumerate(_NAMES)}
"""Signs that no text has stand for the tags while TeX is read."""


def marked(tex: str) -> str:
    """The text of a field of a .bib with tags for what a reader would see as emphasised, raised, lowered or protected."""
    if not any(sign in tex for sign in "\\{$"):
        return to_unicode(tex)
    text = accents(tex)
    for pattern in (_COMMANDS, _DECLARED):
        text = pattern.sub(lambda match: _between(match[1], match[2]), text)
    text = _MATHS.sub(lambda match: f"${_SCRIPT.sub(lambda m: _between(m[1], m[2] or m[3]), match[1])}$", text)
    whole = text.startswith("{") and text.find("}") == len(text) - 1
    text = _PROTECTED.sub(lambda match: _between("kept", match[1]), text) if not whole else _between("kept", text[1:-1])
    return _tagged(to_unicode(text))


def _between(name: str, text: str) -> str:
    opening, closing = _MARKS[_TAGS[name]]
    return f"{opening}{text}{closing}"


def _tagged(text: str) -> str:
    for name, (opening, closing) in _MARKS.items():
        tags = ('<span class="nocase">', "</span>") if name == "kept" else (f"<{name}>", f"</{name}>")
        text = text.replace(opening, tags[0]).replace(closing, tags[1])
    return text
