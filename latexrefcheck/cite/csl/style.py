"""A style of the Citation Style Language, read once and used for any number of items."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from xml.etree.ElementTree import Element as Xml

from latexrefcheck.cite.csl import locale as locales
from latexrefcheck.cite.csl.atoms import AFFIX, Atom
from latexrefcheck.cite.csl.build import Builder, form_of
from latexrefcheck.cite.csl.context import Context, Item
from latexrefcheck.cite.csl.elements import Element, grouped
from latexrefcheck.cite.csl.punctuation import together
from latexrefcheck.cite.csl.xml import local, read_xml
from latexrefcheck.errors import UnreadableInput
from latexrefcheck.text.runs import Run


class CslStyle:
    """A style in one language; :meth:`reference` sets one item of its bibliography."""

    def __init__(self, root: Xml, name: str, language: str = "") -> None:
        if local(root) != "style":
            raise UnreadableInput(f"{name}: not a CSL style: the root is <{local(root)}>")
        info = next((each for each in root if local(each) == "info"), None)
        title = next((each.text for each in info or () if local(each) == "title"), None) if info is not None else None
        self.title = title or name
        """What the style calls itself."""
        parent = next((each.get("href", "") for each in info or () if each.get("rel") == "independent-parent"), "")
        area = next((each for each in root if local(each) == "bibliography"), None)
        area = area if area is not None else next((each for each in root if local(each) == "citation"), None)
        layout = next((each for each in area if local(each) == "layout"), None) if area is not None else None
        if area is None or layout is None:
            told = f"it only refers to {parent.rpartition('/')[2]}.csl; give that" if parent else "it has no bibliography"
            raise UnreadableInput(f"{name}: not a style that can be used: {told}")
        self.locale = locales.made(language or root.get("default-locale") or locales.FALLBACK, root)
        self._elements: Sequence[Element] = Builder(root, self.locale, name).layout(area, layout)
        self._form = form_of(layout)
        self._align = bool(area.get("second-field-align"))
        self._pages = root.get("page-range-format", "")
        self._quotes = self.locale.quotes

    def reference(self, item: Item, number: int = 1) -> tuple[Run, ...]:
        """One item as the bibliography has it; ``number`` is for styles that count."""
        context = Context(item, self.locale, number, self._pages)
        if self._align:
            head = grouped(self._elements[:1], context, "")
            context.started = False
            rest = grouped(self._elements[1:], context, "")
            gap = [Atom(" ", 0, AFFIX)] if head and rest else []
            atoms = [*head, *gap, *rest]
        else:
            atoms = grouped(self._elements, context, "")
        return together(self._form.applied(atoms, context.english), self._quotes)


def load(path: Path, text: str, language: str = "") -> CslStyle:
    """The style that ``text``, the content of the file ``path``, describes; UnreadableInput says what is wrong with it."""
    try:
        return CslStyle(read_xml(text, path.name), path.name, language)
    except RecursionError:
        raise UnreadableInput(f"{path.name}: not a style that can be used: its elements are nested too deeply") from None
