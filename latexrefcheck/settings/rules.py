"""The severity and the options of every rule under given settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any

from latexrefcheck.finding import Severity
from latexrefcheck.settings.options import Settings


def severities(settings: Settings, rules: Iterable[ModuleType]) -> dict[str, Severity]:
    """Severity by rule id: the rule's own table for the profile, then settings, then ``select`` and ``ignore``.

    A selected rule that the profile has off runs at the severity of its strictest profile.
    """
    table = {}
    for rule in rules:
        name = rule.SEVERITY[settings.rule_profile]
        name = settings.rules.get(rule.ID, {}).get("severity", name)
        if settings.select:
            name = "off" if rule.ID not in settings.select else rule.SEVERITY["strict"] if name == "off" else name
        table[rule.ID] = Severity.off if rule.ID in settings.ignore else Severity[name]
    return table


def rule_options(settings: Settings, rules: Iterable[ModuleType]) -> dict[str, Mapping[str, Any]]:
    """Options by rule id: the rule's defaults with the user's values over them."""
    table: dict[str, Mapping[str, Any]] = {}
    for rule in rules:
        given = {name: value for name, value in settings.rules.get(rule.ID, {}).items() if name != "severity"}
        table[rule.ID] = {**getattr(rule, "OPTIONS", {}), **given}
    return table
