"""The tables of ``commands/``: which control sequence does what with which arguments.

A table is YAML: kind -> signature -> names separated by white space. The letters of a signature are

- ``s`` an optional star, ``o`` an optional ``[..]``, ``a`` an optional ``<..>``, ``p`` an optional ``(..)``;
- ``m`` a mandatory argument, ``k`` a mandatory list of keys or names, ``f`` a file name with or without braces;
- ``O`` an optional argument that counts like ``k``; what follows ``+`` repeats as often as it fits.

Names of environments stand in kinds that end in ``-env``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from latexrefcheck.system import tables

BASE = ("biblatex", "natbib", "verbatims", "kernel")
"""Tables that hold from the start. natbib and biblatex are among them because journal classes that nobody can
read load them; names that the document does not have cannot occur in it."""


class Command(NamedTuple):
    """What a control sequence is: ``kind`` chooses the code, ``signature`` its arguments, ``section`` a multibib type."""

    kind: str
    signature: str
    table: str = ""
    section: str = ""
    fast: bool = False
    """True if the common spelling (star, up to two ``[..]``, ``{keys}``) may be read by one regular expression."""


def _is_fast(kind: str, signature: str) -> bool:
    letters = signature.split()
    return kind in ("cite", "nocite") and letters[-1:] == ["k"] and set(letters[:-1]) <= {"s", "o"}


def command(kind: str, signature: str, table: str = "", section: str = "") -> Command:
    """A command with its derived marks."""
    return Command(kind, signature.replace(" ", ""), table, section, _is_fast(kind, signature))


def read(kinds: Mapping[str, Mapping[str, str]], table: str) -> Iterator[tuple[str, Command]]:
    """The (name, command) pairs of one parsed table."""
    for kind, signatures in kinds.items():
        if kind == "loads":
            continue
        for signature, names in signatures.items():
            made = command(kind, signature, table)
            for name in names.split():
                yield name, made


@cache
def table(name: str) -> tuple[dict[str, Command], dict[str, Command], tuple[str, ...]]:
    """(commands, environments, tables it brings along) of the package ``name``; raises UsageError if there is no such table."""
    parsed = tables.table("commands", name)
    macros: dict[str, Command] = {}
    environments: dict[str, Command] = {}
    for written, made in read(parsed, name):
        (environments if made.kind.endswith("-env") else macros)[written] = made
    return macros, environments, tuple(str(parsed.get("loads", "")).split())


@cache
def available() -> frozenset[str]:
    """Names of the packages that have a table."""
    return frozenset(tables.names("commands")) - {"kernel", "verbatims", "classes", "tree", "formats", "public"}


@cache
def brought_along() -> dict[str, str]:
    """Class or package -> the table that stands for it (``plain``: a class that changes no citation command)."""
    return {name: table for table, names in tables.table("commands", "classes").items() for name in names.split()}


@cache
def tree_files(kind: str) -> frozenset[str]:
    """Files of the TeX distribution: ``bib``, ``strings-only`` or ``tex``."""
    return frozenset(tables.table("commands", "tree")[kind].split())
