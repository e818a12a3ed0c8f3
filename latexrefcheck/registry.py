"""Plug-in folders: find their modules or tables, get one by name, or say which exist.

A plug-in is a module with constants and one or two functions (``rules/``, ``sources/``, ``reports/``)
or a YAML table (``commands/``, ``datamodel/``, ``profiles/``). Nothing is imported before it is asked for.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from latexrefcheck.errors import UsageError

HERE = Path(__file__).parent


@cache
def names(folder: str) -> tuple[str, ...]:
    """Names of the plug-in modules of ``folder`` in file-name order, with ``-`` for ``_``."""
    found = (entry.name for entry in os.scandir(HERE / folder))
    modules = (name.removesuffix(".py") for name in found if name.endswith(".py") and not name.startswith("_"))
    return tuple(sorted(name.replace("_", "-") for name in modules))


@cache
def module(folder: str, name: str) -> ModuleType:
    """The plug-in ``name`` of ``folder``; raises :class:`UsageError` naming the near ones if there is none."""
    if name not in names(folder):
        raise UsageError(unknown(folder.rstrip("s"), name, names(folder)))
    return importlib.import_module(f"latexrefcheck.{folder}.{name.replace('-', '_')}")


def tables(folder: str) -> tuple[str, ...]:
    """Names of the YAML tables of ``folder``, sorted."""
    return tuple(sorted(path.stem for path in (HERE / folder).glob("*.yml")))


@cache
def table(folder: str, name: str) -> Any:
    """The parsed YAML table ``name`` of ``folder``; raises :class:`UsageError` if there is none."""
    path = HERE / folder / f"{name}.yml"
    if not path.is_file():
        raise UsageError(unknown(folder.rstrip("s"), name, tables(folder)))
    return load_yaml(path.read_text(encoding="utf-8"))


def load_yaml(text: str) -> Any:
    """Parse YAML with the C loader where PyYAML has it; the caller checks the shape."""
    import yaml  # imported late: a run without tables does not pay for it

    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506  both loaders are safe


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """The sentence for an unknown name: what it is, the near one if there is one, and which exist."""
    import difflib

    known = sorted(known)
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return f"unknown {what} {name!r}{hint} (known: {', '.join(known)})"
