"""Plug-in folders: find their modules or tables, get one by name, or say which exist.

A plug-in is a module with constants and one or two functions (``rules/``, ``sources/``, ``reports/``)
or a YAML table (``commands/``, ``datamodel/``, ``profiles/``). Nothing is imported before it is asked for.
"""

from __future__ import annotations

import contextlib
import importlib
import marshal
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from latexrefcheck import files
from latexrefcheck.errors import UsageError

HERE = Path(__file__).parent
_WINGS = {
    "rules": "lint/rules",
    "sources": "verify/sources",
    "match": "verify/match",
    "commands": "reading/commands",
    "datamodel": "reading/datamodel",
}
"""Where the folders of plug-ins and tables lie that are rooms of a wing."""


def _folder(folder: str) -> Path:
    return HERE / _WINGS.get(folder, folder)


@cache
def names(folder: str) -> tuple[str, ...]:
    """Names of the plug-in modules and packages of ``folder`` in file-name order, with ``-`` for ``_``."""
    found = (entry for entry in os.scandir(_folder(folder)) if not entry.name.startswith("_"))
    modules = (entry.name.removesuffix(".py") for entry in found if entry.name.endswith(".py") or entry.is_dir())
    return tuple(sorted(name.replace("_", "-") for name in modules))


@cache
def module(folder: str, name: str) -> ModuleType:
    """The plug-in ``name`` of ``folder``; raises :class:`UsageError` naming the near ones if there is none."""
    if name not in names(folder):
        raise UsageError(unknown(folder.rstrip("s"), name, names(folder)))
    return importlib.import_module(f"latexrefcheck.{_WINGS.get(folder, folder).replace('/', '.')}.{name.replace('-', '_')}")


def tables(folder: str) -> tuple[str, ...]:
    """Names of the YAML tables of ``folder``, sorted."""
    return tuple(sorted(path.stem for path in _folder(folder).glob("*.yml")))


@cache
def table(folder: str, name: str) -> Any:
    """The parsed YAML table ``name`` of ``folder``; raises :class:`UsageError` if there is none.

    The parsed form is kept in ``__pycache__`` beside Python's compiled modules: importing a YAML parser takes
    longer than checking a short paper.
    """
    path = _folder(folder) / f"{name}.yml"
    try:
        status = path.stat()
    except OSError:
        raise UsageError(unknown(folder.rstrip("s"), name, tables(folder))) from None
    stamp = (status.st_mtime_ns, status.st_size)
    return _kept(folder, f"{name}.yml", stamp, lambda: load_yaml(path.read_text(encoding="utf-8")))


@cache
def constants(folder: str, *wanted: str) -> Mapping[str, tuple[Any, ...]]:
    """The values of some constants of every plug-in module of ``folder``, by plug-in name.

    They are kept as tables are, so that a module that is not needed in this run is not imported.
    """
    stamp: list[Any] = [wanted]
    for entry in sorted(os.scandir(_folder(folder)), key=lambda entry: entry.name):
        if entry.name.endswith(".py"):
            status = entry.stat()
            stamp.append((entry.name, status.st_mtime_ns, status.st_size))

    def collect() -> dict[str, tuple[Any, ...]]:
        return {name: tuple(getattr(module(folder, name), each) for each in wanted) for name in names(folder)}

    found: dict[str, tuple[Any, ...]] = _kept(folder, "constants", tuple(stamp), collect)
    return found


def source_name(source: str) -> str:
    """A source as people write it, for sentences: ``Crossref`` for ``crossref``; what is no source stays as it is."""
    found = constants("sources", "NAME").get({"doi": "doiorg"}.get(source, source))
    return source if found is None else str(found[0])


def _kept(folder: str, name: str, stamp: tuple[Any, ...], make: Callable[[], Any]) -> Any:
    """What ``make()`` makes, or what it made when ``stamp`` was the same; see :func:`table`."""
    stamp = (marshal.version, *stamp)
    kept = _folder(folder) / "__pycache__" / f"{name}.{sys.implementation.cache_tag}"
    try:
        found = marshal.loads(kept.read_bytes())  # noqa: S302  trusted like the compiled modules beside it
        if found[0] == stamp:
            return found[1]
    except (OSError, EOFError, ValueError, TypeError, LookupError):
        pass  # not there, or cut short: what it was made from is the truth
    value = make()
    with contextlib.suppress(OSError, ValueError):  # a read-only installation, or a value that has no such form
        files.write_atomic(kept, marshal.dumps((stamp, value)))
    return value


def load_yaml(text: str) -> Any:
    """Parse YAML with the C loader where PyYAML has it; the caller checks the shape."""
    import yaml  # imported late: a run without tables does not pay for it

    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506  both loaders are safe


MOST_LISTED = 30
"""Names that an error lists."""


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """The sentence for an unknown name: what it is, the near one if there is one, and which exist."""
    import difflib

    known = sorted(known)
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    # Seventy rules would bury the sentence.
    which = f"known: {', '.join(known)}" if len(known) <= MOST_LISTED else f"`latexrefcheck {what}s` lists them"
    return f"unknown {what} {name!r}{hint} ({which})"
