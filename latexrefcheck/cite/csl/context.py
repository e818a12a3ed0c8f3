"""What the elements of a style know while they set one item."""

from __future__ import annotations

from collections.abc import Mapping

from latexrefcheck.cite.csl.locale import Locale

Item = Mapping[str, object]
"""An item of CSL-JSON."""


class Context:
    """One item on its way through a style.

    ``called`` and ``hit`` say whether an element asked for a field of the item, and whether one was there: a group
    whose fields are all missing says nothing, not even its words.
    """

    __slots__ = ("called", "eastern", "english", "hit", "item", "locale", "number", "page_format", "started", "steps", "used")

    def __init__(self, item: Item, locale: Locale, number: int, page_format: str) -> None:
        self.item = item
        self.locale = locale
        self.number = number
        self.page_format = page_format
        self.called = self.hit = False
        self.steps = 0
        """Macros that were set: a style in which each calls the next twice would take for ever."""
        self.started = False
        """Whether anything was set before: a term that begins a reference has a capital."""
        self.used: set[str] = set()
        """Fields that stood in for missing names, and are not said again."""
        language = str(item.get("language") or locale.language).lower()
        self.english = language.startswith("en")
        self.eastern = str(item.get("language") or "").lower().startswith(("zh", "ja", "ko"))

    def value(self, name: str) -> str:
        """The text of a field; empty if the item lacks it or it was used up."""
        if name in self.used:
            return ""
        found = self.item.get(name)
        if found is None:
            return self._derived(name)
        return found if isinstance(found, str) else str(found) if isinstance(found, int | float) else ""

    def _derived(self, name: str) -> str:
        if name == "page-first":
            return self.value("page").replace("–", "-").split("-")[0].split(",")[0].strip()
        if name == "citation-number":
            return str(self.number)
        return ""

    def has(self, name: str) -> bool:
        """Whether the item has a field: text, people or a date; one that stood in for names is still there."""
        found = self.item.get(name)
        if isinstance(found, Mapping):
            return any(found.get(part) for part in ("date-parts", "raw", "literal", "season"))
        return bool(found) if found is not None else bool(self._derived(name))

    def call(self, found: bool) -> None:
        """Note that a field was asked for, and whether it was there."""
        self.called = True
        if found:
            self.hit = self.started = True
