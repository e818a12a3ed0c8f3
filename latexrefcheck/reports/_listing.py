"""Findings as lines of text, for a terminal and for a log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from latexrefcheck.model.finding import Finding, Report
from latexrefcheck.model.states import FindingState
from latexrefcheck.reports import _words as words
from latexrefcheck.reports._evidence import corrected, facts
from latexrefcheck.reports._excerpt import marked
from latexrefcheck.reports._folding import Shown, others
from latexrefcheck.text.visible import line, printable

Paint = Callable[[str, str], str]
"""Takes a style name and a text, returns the text in that style."""

GUTTER = 5


def uncoloured(style: str, text: str) -> str:
    """The paint of a report without colour."""
    return text


class Style(NamedTuple):
    """How findings are written: colours, cells of a line, whether messages are wrapped there, whether all evidence is told."""

    paint: Paint = uncoloured
    width: int = 100
    wrap: bool = False
    verbose: bool = False


PLAIN = Style()


def finding(found: Finding, style: Style = PLAIN) -> Iterator[str]:
    """The lines of one finding; the first is ``path:line:column: severity [rule] message``."""
    paint, place, level = style.paint, found.location, found.severity.name
    where = f"{printable(place.path)}:{place.line}:{place.column}:"
    state = "" if found.state == FindingState.OPEN else f" ({words.STATES.get(found.state, found.state)})"
    rule = f"[{found.rule}]"
    message = _wrapped(f"{where} {level}{state} {rule} {line(words.headline(found))}", style, GUTTER + 1)
    coloured = f"{paint('place', where)} {paint(level, level)}{state} {paint('rule', rule)}"
    yield coloured + message[0].removeprefix(f"{where} {level}{state} {rule}")
    yield from message[1:]
    source = marked(found.excerpt, place, style.width - GUTTER - 3, found.excerpt_start)
    if source is not None:
        shown, carets = source
        yield f"{paint('dim', f'{place.line:>{GUTTER}} |')} {shown}"
        yield f"{paint('dim', ' ' * GUTTER + ' |')} {_indent(carets, paint, level)}"
    for other in found.related:
        spot = other.location
        yield from _noted("dim", f"{printable(spot.path)}:{spot.line}:{spot.column}:", other.message, style)
    for name, value in facts(found, style.verbose):
        yield from _noted("dim", f"{line(name)}:", value, style)
    if found.help:
        yield from _noted("dim", "help:", found.help, style)
    if right := corrected(found):
        # On one line, however long: it is there to be copied.
        yield f"{' ' * (GUTTER + 1)}{paint('fix', 'should read:')} {line(right)}"
    if found.fix:
        yield from _noted("fix", f"fix ({'safe' if found.fix.safe else 'unsafe'}):", found.fix.message, style)
    if found.reason:
        yield from _noted("dim", "reason:", found.reason, style)


def _noted(colour: str, name: str, text: str, style: Style) -> Iterator[str]:
    """A line below a finding: what it is, in ``colour``, and the text."""
    pad = " " * (GUTTER + 1)
    first, *rest = _wrapped(f"{pad}{name} {line(text)}", style, GUTTER + 3)
    yield first.replace(f"{pad}{name}", f"{pad}{style.paint(colour, name)}", 1)
    yield from rest


def _wrapped(text: str, style: Style, indent: int) -> list[str]:
    """``text`` in lines of at most the style's width, the later ones indented; whole where it is not wrapped."""
    if not style.wrap or len(text) <= style.width:
        return [text]
    from textwrap import wrap

    width = max(style.width, 40)
    lines = wrap(text, width, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False)
    return lines or [text]


def _indent(carets: str, paint: Paint, style: str) -> str:
    marks = carets.lstrip(" ")
    return carets[: len(carets) - len(marks)] + paint(style, marks)


def findings(shown: Iterable[Shown], style: Style = PLAIN) -> Iterator[str]:
    """All findings with a blank line between them, and a line for those that are only counted."""
    for number, one in enumerate(shown):
        if number:
            yield ""
        yield from finding(one.finding, style)
        if one.others:
            first, *rest = _wrapped(f"{' ' * (GUTTER + 1)}{others(one)}", style, GUTTER + 3)
            yield style.paint("rule", first)
            yield from rest


def summary(report: Report, paint: Paint = uncoloured) -> Iterator[str]:
    """The closing lines: what was found, what was read, what was looked up, and why the run fails."""
    total = words.tally(report)
    beside = words.uncounted(report)
    style = next((s for s in ("error", "warning", "info") if getattr(report.summary, s)), "good")
    yield paint(style, total) + (f"; not counted: {beside}" if beside else "")
    yield words.read(report)
    yield from (f"  {printable(each.path)}: {words.paper(each)}" for each in report.papers)
    yield from filter(None, (words.verdicts(report), words.fixable(report.open)))
    yield from (line(clause) for clause in words.trouble(report))
    yield from (f"note: {line(note)}" for note in words.notes(report))
    if report.exit_code:
        yield paint("error", words.outcome(report))
