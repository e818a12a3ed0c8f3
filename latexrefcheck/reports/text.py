"""Readable text for a terminal or a log.

Findings are grouped by file. The first line of each is `path:line:column: severity [rule] message`,
so editors and problem matchers can jump to it; below it stand the source line with carets under the
exact columns, related places, the evidence (cited and found value, source, address, score) and the
fix. A summary closes the report, and its numbers add up; a clean run is one line.

Colour is used on a terminal only. Control characters, escape sequences and bidirectional controls
in untrusted text are shown as visible characters.

## Options
- `color` (default false): style the text with ANSI sequences
- `width` (default 100): cells that a source line may take
- `verbose` (default false): also list findings that do not count, and every info finding when there
  are more than 50 (otherwise those are folded into one counted line per rule and file)
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.model.finding import Finding, Report, Severity
from latexrefcheck.reports import _listing as listing
from latexrefcheck.reports import _words as words
from latexrefcheck.reports._clean import line, printable

ID = "text"
ENTRIES = False

FOLD_ABOVE = 50
"""Info findings that are listed one by one; more are folded unless the report is verbose."""

_STYLES = {
    "error": "bold red",
    "warning": "bold yellow",
    "info": "bold blue",
    "good": "bold green",
    "place": "bold",
    "file": "bold underline",
    "rule": "magenta",
    "fix": "green",
    "dim": "dim",
}


def render(report: Report, *, color: bool = False, width: int = 100, verbose: bool = False) -> str:
    """The report as text, ending with a line feed."""
    paint = _painter() if color else listing.uncoloured
    listed = report.findings if verbose else report.open
    if not listed:
        return "\n".join(_clean_run(report, paint)) + "\n"
    shown, folded = (list(listed), {}) if verbose else _fold(listed)
    lines = [*listing.findings(shown, paint, width), *([""] if shown else []), *_folded(folded)]
    lines += [*([""] if folded else []), *listing.summary(report, paint)]
    return "\n".join(lines) + "\n"


def _clean_run(report: Report, paint: listing.Paint) -> Iterator[str]:
    """One line for a run without findings, and one more for each thing that the reader must know."""
    names = ", ".join(map(printable, report.documents[:3])) + (", \u2026" if len(report.documents) > 3 else "")
    parts = [words.read(report), words.verdicts(report)]
    beside = words.uncounted(report)
    parts.append(f"not counted: {beside}" if beside else "")
    yield f"{names + ': ' if names else ''}{paint('good', 'no findings')} ({'; '.join(filter(None, parts))})"
    yield from (f"source {line(clause)}" for clause in words.trouble(report))
    yield from (f"note: {line(note)}" for note in report.notes)
    if report.exit_code:
        yield paint("error", words.outcome(report))


def _fold(findings: tuple[Finding, ...]) -> tuple[list[Finding], dict[tuple[str, str], list[Finding]]]:
    """(findings to list, findings to count by (path, rule)): infos are counted when there are very many."""
    infos = sum(found.severity is Severity.info for found in findings)
    if infos <= FOLD_ABOVE:
        return list(findings), {}
    groups: dict[tuple[str, str], list[Finding]] = {}
    for found in findings:
        if found.severity is Severity.info:
            groups.setdefault((found.location.path, found.rule), []).append(found)
    return [found for found in findings if found.severity is not Severity.info], groups


def _folded(groups: dict[tuple[str, str], list[Finding]]) -> Iterator[str]:
    for (path, rule), found in groups.items():
        first = found[0].location
        yield f"{printable(path)}:{first.line}:{first.column}: info [{rule}] and {len(found) - 1} more of this kind in the file"
    if groups:
        total = sum(map(len, groups.values()))
        yield f"{total} info findings are folded into the {words.plural(len(groups), 'line')} above; --verbose lists them"


def _painter() -> listing.Paint:
    """Styles by rich, each worked out once; rich is imported only when colour is wanted."""
    from rich.color import ColorSystem
    from rich.style import Style

    marks = {
        name: Style.parse(style).render("\0", color_system=ColorSystem.STANDARD).split("\0") for name, style in _STYLES.items()
    }

    def paint(style: str, text: str) -> str:
        before, after = marks[style]
        return f"{before}{text}{after}" if text else ""

    return paint
