"""A reference as text, HTML, Markdown or LaTeX: the same runs, each notation with its own escapes."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Mapping, Sequence

from latexrefcheck.cite.escaping import latex_text
from latexrefcheck.text import runs
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.runs import Run, joined, plain
from latexrefcheck.text.visible import printable

_URL = lazy(r"https?://[^\s<>\"]+[^\s<>\".,;:)\]]")
_MARKDOWN = lazy(r"[\\`*_\[\]<>|~#$]")
_LISTED = lazy(r"^(\d+)([.)])(?=\s)")
_BULLET = lazy(r"^([-+])(?=\s)")


def as_text(reference: Sequence[Run]) -> str:
    """The letters alone."""
    return printable(plain(reference))


def as_html(reference: Sequence[Run]) -> str:
    """One ``div``; addresses are links."""
    return f'<div class="reference">{_marked(reference, _html, _HTML)}</div>'


def as_markdown(reference: Sequence[Run]) -> str:
    """Markdown in which nothing of the reference is markup by accident."""
    text = _marked(reference, _markdown, _MARKED)
    return _BULLET.sub(r"\\\1", _LISTED.sub(r"\1\\\2", text))


def as_latex(reference: Sequence[Run]) -> str:
    """LaTeX that any engine takes; letters beyond Latin stay as they are."""
    return _marked(reference, latex_text, _LATEX)


_HTML = {
    runs.ITALIC: ("<i>", "</i>"),
    runs.BOLD: ("<b>", "</b>"),
    runs.SMALL_CAPS: ('<span style="font-variant:small-caps">', "</span>"),
    runs.SUPERSCRIPT: ("<sup>", "</sup>"),
    runs.SUBSCRIPT: ("<sub>", "</sub>"),
    runs.UNDERLINE: ("<u>", "</u>"),
}
_MARKED = {
    **{face: marks for face, marks in _HTML.items() if face not in (runs.SMALL_CAPS, runs.UNDERLINE)},
    runs.ITALIC: ("*", "*"),
    runs.BOLD: ("**", "**"),
}
_LATEX = {
    runs.ITALIC: (r"\textit{", "}"),
    runs.BOLD: (r"\textbf{", "}"),
    runs.SMALL_CAPS: (r"\textsc{", "}"),
    runs.SUPERSCRIPT: (r"\textsuperscript{", "}"),
    runs.SUBSCRIPT: (r"\textsubscript{", "}"),
    runs.UNDERLINE: (r"\underline{", "}"),
}


def _marked(reference: Iterable[Run], escape: Callable[[str], str], marks: Mapping[int, tuple[str, str]]) -> str:
    """The runs, each between the marks of its faces; blanks stand outside of them."""
    found = []
    for text, face in joined(reference):
        text = printable(text)
        wanted = [marks[bit] for bit in marks if face & bit]
        bare = text.strip()
        if not wanted or not bare:
            found.append(escape(text))
            continue
        before, after = text[: text.index(bare)], text[text.index(bare) + len(bare) :]
        opening = "".join(mark for mark, _ in wanted)
        closing = "".join(mark for _, mark in reversed(wanted))
        found.append(f"{before}{opening}{escape(bare)}{closing}{after}")
    return "".join(found)


def _linked(text: str, escape: Callable[[str], str], link: Callable[[str], str]) -> str:
    pieces, at = [], 0
    for match in _URL.finditer(text):
        pieces += [escape(text[at : match.start()]), link(match[0])]
        at = match.end()
    return "".join((*pieces, escape(text[at:])))


def _html(text: str) -> str:
    return _linked(text, html.escape, lambda url: f'<a href="{html.escape(url)}">{html.escape(url)}</a>')


def _markdown(text: str) -> str:
    return _linked(text, lambda part: _MARKDOWN.sub(lambda m: "\\" + m[0], part), lambda url: f"<{url}>")


WRITTEN: Mapping[str, Callable[[Sequence[Run]], str]] = {
    "text": as_text,
    "html": as_html,
    "markdown": as_markdown,
    "latex": as_latex,
}
"""The notations by name."""
