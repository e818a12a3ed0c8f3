"""Which identifier belongs in which field, and what stands there instead."""

from __future__ import annotations

from collections.abc import Callable

from latexrefcheck.text import identifiers

PLACEHOLDERS = frozenset("none n/a na - -- – — ? ?? ??? tba tbd todo unknown nil null no missing pending forthcoming".split())
"""What people write into a field to say that there is nothing; no identifier was meant."""

FIELDS = {
    "doi": "doi",
    "arxiv": "eprint with archiveprefix = {arXiv}",
    "isbn": "isbn",
    "issn": "issn",
    "pmid": "pmid",
    "pmcid": "pmcid",
    "url": "url",
}
"""Where each kind belongs."""

_OTHERS: dict[str, tuple[tuple[str, Callable[[str], str | None]], ...]] = {
    "doi": (
        ("arxiv", identifiers.arxiv),
        ("isbn", identifiers.isbn),
        ("issn", identifiers.issn),
        ("pmcid", identifiers.pmcid),
        ("url", identifiers.url),
    ),
    "isbn": (("issn", identifiers.issn), ("doi", identifiers.doi), ("url", identifiers.url)),
    "issn": (("isbn", identifiers.isbn), ("doi", identifiers.doi), ("url", identifiers.url)),
    "pmid": (("pmcid", identifiers.pmcid), ("doi", identifiers.doi)),
    "pmcid": (("doi", identifiers.doi),),
}


def is_placeholder(value: str) -> bool:
    """Whether the value only says that there is no identifier."""
    return value.strip(" {}.").lower() in PLACEHOLDERS


def other_kind(kind: str, value: str) -> tuple[str, str] | None:
    """(kind, canonical value) of the identifier that stands where one of ``kind`` belongs, or None."""
    for other, recognise in _OTHERS.get(kind, ()):
        found = recognise(value)
        if found:
            return other, found
    return None
