"""What sources tell of a work beside its record (abstracts, citations), for searches by subject and for claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from latexrefcheck.model.record import Record
from latexrefcheck.verify.sources import _text

KIND = "keywords"
"""The kind of query that asks for works on a subject."""
ABSTRACT = "abstract"
"""The kind of query that asks for the abstract of a work, by its DOI (of arXiv's, by its number there)."""
FULL_TEXT = "fulltext"
"""The kind of query that asks for the whole text of a work."""
ROWS = 25
"""Works that one search asks for."""
MOST = 4000
"""Characters of an abstract that are kept."""


def telling(record: Record, abstract: object = "", citations: object = None, pdf: object = None) -> Record:
    """The record with what a search by subject tells beside it, without what is empty or of another type."""
    told = {"abstract": " ".join(_text.plain(abstract).split())[:MOST] if isinstance(abstract, str) else ""}
    if isinstance(citations, int) and not isinstance(citations, bool) and citations >= 0:
        told["citations"] = str(citations)
    if isinstance(pdf, str) and pdf.startswith(("https://", "http://")):
        told["pdf"] = pdf
    return replace(record, told={name: value for name, value in told.items() if value})


def whole(source: str, text: str, identifiers: Mapping[str, str]) -> Record:
    """A record that holds nothing but the text of a work, pages parted by form feeds."""
    return Record(source=source, titles=(), identifiers=dict(identifiers), told={"text": text[:MOST_TEXT]} if text else {})


MOST_TEXT = 2_000_000
"""Characters of a whole text that are kept."""


def from_inverted(index: object) -> str:
    """The text of an inverted index, as OpenAlex gives abstracts: word -> places."""
    if not isinstance(index, Mapping):
        return ""
    words: dict[int, str] = {}
    for word, places in index.items():
        for place in places if isinstance(places, list) else ():
            if isinstance(place, int) and 0 <= place < MOST:
                words[place] = str(word)
    return " ".join(words[place] for place in sorted(words))
