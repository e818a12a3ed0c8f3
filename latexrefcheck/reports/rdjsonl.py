"""Reviewdog diagnostics, one JSON object a line, for review comments with suggestions.

Feed it to `reviewdog -f=rdjsonl`; findings in lines that a change did not touch are shown with
`-filter-mode=nofilter` only. A fix within one file travels as a suggestion.

Reviewdog counts columns in UTF-8 bytes; they are converted here.
"""

from __future__ import annotations

from latexrefcheck.model.document import Edit
from latexrefcheck.model.finding import Finding, Report, Severity
from latexrefcheck.reports import _words as words
from latexrefcheck.reports._edits import merged
from latexrefcheck.reports._evidence import facts
from latexrefcheck.reports._json import compact
from latexrefcheck.text.visible import block, line, printable

ID = "rdjsonl"
ENTRIES = False

LONGEST_LINE = 10_000
"""Farthest column for which a suggestion is worked out: bytes have to be counted from the start of the line."""

_SEVERITIES = {Severity.error: "ERROR", Severity.warning: "WARNING", Severity.info: "INFO"}


def render(report: Report) -> str:
    """The open findings as reviewdog diagnostics; empty when there are none."""
    return "".join(compact(_diagnostic(found)) + "\n" for found in report.open)


def _diagnostic(found: Finding) -> dict[str, object]:
    lines = [words.headline(found), *(f"{name}: {value}" for name, value in facts(found)), found.help]
    lines += [f"suggestion: {words.mending(found.fix)}"] if found.fix else []
    diagnostic: dict[str, object] = {
        "message": block("\n".join(line(text) for text in lines if text)),
        "location": {"path": printable(found.location.path), "range": _range(found)},
        "severity": _SEVERITIES[found.severity],
        "source": {"name": "latexrefcheck"},
        "code": {"value": found.rule, **({"url": address} if (address := words.manual(found.rule)) else {})},
    }
    edit = merged(found.fix, found.location.path) if found.fix else None
    if edit is not None and edit.span.start - _line_start(edit) < LONGEST_LINE:
        diagnostic["suggestions"] = [_suggestion(edit)]
    return diagnostic


def _range(found: Finding) -> dict[str, object]:
    """Start and, where the source line of the end is known, end of a finding."""
    place, excerpt = found.location, found.excerpt
    if found.excerpt_start or place.column - 1 > len(excerpt) or place.line < 1:
        return {"start": {"line": max(place.line, 1)}}
    spot: dict[str, object] = {"start": {"line": place.line, "column": _bytes(excerpt[: max(place.column - 1, 0)]) + 1}}
    if place.end_line == place.line and place.end_column - 1 <= len(excerpt):
        spot["end"] = {"line": place.line, "column": _bytes(excerpt[: max(place.end_column - 1, 0)]) + 1}
    return spot


def _line_start(edit: Edit) -> int:
    source = edit.span.source
    return source.line_starts[source.position(edit.span.start)[0] - 1]


def _suggestion(edit: Edit) -> dict[str, object]:
    source = edit.span.source
    return {
        "range": {"start": _position(source.text, *source.position(edit.span.start), edit.span.start)}
        | {"end": _position(source.text, *source.position(edit.span.end), edit.span.end)},
        "text": edit.text,
    }


def _position(text: str, row: int, column: int, offset: int) -> dict[str, int]:
    return {"line": row, "column": _bytes(text[offset - column + 1 : offset]) + 1}


def _bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
