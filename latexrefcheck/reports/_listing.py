"""Findings as lines of text, for a terminal and for a log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from latexrefcheck.model.finding import Finding, Report
from latexrefcheck.reports import _words as words
from latexrefcheck.reports._clean import line, printable
from latexrefcheck.reports._evidence import facts
from latexrefcheck.reports._excerpt import marked

Paint = Callable[[str, str], str]
"""Takes a style name and a text, returns the text in that style."""

GUTTER = 5


def uncoloured(style: str, text: str) -> str:
    """The paint of a report without colour."""
    return text


def finding(found: Finding, paint: Paint, width: int) -> Iterator[str]:
    """The lines of one finding; the first is ``path:line:column: severity [rule] message``."""
    place, style = found.location, found.severity.name
    where = f"{printable(place.path)}:{place.line}:{place.column}:"
    state = "" if found.state == "open" else f" ({words.STATES.get(found.state, found.state)})"
    rule = paint("rule", f"[{found.rule}]")
    yield f"{paint('place', where)} {paint(style, style)}{state} {rule} {line(words.headline(found))}"
    source = marked(found.excerpt, place, width - GUTTER - 3, found.excerpt_start)
    if source is not None:
        shown, carets = source
        yield f"{paint('dim', f'{place.line:>{GUTTER}} |')} {shown}"
        yield f"{paint('dim', ' ' * GUTTER + ' |')} {_indent(carets, paint, style)}"
    pad = " " * (GUTTER + 1)
    for other in found.related:
        spot = other.location
        yield f"{pad}{paint('dim', f'{printable(spot.path)}:{spot.line}:{spot.column}:')} {line(other.message)}"
    for name, value in facts(found):
        yield f"{pad}{paint('dim', f'{line(name)}:')} {line(value)}"
    if found.help:
        yield f"{pad}{paint('dim', 'help:')} {line(found.help)}"
    if found.fix:
        kind = "safe" if found.fix.safe else "unsafe"
        yield f"{pad}{paint('fix', f'fix ({kind}):')} {line(found.fix.message)}"
    if found.reason:
        yield f"{pad}{paint('dim', 'reason:')} {line(found.reason)}"


def _indent(carets: str, paint: Paint, style: str) -> str:
    marks = carets.lstrip(" ")
    return carets[: len(carets) - len(marks)] + paint(style, marks)


def findings(found: Iterable[Finding], paint: Paint = uncoloured, width: int = 100) -> Iterator[str]:
    """All findings, a blank line between them and a heading where the file changes."""
    path = None
    for number, one in enumerate(found):
        if number:
            yield ""
        if one.location.path != path:
            path = one.location.path
            yield paint("file", printable(path))
        yield from finding(one, paint, width)


def summary(report: Report, paint: Paint = uncoloured) -> Iterator[str]:
    """The closing lines: what was found, what was read, what was looked up, and why the run fails."""
    total = words.tally(report)
    beside = words.uncounted(report)
    style = next((s for s in ("error", "warning", "info") if getattr(report.summary, s)), "good")
    yield paint(style, total) + (f"; not counted: {beside}" if beside else "")
    yield words.read(report)
    yield from filter(None, (words.verdicts(report), words.fixable(report.open)))
    yield from (f"source {line(clause)}" for clause in words.trouble(report))
    yield from (f"note: {line(note)}" for note in report.notes)
    if report.exit_code:
        yield paint("error", words.outcome(report))
