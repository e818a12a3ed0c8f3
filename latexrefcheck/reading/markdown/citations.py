"""The citations of a Markdown text: ``[@key; -@other, p. 3]``, ``@key``, ``@{key}``, and LaTeX's commands among them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from latexrefcheck.text.patterns import lazy

_CITE = lazy(
    r"(?<![^\W_])(?<!\\)(?:(?<!\.)|(?<=\.\.\.))@(?:\{([^{}\n]{1,500}+)\}|(\w(?:\w|[:.#$%&\-+?<>~/](?=\w)|[:/](?=/))*+|\*))"
)
"""A key ends before two marks in a row; behind a letter or a full stop the sign is part of an address (pandoc 2.17)."""
_TEX = lazy(r"\\([A-Za-z]{0,20}cite[A-Za-z]{0,20})\*?(?:\[[^\[\]\n]{0,500}\]){0,2}\{([^{}]{1,2000})\}")
_KEY = lazy(r"[^\s,][^,]*")
_EXAMPLE = lazy(r"^[ \t]*\(?@([\w-]+)[.)][ \t]", re.M)
"""A numbered example: its label is referred to as if it were cited."""
_ELEMENT = lazy(
    r"(?:fig|tbl|sec|eq|lst|thm|lem|cor|prp|cnj|def|exm|exr|sol|rem|alg|algo|nte|tip|wrn|imp|cau|vid|apx|tab|suppfig|supptbl)s?[-:]",
    re.IGNORECASE,
)
"""How labels of figures and the like begin in Quarto (``@fig-x``), pandoc-crossref and bookdown (``@fig:x``)."""


class Cited(NamedTuple):
    """One key at its place; ``command`` is ``@`` or the name of a command of LaTeX, ``command_start`` its offset."""

    key: str
    start: int
    end: int
    command: str
    command_start: int


def cited(text: str, start: int = 0, end: int | None = None) -> Iterator[Cited]:
    """The citations between two offsets of a text, in order within each kind."""
    stop = len(text) if end is None else end
    for found in _CITE.finditer(text, start, stop):
        group = 1 if found[1] else 2
        yield Cited(found[group], *found.span(group), "@", found.start())
    for found in _TEX.finditer(text, start, stop) if "cite" in text else ():
        for key in _KEY.finditer(found[2]):
            name = key[0].rstrip()
            at = found.start(2) + key.start()
            yield Cited(name, at, at + len(name), found[1], found.start())


def examples(text: str) -> frozenset[str]:
    """The labels of numbered examples."""
    return frozenset(_EXAMPLE.findall(text)) if "(@" in text or "\n@" in text else frozenset()


def is_element(key: str) -> bool:
    """Whether a key looks like the label of a figure, a table, a section or an equation."""
    return _ELEMENT.match(key) is not None
