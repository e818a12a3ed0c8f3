"""CSL-JSON: the items that citation processors read."""

from __future__ import annotations

import json
from pathlib import Path

from latexrefcheck.model.document import SourceFile
from latexrefcheck.model.references import Worded
from latexrefcheck.reading.references import csl_json
from latexrefcheck.reading.references.data import worded
from latexrefcheck.reading.references.decoding import decoded
from latexrefcheck.text.patterns import lazy

ID = "csl-json"
SUFFIXES = (".json",)
_BLANK = lazy(r"[\s,\ufeff]*")


def read(path: str, data: bytes, absolute: Path | None = None) -> tuple[SourceFile, tuple[Worded, ...]]:
    """The text of a file and the references in it."""
    source = decoded(path, data, absolute)
    return source, worded(source, csl_json.items(source.text.lstrip("\ufeff"), path), _places(source.text))


def _places(text: str) -> list[int]:
    """Where the items of a list begin in a text that is known to be JSON; nothing where it is no list."""
    place = _skipped(text, 0)
    if not text.startswith("[", place):
        return []
    found, place, decoder = [], _skipped(text, place + 1), json.JSONDecoder()
    while text.startswith("{", place):
        found.append(place)
        place = _skipped(text, decoder.raw_decode(text, place)[1])
    return found


def _skipped(text: str, place: int) -> int:
    match = _BLANK.match(text, place)
    return match.end() if match else place
