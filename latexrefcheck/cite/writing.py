"""References in a style and a notation, or as entries: the one way from items to what is shown or saved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

LIBRARY_FORMATS = ("bibtex", "biblatex", "markdown", "ris", "csl-json", "text")
"""In what a library is exported: entries first, then what is set in a style."""


def written(items: Sequence[Mapping[str, Any]], style: str, form: str) -> Sequence[str]:
    """The items in a style (empty: the default) and notation, or as entries of a form."""
    from latexrefcheck.cite import choosing, entries, notation

    if form in notation.WRITTEN:
        write = notation.WRITTEN[form]
        return [write(reference) for reference in choosing.chosen(style or choosing.DEFAULT).references(items)]
    return entries.written(items, form)
