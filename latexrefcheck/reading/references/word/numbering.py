"""The numbers that Word puts before the paragraphs of a list: they are in no text (ECMA-376, part 1, § 17.9)."""

from __future__ import annotations

from typing import NamedTuple

from latexrefcheck.reading.references.word.element import Element

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


class _Level(NamedTuple):
    """How the first level of a list is numbered: ``[%1]`` or ``%1.``, and from where on."""

    text: str
    start: int


class Numbering:
    """Counts the numbered paragraphs of one document."""

    def __init__(self, definitions: Element | None, styles: Element | None) -> None:
        self._levels = _levels(definitions) if definitions is not None else {}
        self._of_style: dict[str, str] = {}
        for style in styles.iter(f"{_W}style") if styles is not None else ():
            if (number := _value(style.find(f"{_W}pPr/{_W}numPr/{_W}numId"))) is not None:
                self._of_style[style.get(f"{_W}styleId") or ""] = number
        self._counts: dict[str, int] = {}

    def label(self, paragraph: Element) -> str:
        """What stands before a paragraph; nothing before one without a number, or below the first level."""
        if not self._levels:
            return ""
        properties = paragraph.find(f"{_W}pPr")
        if properties is None:
            return ""
        own = properties.find(f"{_W}numPr")
        number = _value(own.find(f"{_W}numId")) if own is not None else None
        if number is None:
            number = self._of_style.get(_value(properties.find(f"{_W}pStyle")) or "")
        if number not in self._levels or (own is not None and _value(own.find(f"{_W}ilvl")) not in (None, "0")):
            return ""
        level = self._levels[number]
        self._counts[number] = self._counts.get(number, level.start - 1) + 1
        return level.text.replace("%1", str(self._counts[number]))


def _levels(definitions: Element) -> dict[str, _Level]:
    """By the number of the list; only those that count in digits."""
    abstract: dict[str, _Level] = {}
    for one in definitions.iter(f"{_W}abstractNum"):
        first = next((level for level in one.iter(f"{_W}lvl") if level.get(f"{_W}ilvl") == "0"), None)
        if first is None or _value(first.find(f"{_W}numFmt")) != "decimal":
            continue
        text, start = _value(first.find(f"{_W}lvlText")) or "", _value(first.find(f"{_W}start")) or "1"
        if text.count("%") == 1 and "%1" in text and start.isdigit():
            abstract[one.get(f"{_W}abstractNumId") or ""] = _Level(text, int(start))
    links = {one.get(f"{_W}numId") or "": _value(one.find(f"{_W}abstractNumId")) for one in definitions.iter(f"{_W}num")}
    return {number: abstract[target] for number, target in links.items() if target in abstract}


def _value(element: Element | None) -> str | None:
    found = element.get(f"{_W}val") if element is not None else None
    return None if found is None else str(found)
