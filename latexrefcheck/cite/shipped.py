"""The styles that come along: a file of the Citation Style Language each, read when it is first asked for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from latexrefcheck.cite.csl.style import CslStyle, load
from latexrefcheck.cite.data import FOLDER
from latexrefcheck.text.fold import EASTERN
from latexrefcheck.text.runs import Run

_HAN = re.compile(f"[{EASTERN}]")


class Shipped(NamedTuple):
    """A style by the name of its file; ``other`` is the language of works that are not Chinese, Japanese or Korean."""

    id: str
    name: str
    file: str
    aliases: tuple[str, ...] = ()
    other: str = ""

    def references(self, items: Sequence[Mapping[str, object]], start: int = 1) -> Sequence[Sequence[Run]]:
        """Each item as the style's bibliography has it, numbered from ``start`` on where the style has numbers."""
        return [self._style(item).reference(item, number) for number, item in enumerate(items, start)]

    def _style(self, item: Mapping[str, object]) -> CslStyle:
        language = str(item.get("language") or "").lower()
        eastern = language.startswith(("zh", "ja", "ko")) or _HAN.search(str(item.get("title") or "")) is not None
        return _loaded(self.file, "" if eastern else self.other)


@cache
def _loaded(file: str, language: str) -> CslStyle:
    path = FOLDER / file
    return load(path, path.read_text("utf-8"), language)
