"""What a .bst does with a value: read from the file where the paper brings its own, else known by the style's name."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

from latexrefcheck.errors import UnreadableInput
from latexrefcheck.files import is_file, read_bytes
from latexrefcheck.model.document import Document
from latexrefcheck.system import tables

LARGEST_STYLE = 2_000_000
"""Bytes of a .bst that are read; the largest in use have about 150,000."""


def dashes_pages(document: Document, base: Path) -> bool:
    """Whether the document's style prints ``12-34`` as ``12--34``: biblatex does, and so do nearly all .bst (``n.dashify``).

    ``base`` is the directory that the document's path is relative to. A style that nobody knows counts as one that does.
    """
    if document.backend != "bibtex":
        return True
    name = document.style.replace("\\", "/").removesuffix(".bst")
    own = os.path.normpath(base / Path(document.root.path).parent / f"{name}.bst") if name else ""
    if own and name == Path(name).name and is_file(own):
        return _has_dashify(own)
    return name.rpartition("/")[2].lower() not in tables.table("datamodel", "standard")["prints-hyphens"].lower().split()


@lru_cache(maxsize=64)
def _has_dashify(path: str) -> bool:
    try:
        return b"dashify" in read_bytes(path, LARGEST_STYLE)
    except UnreadableInput:
        return True
