"""RIS: the records that reference managers export."""

from __future__ import annotations

from pathlib import Path

from latexrefcheck.model.document import SourceFile
from latexrefcheck.model.references import Worded
from latexrefcheck.reading.references import ris
from latexrefcheck.reading.references.data import worded
from latexrefcheck.reading.references.decoding import decoded
from latexrefcheck.text.patterns import lazy

ID = "ris"
SUFFIXES = (".ris",)
_BEGIN = lazy(r"^\ufeff?TY  ?-", 8)  # re.MULTILINE


def read(path: str, data: bytes, absolute: Path | None = None) -> tuple[SourceFile, tuple[Worded, ...]]:
    """The text of a file and the references in it."""
    source = decoded(path, data, absolute)
    return source, worded(source, ris.items(source.text, path), [found.start() for found in _BEGIN.finditer(source.text)])
