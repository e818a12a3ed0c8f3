"""Check merged values against what exists: rules, their options, thresholds, sources. Nothing is guessed."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from pathlib import PurePath
from typing import Any

from latexrefcheck import registry
from latexrefcheck.errors import ConfigError, unknown
from latexrefcheck.files import is_repository
from latexrefcheck.model.finding import Severity
from latexrefcheck.plugins import options_of_report, options_of_rule
from latexrefcheck.settings.thresholds import DEFAULTS, NAMES
from latexrefcheck.text.patterns import lazy

SEVERITIES = tuple(Severity.__members__)
SUPPRESS_KEYS = ("rule", "key", "file", "field", "reason")
WRITTEN = ("report", "baseline", "lock", "evidence")
"""Options that name files to be written."""
SOURCES = frozenset(".tex .ltx .bib .bbl .aux .bcf .fls .sty .cls .bst .bbx .cbx .lbx .dtx .ins .def .rnw .py".split())
SETTINGS = frozenset((".latexrefcheck.yml", ".latexrefcheck.yaml", "pyproject.toml", "latexmkrc", ".latexmkrc", "makefile"))
"""Names of files of settings, in small letters as some file systems compare them."""
LIMIT = lazy(r"|\d{1,9}|0?\.\d{1,9}|1\.0{1,9}|(?:100|\d{1,2})(?:\.\d{1,9})?%", re.A)
"""A number, or a share as a decimal or in per cent; nothing for no limit."""

SOURCE_KEYS = ("url", "key", "contact")
"""What can be set for one scholarly source, also as ``LATEXREFCHECK_<SOURCE>_<PART>``."""


TRUTHS = {**dict.fromkeys(("true", "yes", "on", "1"), True), **dict.fromkeys(("false", "no", "off", "0"), False)}
"""Truth values as text, from variables and flags."""


def check(values: dict[str, Any], origins: Mapping[str, str]) -> None:
    """Raise ConfigError for the first value that names something unknown; turn numbers given as text into numbers."""
    for name in ("select", "ignore"):
        for rule in values[name]:
            _known("rule", rule, registry.rules, origins[name])
    for name in ("sources", "without-sources"):
        for source in values[name]:
            _known("source", source, registry.sources, origins[name])
    if values["rules"]:
        values["rules"] = {rule: _rule(rule, table, _origin("rules", rule, origins)) for rule, table in values["rules"].items()}
    for name in WRITTEN:
        given = values[name]
        paths = [spec.partition(":")[2] for spec in given] if name == "report" else [given or ""]
        for path in paths:
            _writable(name, PurePath(path), origins[name])
    for index, item in enumerate(values["suppress"]):
        _suppression(item, f"{origins['suppress']}: suppress, item {index + 1}")
    for name, signature in values["cite-commands"].items():
        if not isinstance(signature, str):
            raise ConfigError(f"{_origin('cite-commands', name, origins)}: cite-commands {name!r} needs its arguments as text")
    for source, table in values["source"].items():
        _source(source, table, _origin("source", source, origins))
    if values["report-options"]:
        values["report-options"] = _report_options(values["report-options"], origins)
    if not LIMIT.fullmatch(values["max-not-found"]):
        given = values["max-not-found"]
        origin = origins["max-not-found"]
        raise ConfigError(f"{origin}: max-not-found must be a number (3) or a share (10% or 0.1), not {given!r}")
    values["thresholds"] = _thresholds(values["thresholds"], origins)


def _writable(name: str, path: PurePath, origin: str) -> None:
    """Refuse to replace what a slip of the hand, or the file of a stranger's paper, must not cost: sources and settings."""
    if path.suffix.lower() in SOURCES or path.name.lower() in SETTINGS or any(map(is_repository, path.parts)):
        raise ConfigError(f"{origin}: {name} would overwrite {str(path)!r}; name another file")


def _origin(name: str, key: str, origins: Mapping[str, str]) -> str:
    return origins.get(f"{name}.{key}") or origins[name]


def _known(what: str, name: str, known: Collection[str], origin: str) -> None:
    if name not in known:
        raise ConfigError(f"{origin}: {unknown(what, name, known)}")


def _rule(rule: str, table: Mapping[str, object], origin: str) -> dict[str, object]:
    _known("rule", rule, registry.rules, origin)
    options = options_of_rule(registry.rules[rule])
    checked = {}
    for name, value in table.items():
        if name == "severity":
            value = "off" if value is False else value
            if value not in SEVERITIES:
                raise ConfigError(f"{origin}: severity of {rule} must be one of {', '.join(SEVERITIES)}, not {value!r}")
        else:
            _known(f"option of {rule}", name, ("severity", *options), origin)
            value = _like(options[name], value, f"{origin}: {name} of {rule}")
        checked[name] = value
    return checked


def _like(default: object, value: object, what: str) -> object:
    """``value`` if it has the type of the default; numbers and truth values may come as text."""
    if isinstance(default, list | tuple | set | frozenset) and isinstance(value, list | tuple):
        return tuple(value)
    if isinstance(default, bool) and isinstance(value, str):
        value = TRUTHS.get(value.strip().lower(), value)
    if isinstance(default, bool) or not isinstance(default, int | float):
        fits = isinstance(value, type(default))
    else:
        try:
            value = float(str(value)) if isinstance(default, float) else int(str(value))
            fits = True
        except ValueError:
            fits = False
    if not fits:
        raise ConfigError(f"{what} must be a value like {default!r}, not {value!r}")
    return value


def _report_options(tables: Mapping[str, object], origins: Mapping[str, str]) -> dict[str, Mapping[str, object]]:
    """The options of reports with the types of their defaults."""
    checked: dict[str, Mapping[str, object]] = {}
    for report, table in tables.items():
        names = (
            f"report-options.{name}"
            for name in (report, *(f"{report}.{option}" for option in (table if isinstance(table, Mapping) else ())))
        )
        origin = next((origins[name] for name in names if name in origins), origins["report-options"])
        _known("report", report, registry.reports, origin)
        if not isinstance(table, Mapping):
            raise ConfigError(f"{origin}: report-options of {report} must be a table of names and values, or {report}.NAME=VALUE")
        options = options_of_report(registry.reports[report])
        if not options:
            raise ConfigError(f"{origin}: the report {report} has no options")
        for name in table:
            _known(f"option of report {report}", name, tuple(options), origin)
        checked[report] = {name: _like(options[name], value, f"{origin}: {name} of {report}") for name, value in table.items()}
    return checked


def _suppression(item: Mapping[str, object], where: str) -> None:
    for key in item:
        _known("part of a suppression", key, SUPPRESS_KEYS, where)
    if not str(item.get("reason") or "").strip():
        raise ConfigError(f"{where}: give the reason, so that the next reader knows why this is accepted")
    if len(item) < 2:
        raise ConfigError(f"{where}: say what is accepted: at least one of rule, key, file and field")
    rules = item.get("rule", ())
    for rule in rules if isinstance(rules, list | tuple) else (rules,):
        _known("rule", str(rule), registry.rules, where)
    for key in ("key", "file", "field"):
        if isinstance(item.get(key, ""), list | tuple | Mapping):
            raise ConfigError(f"{where}: {key} must be one text; write an item for each")


def _source(source: str, table: object, origin: str) -> None:
    _known("source", source, registry.sources, origin)
    if not isinstance(table, Mapping):
        raise ConfigError(f"{origin}: source {source} needs a table with any of {', '.join(SOURCE_KEYS)}")
    for key in table:
        _known(f"part of source {source}", key, SOURCE_KEYS, origin)
        if not isinstance(table[key], str):
            raise ConfigError(f"{origin}: {key} of source {source} must be text, not {table[key]!r}")


def _thresholds(table: Mapping[str, object], origins: Mapping[str, str]) -> dict[str, float]:
    checked: dict[str, float] = {}
    for name, value in table.items():
        origin = _origin("thresholds", name, origins)
        _known("threshold", name, NAMES, origin)
        whole = isinstance(DEFAULTS[name], int)
        try:
            number = int(str(value)) if whole else float(str(value))
        except ValueError:
            number = -1
        if not 0 <= number <= (100 if whole else 1):
            form = "a whole number" if whole else "a number from 0 to 1"
            raise ConfigError(f"{origin}: threshold {name} must be {form}, not {value!r}")
        checked[name] = number
    return checked
