"""``policy:`` of a configuration: house rules in words, each of which switches on a rule with its options.

It is a short form of ``rules:`` and no more; suppressions and the baseline, which the wing ``policy`` decides on, are other
things.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from latexrefcheck.errors import ConfigError, unknown
from latexrefcheck.settings._check import TRUTHS

SEVERITY = "warning"
"""Severity of a house rule unless ``rules:`` gives another."""
LONGEST_NUMBER = 9
A_YEAR = 1000
"""A number from which on it is a year and no number of years."""


class House(NamedTuple):
    """One name of ``policy:``: its rules, the option that a value alone sets ('' for none), and the options of a table.

    Options are those of the first rule.
    """

    rules: tuple[str, ...]
    alone: str = ""
    options: tuple[str, ...] = ()


NAMES: Mapping[str, House] = {
    "order": House(("citation-order", "citation-numbers")),
    "style": House(("mixed-styles",), "style", ("style",)),
    "years": House(("year-outside",), "window", ("from", "to", "window")),
    "preprints": House(("preprint-share",), "most", ("most",)),
    "venues": House(("venue-unwanted",), "wanted", ("wanted", "unwanted")),
    "self-citations": House(("self-citation-share",), "most", ("most", "authors")),
    "doi": House(("missing-doi",)),
}
"""What ``policy:`` may say."""
LISTS = ("wanted", "unwanted", "authors")
"""Options that are lists; one text alone is a list of one."""


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
        if isinstance(value, str) and value.strip().lower() in ("true", "false", "yes", "no", "on", "off"):
            value = TRUTHS[value.strip().lower()]
        if value is False or value is None:
            continue
        options = _checked(name, _options(name, house, value, where), where)
        for rule in house.rules:
            found[rule] = {"severity": SEVERITY, **options}
    return found


def _options(name: str, house: House, value: object, where: str) -> dict[str, object]:
    """The options that the value of a house rule gives."""
    if value is True:
        return {}
    if isinstance(value, Mapping):
        for option in value:
            if option not in (*house.options, "severity"):
                known = (*house.options, "severity")
                raise ConfigError(f"{where}: {unknown(f'option of the house rule {name}', str(option), known)}")
        return dict(value)
    if not house.alone:
        raise ConfigError(f"{where}: the house rule {name} is true or false, not {value!r}")
    return {house.alone: value}


def _checked(name: str, options: dict[str, object], where: str) -> dict[str, object]:
    """The options with lists and shares in one form; types are checked with those of ``rules:``."""
    for option in LISTS:
        if isinstance(options.get(option), str):
            options[option] = [options[option]]
        given = options.get(option)
        if isinstance(given, list | tuple) and not all(isinstance(one, str) for one in given):
            raise ConfigError(f"{where}: {option} of the house rule {name} must be names, not {given!r}")
    if "most" in options:
        options["most"] = _share(name, options["most"], where)
    if name == "style" and options.get("style"):
        from latexrefcheck.cite.telling import STYLES  # imported late: nobody else needs it here

        if options["style"] not in STYLES:
            raise ConfigError(f"{where}: {unknown('style', str(options['style']), STYLES)}")
    if name == "years":
        _years(options, where)
    return options


def _share(name: str, value: object, where: str) -> float:
    """A share from 0 to 1, also in per cent."""
    try:
        text = str(value).strip()
        share = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        share = -1.0
    if isinstance(value, bool) or not 0 <= share <= 1:
        raise ConfigError(f"{where}: the house rule {name} needs a share (0.2 or 20%), not {value!r}")
    return share


def _years(options: Mapping[str, object], where: str) -> None:
    """Refuse years that no reference can have; what is no number at all is told with the options of ``rules:``."""
    window, first, last = (_number(options.get(name)) for name in ("window", "from", "to"))
    if not 0 <= window < A_YEAR:
        raise ConfigError(f"{where}: years takes how many years back from now; for a year write {{from: {abs(window)}}}")
    if 0 < last < first:
        raise ConfigError(f"{where}: the house rule years goes from {first} to {last}, and no year is in that")


def _number(value: object) -> int:
    """A whole number, also as text; 0 for anything else."""
    text = str(value).strip()
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < LONGEST_NUMBER else 0


def origin(name: str, origins: Mapping[str, str]) -> str:
    """Where a name of the policy was set."""
    return origins.get(f"policy.{name}") or origins.get("policy", "policy")
