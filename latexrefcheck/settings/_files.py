"""Find and read configuration files, with the line of every key, so that messages can point at it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from latexrefcheck.errors import ConfigError, UnreadableInput, reason
from latexrefcheck.files import exists, is_file, read_bytes, work_tree
from latexrefcheck.model.document import SourceFile, Span
from latexrefcheck.text.patterns import lazy

if TYPE_CHECKING:
    import yaml


NAMES = (".latexrefcheck.yml", ".latexrefcheck.yaml")
PYPROJECT = "pyproject.toml"
TABLE = "[tool.latexrefcheck"
LIMIT = 1024 * 1024
"""Largest configuration file, in bytes."""
EXPANDED = 4 * LIMIT
"""Most characters and values that a YAML file may stand for once its aliases are written out."""

_DOTTED = lazy(r"(?:^|[\[{,])[ \t]*+(?:[\w\"'-]++[ \t]*+\.[ \t]*+){100}", re.MULTILINE)
"""A key of very many parts, for which tomllib takes the square of their number."""


class ConfigFile(NamedTuple):
    """A settings file: its values by key, and for a key or ``(key, index)`` of a list the line, from 1."""

    path: str
    directory: Path
    source: SourceFile
    values: Mapping[str, object]
    lines: Mapping[object, int]

    def span(self, *where: object) -> Span:
        """The line of a key, or of one item of its list, as a span."""
        line = self.lines.get(where if len(where) > 1 else where[0]) or self.lines.get(where[0]) or 1
        start = self.source.line_starts[min(line, len(self.source.line_starts)) - 1]
        text = self.source.line(line)
        return Span(self.source, start + len(text) - len(text.lstrip()), start + len(text.rstrip()))

    def origin(self, key: str) -> str:
        """``file:line`` of a key."""
        line = self.lines.get(key)
        return f"{self.path}:{line}" if line else self.path


def find(start: Path, stop: Path) -> Path | None:
    """The configuration file that governs directory ``start``, or None.

    The search goes up to the top of the git work tree. Without one it goes up to ``stop`` if that is
    above ``start``, else nowhere: a file in a directory that strangers can write to must not take effect.
    """
    start, stop = start.absolute(), stop.absolute()
    above = [start, *start.parents]
    top = project(start)
    if top == start and not exists(start / ".git"):
        top = stop if stop in above else start
    for directory in above[: above.index(top) + 1]:
        for name in NAMES:
            if is_file(directory / name):
                return _inside(directory / name, top)
        if _has_table(directory / PYPROJECT):
            return _inside(directory / PYPROJECT, top)
    return None


def project(start: Path) -> Path:
    """The top of the git work tree that directory ``start`` lies in, else ``start``."""
    return work_tree(start) or start


def _inside(path: Path, top: Path) -> Path:
    """``path``, unless it is a link that leads out of ``top``: messages would show what stands in a file of the user's."""
    real = os.path.realpath(path)
    if os.path.commonpath((real, os.path.realpath(top))) != os.path.realpath(top):
        raise ConfigError("is a link to a file outside of the project; name it with --config if you trust it", _relative(path))
    return path


def _has_table(path: Path) -> bool:
    try:
        return is_file(path) and TABLE.encode() in read_bytes(path, LIMIT)
    except UnreadableInput:
        return False  # it need not be about us at all


def read(path: Path, shown: str | None = None) -> ConfigFile:
    """The settings in a YAML file or in the table of a pyproject.toml; raises ConfigError with file and line."""
    shown = shown or _relative(path)
    source = SourceFile.decode(shown, read_bytes(path, LIMIT), path)
    parse = _toml if path.suffix == ".toml" else _yaml
    values, lines = parse(source)
    if _has_long_number(values):
        raise ConfigError("holds a number of more than 18 digits, which no option takes", source.path)
    return ConfigFile(shown, path.absolute().parent, source, values, lines)


def _has_long_number(value: object) -> bool:
    """Whether a whole number is too long for Python to print, which each message about it would."""
    if isinstance(value, int):
        return abs(value) >= 10**18
    parts = (*value.keys(), *value.values()) if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(map(_has_long_number, parts))


def _relative(path: Path) -> str:
    try:
        return path.absolute().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()


def _yaml(source: SourceFile) -> tuple[dict[str, object], dict[object, int]]:
    import yaml  # imported late: most papers have no configuration file

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(source.text)
    try:
        node = loader.get_single_node()
        _expanded(node, {})
        values = None if node is None else loader.construct_document(node)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        line = mark.line + 1 if mark else None
        raise ConfigError(f"not valid YAML: {error.problem or error.context}", source.path, line) from error
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise ConfigError(f"not valid YAML: {reason(error)}", source.path) from error
    finally:
        loader.dispose()
    if values is None:
        return {}, {}
    if not isinstance(values, dict):
        raise ConfigError("must hold option names and values, like 'profile: strict'", source.path, 1)
    lines = _yaml_lines(node, source.path) if isinstance(node, yaml.MappingNode) else ()
    return {str(key): value for key, value in values.items()}, dict(lines)


def _expanded(node: object, sizes: dict[int, int]) -> int:
    """What ``node`` stands for, in characters and values; raises ValueError where aliases make that endless or huge.

    A few lines of aliases to aliases stand for billions of values ("billion laughs").
    """
    size = sizes.get(id(node))
    if size is None:
        sizes[id(node)] = EXPANDED + 1  # met again within itself, it is endless
        value = getattr(node, "value", ())
        parts = (
            () if isinstance(value, str) else (part for item in value for part in (item if isinstance(item, tuple) else (item,)))
        )
        size = sizes[id(node)] = 1 + len(value) + sum(_expanded(part, sizes) for part in parts)
    if size > EXPANDED:
        raise ValueError("its aliases stand for far more than a configuration holds; write the values out")
    return size


def _yaml_lines(node: yaml.MappingNode, path: str) -> Iterator[tuple[object, int]]:
    seen: set[str] = set()
    for key, value in node.value:
        name, line = str(key.value), key.start_mark.line + 1
        if name in seen:
            raise ConfigError(f"option {name!r} is given twice", path, line)
        seen.add(name)
        yield name, line
        if value.id == "sequence":
            yield from (((name, index), item.start_mark.line + 1) for index, item in enumerate(value.value))
        elif value.id == "mapping":
            yield from (((name, str(inner.value)), inner.start_mark.line + 1) for inner, _ in value.value)


def _toml(source: SourceFile) -> tuple[dict[str, object], dict[object, int]]:
    import tomllib

    try:
        if _DOTTED.search(source.text):
            raise ValueError("a key has more than 100 parts")
        tool = tomllib.loads(source.text.replace("\r\n", "\n")).get("tool", {})
    except (ValueError, RecursionError) as error:  # a number too long is a ValueError, like all that is not TOML
        raise ConfigError(f"not valid TOML: {str(error).partition(';')[0]}", source.path) from error
    values = tool.get("latexrefcheck", {}) if isinstance(tool, dict) else None
    if not isinstance(values, dict):
        raise ConfigError("tool.latexrefcheck must be a table", source.path)
    lines: dict[object, int] = {}
    inside = ""
    repeats: dict[str, int] = {}
    for number, line in enumerate(source.text.splitlines(), 1):
        header = re.match(r"\s*\[+\s*tool\.latexrefcheck(?:\.([\w-]+))?\s*\]", line)
        key = re.match(r"\s*\"?([\w-]+)\"?\s*[=.]", line)
        if header:
            inside = header[1] or "."
            if header[1]:
                lines.setdefault(inside, number)
                lines[inside, repeats.get(inside, 0)] = number
                repeats[inside] = repeats.get(inside, 0) + 1
        elif line.lstrip().startswith("[") and "=" not in line:
            inside = ""
        elif inside and key:
            lines.setdefault(key[1] if inside == "." else (inside, key[1]), number)
    return values, lines
