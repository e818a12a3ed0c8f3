"""Which reports are written where."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from latexrefcheck import registry
from latexrefcheck.errors import UsageError, unknown
from latexrefcheck.files import refuse_link, write_atomic
from latexrefcheck.model.finding import Report
from latexrefcheck.plugins import options_of_report
from latexrefcheck.settings import Settings
from latexrefcheck.text import visible


class Target(NamedTuple):
    """One report to write: to standard output if ``path`` is None."""

    name: str
    path: Path | None = None


def say(line: str) -> None:
    """Write a line to standard output with what a terminal would obey made visible: keys and paths come from strangers."""
    sys.stdout.write(visible.unobeyed(visible.printable(line)) + "\n")


def say_json(value: object) -> None:
    """Write ``value`` as JSON to standard output, with such characters as escapes."""
    import json

    sys.stdout.write(visible.json_text(json.dumps(value, indent=2, ensure_ascii=False, default=list)) + "\n")


def targets(settings: Settings, environ: Mapping[str, str]) -> tuple[Target, ...]:
    """The reports that were asked for.

    ``text`` goes to standard output unless another report does (or ``quiet``). In GitHub Actions that is
    ``github``, which is the annotations and the same list behind them, where no line of the paper can act as
    a workflow command.
    """
    asked = []
    for text in settings.report:
        name, colon, file = text.partition(":")
        if name not in registry.reports:
            raise UsageError(unknown("report", name, registry.reports))
        if colon and not file.strip():
            raise UsageError(f"report {text!r} names no file behind the colon")
        path = Path(file) if file and file != "-" else None
        if path is not None:
            refuse_link(path, f"report {name}")
        asked.append(Target(name, path))
    if settings.quiet or any(target.path is None for target in asked):
        return tuple(asked)
    return (Target("github" if environ.get("GITHUB_ACTIONS") == "true" else "text"), *asked)


def write(report: Report, wanted: tuple[Target, ...], settings: Settings, width: int) -> None:
    """Render each report once and write it; files are replaced whole. One that cannot be written costs only itself.

    Raises UsageError, when all others are written, about those that could not be.
    """
    failed = []
    for target in wanted:
        if target.path is None:
            text = _render(target.name, report, settings, width, colored(settings))
            if target.name == "text" and not sys.stdout.isatty():  # which a runner may read
                text = "".join(map(visible.unobeyed, text.splitlines(keepends=True)))
            _print(target.name, text)
        else:
            try:
                write_atomic(target.path, _render(target.name, report, settings, 100, False).encode("utf-8", "backslashreplace"))
            except OSError as error:
                failed.append(f"report {target.name} cannot be written to {str(target.path)!r}: {error.strerror}")
    if failed:
        sys.stdout.flush()
        raise UsageError("; ".join(failed))


def _print(name: str, text: str) -> None:
    """Write to standard output: what programs read as UTF-8 with line feeds, whatever the console's encoding is."""
    readable = "color" in options_of_report(registry.reports[name])
    buffer = None if readable else getattr(sys.stdout, "buffer", None)
    if buffer is None:
        sys.stdout.write(text)
        return
    sys.stdout.flush()
    buffer.write(text.encode("utf-8", "backslashreplace"))
    buffer.flush()


def _render(name: str, report: Report, settings: Settings, width: int, color: bool) -> str:
    """The text of one format; what the terminal and the switches of the command line say is given to those that ask for it."""
    form = registry.reports[name]
    here = {"color": color, "width": width, "verbose": settings.verbose, "show": settings.show}
    here["wrap"] = color or sys.stdout.isatty()
    chosen = {option: here[option] for option in options_of_report(form) if option in here}
    return form.render(report, **{**chosen, **settings.report_options.get(name, {})})


def lists_entries(wanted: tuple[Target, ...]) -> bool:
    """Whether any of the reports shows the entries."""
    return any(registry.reports[target.name].ENTRIES for target in wanted)


def colored(settings: Settings) -> bool:
    """Whether text on standard output is coloured; see no-color.org for NO_COLOR."""
    if settings.color != "auto":
        return settings.color == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()
