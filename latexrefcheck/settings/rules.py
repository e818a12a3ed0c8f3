"""The severity and the options of every rule under given settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from latexrefcheck.model.finding import Severity
from latexrefcheck.plugins import Rule, options_of_rule
from latexrefcheck.settings.settings import Settings


def severities(settings: Settings, tables: Mapping[str, Mapping[str, str]]) -> dict[str, Severity]:
    """Severity by rule id from the rules' own ``tables`` for the profile, then settings, then ``select`` and ``ignore``.

    A selected rule that the profile has off runs at the severity of its strictest profile.
    """
    found = {}
    for rule, table in tables.items():
        name = str(settings.rules.get(rule, {}).get("severity", table[settings.rule_profile]))
        if settings.select:
            name = "off" if rule not in settings.select else table["strict"] if name == "off" else name
        found[rule] = Severity.off if rule in settings.ignore else Severity[name]
    return found


def rule_options(settings: Settings, rules: Iterable[Rule]) -> dict[str, Mapping[str, object]]:
    """Options by rule id: the rule's defaults with the user's values over them."""
    table: dict[str, Mapping[str, object]] = {}
    for rule in rules:
        given = {name: value for name, value in settings.rules.get(rule.ID, {}).items() if name != "severity"}
        table[rule.ID] = {**options_of_rule(rule), **given}
    return table
