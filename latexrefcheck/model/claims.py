"""How a claim of a paper stands to the text of the work that it cites."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from latexrefcheck.model.source import Span


class Stand(StrEnum):
    """How a claim stands to a text."""

    SUPPORTED = "SUPPORTED"
    CONTRADICTED = "CONTRADICTED"
    """The passage says the same with another figure, in another direction, or denies it."""
    PARTIAL = "PARTIAL"
    UNVERIFIABLE = "UNVERIFIABLE"
    """No passage says it, or there is no text; that does not make it wrong."""
    ABSTRACT_ONLY = "ABSTRACT-ONLY"
    """Only the whole text could bear it out, and the abstract is all there is."""


class Leaning(NamedTuple):
    """A citation whose sentence was held against the cited text: the subject of rules of the scope ``claim``.

    ``read`` says whether there was a text at all; ``passage`` is the nearest one, ``against`` what it has otherwise.
    """

    span: Span
    key: str
    stand: Stand
    claim: str
    passage: str = ""
    source: str = ""
    against: str = ""
    read: bool = True
