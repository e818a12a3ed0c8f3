"""What a configuration file that came with a paper may set.

Nobody named the file: it lies in the work tree, and whoever sends a pull request can write it. It may make the check
stricter or milder and name things inside the project. It may not choose where we write, what we read outside, whom we
ask, what they are told, or what we believe; the user can, with a flag, a variable, or by naming the file with
``--config``.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from latexrefcheck.errors import ConfigError
from latexrefcheck.settings._files import ConfigFile, project
from latexrefcheck.settings._option import PREFIX, Found, Option

WRITTEN = frozenset(("report", "baseline", "evidence", "lock"))
"""Options that name files to be written: only below the directory of the file that names them."""

_FREE_PARTS = frozenset(("contact",))
"""What a found file may say of a single source."""


def admit(option: Option, value: Any, file: ConfigFile, start: Path) -> None:
    """Raise ConfigError, with what the user can do instead, unless a found ``file`` may give ``option`` this ``value``.

    ``start`` is the directory of the first root document, which ``out-dir`` and ``aux-dir`` are relative to.
    """
    if option.found is Found.nothing:
        raise ConfigError(f"{file.origin(option.name)}: {option.name} {_BESIDE}; {_instead(option)}")
    if option.found is Found.lower and value > option.default:
        raise ConfigError(f"{file.origin(option.name)}: {option.name} over {option.default} {_BESIDE}; {_instead(option)}")
    if option.found is Found.parts:
        _parts(value, file)
    if option.found is Found.inside:
        paths = list(_paths(option, value, file, start))
        if option.name in WRITTEN:
            _written(option, paths, file)
        else:
            _read(option, paths, file)


_BESIDE = "may not be set by a file that was found beside a paper"


def _instead(option: Option) -> str:
    flag = next((flag for flag in option.flags if flag.startswith("--")), "")
    return f"give {flag} or {option.variable}, or name the file with --config if you trust it"


def _parts(sources: Mapping[str, object], file: ConfigFile) -> None:
    """Addresses and keys decide whom we ask and who is told: they are the user's."""
    for source, table in sources.items():
        for part in table if isinstance(table, Mapping) else ():
            if part not in _FREE_PARTS:
                line = file.lines.get(("source", source))
                origin = f"{file.path}:{line}" if line else file.origin("source")
                variable = f"{PREFIX}{source}_{part}".replace("-", "_").upper()
                raise ConfigError(
                    f"{origin}: {part} of source {source} {_BESIDE}; "
                    f"set {variable}, or name the file with --config if you trust it"
                )


def _paths(option: Option, value: Any, file: ConfigFile, start: Path) -> Iterable[Path]:
    """The paths that a value names."""
    if option.name == "report":
        return (file.directory / path for _, _, path in (spec.partition(":") for spec in value) if path)
    if option.name == "profile":
        return (file.directory / value,)
    if isinstance(value, str):
        return (start / value,) if value else ()
    return value if isinstance(value, tuple) else () if value is None else (value,)


def _written(option: Option, paths: Iterable[Path], file: ConfigFile) -> None:
    top = os.path.realpath(file.directory)
    for path in paths:
        if not Path(os.path.realpath(path)).is_relative_to(top):
            raise ConfigError(
                f"{file.origin(option.name)}: {option.name} {str(path)!r} lies outside of {file.directory.as_posix()!r}; "
                "a file found beside a paper may only write there (name it with --config if you trust it)"
            )


def _read(option: Option, paths: Iterable[Path], file: ConfigFile) -> None:
    tops = [os.path.realpath(top) for top in (project(file.directory), Path.cwd())]
    for path in paths:
        plain = Path(*itertools.takewhile(lambda part: not set("*?[") & set(part), path.parts))
        if not any(Path(os.path.realpath(plain)).is_relative_to(top) for top in tops):
            raise ConfigError(
                f"{file.origin(option.name)}: {option.name} {str(path)!r} lies outside of the project; a file found beside a "
                f"paper may only name files in it ({_instead(option)})"
            )
