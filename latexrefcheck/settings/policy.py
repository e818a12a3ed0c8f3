"""``policy:`` of a configuration: house rules in words, each of which switches on a rule with its options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from latexrefcheck.errors import ConfigError, unknown

SEVERITY = "warning"
"""Severity of a house rule unless ``rules:`` gives another."""


class House(NamedTuple):
    """One name of ``policy:``: its rule, the option that a value alone sets ('' for none), and the options of a table."""

    rule: str
    alone: str = ""
    options: tuple[str, ...] = ()


NAMES: Mapping[str, House] = {
    "order": House("citation-order"),
    "style": House("mixed-styles", "style", ("style",)),
    "years": House("year-outside", "window", ("from", "to", "window")),
    "preprints": House("preprint-share", "most", ("most",)),
    "venues": House("venue-unwanted", "wanted", ("wanted", "unwanted")),
    "self-citations": House("self-citation-share", "most", ("most", "authors")),
    "doi": House("missing-doi"),
}
"""What ``policy:`` may say."""


def rules(policy: Mapping[str, object], origins: Mapping[str, str]) -> dict[str, dict[str, object]]:
    """The table of ``rules`` that a policy stands for; raises ConfigError for what it may not say.

    ``true`` switches a rule on, ``false`` leaves it; a number, a text or a list sets its main option, a table any of them.
    """
    found: dict[str, dict[str, object]] = {}
    for name, value in policy.items():
        where = origin(name, origins)
        if name not in NAMES:
            raise ConfigError(f"{where}: {unknown('house rule', str(name), NAMES)}")
        house = NAMES[name]
        if value is False or value is None:
            continue
        table: dict[str, object] = {"severity": SEVERITY}
        if isinstance(value, Mapping):
            for option, one in value.items():
                if option not in (*house.options, "severity"):
                    raise ConfigError(f"{where}: {unknown(f'option of the house rule {name}', str(option), house.options)}")
                table[option] = one
        elif value is not True:
            if not house.alone:
                raise ConfigError(f"{where}: the house rule {name} is true or false, not {value!r}")
            table[house.alone] = value
        found[house.rule] = table
    return found


def origin(name: str, origins: Mapping[str, str]) -> str:
    """Where a name of the policy was set."""
    return origins.get(f"policy.{name}") or origins.get("policy", "policy")
