"""Models of what a style expects, made from the YAML tables."""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import cache
from typing import NamedTuple

from latexrefcheck.system import tables

FAMILIES = ("standard", "ieeetran", "acm", "apacite", "revtex", "urlbst")
"""Tables of BibTeX style families; the first that names a style wins."""

_ONE_OF_VOLUME = "one-of-volume-and-number"

Requirement = tuple[str, ...]
"""Field names of which one is enough."""


class Model(NamedTuple):
    """What one style expects.

    ``required`` maps an entry type to its requirements; ``types`` are the types that it knows (None: any);
    ``aliases`` maps a field name to the one that stands for it in ``required``; ``lowers`` says that the
    style puts titles of articles into lower case, ``one_of_volume`` that it warns of a book with volume and number.
    """

    name: str
    required: Mapping[str, tuple[Requirement, ...]]
    types: frozenset[str] | None
    aliases: Mapping[str, str]
    type_aliases: Mapping[str, str]
    lowers: bool = False
    one_of_volume: bool = False


@cache
def model(dialect: str, style: str = "") -> Model:
    """The model of a biblatex document (``dialect`` biber) or of a BibTeX style; lenient for an unknown style.

    ``style`` is the name of the .bst; a path or extension does not matter.
    """
    if dialect == "biber":
        table = tables.table("datamodel", "biblatex")
        aliases = dict(table["type-aliases"])
        types = frozenset((*table["types"].split(), *aliases))
        return Model("biblatex", _requirements(table["required"]), types, table["field-aliases"], aliases)
    name = style.replace("\\", "/").rpartition("/")[2].removesuffix(".bst")
    family = _family(name.lower())
    standard = tables.table("datamodel", "standard")
    lowers, one_of_volume = (name.lower() in standard[part].lower().split() for part in ("lowers-titles", _ONE_OF_VOLUME))
    if family is None:
        required = _requirements(tables.table("datamodel", "unknown")["required"])
        return Model("unknown", required, None, _alias_table(), {"thesis": "phdthesis", "report": "techreport"}, lowers)
    required = {}
    for wanted in _lineage(family):
        required.update(_requirements(wanted))
    return Model(family, required, frozenset(required), {}, {}, lowers, one_of_volume)


@cache
def known_fields() -> tuple[frozenset[str], frozenset[str]]:
    """(names worth suggesting, every name that is no typo)."""
    table = tables.table("datamodel", "fields")
    return frozenset(table["suggest"].split()), frozenset((table["suggest"] + " " + table["known"]).split())


@cache
def verbatim_fields() -> frozenset[str]:
    """Fields that hold no TeX: identifiers, addresses, file names."""
    return frozenset(tables.table("datamodel", "fields")["verbatim"].split())


def missing(type: str, fields: Container[str], wanted: Model) -> tuple[Requirement, ...]:
    """The requirements of entry type ``type`` that no field in ``fields`` meets; none for a type without a table.

    Aliases count as the field that they stand for, in both directions.
    """
    required = wanted.required.get(wanted.type_aliases.get(type, type), ())
    return tuple(names for names in required if not any(has(fields, name, wanted) for name in names))


def has(fields: Container[str], name: str, wanted: Model) -> bool:
    """Whether ``fields`` holds ``name`` or an alias of it in this model."""
    return name in fields or any(alias in fields for alias in spellings(wanted, name))


def spellings(wanted: Model, name: str) -> tuple[str, ...]:
    """Every field name that counts as ``name`` in this model, itself first."""
    target = wanted.aliases.get(name, name)
    return tuple(dict.fromkeys((name, target, *(alias for alias, real in wanted.aliases.items() if real == target))))


def _requirements(table: Mapping[str, str]) -> dict[str, tuple[Requirement, ...]]:
    return {type.lower(): tuple(tuple(one.split("|")) for one in wanted.split()) for type, wanted in table.items()}


def _family(style: str) -> str | None:
    """The family whose table names a style; the tables behind it are not even read."""
    for family in FAMILIES:
        if style and style in tables.table("datamodel", family)["styles"].lower().split():
            return family
    return None


def _lineage(family: str) -> list[Mapping[str, str]]:
    """What the styles of a family require, the family that it extends first."""
    table = tables.table("datamodel", family)
    parent = table.get("extends")
    return [*(_lineage(parent) if parent else []), table["required"]]


def _alias_table() -> Mapping[str, str]:
    aliases: Mapping[str, str] = tables.table("datamodel", "biblatex")["field-aliases"]
    return aliases


@cache
def all_types() -> frozenset[str]:
    """Every entry type that some style knows."""
    types = set(tables.table("datamodel", "fields")["types"].split())
    for family in FAMILIES:
        types.update(_requirements(tables.table("datamodel", family)["required"]))
    return frozenset(types | (model("biber").types or frozenset()))


_LONGEST = 60
"""Longest name that can be a slip of a known one."""


def _shortened(name: str) -> list[str]:
    """``name`` without one of its letters, for each."""
    return [name[:i] + name[i + 1 :] for i in range(len(name))]


@cache
def _by_slip(known: frozenset[str]) -> dict[str, list[str]]:
    """The known names by themselves and by what is left of them without one letter."""
    index: dict[str, list[str]] = {}
    for name in known:
        for spelling in {name, *_shortened(name)}:
            index.setdefault(spelling, []).append(name)
    return index


@cache
def near(name: str, known: frozenset[str]) -> str | None:
    """The name in ``known`` that is one slip (a letter too many, too few, other, or two exchanged) from ``name``."""
    if not 4 <= len(name) <= _LONGEST:
        return None
    slips = set(_shortened(name))
    index = _by_slip(known)
    # A name one slip away shares a spelling with this one once each has lost at most a letter.
    for other in sorted({other for spelling in (name, *slips) for other in index.get(spelling, ())}):
        if len(other) < 4 or abs(len(other) - len(name)) > 1:
            continue
        if name[1:] == other or (name[:-1] == other and len(other) < 5):
            continue  # "_note", "xauthor" and the like hide a field on purpose; "issnp" is the ISSN of the print
        if other in slips or name in _shortened(other):
            return other
        if len(other) == len(name):
            apart = [i for i in range(len(name)) if name[i] != other[i]]
            swapped = len(apart) == 2 and apart[1] == apart[0] + 1 and name[apart[0]] == other[apart[1]]
            if len(apart) == 1 or (swapped and name[apart[1]] == other[apart[0]]):
                return other
    return None
