"""Terms, forms of dates and ordinals of a language, as CSL's locale files and styles say them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple
from xml.etree.ElementTree import Element

from latexrefcheck.cite.csl.punctuation import Quotes
from latexrefcheck.cite.csl.xml import local, read_xml
from latexrefcheck.cite.data import FOLDER

FALLBACK = "en-US"
_DIALECTS = {"de": "de-DE", "en": "en-US", "es": "es-ES", "fr": "fr-FR", "zh": "zh-CN"}
"""The main dialect of the languages that are shipped."""
_FORMS: Mapping[str, tuple[str, ...]] = {
    "verb-short": ("verb-short", "verb", "long"),
    "verb": ("verb", "long"),
    "symbol": ("symbol", "short", "long"),
    "short": ("short", "long"),
    "long": ("long",),
}
"""The forms of a term in the order in which one stands in for another."""


class Term(NamedTuple):
    """A term in one form, for one and for many."""

    one: str
    many: str


class Ordinal(NamedTuple):
    """The ending of the numbers whose last digits are ``number``; ``match`` says how many digits count."""

    ending: str
    match: str


class Locale(NamedTuple):
    """What one language says: terms by name and form, dates by form, ordinals by number."""

    language: str
    terms: Mapping[tuple[str, str], Term]
    dates: Mapping[str, Element]
    ordinals: Mapping[int, Ordinal]
    options: Mapping[str, str]

    def term(self, name: str, form: str = "long", plural: bool = False) -> str:
        """The term, in the nearest form that the language has; empty if it has none."""
        for each in _FORMS.get(form, ("long",)):
            found = self.terms.get((name, each))
            if found is not None:
                return found.many if plural else found.one
        return ""

    def ordinal(self, number: int) -> str:
        """The number with the ending of an ordinal."""
        for digits, match in ((100, "last-two-digits"), (10, "last-digit")):
            found = self.ordinals.get(number if digits == 100 and number < 100 else number % digits)
            if found is not None and (found.match == match or (found.match == "whole-number" and number == number % digits)):
                return f"{number}{found.ending}"
        return f"{number}{self.term('ordinal')}"

    @property
    def quotes(self) -> Quotes:
        """The marks of quotation."""
        outer = self.term("open-quote") or "“", self.term("close-quote") or "”"
        inner = self.term("open-inner-quote") or "‘", self.term("close-inner-quote") or "’"
        return Quotes(outer, inner, self.options.get("punctuation-in-quote") == "true")


def made(language: str, style: Element) -> Locale:
    """The locale of a language with what a style says of its own in it."""
    base = language.split("-", maxsplit=1)[0]
    own = [each for each in style if local(each) == "locale"]
    said = {each.get("{http://www.w3.org/XML/1998/namespace}lang", ""): each for each in own}
    parts = [*_of_language(language), *(said[name] for name in ("", base, language) if name in said)]
    terms: dict[tuple[str, str], Term] = {}
    dates: dict[str, Element] = {}
    ordinals: dict[int, Ordinal] = {}
    options: dict[str, str] = {}
    for part in parts:
        new = dict(_terms(part))
        fresh = {name for name, _ in new}
        if any(name.startswith("ordinal") for name in fresh):  # a language that says ordinals says all of them
            ordinals = {}
            terms = {key: term for key, term in terms.items() if not key[0].startswith("ordinal")}
        terms |= new
        ordinals |= dict(_ordinals(part))
        for each in part:
            if local(each) == "date":
                dates[each.get("form", "text")] = each
            elif local(each) == "style-options":
                options |= each.attrib
    return Locale(language, terms, dates, ordinals, options)


def _of_language(language: str) -> Iterator[Element]:
    """The locale files that apply, the most general first."""
    names = dict.fromkeys((FALLBACK, _DIALECTS.get(language.split("-", maxsplit=1)[0], ""), language))
    for name in names:
        if name and (root := _file(name)) is not None:
            yield root


@lru_cache(maxsize=8)
def _file(name: str) -> Element | None:
    path = FOLDER / f"locales-{name}.xml"
    return read_xml(path.read_text("utf-8"), path.name) if path.is_file() else None


def _terms(locale: Element) -> Iterator[tuple[tuple[str, str], Term]]:
    for term in _each(locale, "term"):
        form = term.get("form", "long")
        name = term.get("name", "")
        if term.get("gender-form"):
            continue
        inner = {local(each): each.text or "" for each in term}
        text = term.text or ""
        yield (
            (name, form),
            Term(inner.get("single", text), inner.get("multiple", inner.get("single", text))) if inner else Term(text, text),
        )


def _ordinals(locale: Element) -> Iterator[tuple[int, Ordinal]]:
    for term in _each(locale, "term"):
        name = term.get("name", "")
        number = name.removeprefix("ordinal-")
        if number != name and number.isdigit() and not term.get("gender-form"):
            given = term.get("match", "last-digit" if int(number) < 10 else "last-two-digits")
            yield int(number), Ordinal(term.text or "", given)


def _each(locale: Element, name: str) -> Iterator[Element]:
    return (each for group in locale for each in group if local(each) == name)
