"""Annotations for GitHub Actions, as workflow commands in the log.

GitHub keeps ten errors, ten warnings and ten notices of a step and drops the rest without a word.
So the worst of each level are annotated, duplicates once, and a notice says how many more there are;
the whole list stands in the log, inside a group. While untrusted text is printed there, workflow
commands are switched off.

## Options
- `limit` (default 10): annotations per level
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from latexrefcheck.model.finding import Finding, Report, Severity
from latexrefcheck.reports import _folding as folding
from latexrefcheck.reports import _listing as listing
from latexrefcheck.reports import _words as words
from latexrefcheck.reports._evidence import facts
from latexrefcheck.text.visible import block, line, printable

ID = "github"
ENTRIES = False

LONGEST = 4000
"""Longest message of one annotation, in characters; GitHub refuses 64 KB."""

_COMMANDS = {Severity.error: "error", Severity.warning: "warning", Severity.info: "notice"}


def render(report: Report, *, limit: int = 10) -> str:
    """The log text: the whole list in a group, then the annotations, then a notice about the rest."""
    found = report.open
    if not found:
        return "\n".join(_quoted(listing.summary(report))) + "\n"
    shown, left = _chosen(_distinct(found), max(limit, 0))
    lines = [f"::group::{_data(f'latexrefcheck: {words.tally(report)}')}"]
    lines += _quoted([*listing.findings(folding.whole(found)), "", *listing.summary(report)])
    lines += ["::endgroup::", *map(_annotation, shown)]
    if left:
        lines.append(_notice(len(shown) + len(left), left))
    return "\n".join(lines) + "\n"


def _distinct(findings: Iterable[Finding]) -> list[Finding]:
    """The first of those that would annotate one line with the same words, the worst first."""
    unique: dict[tuple[str, int, str, str], Finding] = {}
    for found in words.worst_first(findings):
        unique.setdefault((found.location.path, found.location.line, found.rule, words.headline(found)), found)
    return list(unique.values())


def _chosen(findings: list[Finding], limit: int) -> tuple[list[Finding], list[Finding]]:
    """(annotated, left out). The notice about the rest takes one place among the infos."""
    levels = {severity: [found for found in findings if found.severity is severity] for severity in _COMMANDS}
    room = dict.fromkeys(_COMMANDS, limit)
    if any(len(found) > limit for found in levels.values()):
        room[Severity.info] = max(limit - 1, 0)
    shown = [found for severity, found_ in levels.items() for found in found_[: room[severity]]]
    left = [found for severity, found_ in levels.items() for found in found_[room[severity] :]]
    return shown, left


def _notice(total: int, left: list[Finding]) -> str:
    counts = words.severities(*(sum(found.severity is severity for found in left) for severity in _COMMANDS))
    text = (
        f"{len(left)} of {total} findings are not annotated here ({counts}), because GitHub shows few per step; "
        "the log of this step lists them all, as do the step summary and the report files."
    )
    return f"::notice title={_property('latexrefcheck')}::{_data(text)}"


def _annotation(found: Finding) -> str:
    place = found.location
    properties = {"file": printable(place.path)}
    if place.line >= 1:
        properties["line"] = str(place.line)
        properties["endLine"] = str(max(place.end_line, place.line))
        # GitHub refuses columns on a range of lines.
        if place.column >= 1 and place.end_line == place.line:
            properties["col"] = str(place.column)
            properties["endColumn"] = str(max(place.end_column, place.column))
    properties["title"] = line(f"{found.rule} ({found.key})" if found.key else found.rule)[:200]
    written = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{_COMMANDS[found.severity]} {written}::{_data(_message(found))}"


def _message(found: Finding) -> str:
    lines = [line(words.headline(found))]
    lines += [f"{name}: {line(value)}" for name, value in facts(found)]
    lines += [line(found.help)] if found.help else []
    text = block("\n".join(lines))
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "\u2026"


def _quoted(lines: Iterable[str]) -> Iterator[str]:
    """``lines`` between commands that make the runner obey nothing in them.

    The token is a hash of the very text, so no text can hold the token that would end its own quoting.
    """
    text = list(lines)
    token = "latexrefcheck-" + hashlib.sha256("\n".join(text).encode("utf-8", "replace")).hexdigest()[:32]
    yield f"::stop-commands::{token}"
    yield from text
    yield f"::{token}::"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
