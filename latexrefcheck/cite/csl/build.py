"""Make the elements of a style from its XML; what is inherited is looked up once, here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element as Xml

from latexrefcheck.cite.csl.dates import Date, Part
from latexrefcheck.cite.csl.elements import (
    Choose,
    Element,
    Format,
    Group,
    Label,
    Macro,
    Number,
    TermText,
    Test,
    Variable,
    Words,
)
from latexrefcheck.cite.csl.locale import Locale
from latexrefcheck.cite.csl.names import ListForm, Names
from latexrefcheck.cite.csl.people import NameForm
from latexrefcheck.cite.csl.xml import local
from latexrefcheck.errors import UnreadableInput
from latexrefcheck.text import runs

MAX_DEPTH = 60
"""How deep macros may call each other; the deepest public style has twelve."""

_FACES = {
    ("font-style", "italic"): runs.ITALIC,
    ("font-style", "oblique"): runs.ITALIC,
    ("font-style", "normal"): runs.UPRIGHT,
    ("font-weight", "bold"): runs.BOLD,
    ("font-variant", "small-caps"): runs.SMALL_CAPS,
    ("text-decoration", "underline"): runs.UNDERLINE,
    ("vertical-align", "sup"): runs.SUPERSCRIPT,
    ("vertical-align", "sub"): runs.SUBSCRIPT,
}
_INHERITED = (
    "and delimiter-precedes-et-al delimiter-precedes-last et-al-min et-al-use-first et-al-use-last initialize initialize-with "
    "name-as-sort-order sort-separator"
).split()


class Builder:
    """Builds the elements of one style in one language."""

    def __init__(self, root: Xml, locale: Locale, name: str) -> None:
        self._macros = {each.get("name", ""): each for each in root if local(each) == "macro"}
        self._made: dict[tuple[str, int], Sequence[Element]] = {}
        self._locale = locale
        self._name = name
        self._depth = 0
        self._style: Mapping[str, str] = root.attrib
        citation = next((each for each in root if local(each) == "citation"), None)
        rule = citation.get("givenname-disambiguation-rule", "by-cite") if citation is not None else ""
        expands = citation is not None and citation.get("disambiguate-add-givenname") == "true"
        self._tell_apart = expands and rule in ("by-cite", "all-names")
        self._area: Mapping[str, str] = {}

    def layout(self, area: Xml, layout: Xml) -> Sequence[Element]:
        """The elements of a layout; ``area`` is the citation or bibliography around it, from which names inherit."""
        self._area = area.attrib
        return self._elements(layout, None)

    def _elements(self, parent: Xml, names: Xml | None) -> Sequence[Element]:
        return tuple(found for each in parent if (found := self._element(each, names)) is not None)

    def _element(self, xml: Xml, names: Xml | None) -> Element | None:
        kind = local(xml)
        if kind == "text":
            return self._text(xml, names)
        if kind == "number":
            return Number(xml.get("variable", ""), xml.get("form", "numeric"), form_of(xml))
        if kind == "label":
            return Label(xml.get("variable", ""), xml.get("form", "long"), xml.get("plural", "contextual"), form_of(xml))
        if kind == "group":
            return Group(self._elements(xml, names), xml.get("delimiter", ""), form_of(xml))
        if kind == "choose":
            return Choose(tuple(self._branch(each, names) for each in xml if local(each)))
        if kind == "date":
            return Date(xml.get("variable", ""), tuple(self._parts(xml)), self._delimiter(xml), form_of(xml))
        if kind == "names":
            return self._names(xml, names)
        if not kind or kind in ("name", "et-al", "substitute", "institution"):
            return None
        raise UnreadableInput(f"{self._name}: <{kind}> is no element of a CSL style")

    def _text(self, xml: Xml, names: Xml | None) -> Element:
        form = form_of(xml)
        if (macro := xml.get("macro")) is not None:
            found = Macro(macro, form)
            found.elements = self._macro(macro, names)
            return found
        if (variable := xml.get("variable")) is not None:
            return Variable(variable, xml.get("form") == "short", form)
        if (term := xml.get("term")) is not None:
            return TermText(term, xml.get("form", "long"), xml.get("plural") == "true", form)
        return Words(xml.get("value", ""), form)

    def _macro(self, name: str, names: Xml | None) -> Sequence[Element]:
        if name not in self._macros:
            raise UnreadableInput(f"{self._name}: the macro {name!r} is called and not defined")
        key = (name, id(names))  # within a substitute, names inherit from those that they stand in for
        if key not in self._made:
            self._depth += 1
            if self._depth > MAX_DEPTH:
                raise UnreadableInput(f"{self._name}: the macro {name!r} calls itself")
            self._made[key] = self._elements(self._macros[name], names)
            self._depth -= 1
        return self._made[key]

    def _branch(self, xml: Xml, names: Xml | None) -> tuple[Test | None, Sequence[Element]]:
        elements = self._elements(xml, names)
        if local(xml) == "else":
            return None, elements
        words = {name: xml.get(name, "").split() for name in ("type", "variable", "is-numeric", "is-uncertain-date")}
        never = sum(len(xml.get(name, "").split()) for name in ("locator", "position", "disambiguate"))
        tests = (words["type"], words["variable"], words["is-numeric"], words["is-uncertain-date"])
        return Test(xml.get("match", "all"), *tests, never), elements

    def _delimiter(self, xml: Xml) -> str:
        """What stands between the parts of a date; a localized date may have its own."""
        located = self._locale.dates.get(xml.get("form", ""))
        return xml.get("delimiter", "") or (located.get("delimiter", "") if located is not None else "")

    def _parts(self, xml: Xml) -> Iterator[Part]:
        own = [each for each in xml if local(each) == "date-part"]
        form = xml.get("form")
        located = self._locale.dates.get(form) if form else None
        if located is None:
            for each in own:
                yield _part(each, {})
            return
        wanted = xml.get("date-parts", "year-month-day").split("-")
        changes = {each.get("name", ""): each.attrib for each in own}
        for each in located:
            if local(each) == "date-part" and each.get("name") in wanted:
                yield _part(each, changes.get(each.get("name", ""), {}))

    def _names(self, xml: Xml, outer: Xml | None) -> Names:
        """A list of names; one that stands in for another takes over what it does not say itself."""
        children = {local(each): each for each in xml}
        order = [local(each) for each in xml]
        around = {} if outer is None else {local(each): each for each in outer}
        name = children.get("name", around.get("name"))
        others = children.get("et-al", around.get("et-al"))
        label = children.get("label", around.get("label"))
        if outer is not None and "label" not in children:
            order = [local(each) for each in outer]
        said = {**self._inherited(), **({} if name is None else name.attrib)}
        substitute = children.get("substitute")
        return Names(
            tuple(xml.get("variable", "").split()),
            xml.get("delimiter", self._area.get("names-delimiter", self._style.get("names-delimiter", ""))),
            self._name_form(said, name),
            _list_form(said, others),
            form_of(xml),
            Format() if name is None else form_of(name),
            None if label is None else Label("", label.get("form", "long"), label.get("plural", "contextual"), form_of(label)),
            label is not None and "name" in order and order.index("label") < order.index("name"),
            () if substitute is None else self._elements(substitute, xml),
            self._tell_apart,
        )

    def _inherited(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for level in (self._style, self._area):
            found |= {key: level[key] for key in _INHERITED if key in level}
            if "name-delimiter" in level:
                found["delimiter"] = level["name-delimiter"]
            if "name-form" in level:
                found["form"] = level["name-form"]
        return found

    def _name_form(self, said: Mapping[str, str], name: Xml | None) -> NameForm:
        parts = {} if name is None else {each.get("name"): form_of(each) for each in name if local(each) == "name-part"}
        return NameForm(
            said.get("form") == "short",
            said.get("initialize-with"),
            said.get("initialize", "true") != "false",
            self._style.get("initialize-with-hyphen", "true") != "false",
            said.get("name-as-sort-order", ""),
            said.get("sort-separator", ", "),
            parts.get("family", Format()),
            parts.get("given", Format()),
            self._style.get("demote-non-dropping-particle", "display-and-sort"),
        )


def _list_form(said: Mapping[str, str], others: Xml | None) -> ListForm:
    return ListForm(
        said.get("delimiter", ", "),
        said.get("and", ""),
        said.get("delimiter-precedes-last", "contextual"),
        said.get("delimiter-precedes-et-al", "contextual"),
        _count(said.get("et-al-min"), 0),
        _count(said.get("et-al-use-first"), 1),
        said.get("et-al-use-last") == "true",
        "et-al" if others is None else others.get("term", "et-al"),
        Format() if others is None else form_of(others),
        said.get("form") == "count",
    )


def _count(text: str | None, default: int) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 6 else default


def _part(xml: Xml, changes: Mapping[str, str]) -> Part:
    said = {**xml.attrib, **{key: text for key, text in changes.items() if key not in ("prefix", "suffix") or text}}
    return Part(
        said.get("name", ""), said.get("form", _usual(said.get("name", ""))), _form(said), said.get("range-delimiter", "–")
    )


def _usual(name: str) -> str:
    return "numeric" if name == "day" else "long"


def form_of(xml: Xml) -> Format:
    """The affixes, faces, quotation marks and case that an element asks for."""
    return _form(xml.attrib)


def _form(said: Mapping[str, str]) -> Format:
    face = 0
    for (name, value), bits in _FACES.items():
        if said.get(name) == value:
            face |= bits
    quotes, strip = said.get("quotes") == "true", said.get("strip-periods") == "true"
    return Format(said.get("prefix", ""), said.get("suffix", ""), face, quotes, said.get("text-case", ""), strip)
