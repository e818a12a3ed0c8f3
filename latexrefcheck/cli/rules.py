"""``latexrefcheck rules``: the rules and what they weigh here."""

from __future__ import annotations

import argparse
import sys

from latexrefcheck import registry
from latexrefcheck.cli import _arguments
from latexrefcheck.plugins import Rule, options_of_rule, page
from latexrefcheck.settings import severities
from latexrefcheck.settings.options import POLICY

NAME = "rules"
HELP = "List the rules with their severity under the chosen profile and configuration."


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options that decide severities."""
    _arguments.add_options(parser, (POLICY,))
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: argparse.Namespace) -> int:
    """Print one line per rule: severity, id, summary."""
    rules = list(registry.rules.values())
    levels = severities(_arguments.settings(args), {rule.ID: rule.SEVERITY for rule in rules})
    if args.json:
        import json

        listed = [
            {
                "rule": rule.ID,
                "severity": levels[rule.ID].name,
                "profiles": rule.SEVERITY,
                "scope": rule.SCOPE,
                "summary": summary(rule),
                "options": options_of_rule(rule),
            }
            for rule in rules
        ]
        sys.stdout.write(json.dumps(listed, indent=2, ensure_ascii=False, default=list) + "\n")
        return 0
    width = max((len(rule.ID) for rule in rules), default=0)
    for rule in rules:
        sys.stdout.write(f"{levels[rule.ID].name:<8} {rule.ID:<{width}}  {summary(rule)}\n")
    return 0


def summary(rule: Rule) -> str:
    """The first line of a rule's page."""
    return page(rule).partition("\n")[0]
