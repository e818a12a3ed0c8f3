"""The JSON Schema of the configuration file, for editors that complete and check YAML."""

from __future__ import annotations

from collections.abc import Mapping

from latexrefcheck import registry
from latexrefcheck.model.finding import Severity
from latexrefcheck.plugins import options_of_report, options_of_rule
from latexrefcheck.settings import policy
from latexrefcheck.settings._check import SOURCE_KEYS, SUPPRESS_KEYS
from latexrefcheck.settings._option import Option
from latexrefcheck.settings.options import OPTIONS
from latexrefcheck.settings.thresholds import DEFAULTS

ADDRESS = "https://raw.githubusercontent.com/latexrefcheck/latexrefcheck/v1/docs/latexrefcheck.schema.json"
"""Where the schema of this major version lies."""

Schema = Mapping[str, object]
"""A JSON Schema, draft 2020-12."""

_TEXTS: Schema = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": ["string", "number"]}}]}
_LEVELS = (*Severity.__members__, False)
"""Severities as YAML gives them: it reads ``off`` as false."""


def schema() -> dict[str, object]:
    """The schema of ``.latexrefcheck.yml``: every option that a file may set, with its type and meaning."""
    properties = {option.name: {"description": option.help} | _property(option) for option in OPTIONS.values() if option.file}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": ADDRESS,
        "title": "Configuration of latexrefcheck",
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
    }


def _property(option: Option) -> dict[str, object]:
    special = {
        "policy": _policy,
        "rules": _rules,
        "thresholds": _thresholds,
        "report-options": _report_options,
        "source": _sources,
    }
    if option.name in special:
        return _table(special[option.name]())
    if option.name == "suppress":
        return {"type": "array", "items": _suppression()}
    if option.name == "report":
        return {**_TEXTS}
    choices: dict[str, object] = {"enum": list(option.choices)} if option.choices else {}
    plain: Mapping[str, dict[str, object]] = {
        "bool": {"type": "boolean"},
        "int": {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^[0-9]+[kKmMgG]?$"}]},
        "float": {"type": "number", "minimum": 0},
        "str": {"type": "string", **choices},
        "Path | None": {"type": "string"},
        "Mapping": {"type": "object"},
    }
    return dict(plain.get(option.kind, _TEXTS))


def _table(properties: Mapping[str, object]) -> dict[str, object]:
    return {"type": "object", "additionalProperties": False, "properties": properties}


def _rules() -> dict[str, object]:
    found: dict[str, object] = {}
    for rule in registry.rules.values():
        options = {name: _like(default) for name, default in options_of_rule(rule).items()}
        level: dict[str, object] = {"enum": list(_LEVELS)}
        found[rule.ID] = {"anyOf": [level, _table({"severity": level} | options)]}
    return found


def _policy() -> dict[str, object]:
    found: dict[str, object] = {}
    one_or_more: dict[str, object] = {"anyOf": [{"type": "string"}, {**_TEXTS}]}
    for name, house in policy.NAMES.items():
        options = {option: _like(options_of_rule(registry.rules[house.rules[0]])[option]) for option in house.options}
        options |= {option: one_or_more for option in options if option in policy.LISTS}
        if "most" in options:
            options["most"] = {"anyOf": [{"type": "number", "minimum": 0, "maximum": 1}, {"type": "string", "pattern": "%$"}]}
        alone = [options[house.alone]] if house.alone else []
        found[name] = {"anyOf": [{"type": "boolean"}, *alone, _table({"severity": {"enum": list(_LEVELS)}, **options})]}
    return found


def _report_options() -> dict[str, object]:
    return {
        name: _table({option: _like(default) for option, default in options_of_report(report).items()})
        for name, report in registry.reports.items()
        if options_of_report(report)
    }


def _thresholds() -> dict[str, object]:
    return {
        name: {"type": "integer", "minimum": 0, "maximum": 100}
        if isinstance(default, int)
        else {"type": "number", "minimum": 0, "maximum": 1}
        for name, default in DEFAULTS.items()
    }


def _sources() -> dict[str, object]:
    return {name: _table({key: {"type": "string"} for key in SOURCE_KEYS}) for name in registry.sources}


def _suppression() -> dict[str, object]:
    texts: dict[str, object] = {key: {"type": "string"} for key in SUPPRESS_KEYS}
    return _table(texts | {"rule": dict(_TEXTS)}) | {"required": ["reason"], "minProperties": 2}


def _like(default: object) -> dict[str, object]:
    """The schema of a value of a default's type."""
    if isinstance(default, bool):
        return {"type": "boolean"}
    if isinstance(default, int | float):
        return {"type": "integer" if isinstance(default, int) else "number"}
    return {"type": "string"} if isinstance(default, str) else {"type": "array"}
