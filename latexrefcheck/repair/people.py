"""Names of people as the file writes them; corrections that leave the names that are right alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from latexrefcheck.repair import encode
from latexrefcheck.repair.formatting import Formatting, initials
from latexrefcheck.text.fold import script
from latexrefcheck.text.names import parse_names, split_names
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.person import Person

if TYPE_CHECKING:
    from latexrefcheck.verify.match.people import Alignment

_AND = lazy(r"\s+and\s+", re.IGNORECASE)
_GIVEN = lazy(r"[^\s-]+|-")


class Cited(NamedTuple):
    """One name of a field as written, with its place in the value and what it says."""

    start: int
    end: int
    person: Person


class Form(NamedTuple):
    """How names are written: order, and whether given names are initials."""

    last_first: bool
    initials: bool


def name(person: Person, formatting: Formatting, form: Form) -> str:
    """A name for an author field."""
    if person.literal:
        return f"{{{encode.text(person.literal, formatting)}}}"
    given = _initials(person.given) if form.initials else person.given
    family, given, prefix, suffix = (
        encode.text(part, formatting) for part in (person.family, given, person.particles, person.suffix)
    )
    if _AND.search(f" {family} "):
        family = f"{{{family}}}"
    if not given and not suffix and not prefix:
        return f"{{{family}}}" if " " in family else family
    if suffix:
        return ", ".join(part for part in (f"{prefix} {family}".strip(), suffix, given) if part)
    if form.last_first:
        return f"{prefix} {family}".strip() + (f", {given}" if given else "")
    # Without a comma only the last word is the family name.
    whole = f"{{{family}}}" if " " in family and not prefix else family
    return " ".join(part for part in (given, prefix, whole) if part)


def _initials(given: str) -> str:
    """``Jean-Paul Marie`` as ``J.-P. M.``."""
    parts = []
    for part in _GIVEN.findall(given):
        if part == "-":
            parts.append("-")
        elif len(part.rstrip(".")) <= 1:
            parts.append(f"{part.rstrip('.')}.")
        else:
            parts.append(f"{part[0]}.")
    return " ".join(parts).replace(" - ", "-")


def split(value: str) -> list[Cited] | None:
    """The names of a field with their places; None where the field is not plainly ``A and B and C``."""
    found: list[Cited] = []
    at = 0
    for raw in split_names(value):
        start = value.find(raw, at)
        if start < 0:
            return None
        at = start + len(raw)
        people, cut = parse_names(raw)
        if not people and cut:
            continue
        if len(people) != 1 or cut:
            return None
        found.append(Cited(start, at, people[0]))
    return found


def form_of(cited: Sequence[Cited], value: str, formatting: Formatting) -> Form:
    """The form of the names of one field; the file's order where it shows none."""
    commas = [("," in value[one.start : one.end]) for one in cited if not one.person.literal and one.person.given]
    last_first = sum(commas) * 2 >= len(commas) if commas else formatting.last_first
    return Form(last_first, initials(one.person.given for one in cited if not one.person.literal))


def listed(people: Sequence[Person], formatting: Formatting, cut: bool = False) -> str:
    """A whole list of authors for a new field."""
    names = [name(person, formatting, Form(formatting.last_first, False)) for person in people]
    return " and ".join((*names, "others") if cut else names)


def corrected(value: str, record: Sequence[Person], formatting: Formatting) -> list[tuple[int, int, str]] | None:
    """(start, end, text) edits that make the names of ``value`` those of a record; None where it cannot be told how.

    Names that agree stay as they are, in their spelling; others are replaced, taken out or put in at their place.
    A list that ends in "and others" stays as long as it is.
    """
    cited = split(value)
    if not cited:
        return None
    cut = bool(re.search(r"\sand\s+others\s*$", value, re.IGNORECASE))
    wanted = tuple(record[: len(cited)] if cut else record)
    result = _aligned(cited, wanted)
    if cut:
        wanted = _cut_list(cited, tuple(record))
        result = _aligned(cited, wanted)
    if not result.in_order and not cut:
        # Authors in another order are no mistake, and the record may be the one that has sorted them.
        wanted = _in_cited_order(cited, wanted, result)
        result = _aligned(cited, wanted)
    kept = _agreeing(result)
    form = form_of(cited, value, formatting)
    if len(wanted) == len(cited) and all(kept.get(j, j) == j for j in range(len(wanted))):
        return [(cited[j].start, cited[j].end, name(wanted[j], formatting, form)) for j in range(len(wanted)) if j not in kept]
    return _rebuilt(value, cited, wanted, kept, formatting, form)


def _aligned(cited: Sequence[Cited], record: tuple[Person, ...]) -> Alignment:
    """Who of the cited is who of the record."""
    from latexrefcheck.verify.match.people import align  # imported late: a lint has no record

    return align(tuple(one.person for one in cited), record)


def _agreeing(result: Alignment) -> dict[int, int]:
    """Places in the record -> places in the list of those who are named rightly, or nearly so."""
    from latexrefcheck.verify.match.relation import Relation

    return {j: i for i, j, kind in result.pairs if kind in (Relation.SAME, Relation.NEAR)}


def unprintable(people: Sequence[Person], value: str) -> bool:
    """Whether names would be written in another script than the field's, which a document may lack the letters for."""
    return script(value) == "latin" and any(script(person.text) not in ("latin", "") for person in people)


def _in_cited_order(cited: Sequence[Cited], record: tuple[Person, ...], result: Alignment) -> tuple[Person, ...]:
    """The people of the record: those that are cited as they are cited, each other one behind the one that it follows."""
    places = {j: i for i, j, _ in result.pairs}
    order: list[tuple[float, int]] = []
    last = -1.0
    for j in range(len(record)):
        last = float(places[j]) if j in places else last + 1 / (len(record) + 1)
        order.append((last, j))
    return tuple(record[j] for _, j in sorted(order))


def _cut_list(cited: Sequence[Cited], record: tuple[Person, ...]) -> tuple[Person, ...]:
    """The people that a cut list of this length should name: those that it names rightly, the others by their place."""
    right = {i: j for j, i in _agreeing(_aligned(cited, record)).items()}
    used = set(right.values())
    spare = [j for j in range(len(record)) if j not in used]
    chosen = []
    for i in range(len(cited)):
        if i in right:
            chosen.append(right[i])
        elif spare:
            chosen.append(i if i in spare else spare[0])
            spare.remove(chosen[-1])
    return tuple(record[j] for j in chosen)


def _rebuilt(
    value: str, cited: Sequence[Cited], wanted: Sequence[Person], kept: dict[int, int], formatting: Formatting, form: Form
) -> list[tuple[int, int, str]]:
    """The whole list written anew from the names that stay and those of the record."""
    between = value[cited[0].end : cited[1].start] if len(cited) > 1 else " and "
    names = [
        value[cited[kept[j]].start : cited[kept[j]].end] if j in kept else name(person, formatting, form)
        for j, person in enumerate(wanted)
    ]
    return [(cited[0].start, cited[-1].end, between.join(names))]
