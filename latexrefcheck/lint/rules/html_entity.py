"""A value holds HTML entities or tags.

## What it does
Finds `&amp;`, `&#8211;`, `&eacute;` and the like, and tags such as `<i>` or `<sub>` (also of MathML and JATS), in
fields that are typeset. The fix writes them as TeX.

## Why it matters
Publishers' exports and Crossref give HTML. LaTeX stops at the `&`, and tags are printed as they stand.

## Example
```bib
@article{k, title = {Cats &amp; Dogs: a 2&#8211;5 year study of <i>Felis</i>}}
```
## Use instead
```bib
@article{k, title = {Cats \\& Dogs: a 2--5 year study of \\emph{Felis}}}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _fields
from latexrefcheck.model.document import Bibliography
from latexrefcheck.model.finding import Draft
from latexrefcheck.text import texform
from latexrefcheck.text.patterns import lazy

ID = "html-entity"
SCOPE = "bibliography"
SEVERITY = {"lenient": "warning", "default": "warning", "strict": "error"}

_MAYBE = (re.compile("&[A-Za-z#]"), re.compile("<[A-Za-z]"))
_MARK = lazy(
    r"\\?&(?P<entity>[A-Za-z][A-Za-z0-9]{1,30}|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});"
    r"|<(?P<close>/)?(?P<tag>i|b|em|strong|sub|sup|scp|sc|inf|tt|br|span|p|u|(?:mml|jats):[a-z-]+|math|italic|bold)"
    r"(?:\s[^<>]{0,200})?/?>",
    re.IGNORECASE,
)
_COMMANDS = {
    "i": "emph",
    "em": "emph",
    "italic": "emph",
    "jats:italic": "emph",
    "b": "textbf",
    "strong": "textbf",
    "bold": "textbf",
    "jats:bold": "textbf",
    "sub": "textsubscript",
    "inf": "textsubscript",
    "jats:sub": "textsubscript",
    "sup": "textsuperscript",
    "jats:sup": "textsuperscript",
    "sc": "textsc",
    "scp": "textsc",
    "jats:sc": "textsc",
    "tt": "texttt",
    "u": "underline",
}
"""The TeX command for a pair of tags."""


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per value, at the first entity or tag, with one safe fix for all of them."""
    hits = {id(pair[1]): pair for maybe in _MAYBE for pair in bibliography.search(maybe, *_fields.PRINTED)}
    for entry, field in hits.values():
        tags = {match[0].lower() for match in _MARK.finditer(field.value) if match["tag"]}
        found = [match for match in _MARK.finditer(field.value) if _is_html(match, tags)]
        if not found:
            continue
        marks = list(dict.fromkeys(match[0].removeprefix("\\") for match in found))
        what = ", ".join(marks[:3]) + (" …" if len(marks) > 3 else "")
        fix = _fields.replacing(entry, field, "write it as TeX", _edits(found))
        span = _fields.inside(entry, field, *found[0].span())
        yield Draft(span, f"{field.name} holds HTML: {what}", key=entry.key, field=field.name, fix=fix)


def _is_html(match: re.Match[str], tags: set[str]) -> bool:
    """Whether an entity has that name, and a tag of one letter its partner: ``a <b> c`` may be maths."""
    if match["entity"]:
        return bool(texform.entity(match["entity"]))
    tag = match["tag"].lower()
    return len(tag) > 1 or (f"<{tag}>" in tags and f"</{tag}>" in tags)


def _edits(found: list[re.Match[str]]) -> list[tuple[int, int, str]]:
    """The replacements, or none where one of the marks has no sure form in TeX."""
    edits: list[tuple[int, int, str]] = []
    open_tags: list[tuple[str, re.Match[str]]] = []
    for match in found:
        if match["entity"]:
            tex = texform.tex(texform.entity(match["entity"]))
            if tex is None:
                return []
            edits.append((*match.span(), tex))
            continue
        tag = match["tag"].lower()
        if tag not in _COMMANDS or match[0].endswith("/>"):
            return []
        if not match["close"]:
            open_tags.append((tag, match))
        elif open_tags and open_tags[-1][0] == tag:
            _, start = open_tags.pop()
            edits += [(*start.span(), f"\\{_COMMANDS[tag]}{{"), (*match.span(), "}")]
        else:
            return []
    return [] if open_tags else sorted(edits)
