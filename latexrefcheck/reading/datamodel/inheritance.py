"""The fields that an entry has once its parents have given theirs: ``crossref`` and ``xdata``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from latexrefcheck.model.document import Entry, Field
from latexrefcheck.system import tables

Fields = dict[str, tuple[Entry, Field]]
DEPTH = 10
"""Longest chain of parents that is followed."""
MOST = 200
"""Most parents that one entry takes fields from; data that name each other have endlessly many ways through them."""


def effective(entry: Entry, lookup: Callable[[str], Entry | None], dialect: str) -> Fields:
    """Every field of ``entry`` with the entry that it comes from, by field name.

    BibTeX's ``crossref`` gives all fields that the child lacks; biber's maps them by the types
    (a proceedings' ``title`` becomes ``booktitle``), and ``xdata`` gives all. ``xref`` gives nothing.
    Cycles end where they close.
    """
    return _effective(entry, lookup, dialect, frozenset(), [MOST])


def _effective(
    entry: Entry, lookup: Callable[[str], Entry | None], dialect: str, seen: frozenset[int], left: list[int]
) -> Fields:
    ordered = reversed(entry.fields) if dialect == "bibtex" else entry.fields
    fields: Fields = {field.name: (entry, field) for field in ordered}
    seen |= {id(entry)}
    left[0] -= 1
    if len(seen) > DEPTH or left[0] < 0:
        return fields
    if dialect == "biber" and "xdata" in fields:
        for key in fields["xdata"][1].value.split(","):
            if left[0] <= 0:
                break
            data = lookup(key.strip())
            if data is not None and id(data) not in seen:
                for name, found in _effective(data, lookup, dialect, seen, left).items():
                    fields.setdefault(name, found)
    if "crossref" in fields:
        parent = lookup(fields["crossref"][1].value.strip())
        if parent is not None and id(parent) not in seen:
            inherited = _effective(parent, lookup, dialect, seen, left)
            names = mapping(parent.type, entry.type) if dialect == "biber" else {}
            for name, found in inherited.items():
                target = names.get(name, name)
                if target:
                    fields.setdefault(target, found)
            if dialect == "biber" and "author" in inherited and parent.type in ("book", "mvbook") and entry.type in _IN_BOOK:
                fields.setdefault("bookauthor", inherited["author"])
    return fields


_IN_BOOK = frozenset(("inbook", "bookinbook", "suppbook"))


@cache
def mapping(parent: str, child: str) -> Mapping[str, str]:
    """biber's default inheritance between two entry types: source field to target field, empty for not inherited."""
    table = tables.table("datamodel", "biblatex")
    aliases = table["type-aliases"]
    parent, child = aliases.get(parent, parent), aliases.get(child, child)
    names = dict.fromkeys(table["not-inherited"].split(), "")
    for rule in table["inherit"]:
        if parent in rule["from"].split() and child in rule["to"].split():
            names.update(rule["fields"])
    return names
