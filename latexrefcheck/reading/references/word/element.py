"""What is used of the elements of a document: lxml, which makes them, says no types."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol


class Texts(Protocol):
    """An element of lxml or of the standard library, for its text alone."""

    def itertext(self) -> Iterator[str]:
        """Every piece of text in it."""


class Element(Texts, Protocol):
    """An element of lxml."""

    @property
    def tag(self) -> str:
        """Its name, with the address of its name space in braces."""

    @property
    def text(self) -> str | None:
        """The text before its first child."""

    def get(self, name: str) -> str | None:
        """An attribute."""

    def find(self, path: str) -> Element | None:
        """The first element at a path below it."""

    def iter(self, *tags: str) -> Iterator[Element]:
        """It and all below it, of these names only if there are any."""

    def getparent(self) -> Element | None:
        """What it stands in."""
