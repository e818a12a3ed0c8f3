"""Put the layers of settings over each other: defaults < profile < configuration file < environment < flags."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from latexrefcheck import registry
from latexrefcheck.errors import ConfigError, unknown
from latexrefcheck.plugins import PROFILES
from latexrefcheck.settings._check import SOURCE_KEYS, check
from latexrefcheck.settings._option import PREFIX, Option
from latexrefcheck.settings.options import OPTIONS
from latexrefcheck.settings.thresholds import canonical
from latexrefcheck.system import tables

if TYPE_CHECKING:
    from latexrefcheck.settings._files import ConfigFile


_BY_VARIABLE = {found.variable: found for found in OPTIONS.values()}
_LISTED = "`latexrefcheck config` lists the options"
_NOT_OPTIONS = frozenset({"LATEXREFCHECK_DEBUG"})


STRICT_CLAIMS: Mapping[str, Mapping[str, str]] = {
    "claim-contradicted": {"severity": "error"},
    "claim-not-found": {"severity": "warning"},
    "claim-abstract-only": {"severity": "warning"},
}
"""What ``claims: strict`` makes of the rules on claims."""


class Layer(NamedTuple):
    """Parsed values by option name, each with where it came from; ``base`` is what relative paths are taken from.

    ``trusted`` is false for a file that nobody named, and for the profile that such a file names.
    """

    values: Mapping[str, Any]
    origins: Mapping[str, str]
    base: Path | None = None
    file: ConfigFile | None = None
    trusted: bool = True


def layered(given: Mapping[str, object]) -> dict[str, object]:
    """The attributes of settings with the values of the profile, then those given by attribute name."""
    values = {attribute.replace("_", "-"): value for attribute, value in given_values(given).items()}
    layers = [Layer(values, dict.fromkeys(values, "given"))]
    return {**merge([*profile(layers), *layers]), "environ": {}}


def given_values(given: Mapping[str, object]) -> dict[str, object]:
    """Values by attribute name, checked and parsed; raises ConfigError for one that no option has."""
    parsed = {}
    for attribute, value in given.items():
        name = attribute.replace("_", "-")
        if name not in OPTIONS:
            raise ConfigError(unknown("option", name, OPTIONS, _LISTED))
        wanted = list(value) if isinstance(value, frozenset | set) else Path(value) if isinstance(value, PathLike) else value
        if OPTIONS[name].is_list and isinstance(wanted, Path):
            wanted = [wanted]
        if isinstance(wanted, list | tuple) and OPTIONS[name].type == "tuple[Path, ...]":
            wanted = [Path(item) if isinstance(item, str | PathLike) else item for item in wanted]
        parsed[attribute] = None if wanted is None else _parse(OPTIONS[name], wanted, None, f"{attribute}=")
    return parsed


def _parse(option: Option, value: object, base: Path | None, origin: str, exact: bool = False) -> Any:
    try:
        return option.parse(option.exact(value) if exact else value, base)
    except ValueError as error:
        raise ConfigError(f"{origin}: {option.name} {error}") from error


def flagged(flags: Mapping[str, object]) -> Layer:
    """The values of the command line, by option name; raises ConfigError with the flag."""
    given = {name: value for name, value in flags.items() if value is not None}
    shown = {name: next((flag for flag in OPTIONS[name].flags if flag.startswith("--")), "command line") for name in given}
    values = {name: _parse(OPTIONS[name], value, None, shown[name], exact=True) for name, value in given.items()}
    return Layer(values, shown)


def environment(environ: Mapping[str, str]) -> Layer:
    """The values of the ``LATEXREFCHECK_`` variables; raises ConfigError for one that no option has."""
    values: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for variable in sorted(name for name in environ if name.startswith(PREFIX)):
        text = environ[variable]
        if variable in _NOT_OPTIONS or not text.strip():
            continue  # the inputs that a CI job leaves out arrive as empty variables
        option = _BY_VARIABLE.get(variable)
        if option is not None:
            values[option.name] = _parse(option, text, None, variable)
            origins[option.name] = variable
            continue
        source, _, part = variable.removeprefix(PREFIX).lower().rpartition("_")
        source = source.replace("_", "-")
        if part not in SOURCE_KEYS or source not in registry.sources:
            raise ConfigError(unknown("environment variable", variable, _BY_VARIABLE, _LISTED))
        values.setdefault("source", {}).setdefault(source, {})[part] = text.strip()
        origins[f"source.{source}.{part}"] = variable
    return Layer(values, origins)


def config_file(upper: Iterable[Layer], cwd: Path) -> list[Layer]:
    """The layer of the configuration file that flags or variables name, or that lies above the first root."""
    from latexrefcheck.settings import _files

    roots = [layer.values["paths"] for layer in upper if layer.values.get("paths")]
    first = roots[-1][0] if roots else cwd
    first = first if first.is_absolute() else cwd / first
    start = first if os.path.isdir(first) else first.parent  # noqa: PTH112  is_dir() raises for names too long
    named = [layer.values["config"] for layer in upper if layer.values.get("config")]
    if named:
        return [_of_file(_files.read(named[-1]), start)]
    found = _files.find(start, cwd)
    return [] if found is None else [_of_file(_files.read(found), start, trusted=False)]


def _of_file(file: ConfigFile, start: Path, extra: tuple[str, ...] = (), trusted: bool = True) -> Layer:
    """The values of a settings file; ``trusted`` if the user named it, ``start`` as in :func:`_found.admit`."""
    from latexrefcheck.settings import _found

    known = {option.name: option for option in OPTIONS.values() if option.file}
    values: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for name, value in file.values.items():
        if name in extra:
            continue
        if name not in known:
            raise ConfigError(unknown("option", name, known, _LISTED), file.path, file.lines.get(name))
        option = known[name]
        if value is None:
            continue
        values[name] = _parse(option, value, file.directory, file.origin(name))
        if not trusted and (name != "profile" or values[name] not in PROFILES):
            _found.admit(option, values[name], file, start)
        if name == "report":
            values[name] = tuple(_beside(spec, file.directory) for spec in values[name])
        origins[name] = file.origin(name)
        if option.is_mapping:
            for key in values[name]:
                line = file.lines.get((name, key))
                origins[f"{name}.{key}"] = f"{file.path}:{line}" if line else origins[name]
    return Layer(values, origins, file.directory, file, trusted)


def _beside(spec: str, folder: Path) -> str:
    """A report with its file taken from ``folder``."""
    form, _, path = spec.partition(":")
    return f"{form}:{folder / path}" if path else spec


def profile(layers: Iterable[Layer]) -> list[Layer]:
    """The layers of the chosen profile, the one that it builds on first.

    A profile of the user's own may say with ``profile:`` which of ours it starts from. The default
    profile holds the declared defaults (a test compares), so reading its file is spared.
    """
    chosen = [(layer.values["profile"], layer) for layer in layers if layer.values.get("profile")]
    name, where = chosen[-1] if chosen else ("default", None)
    if name in PROFILES:
        return _shipped(name)
    if not name.endswith((".yml", ".yaml")):
        raise ConfigError(f"{unknown('profile', name, PROFILES)}; a profile of your own is a .yml file")
    from latexrefcheck.settings import _files

    file = _files.read((where.base if where and where.base else Path()) / name)
    parent = str(file.values.get("profile", "default"))
    if parent not in PROFILES:
        raise ConfigError(unknown("profile", parent, PROFILES), file.path, file.lines.get("profile"))
    trusted = where is None or where.trusted
    return [*_shipped(parent), _of_file(file, file.directory, ("profile",), trusted)]


def _shipped(name: str) -> list[Layer]:
    first = Layer({"profile": name}, {"profile": "default" if name == "default" else "profile"})
    if name == "default":
        return [first]
    from latexrefcheck.settings import _files

    layer = _of_file(_files.read(tables.HERE / "profiles" / f"{name}.yml", f"profile {name}"), Path())
    return [first, layer._replace(origins=dict.fromkeys(layer.origins, f"profile {name}"))]


def merge(layers: Iterable[Layer]) -> dict[str, object]:
    """The attributes of settings: each layer over those before it, tables name by name; raises ConfigError."""
    layers = [_canonical(layer) for layer in layers]
    values: dict[str, Any] = {name: option.default for name, option in OPTIONS.items()}
    origins: dict[str, str] = dict.fromkeys(OPTIONS, "default")
    for layer in layers:
        for name, value in layer.values.items():
            values[name] = _overlay(values[name], _table(name, value)) if OPTIONS[name].is_mapping else value
        origins.update(_origins(layer))
    if values["claims"] == "strict":
        values["rules"] = _overlay(STRICT_CLAIMS, values["rules"])
        for rule in STRICT_CLAIMS:
            origins.setdefault(f"rules.{rule}", origins["claims"])
    if values["policy"]:
        from latexrefcheck.settings import policy

        house = policy.rules(values["policy"], origins)
        values["rules"] = _overlay(house, values["rules"])
        for name in values["policy"]:
            for rule in policy.NAMES[name].rules:
                origins.setdefault(f"rules.{rule}", policy.origin(name, origins))
    check(values, origins)
    attributes: dict[str, object] = {OPTIONS[name].attribute: value for name, value in values.items()}
    files = [layer.file for layer in layers if layer.file and "suppress" in layer.values]
    attributes["suppressed_at"] = tuple(
        file.span("suppress", index) for file in files[-1:] for index in range(len(values["suppress"]))
    )
    attributes["notes"] = ()
    attributes["origins"] = origins
    attributes["rule_profile"] = next(layer.values["profile"] for layer in layers)
    return attributes


def _canonical(layer: Layer) -> Layer:
    """The layer with the thresholds under the names that they have here, whichever spelling it gave."""
    given = layer.values.get("thresholds")
    if not given:
        return layer
    start = "thresholds."
    names = {name: f"{start}{canonical(name.removeprefix(start))}" for name in layer.origins if name.startswith(start)}
    origins = {names.get(name, name): origin for name, origin in layer.origins.items()}
    return layer._replace(
        values={**layer.values, "thresholds": {canonical(name): value for name, value in given.items()}}, origins=origins
    )


def _origins(layer: Layer) -> dict[str, str]:
    """Where the values of a layer came from; for tables also where each name in them did."""
    found = {name: origin for name, origin in layer.origins.items() if name not in OPTIONS or not OPTIONS[name].is_mapping}
    for name, value in layer.values.items():
        if OPTIONS[name].is_mapping and name in layer.origins:
            found.update({f"{name}.{key}": layer.origins.get(f"{name}.{key}", layer.origins[name]) for key in value})
    return found


def _table(name: str, value: Mapping[str, object]) -> Mapping[str, object]:
    """A mapping in its long form: a table with a rule's severity, or with the options of a report."""
    if name == "report-options":
        return _nested(value)
    if name != "rules":
        return value
    words = {False: "off", True: "on"}  # YAML 1.1 reads the bare word off as false
    return {
        rule: part if isinstance(part, Mapping) else {"severity": words[part] if isinstance(part, bool) else part}
        for rule, part in value.items()
    }


def _nested(value: Mapping[str, object]) -> Mapping[str, object]:
    """``{"junit.positions": false}``, the form of flags and variables, as ``{"junit": {"positions": false}}``."""
    table: dict[str, object] = {}
    for name, part in value.items():
        report, dot, option = name.partition(".")
        table = _overlay(table, {report: {option: part} if dot else part})
    return table


def _overlay(below: Mapping[str, object], above: Mapping[str, object]) -> dict[str, object]:
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        merged[key] = {**old, **value} if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return merged
