"""``latexrefcheck explain RULE``: the manual page of a rule."""

from __future__ import annotations

import argparse
import sys

from latexrefcheck import plugins, registry

NAME = "explain"
HELP = "Explain a rule: what it does, why it matters, an example, and what to write instead."


def arguments(parser: argparse.ArgumentParser) -> None:
    """The ids of rules."""
    parser.add_argument("rules", nargs="+", metavar="RULE", help="id of a rule, as in the report")


def run(args: argparse.Namespace) -> int:
    """Print the pages."""
    pages = [page(name) for name in args.rules]
    sys.stdout.write("\n".join(pages))
    return 0


def page(name: str) -> str:
    """The manual page of one rule, in Markdown."""
    rule = registry.rules[name]
    first, _, rest = plugins.page(rule).partition("\n")
    levels = ", ".join(f"{profile} {severity}" for profile, severity in rule.SEVERITY.items())
    return f"# {rule.ID}\n\n{first}\n\nSeverity: {levels}\n{rest.rstrip()}\n"
