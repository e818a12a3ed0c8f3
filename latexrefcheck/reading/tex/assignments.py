"""What the names of a document mean at the point that was reached, and how groups take assignments back."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any, TypeVar

from latexrefcheck.reading.tex.commands import Command

Key = TypeVar("Key")
Value = TypeVar("Value")

_ABSENT = object()


class Assignments:
    """The assignments in force. A name is looked up in several of the mappings, because a macro that does nothing of
    interest stands in ``macros`` only, and a command of a table in ``commands`` only."""

    def __init__(self) -> None:
        self.commands: dict[str, Command] = {}
        self.environments: dict[str, Command] = {}
        self.macros: dict[str, object] = {}
        self.environment_bodies: dict[str, tuple[object, object]] = {}
        self.switches: dict[str, bool | None] = {}
        """Switches of ``\\newif``, ifthen and etoolbox; None if the value is unknown."""
        self.counters: dict[str, int | None] = {}
        self.numbers: dict[str, int | None] = {}
        """Names of ``\\chardef`` and ``\\newcount``."""
        self.defined: dict[str, bool] = {}
        """Names that are known to be defined or undefined without being macros."""
        self.lets: dict[str, str] = {}
        """Name -> what it was ``\\let`` to, where that is no macro of the document."""
        self.unsure: dict[str, tuple[int, ...]] = {}
        """Names that a branch defined which TeX may or may not take -> the branch; inside it they are sure."""
        self.undo: list[tuple[MutableMapping[Any, Any], object, object]] = []
        self.entered = 0
        """How many branches that could not be decided have been entered."""
        self.sought: dict[tuple[str, int], bool] = {}
        self._branches: list[tuple[int, int]] = []
        self._global: dict[tuple[int, object], int] = {}
        """(mapping, key) -> how many of the assignments in ``undo`` are not taken back, because a ``\\global`` one came later."""

    def store(self, mapping: MutableMapping[Key, Value], key: Key, value: Value, everywhere: bool = False) -> None:
        """Assign as TeX does: the old value comes back at the end of the group, unless the assignment is ``\\global``."""
        undo = self.undo
        if everywhere:
            self._global[id(mapping), key] = len(undo)
        else:
            if self._global and (id(mapping), key) in self._global:
                self._global[id(mapping), key] = min(self._global[id(mapping), key], len(undo))
            undo.append((mapping, key, mapping.get(key, _ABSENT)))
        mapping[key] = value

    def forget(self, mapping: MutableMapping[Key, Any], key: Key, everywhere: bool = False) -> None:
        """Take a name out of a mapping, until the end of the group."""
        if key in mapping:
            self.store(mapping, key, mapping[key], everywhere)
            del mapping[key]

    def restore(self, mark: int) -> None:
        """Take back what was assigned since there were ``mark`` assignments: a group ends."""
        while len(self.undo) > mark:
            mapping, key, value = self.undo.pop()
            if self._global and self._global.get((id(mapping), key), 0) > len(self.undo):
                continue
            if value is _ABSENT:
                mapping.pop(key, None)
            else:
                mapping[key] = value
