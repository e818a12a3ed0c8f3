"""Lists of names: how many are said, what stands between them, their label, and what stands in for missing ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from latexrefcheck.cite.csl.atoms import AFFIX, Atom
from latexrefcheck.cite.csl.cases import cased
from latexrefcheck.cite.csl.context import Context
from latexrefcheck.cite.csl.elements import Choose, Element, Format, Group, Label, Macro, Variable
from latexrefcheck.cite.csl.people import NameForm, Person, initials, named, person
from latexrefcheck.text.person import is_others


class ListForm(NamedTuple):
    """How a style writes a list of names."""

    delimiter: str = ", "
    conjunction: str = ""
    """``text``, ``symbol`` or nothing."""
    before_last: str = "contextual"
    before_others: str = "contextual"
    least: int = 0
    """From how many names on the list is cut; 0 is never."""
    first: int = 1
    ellipsis: bool = False
    """Whether the last name is said behind an ellipsis."""
    others: str = "et-al"
    others_format: Format = Format()
    counting: bool = False


class Names(NamedTuple):
    """``<names variable="…">``."""

    variables: Sequence[str]
    delimiter: str
    form: NameForm
    listing: ListForm
    format: Format
    name_format: Format
    label: Label | None
    label_first: bool
    substitute: Sequence[Element]
    tell_apart: bool
    """Whether given names are written out where initials would make two people one."""

    def set(self, context: Context) -> list[Atom]:
        """The pieces of all lists, or of the first thing that stands in for them."""
        atoms = self._lists(context)
        context.call(bool(atoms))
        if atoms:
            return self.format.applied(atoms, context.english)
        for element in _branches(self.substitute, context):
            atoms = element.set(context)
            if atoms:
                context.used |= set(_variables(element, context))
                return self.format.applied(atoms, context.english)
        return []

    def _lists(self, context: Context) -> list[Atom]:
        lists = [(name, people) for name in self.variables if (people := people_of(context, name))]
        both = len(lists) == 2 and {name for name, _ in lists} == {"editor", "translator"} and lists[0][1] == lists[1][1]
        if both and context.locale.term("editortranslator", self.label.form if self.label else "long"):
            lists = [("editortranslator", lists[0][1])]
        if self.listing.counting:
            count = sum(min(len(people), self.listing.first if self._cut(people) else len(people)) for _, people in lists)
            return [Atom(str(count))] if count else []
        found: list[Atom] = []
        for name, people in lists:
            atoms = self.name_format.applied(self._list(people, context), context.english)
            label = self._labelled(name, people, context)
            if found and self.delimiter:
                found.append(Atom(self.delimiter, 0, AFFIX))
            found += [*label, *atoms] if self.label_first else [*atoms, *label]
            context.started = True
        return found

    def _labelled(self, name: str, people: Sequence[Person], context: Context) -> list[Atom]:
        if self.label is None:
            return []
        label = self.label
        many = label.plural == "always" or (label.plural != "never" and len(people) > 1)
        term = context.locale.term(name, label.form, many)
        atoms = [Atom(term, 0, AFFIX)] if term else []
        if atoms and not context.started and self.label_first:
            atoms = cased(atoms, "capitalize-first", True)
        return label.format.applied(atoms, True)

    def _cut(self, people: Sequence[Person]) -> bool:
        return bool(self.listing.least) and len(people) >= self.listing.least and self.listing.first < len(people)

    def _list(self, people: Sequence[Person], context: Context) -> list[Atom]:
        listing = self.listing
        cut = self._cut(people)
        more = is_others(people[-1].literal)  # the item itself does not name all
        people = people[:-1] if more else people
        shown = people[: listing.first] if cut else people
        pieces = [
            named(who, self.form, number == 0, self._full(who, people), context.eastern) for number, who in enumerate(shown)
        ]
        if not pieces:
            return []
        if cut and listing.ellipsis and not more and len(people) > len(shown) + 1:
            last = named(people[-1], self.form, False, self._full(people[-1], people))
            return [*_joined(pieces, listing.delimiter), Atom(f"{listing.delimiter}… ", 0, AFFIX), *last]
        if cut or more:
            return [*_joined(pieces, listing.delimiter), *self._others(shown, context)]
        if len(pieces) == 1 or not listing.conjunction:
            return _joined(pieces, listing.delimiter)
        word = context.locale.term("and", "symbol") if listing.conjunction == "symbol" else context.locale.term("and")
        if listing.conjunction == "symbol" and word == context.locale.term("and"):
            word = "&"
        between = self._before_last(shown)
        spaced = between if between[-1:] in ("", " ") else f"{between} "
        tie = f"{spaced or ' '}{word} "
        return [*_joined(pieces[:-1], listing.delimiter), Atom(tie, 0, AFFIX), *pieces[-1]]

    def _before_last(self, people: Sequence[Person]) -> str:
        rule, delimiter = self.listing.before_last, self.listing.delimiter
        inverted = self._inverted(people[-2], len(people) == 2)
        comma = rule == "always" or (rule == "contextual" and len(people) > 2) or (rule == "after-inverted-name" and inverted)
        return delimiter if comma else ""

    def _inverted(self, who: Person, first: bool) -> bool:
        return not who.literal and (self.form.inverted == "all" or (self.form.inverted == "first" and first))

    def _others(self, shown: Sequence[Person], context: Context) -> list[Atom]:
        listing = self.listing
        term = context.locale.term(listing.others)
        if not term:
            return []
        rule = listing.before_others
        inverted = self._inverted(shown[-1], len(shown) == 1)
        comma = rule == "always" or (rule == "contextual" and len(shown) > 1) or (rule == "after-inverted-name" and inverted)
        between = listing.delimiter if comma else " "
        return [Atom(between, 0, AFFIX), *listing.others_format.applied([Atom(term, 0, AFFIX)], True)]

    def _full(self, who: Person, people: Sequence[Person]) -> bool:
        """Whether somebody else of the list has the same family name and initials."""
        if not self.tell_apart or self.form.initials is None or not who.given:
            return False
        own = initials(who.given, self.form)
        return any(
            (each.family, each.particle) == (who.family, who.particle)
            and each.given != who.given
            and initials(each.given, self.form) == own
            for each in people
        )


def people_of(context: Context, name: str) -> Sequence[Person]:
    """The people that an item has under a name; none if they stood in for others."""
    found = context.item.get(name) if name not in context.used else None
    if not isinstance(found, list):
        return ()
    people = (person(each) for each in found if isinstance(each, Mapping))
    return tuple(who for who in people if who.family or who.literal)


def _joined(pieces: Sequence[Sequence[Atom]], delimiter: str) -> list[Atom]:
    return [atom for number, piece in enumerate(pieces) for atom in ((Atom(delimiter, 0, AFFIX), *piece) if number else piece)]


def _branches(elements: Sequence[Element], context: Context) -> list[Element]:
    """The elements to try in turn, choices decided."""
    found: list[Element] = []
    for element in elements:
        if isinstance(element, Choose):
            taken = next((each for test, each in element.branches if test is None or test.holds(context)), ())
            found += _branches(taken, context)
        else:
            found.append(element)
    return found


def _variables(element: Element, context: Context) -> list[str]:
    """The fields that an element sets, which are then used up."""
    if isinstance(element, Names):
        own = [name for name in element.variables if people_of(context, name)]
        return own or [name for each in _branches(element.substitute, context) for name in _variables(each, context)]
    if isinstance(element, Variable):
        return [element.name, f"{element.name}-short"]
    if isinstance(element, Group | Macro):
        return [name for each in _branches(element.elements, context) for name in _variables(each, context)]
    return []
