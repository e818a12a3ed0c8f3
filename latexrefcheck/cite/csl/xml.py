"""Read XML that strangers wrote: no document types, no entities, nothing from elsewhere."""

from __future__ import annotations

from xml.etree.ElementTree import Element, ParseError, XMLParser

from latexrefcheck.errors import UnreadableInput

MAX_STYLE = 2_000_000
"""Characters of a style that are read; the longest of the public ones has a tenth."""


def read_xml(text: str, name: str) -> Element:
    """The root element; :class:`UnreadableInput` with the line says what is wrong."""
    if len(text) > MAX_STYLE:
        raise UnreadableInput(f"{name}: a style of more than {MAX_STYLE:,} characters is not read")
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise UnreadableInput(f"{name}: a style with a document type is not read; take the <!DOCTYPE …> out")
    parser = XMLParser()  # noqa: S314  without a document type there are no entities to expand
    try:
        parser.feed(text)
        root: Element = parser.close()
    except ParseError as error:
        raise UnreadableInput(f"{name}:{error.position[0]}: not a CSL style: {error.msg}") from error
    return root


def local(element: Element) -> str:
    """The name of an element without its namespace; empty for comments."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""
