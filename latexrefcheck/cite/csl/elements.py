"""The elements of a style that set text: variables, terms, macros, numbers, labels, groups and choices."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from latexrefcheck.cite.csl import numbers
from latexrefcheck.cite.csl.atoms import AFFIX, CLOSE, OPEN, Atom, faced, parse
from latexrefcheck.cite.csl.cases import cased
from latexrefcheck.cite.csl.context import Context
from latexrefcheck.errors import UnreadableInput

NUMERIC = frozenset(
    "chapter-number citation-number collection-number edition first-reference-note-number issue locator number number-of-pages "
    "number-of-volumes page page-first part-number printing-number section supplement-number version volume".split()
)
"""Variables that hold numbers: a hyphen in them is a range."""

MOST_MACROS = 20_000
"""Macros that one reference may take; the largest public style takes some hundred."""

_PERIOD = re.compile(r"\.(?![a-z])")
_MINUS = re.compile(r"(?<=[\w)])\s*(?:--?|–)\s*(?=[\w(])")


class Element(Protocol):
    """What a style is made of."""

    def set(self, context: Context) -> list[Atom]:
        """The pieces for the item; none where it has nothing to say."""


class Format(NamedTuple):
    """How an element looks: what stands around it, its face, its case, whether in quotation marks."""

    prefix: str = ""
    suffix: str = ""
    face: int = 0
    quotes: bool = False
    case: str = ""
    strip: bool = False

    def applied(self, atoms: list[Atom], english: bool) -> list[Atom]:
        """The pieces in that form; nothing stays nothing."""
        if not atoms:
            return atoms
        if self.strip:
            atoms = [a._replace(text=_PERIOD.sub("", a.text)) for a in atoms]
            atoms = [a for a in atoms if a.text]
        if self.case:
            atoms = cased(atoms, self.case, english)
        if self.face:
            atoms = faced(atoms, self.face)
        if self.quotes:
            atoms = [Atom("“", 0, OPEN), *atoms, Atom("”", 0, CLOSE)]
        if self.prefix or self.suffix:
            before = [Atom(self.prefix, 0, AFFIX)] if self.prefix else []
            after = [Atom(self.suffix, 0, AFFIX)] if self.suffix else []
            atoms = [*before, *atoms, *after]
        return atoms


class Variable(NamedTuple):
    """``<text variable="…"/>``: a field of the item, in its short form where there is one."""

    name: str
    short: bool
    format: Format

    def set(self, context: Context) -> list[Atom]:
        """The field."""
        text = (_short(context, self.name) if self.short else "") or context.value(self.name)
        if self.name != "year-suffix":  # what no item has by itself does not silence its group
            context.call(bool(text))
        if not text:
            return []
        if self.name in NUMERIC:
            text = _numeric(text, self.name, context)
        if self.name in ("DOI", "URL"):
            return self.format.applied([Atom(text)], context.english)
        return self.format.applied(list(parse(text)), context.english)


def _short(context: Context, name: str) -> str:
    found = context.value(f"{name}-short")
    return found or (context.value("journalAbbreviation") if name == "container-title" else "")


def _numeric(text: str, name: str, context: Context) -> str:
    if name == "page":
        return numbers.pages(text, context.page_format, context.locale.term("page-range-delimiter") or "–")
    if ("-" in text or "–" in text) and numbers.is_numeric(text):
        return _MINUS.sub(lambda _: context.locale.term("page-range-delimiter") or "–", text)
    return text


class Words(NamedTuple):
    """``<text value="…"/>``: the same words for every item."""

    text: str
    format: Format

    def set(self, context: Context) -> list[Atom]:
        """The words, as part of the style."""
        context.started = True
        return self.format.applied([Atom(self.text, 0, AFFIX)], context.english)


class TermText(NamedTuple):
    """``<text term="…"/>``: a word of the language."""

    name: str
    form: str
    plural: bool
    format: Format

    def set(self, context: Context) -> list[Atom]:
        """The word, with a capital where it begins the reference."""
        text = context.locale.term(self.name, self.form, self.plural)
        return _term(text, self.format, context)


def _term(text: str, format: Format, context: Context) -> list[Atom]:
    if not text:
        return []
    atoms = [Atom(text, 0, AFFIX)]
    if not context.started:
        atoms = cased(atoms, "capitalize-first", True)
    context.started = True
    return format.applied(atoms, True)


class Macro:
    """``<text macro="…"/>``: a group that has a name."""

    __slots__ = ("elements", "format", "name")

    def __init__(self, name: str, form: Format) -> None:
        self.name = name
        self.format = form
        self.elements: Sequence[Element] = ()

    def set(self, context: Context) -> list[Atom]:
        """The pieces of all elements of the macro."""
        context.steps += 1
        if context.steps > MOST_MACROS:
            raise UnreadableInput(f"the style sets more than {MOST_MACROS} macros for one reference; it is not used")
        return self.format.applied(_told(self.elements, context, ""), context.english)


class Number(NamedTuple):
    """``<number variable="…"/>``: a number in a form of its own; what is no number stays as it is."""

    name: str
    form: str
    format: Format

    def set(self, context: Context) -> list[Atom]:
        """The number."""
        text = context.value(self.name)
        context.call(bool(text))
        if not text:
            return []
        digits = text.strip()
        if digits.isascii() and digits.isdigit() and len(digits) < 7:
            text = _formed(int(digits), self.form, context)
        elif numbers.is_numeric(text) or self.name == "page":
            text = _numeric(text, self.name, context)
        return self.format.applied(list(parse(text)), context.english)


def _formed(number: int, form: str, context: Context) -> str:
    if form == "ordinal":
        return context.locale.ordinal(number)
    if form == "long-ordinal":
        return context.locale.term(f"long-ordinal-{number:02}") or context.locale.ordinal(number)
    if form == "roman" and number < 4000:
        return numbers.roman(number)
    return str(number)


class Label(NamedTuple):
    """``<label variable="…"/>``: what a number is called; only where there is one."""

    name: str
    form: str
    plural: str
    format: Format

    def set(self, context: Context) -> list[Atom]:
        """The name of the number, or nothing without a number."""
        text = context.value(self.name)
        if not text:
            return []
        many = self.plural == "always" or (self.plural != "never" and self._many(text))
        return _term(context.locale.term(self.name, self.form, many), self.format, context)

    def _many(self, text: str) -> bool:
        if self.name.startswith("number-of-"):
            return text.strip() not in ("0", "1")
        return numbers.is_plural(text)


class Group(NamedTuple):
    """``<group>``: says nothing if it asks for fields and the item has none of them."""

    elements: Sequence[Element]
    delimiter: str
    format: Format

    def set(self, context: Context) -> list[Atom]:
        """The elements that speak, with the delimiter between them."""
        return self.format.applied(_told(self.elements, context, self.delimiter), context.english)


def _told(elements: Sequence[Element], context: Context, delimiter: str) -> list[Atom]:
    """The pieces of a group; none if all fields that it asks for are missing. One that speaks counts as a field itself."""
    called, hit = context.called, context.hit
    context.called = context.hit = False
    atoms = grouped(elements, context, delimiter)
    if context.called and not context.hit:
        atoms = []
    context.called, context.hit = called or context.called, hit or bool(atoms)
    return atoms


def grouped(elements: Sequence[Element], context: Context, delimiter: str) -> list[Atom]:
    """The pieces of several elements, with what stands between two that speak."""
    found: list[Atom] = []
    for element in elements:
        for atoms in element.several(context) if isinstance(element, Choose) else (element.set(context),):
            if atoms:
                if found and delimiter:
                    found.append(Atom(delimiter, 0, AFFIX))
                found += atoms
    return found


class Test(NamedTuple):
    """The conditions of one branch: ``match`` says whether any, all or none of them has to hold."""

    match: str
    types: Sequence[str] = ()
    variables: Sequence[str] = ()
    numeric: Sequence[str] = ()
    uncertain: Sequence[str] = ()
    never: int = 0
    """Conditions that no bibliography meets: positions, locators, disambiguation."""

    def holds(self, context: Context) -> bool:
        """Whether the branch is taken."""
        kind = context.item.get("type", "")
        told = [kind == each for each in self.types]
        told += [context.has(each) for each in self.variables]
        told += [numbers.is_numeric(context.value(each)) for each in self.numeric]
        told += [_circa(context, each) for each in self.uncertain]
        told += [False] * self.never
        if self.match == "any":
            return any(told)
        return not any(told) if self.match == "none" else all(told)


def _circa(context: Context, name: str) -> bool:
    date = context.item.get(name)
    return isinstance(date, dict) and bool(date.get("circa"))


class Choose(NamedTuple):
    """``<choose>``: the elements of the first branch that is taken; no test is the branch for the rest."""

    branches: Sequence[tuple[Test | None, Sequence[Element]]]

    def set(self, context: Context) -> list[Atom]:
        """The elements of the branch that is taken."""
        return [atom for atoms in self.several(context) for atom in atoms]

    def several(self, context: Context) -> Iterator[list[Atom]]:
        """The pieces of each element of the branch: what parts the elements of a group parts these too."""
        for test, elements in self.branches:
            if test is None or test.holds(context):
                for element in elements:
                    if isinstance(element, Choose):
                        yield from element.several(context)
                    else:
                        yield element.set(context)
                return
