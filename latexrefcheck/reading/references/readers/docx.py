"""Word documents: the data in the fields of Zotero and Mendeley, else the paragraphs of the list of references.

python-docx opens them (``pip install 'latexrefcheck[docx]'``). Text goes by ``w:t`` (ECMA-376, part 1, § 17.3.3.31), so that
tracked insertions and links count and deletions do not; footnotes stand behind the body. Places are lines of the text, a
paragraph each.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from latexrefcheck.errors import UnreadableInput
from latexrefcheck.model.document import SourceFile
from latexrefcheck.model.references import Worded
from latexrefcheck.reading.references import data as exact
from latexrefcheck.reading.references import lines
from latexrefcheck.reading.references.listing import worded
from latexrefcheck.text.patterns import lazy

ID = "docx"
SUFFIXES = (".docx",)
MOST = 150 * 1024 * 1024
"""Bytes that all parts of a document may have together."""

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FIELD = lazy(r"ADDIN (?:ZOTERO_ITEM )?CSL_CITATION\s*(?=\{)")
_BREAKS = {f"{_W}tab": " ", f"{_W}br": " ", f"{_W}cr": " ", f"{_W}noBreakHyphen": "-"}


def read(path: str, data: bytes, absolute: Path | None = None) -> tuple[SourceFile, tuple[Worded, ...]]:
    """The text of a document and the references in it."""
    paragraphs: list[str] = []
    fields: list[tuple[int, str]] = []
    for body in _bodies(path, data):
        for paragraph in body.iter(f"{_W}p"):
            text, field = _read(paragraph)
            fields.append((sum(len(one) + 2 for one in paragraphs), field))
            paragraphs.append(text)
    source = SourceFile(path, "\n\n".join(paragraphs), absolute)
    items: dict[str, tuple[int, Mapping[str, object]]] = {}
    for start, field in fields:
        for key, item in _cited(field):
            items.setdefault(key, (start, item))  # where it is cited first
    if items:
        return source, exact.worded(source, [item for _, item in items.values()], [start for start, _ in items.values()])
    whole = lines.flat(source.text)
    return source, tuple(worded(source, whole, lines.sections(whole)))


def _bodies(path: str, data: bytes) -> list[Any]:
    """The elements that hold the paragraphs: the body, then the notes."""
    try:
        import docx
        from docx.oxml import parse_xml
    except ImportError:
        raise UnreadableInput(
            f"{path!r}: reading Word documents needs a further package: pip install 'latexrefcheck[docx]'"
        ) from None
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            size = sum(part.file_size for part in parts.infolist())
        if size > MOST:
            raise UnreadableInput(f"{path!r} unpacks to {size} bytes, over the limit of {MOST}; it is not read")
        document = docx.Document(io.BytesIO(data))
        notes = [rel.target_part for rel in document.part.rels.values() if rel.reltype.endswith(("/footnotes", "/endnotes"))]
        return [document.element.body, *(parse_xml(part.blob) for part in notes)]
    except UnreadableInput:
        raise
    except Exception as error:  # a broken zip, XML that is none, parts that lead nowhere: each library has its own error
        told = " ".join(str(error).split())[:120]
        raise UnreadableInput(f"{path!r} is no Word document that can be read ({told})") from error


def _read(paragraph: Any) -> tuple[str, str]:
    """The text of a paragraph and the codes of its fields."""
    text: list[str] = []
    codes: list[str] = []
    for element in paragraph.iter():
        if element.tag == f"{_W}t":
            text.append(element.text or "")
        elif element.tag == f"{_W}instrText":
            codes.append(element.text or "")
        elif element.tag in _BREAKS and element.getparent().tag == f"{_W}r":
            text.append(_BREAKS[element.tag])
    return " ".join("".join(text).split()), "".join(codes)


def _cited(codes: str) -> Iterator[tuple[str, Mapping[str, object]]]:
    """The items that the fields of a paragraph cite, each under what identifies it."""
    for found in _FIELD.finditer(codes):
        try:
            told, _ = json.JSONDecoder().raw_decode(codes, found.end())
        except (ValueError, RecursionError):
            continue
        listed = told.get("citationItems") if isinstance(told, dict) else None
        for one in listed if isinstance(listed, list) else ():
            item = one.get("itemData") if isinstance(one, dict) else None
            if isinstance(item, dict) and (item.get("title") or item.get("type")):
                plain = {name: value for name, value in item.items() if name != "id"}
                yield json.dumps(plain, sort_keys=True), plain
