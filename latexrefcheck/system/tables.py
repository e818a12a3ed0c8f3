"""Facts as data: the YAML tables of a folder, and what was made from files kept beside Python's compiled modules."""

from __future__ import annotations

import contextlib
import marshal
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from latexrefcheck import files
from latexrefcheck.errors import UsageError, unknown

HERE = Path(__file__).parents[1]
"""The folder of the package."""

_WINGS = {"match": "verify/match", "commands": "reading/commands", "datamodel": "reading/datamodel"}
"""Where the folders of tables lie that are rooms of a wing."""


def folder(name: str) -> Path:
    """The folder of the tables ``name``."""
    return HERE / _WINGS.get(name, name)


def names(group: str) -> tuple[str, ...]:
    """Names of the YAML tables of ``group``, sorted."""
    return tuple(sorted(path.stem for path in folder(group).glob("*.yml")))


@cache
def table(group: str, name: str) -> Any:
    """The parsed YAML table ``name`` of ``group``; raises :class:`UsageError` if there is none.

    The parsed form is kept: importing a YAML parser takes longer than checking a short paper.
    """
    path = folder(group) / f"{name}.yml"
    try:
        status = path.stat()
    except OSError:
        raise UsageError(unknown(group.rstrip("s"), name, names(group))) from None
    stamp = (status.st_mtime_ns, status.st_size)
    return kept(path, stamp, lambda: load_yaml(path.read_text(encoding="utf-8")))


def kept(path: Path, stamp: tuple[Any, ...], make: Callable[[], Any]) -> Any:
    """What ``make()`` makes of ``path``, or what it made when ``stamp`` was the same.

    The value, of plain types, is kept in ``__pycache__`` beside ``path``.
    """
    stamp = (marshal.version, *stamp)
    place = path.parent / "__pycache__" / f"{path.name}.{sys.implementation.cache_tag}"
    try:
        found = marshal.loads(place.read_bytes())  # noqa: S302  trusted like the compiled modules beside it
        if found[0] == stamp:
            return found[1]
    except (OSError, EOFError, ValueError, TypeError, LookupError):
        pass  # not there, or cut short: what it was made from is the truth
    value = make()
    with contextlib.suppress(OSError, ValueError):  # a read-only installation, or a value that has no such form
        files.write_atomic(place, marshal.dumps((stamp, value)))
    return value


def load_yaml(text: str) -> Any:
    """Parse YAML with the C loader where PyYAML has it; the caller checks the shape."""
    import yaml  # imported late: a run without tables does not pay for it

    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506  both loaders are safe
