"""What is asked: a claim, the work that it leans on, and where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from latexrefcheck.model.document import Span
from latexrefcheck.model.finding import Location


class CitedWork(NamedTuple):
    """A work that claims are made on: what it is called there (a key, an identifier), and what leads to its text.

    ``state`` is the verdict on its existence and metadata in a word, ``notices`` what was published against it.
    """

    name: str
    identifiers: Mapping[str, str]
    title: str = ""
    state: str = ""
    reason: str = ""
    notices: tuple[str, ...] = ()

    @property
    def doi(self) -> str:
        """Its DOI, in lower case."""
        return self.identifiers.get("doi", "").lower()

    @property
    def arxiv(self) -> str:
        """Its number at arXiv, without a version."""
        doi = self.doi
        return (self.identifiers.get("arxiv") or (doi[15:] if doi.startswith("10.48550/arxiv.") else "")).partition("v")[0]


class Claim(NamedTuple):
    """What a text says of a work: ``text`` is what leans on it, ``sentence`` the whole sentence, ``span`` where it is cited."""

    work: str
    text: str
    sentence: str
    span: Span | None = None
    row: Location | None = None
    """Where it stands in a file that is no text."""

    @property
    def location(self) -> Location | None:
        """Its place."""
        return Location.of(self.span) if self.span is not None else self.row
