"""What rules about field values share: exact spans inside of values, one-place fixes, the styles in use."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from latexrefcheck.lint import Context
from latexrefcheck.model.document import Bibliography, Edit, Entry, Field, Span
from latexrefcheck.model.finding import Fix
from latexrefcheck.reading import datamodel
from latexrefcheck.text.patterns import lazy

PRINTED = (
    "title",
    "booktitle",
    "journal",
    "journaltitle",
    "publisher",
    "address",
    "location",
    "series",
    "note",
    "howpublished",
    "organization",
    "institution",
    "school",
    "edition",
    "type",
    "subtitle",
    "maintitle",
    "eventtitle",
    "addendum",
    "author",
    "editor",
)
"""Text fields that styles typeset."""

_BLANK = lazy(r"=\s*(?:\{[\s{}]*\}|\"[\s{}]*\")")


def adding(entry: Entry, after: Field, new: list[tuple[str, str]]) -> Edit | None:
    """An edit that puts (name, value) fields behind ``after``, written as ``after`` is.

    Line break, indentation, the column of the equals sign, delimiter and case of the name follow it. None
    where ``after`` is not a plain ``name = {value}``.
    """
    text = entry.source.text
    between = text[after.name_end : after.start]
    opening = text[after.start : after.start + 1]
    if not after.simple or between.strip() != "=" or opening not in ("{", '"'):
        return None
    line_start = max(text.rfind("\n", 0, after.name_start), text.rfind("\r", 0, after.name_start)) + 1
    indent = text[line_start : after.name_start]
    alone = not indent.strip()
    newline = "\r\n" if text[:line_start].endswith("\r\n") else text[line_start - 1 : line_start] or "\n"
    written = text[after.name_start : after.name_end]
    pieces = []
    for name, value in new:
        cased = name.upper() if written.isupper() else name.capitalize() if written[:1].isupper() else name
        lead = between.partition("=")[0]
        width = max(len(written) + len(lead) - len(cased), 1 if lead else 0) if len(lead) > 1 else len(lead)
        closing = "}" if opening == "{" else '"'
        rest = between.partition("=")[2]
        separator = f",{newline}{indent}" if alone else ", "
        pieces.append(f"{separator}{cased}{' ' * width}={rest}{opening}{value}{closing}")
    return Edit(Span(entry.source, after.end, after.end), "".join(pieces))


def renaming(entry: Entry, field: Field, name: str) -> Edit:
    """An edit that gives a field another name, in the capitals of the old one; an aligned equals sign stays in its column."""
    text = entry.source.text
    old = text[field.name_start : field.name_end]
    cased = name.upper() if old.isupper() else name.capitalize() if old[:1].isupper() else name
    end = field.name_end
    while text[end : end + 1] == " ":
        end += 1
    blanks = end - field.name_end
    if blanks > 1 and text[end : end + 1] == "=":
        return Edit(Span(entry.source, field.name_start, end), cased + " " * max(1, len(old) + blanks - len(cased)))
    return Edit(entry.name_span(field), cased)


@lru_cache(maxsize=8)
def has_blanks(bibliography: Bibliography) -> bool:
    """Whether any field of the file is written without a value: one pass that spares two rules theirs."""
    return _BLANK.search(bibliography.source.text) is not None


def offset(entry: Entry, field: Field) -> int | None:
    """Offset in the file of the first character of the value, or None if the value is not there as such."""
    if not field.simple:
        return None
    text = entry.source.text
    start = field.start + (text[field.start : field.start + 1] in ("{", '"'))
    return start if text.startswith(field.value, start) else None


def inside(entry: Entry, field: Field, start: int, end: int) -> Span:
    """The span of ``field.value[start:end]``, or of the whole value where it cannot be told."""
    base = offset(entry, field)
    if base is None:
        return entry.value_span(field)
    return Span(entry.source, base + start, base + end)


def replacing(entry: Entry, field: Field, message: str, edits: list[tuple[int, int, str]], safe: bool = True) -> Fix | None:
    """A fix that replaces (start, end, text) pieces of the value; None where the value cannot be edited in place."""
    base = offset(entry, field)
    if base is None or not edits:
        return None
    spans = (Edit(Span(entry.source, base + start, base + end), text) for start, end, text in edits)
    return Fix(message, tuple(spans), safe)


def models(bibliography: Bibliography, context: Context) -> list[datamodel.Model]:
    """The models of the documents that load a bibliography, once each; the lenient one for a lone file."""
    documents = context.documents(bibliography)
    styles = {document.style if bibliography.dialect == "bibtex" else "" for document in documents} or {""}
    return [datamodel.model(bibliography.dialect, style) for style in sorted(styles)]


def lookup(bibliography: Bibliography, context: Context) -> Callable[[str], Entry | None]:
    """Finds an entry by key in this bibliography, else in the others that its documents load."""
    others = [other for document in context.documents(bibliography) for other in document.bibliographies]

    def find(key: str) -> Entry | None:
        for candidate in (bibliography, *others):
            found = candidate.by_key.get(candidate.fold(key))
            if found is not None:
                return found
        return None

    return find


def shown(text: str, limit: int = 60) -> str:
    """``text`` on one line in quotation marks, cut to ``limit`` characters."""
    line = " ".join(text.split())
    return f"“{line if len(line) <= limit else line[: limit - 1] + '…'}”"
