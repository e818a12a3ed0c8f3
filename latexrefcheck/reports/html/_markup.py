"""The few ways in which text becomes HTML here; all untrusted text goes through :func:`escaped`."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from latexrefcheck.model.finding import Location
from latexrefcheck.reports._evidence import web
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.visible import block, line

LONGEST_DIFF = 300
"""Longest value that is compared word by word; the comparison is quadratic."""

_WORDS = lazy(r"\s+|[^\W_]+|[\W_]")
_FENCED = lazy(r"```(\w*)\n(.*?)```", re.DOTALL)
_CODE = lazy(r"`([^`\n]+)`")


def escaped(text: str) -> str:
    """``text`` on one line as HTML text or attribute value."""
    return html.escape(line(text))


def escaped_block(text: str) -> str:
    """``text`` with its lines as HTML text."""
    return html.escape(block(text))


def link(url: str, text: str) -> str:
    """A link if ``url`` is a web address, else the text alone."""
    address = web(url)
    if not address:
        return escaped(text)
    return f'<a href="{html.escape(address)}" rel="noopener noreferrer external">{escaped(text)}</a>'


def place(where: Location) -> str:
    """``path:line:column`` as code."""
    return f'<code class="place">{escaped(where.path)}:{where.line}:{where.column}</code>'


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    """A description list of names and ready-made HTML values; empty if there are none."""
    rows = "".join(f"<div><dt>{escaped(name)}</dt><dd>{value}</dd></div>" for name, value in pairs)
    return f'<dl class="facts">{rows}</dl>' if rows else ""


def compared(cited: str, found: str) -> tuple[str, str]:
    """Two values with the words that differ marked as deleted and inserted; between numbers, the digits."""
    cited, found = line(cited), line(found)
    if cited == found:
        return html.escape(cited), html.escape(found)
    if not cited or not found or max(len(cited), len(found)) > LONGEST_DIFF:
        return _marked("del", cited), _marked("ins", found)
    old, new = (_WORDS.findall(text) if " " in text else list(text) for text in (cited, found))
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    if matcher.ratio() < 0.5:  # the scattered words that two unlike values share tell nobody anything
        return _marked("del", cited), _marked("ins", found)
    left, right = [], []
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        gone, come = "".join(old[i1:i2]), "".join(new[j1:j2])
        left.append(html.escape(gone) if tag == "equal" else _marked("del", gone))
        right.append(html.escape(come) if tag == "equal" else _marked("ins", come))
    return "".join(left), "".join(right)


def _marked(tag: str, text: str) -> str:
    return f"<{tag}>{html.escape(text)}</{tag}>" if text else ""


def page(text: str) -> str:
    """A rule's docstring page as HTML: headings, lists, paragraphs, code."""
    parts, at = [], 0
    for match in _FENCED.finditer(text):
        parts += [_prose(text[at : match.start()]), f"<pre><code>{escaped_block(match[2].rstrip())}</code></pre>"]
        at = match.end()
    return "".join([*parts, _prose(text[at:])])


def _prose(text: str) -> str:
    shown = []
    for paragraph in re.split(r"\n\s*\n|(?<=\n)(?=## )|(?<=^)(?=## )", text.strip()):
        heading, _, rest = paragraph.partition("\n") if paragraph.startswith("## ") else ("", "", paragraph)
        if heading:
            shown.append(f"<h4>{escaped(heading[3:])}</h4>")
        if rest.lstrip().startswith("- "):
            items = re.split(r"\n\s*- ", "\n" + rest.strip())[1:]
            shown.append("<ul>" + "".join(f"<li>{_inline(item)}</li>" for item in items) + "</ul>")
        elif rest.strip():
            shown.append(f"<p>{_inline(rest)}</p>")
    return "".join(shown)


def _inline(text: str) -> str:
    return _CODE.sub(r"<code>\1</code>", escaped(text))
