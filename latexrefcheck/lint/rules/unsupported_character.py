"""A value holds a character that the document's engine cannot typeset.

## What it does
Reports invisible characters (zero-width, bidirectional marks, C1 controls) everywhere, and for pdfLaTeX characters
that LaTeX does not set up: combining accents, Greek, Cyrillic, Hebrew, Arabic, Indic and East Asian scripts,
mathematical signs; also a UTF-8 file in a document that declares an 8-bit encoding. Scripts are left alone when the
document loads a package for them. XeLaTeX and LuaLaTeX take everything else.

## Why it matters
LaTeX stops with "Unicode character not set up for use with LaTeX", or the character vanishes from the reference.

## Example
```bib
@article{k, title = {The ≈ sign and the β distribution}}
```
## Use instead
```bib
@article{k, title = {The $\\approx$ sign and the $\\beta$ distribution, Gödel and Łukasiewicz}}
```
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _fields
from latexrefcheck.model.document import Bibliography, Document, Entry, Field
from latexrefcheck.model.finding import Confidence, Draft, Severity
from latexrefcheck.text.patterns import lazy

ID = "unsupported-character"
SCOPE = "bibliography"
SEVERITY = {"lenient": "info", "default": "warning", "strict": "error"}

_INVISIBLE = "\x80-\x9f\u200b\u2028\u2029\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufff9-\ufffb\ufffe\uffff"
_NOT_ASCII = lazy(r"[^\x00-\x7f]")
_ANYWHERE = lazy(f"[{_INVISIBLE}]")
SCRIPTS = {
    "combining accent": ("\u0300-\u036f", ()),
    "Greek": ("\u0370-\u03ff\u1f00-\u1fff", ("textgreek", "textalpha", "alphabeta", "greek", "teubner", "babel", "psgreek")),
    "Cyrillic": ("\u0400-\u052f", ("babel", "fontenc", "cyrillic", "cmap", "mathtext", "tempora", "substitutefont", "paratype")),
    "Hebrew": ("\u0590-\u05ff", ("babel", "cjhebrew")),
    "Arabic": ("\u0600-\u06ff\u0750-\u077f", ("babel", "arabtex", "arabluatex")),
    "Indic": ("\u0900-\u0dff", ("babel", "devanagari")),
    "East Asian": (
        "\u2e80-\u2fdf\u3040-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff",
        ("cjk", "kotex", "ctex", "bxcjk", "xecjk"),
    ),
    "mathematical": ("\u2200-\u22ff\u2a00-\u2aff\U0001d400-\U0001d7ff", ("unicode-math", "mathdesign")),
    "emoji": ("\U0001f300-\U0001faff", ("emoji", "twemojis", "hwemoji")),
}
"""Characters of a kind, and beginnings of the packages that set them up."""

MANY = 10
"""Values in one script from which on a document surely is set up for it."""

EIGHT_BIT = frozenset(
    "latin1 latin2 latin3 latin4 latin5 latin9 latin10 ansinew applemac cp1250 cp1251 cp1252 cp437 cp850 koi8-r".split()
)
"""Encodings of inputenc in which the bytes of UTF-8 are other characters."""

REMEDIES = ("newunicodechar", "utf8x", "ucs", "fontspec", "xunicode", "unicode-math", "inputenx", "luatexja")
"""Packages after which nothing is known to be missing."""


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per value and kind of character, at the first one."""
    bad_bytes = bool(bibliography.source.bad_bytes)
    if not bad_bytes:  # bytes of another encoding are a finding of their own
        for entry, field in bibliography.search(_ANYWHERE, *_fields.PRINTED):
            match = _ANYWHERE.search(field.value)
            if match:
                what = f"the character {_name(match[0])}, which cannot be seen or printed"
                yield _draft(entry, field, match, f"{field.name} holds {what}")
    documents = context.documents(bibliography)
    pdf = [document for document in documents if document.engine == "pdftex" and not _remedied(document)]
    if bad_bytes or not pdf or bibliography.source.text.isascii():
        return
    if bibliography.dialect == "bibtex" and all(document.input_encoding.lower() in EIGHT_BIT for document in pdf):
        yield from _wrong_encoding(bibliography, pdf[0].input_encoding)
        return
    present = set(_NOT_ASCII.findall(bibliography.source.text))
    for kind, (characters, packages) in SCRIPTS.items():
        if not _any_of(present, characters):
            continue
        if (
            all(any(package.lower().startswith(packages) for package in document.packages) for document in pdf if packages)
            and packages
        ):
            continue
        pattern = re.compile(f"[{characters}]")
        found = list(bibliography.search(pattern, *_fields.PRINTED))
        if len(found) > MANY and packages:
            continue  # nobody lives with that many errors: the document is set up in a way that we do not see
        for entry, field in found:
            match = pattern.search(field.value)
            if match:
                message = f"{field.name} holds {_name(match[0])} ({kind}), which pdfLaTeX does not know without a package"
                # Whether it is printed depends on the style, and packages may come from a class that was not read.
                yield _draft(entry, field, match, message)._replace(confidence=Confidence.medium, severity=Severity.warning)


def _any_of(present: Iterable[str], characters: str) -> bool:
    """Whether one of the characters lies in the ranges of a class of a regular expression, which takes longer to compile."""
    ranges = [(characters[at], characters[at + 2]) for at in range(0, len(characters), 3)]
    return any(first <= one <= last for one in present for first, last in ranges)


def _wrong_encoding(bibliography: Bibliography, declared: str) -> Iterator[Draft]:
    """The first character that pdfLaTeX will read as two wrong ones; one finding stands for all."""
    for entry, field in bibliography.search(_NOT_ASCII, *_fields.PRINTED):
        match = _NOT_ASCII.search(field.value)
        if match:
            message = f"this file is in UTF-8, but the document declares {declared}: “{match[0]}” and its like come out wrong"
            yield _draft(entry, field, match, message)
            return


def _draft(entry: Entry, field: Field, match: re.Match[str], message: str) -> Draft:
    return Draft(_fields.inside(entry, field, *match.span()), message, key=entry.key, field=field.name)


def _remedied(document: Document) -> bool:
    if any(package in REMEDIES for package in document.packages):
        return True
    return any("DeclareUnicodeCharacter" in source.text for source in (document.root, *document.sources))


def _name(character: str) -> str:
    name = unicodedata.name(character, "").lower() or "a control character"
    shown = f"“{character}” " if character.isprintable() and not unicodedata.combining(character) else ""
    # The name of a Chinese character is its number again.
    return f"{shown}U+{ord(character):04X}" + ("" if "ideograph-" in name else f" ({name})")
