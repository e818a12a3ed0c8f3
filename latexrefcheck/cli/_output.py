"""Which reports are written where."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from latexrefcheck import registry
from latexrefcheck.errors import UsageError
from latexrefcheck.files import write_atomic
from latexrefcheck.model.finding import Report
from latexrefcheck.reports import _clean
from latexrefcheck.settings import Settings

WITHOUT_ENTRIES = frozenset({"text", "github", "gitlab", "sarif", "rdjsonl"})
"""Formats that show findings only, so that the entries need not be listed for them."""


class Target(NamedTuple):
    """One report to write: to standard output if ``path`` is None."""

    name: str
    path: Path | None = None


def say(line: str) -> None:
    """Write a line to standard output with what a terminal would obey made visible: keys and paths come from strangers."""
    sys.stdout.write(_clean.printable(line) + "\n")


def say_json(value: object) -> None:
    """Write ``value`` as JSON to standard output, with such characters as escapes."""
    import json

    sys.stdout.write(_clean.json_text(json.dumps(value, indent=2, ensure_ascii=False, default=list)) + "\n")


def targets(settings: Settings, environ: Mapping[str, str]) -> tuple[Target, ...]:
    """The reports that were asked for.

    ``text`` goes to standard output unless another report does (or ``quiet``). In GitHub Actions that is
    ``github``, which is the annotations and the same list behind them, where no line of the paper can act as
    a workflow command.
    """
    asked = []
    for text in settings.report:
        name, colon, file = text.partition(":")
        if name not in registry.names("reports"):
            raise UsageError(registry.unknown("report", name, registry.names("reports")))
        if colon and not file.strip():
            raise UsageError(f"report {text!r} names no file behind the colon")
        asked.append(Target(name, Path(file) if file and file != "-" else None))
    if settings.quiet or any(target.path is None for target in asked):
        return tuple(asked)
    return (Target("github" if environ.get("GITHUB_ACTIONS") == "true" else "text"), *asked)


def write(report: Report, wanted: tuple[Target, ...], settings: Settings, width: int) -> None:
    """Render each report once and write it; files are replaced whole."""
    for target in wanted:
        module = registry.module("reports", target.name)
        if target.path is None:
            sys.stdout.write(_render(module, report, settings, width, colored(settings)))
        else:
            try:
                write_atomic(target.path, _render(module, report, settings, 100, False).encode("utf-8", "backslashreplace"))
            except OSError as error:
                raise UsageError(f"report {target.name} cannot be written to {str(target.path)!r}: {error.strerror}") from error


def _render(module: ModuleType, report: Report, settings: Settings, width: int, color: bool) -> str:
    if module.ID == "text":
        return str(module.render(report, color=color, width=width, verbose=settings.verbose))
    return str(module.render(report))


def colored(settings: Settings) -> bool:
    """Whether text on standard output is coloured; see no-color.org for NO_COLOR."""
    if settings.color != "auto":
        return settings.color == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()
