"""Word documents: the data of Zotero, Mendeley, EndNote and Word itself, else the paragraphs of the list of references.

python-docx opens them (``pip install 'latexrefcheck[docx]'``). Text goes by ``w:t`` (ECMA-376, part 1, § 17.3.3.31), so that
tracked insertions and links count and deletions do not; footnotes stand behind the body. Places are lines of the text, a
paragraph each.
"""

from __future__ import annotations

import contextlib
import io
import json
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from latexrefcheck.errors import UnreadableInput
from latexrefcheck.model.document import SourceFile
from latexrefcheck.model.references import Worded
from latexrefcheck.reading.references import data as exact
from latexrefcheck.reading.references import lines
from latexrefcheck.reading.references.listing import worded
from latexrefcheck.reading.references.word import fields, numbering
from latexrefcheck.reading.references.word.element import Element
from latexrefcheck.text.patterns import lazy

ID = "docx"
SUFFIXES = (".docx",)
MOST = 150 * 1024 * 1024
"""Bytes that all parts of a document may have together."""

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_BESIDE = frozenset(("footnotes", "endnotes", "numbering", "styles", "custom-properties", "customXml"))
_NUMBERED = lazy(r"\[\d{1,4}\]|\(?\d{1,4}[.)]\s")
_BREAKS = {f"{_W}tab": " ", f"{_W}br": "\n", f"{_W}cr": " ", f"{_W}noBreakHyphen": "-"}


def read(path: str, data: bytes, absolute: Path | None = None) -> tuple[SourceFile, tuple[Worded, ...]]:
    """The text of a document and the references in it."""
    parts = _parts(path, data)
    counted = numbering.Numbering(parts.numbering, parts.styles)
    own, kept = fields.sources(parts.custom), fields.properties(parts.properties) if parts.properties is not None else {}
    paragraphs: list[str] = []
    items: dict[str, tuple[int, fields.Item]] = {}
    start = 0
    for body in parts.bodies:
        for paragraph in body.iter(f"{_W}p"):
            for item in fields.of_paragraph(paragraph, own, kept):
                items.setdefault(json.dumps(item, sort_keys=True), (start, item))  # where it is cited first
            text = _text(paragraph)
            if text and (label := counted.label(paragraph)):
                text = f"{label} {text}"
            for piece in _pieces(text):
                paragraphs.append(piece)
                start += len(piece) + 2
    source = SourceFile(path, "\n\n".join(paragraphs), absolute)
    if items:
        return source, exact.worded(source, [item for _, item in items.values()], [start for start, _ in items.values()])
    whole = lines.flat(source.text)
    return source, tuple(worded(source, whole, lines.sections(whole)))


class _Parts(NamedTuple):
    """The elements of a document: ``bodies`` hold paragraphs, the notes' behind the text."""

    bodies: Sequence[Element]
    numbering: Element | None = None
    styles: Element | None = None
    properties: Element | None = None
    custom: Sequence[Element] = ()


def _parts(path: str, data: bytes) -> _Parts:
    """The parts of a document; raises UnreadableInput for what is none."""
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
        beside: dict[str, list[Element]] = {}
        for rel in (*document.part.rels.values(), *document.part.package.rels.values()):
            kind = rel.reltype.rpartition("/")[2]
            if kind in _BESIDE and not rel.is_external:
                with contextlib.suppress(*([Exception] if kind == "customXml" else [])):  # any program's, in any form
                    beside.setdefault(kind, []).append(parse_xml(rel.target_part.blob))
        first = {kind: found[0] for kind, found in beside.items()}
        return _Parts(
            [document.element.body, *beside.get("footnotes", ()), *beside.get("endnotes", ())],
            first.get("numbering"),
            first.get("styles"),
            first.get("custom-properties"),
            beside.get("customXml", ()),
        )
    except UnreadableInput:
        raise
    except Exception as error:  # a broken zip, XML that is none, parts that lead nowhere: each library has its own error
        raise UnreadableInput(f"{path!r} is no Word document that can be read: {_why(error)}") from error


def _why(error: Exception) -> str:
    """What is wrong with a document, in words of its own; what a library says is its own affair."""
    if isinstance(error, zipfile.BadZipFile):
        return "it is no zip archive, or one that is cut"
    if isinstance(error, KeyError | AttributeError | IndexError | TypeError):
        return "one of its parts is missing or has another form"
    return "the XML in it is damaged or too large"


def _text(paragraph: Element) -> str:
    """The text of a paragraph, deletions left out."""
    text: list[str] = []
    for element in paragraph.iter():
        if element.tag == f"{_W}t":
            text.append(element.text or "")
        elif element.tag in _BREAKS and (within := element.getparent()) is not None and within.tag == f"{_W}r":
            text.append(_BREAKS[element.tag])
    return "\n".join(" ".join(line.split()) for line in "".join(text).split("\n"))


def _pieces(text: str) -> list[str]:
    """A paragraph as a list types it: by its soft line breaks where numbered references begin behind them, else as one."""
    pieces = [piece for piece in text.split("\n") if piece]
    if sum(_NUMBERED.match(piece) is not None for piece in pieces) < 2:
        return [" ".join(pieces)]
    found: list[str] = []
    for piece in pieces:
        if found and not _NUMBERED.match(piece):
            found[-1] += f" {piece}"
        else:
            found.append(piece)
    return found
