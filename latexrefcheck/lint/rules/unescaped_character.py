"""A value holds `&`, `%`, `_` or `#` without a backslash.

## What it does
Looks at fields that are typeset. Maths, the arguments of `\\url`, `\\href` and of commands that take keys, and fields
that hold no TeX (`url`, `doi`, `file` …) are left alone, but for `url` and `doi` under natbib's plainnat, abbrvnat and
unsrtnat in a document that loads neither url nor hyperref: there nothing makes them verbatim.

## Why it matters
LaTeX stops with "Misplaced alignment tab character &" or "Missing $ inserted", and a `%` makes the rest of the line
a comment, so that words or a closing brace vanish.

## Example
```bib
@article{k, journal = {Geometry & Topology}}
```
## Use instead
```bib
@article{k, journal = {Geometry \\& Topology}}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _fields
from latexrefcheck.model.document import Bibliography, Document
from latexrefcheck.model.finding import Draft
from latexrefcheck.text.patterns import lazy

ID = "unescaped-character"
SCOPE = "bibliography"
SEVERITY = {"lenient": "warning", "default": "warning", "strict": "error"}

_MAYBE = lazy(r"[&%_#]")
_TOKEN = lazy(
    r"""
      (?P<url>\\(?:url|href|nolinkurl|path|doi|hyperref|urlprefix|burl|detokenize|verb|label|ref|pageref|nameref|eqref
          |[A-Za-z]*cite[A-Za-z]*|textcite|fullcite|hypertarget|hyperlink|includegraphics|input|file|ID|lstinline|mathrm|ensuremath)
          (?![A-Za-z])\*?(?:\s*\[[^\]]*\])*\s*\{)
    | \\\((?P<inline>.*?)\\\)
    | \\.
    | \$(?P<maths>[^$]*)\$
    | &(?P<entity>[A-Za-z][A-Za-z0-9]{1,30}|\#[0-9]{1,7}|\#[xX][0-9A-Fa-f]{1,6});
    | (?P<bad>[&%_#])
    """,
    re.VERBOSE | re.DOTALL,
)
_BRACE = lazy(r"\\.|[{}]", re.DOTALL)
_BIBLATEX_ONLY = ("location", "journaltitle", "maintitle", "eventtitle", "addendum", "subtitle")
"""Fields that hardly a .bst reads, so that BibTeX users keep notes in them."""

_TABLE = {"&": "an alignment tab", "%": "a comment", "_": "a subscript, allowed in maths only", "#": "a macro parameter"}


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per value, at the first character, with one safe fix for all of them."""
    printed: tuple[str, ...] = _fields.PRINTED
    if any(_typesets_addresses(document) for document in context.documents(bibliography)):
        printed = (*printed, "url", "doi")
    unread = _BIBLATEX_ONLY if bibliography.dialect == "bibtex" else ()
    for entry, field in bibliography.search(_MAYBE, *(name for name in printed if name not in unread)):
        if entry.type in ("comment", "bstctl", "ieeetranbstctl"):
            continue
        spots = list(_bare(field.value))
        if field.name in ("author", "editor"):
            # Between two people "&" is not a character to escape but the wrong separator, which bad-name reports.
            spots = [spot for spot in spots if field.value[max(0, spot - 1) : spot + 2] != " & "]
        if not spots:
            continue
        character = field.value[spots[0]]
        if field.name in ("url", "doi"):
            message = (
                f"{field.name} holds a bare “{character}”, which TeX takes for {_TABLE[character]} because nothing makes "
                "the field verbatim: load the url or the hyperref package"
            )
            yield Draft(_fields.inside(entry, field, spots[0], spots[0] + 1), message, key=entry.key, field=field.name)
            continue
        fix = _fields.replacing(entry, field, "put a backslash in front", [(spot, spot, "\\") for spot in spots])
        span = _fields.inside(entry, field, spots[0], spots[0] + 1)
        message = f"{field.name} holds a bare “{character}”, which TeX takes for {_TABLE[character]}; write “\\{character}”"
        yield Draft(span, message, key=entry.key, field=field.name, fix=fix)


_NATBIB_STYLES = frozenset(("plainnat", "abbrvnat", "unsrtnat"))
"""Styles that print addresses with a ``\\url`` and ``\\doi`` of their own if no package defines them."""
_VERBATIM = frozenset("url hyperref xurl breakurl hypernat doi biblatex nameref bookmark".split())


def _typesets_addresses(document: Document) -> bool:
    return document.backend == "bibtex" and document.style in _NATBIB_STYLES and not _VERBATIM & document.packages


def _bare(value: str) -> Iterator[int]:
    """Offsets of the special characters that TeX will not take as text."""
    position = 0
    while match := _TOKEN.search(value, position):
        position = match.end()
        if match["url"]:
            position = _close(value, position)
            # \href has a second argument, which is text.
        elif match["bad"]:
            yield match.start()


def _close(value: str, start: int) -> int:
    """Offset behind the group whose inside begins at ``start``; the end of the value if it never closes."""
    depth = 1
    for match in _BRACE.finditer(value, start):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if not depth:
            return match.end()
    return len(value)
