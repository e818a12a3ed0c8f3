"""DOI prefixes whose records copy other people's works; a text search drops them, a look-up by DOI gives a notice."""

from __future__ import annotations

from collections.abc import Mapping

PREFIXES: Mapping[str, str] = {
    "10.65215": "DOIs of this prefix are posted copies of other people's papers (seen in Crossref and OpenAlex, 2026)",
}
"""Prefix to what is known about it."""


def denied(doi: str) -> str:
    """What is known against the prefix of ``doi``, or nothing."""
    return PREFIXES.get(doi.partition("/")[0], "")
