"""Charts of verdicts, years and sources as inline SVG, coloured by the style sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from latexrefcheck.model.finding import EntryReport, Report
from latexrefcheck.registry import source_name
from latexrefcheck.reports import _words as words
from latexrefcheck.reports.html._markup import escaped
from latexrefcheck.text.patterns import lazy

WIDTH, HEIGHT, ROW = 360, 190, 26
MOST_COLUMNS = 40

_YEAR = lazy(r"(?<!\d)(1[4-9]\d\d|20\d\d)(?!\d)")
_TONES = {
    "good": "verified",
    "warn": "differs or not found",
    "bad": "wrong identifier",
    "calm": "not checked",
    "accent": "not looked up",
}
OUTCOMES = {"found": "good", "absent": "calm", "failed": "bad"}


class _Drawing(NamedTuple):
    """SVG content of a height, and HTML to stand below it."""

    height: int
    content: str
    legend: str = ""


Bars = list[tuple[str, list[tuple[str, str, int]]]]
"""Rows of (label, [(series, tone, count)])."""


def charts(report: Report) -> str:
    """The charts for which there is something to show."""
    figures = [_verdicts(report), _sources(report)]
    shown = "".join(figure for figure in figures if figure)
    return (
        f'<section aria-labelledby="charts"><h2 id="charts" class="hidden">Charts</h2><div class="charts">{shown}</div></section>'
        if shown
        else ""
    )


def _verdicts(report: Report) -> str:
    counts = list(words.verdict_counts(report))
    bars: Bars = [(words.VERDICTS.get(s, s), [(words.VERDICTS.get(s, s), words.TONES.get(s, "calm"), n)]) for s, n in counts]
    return _figure("verdicts", "Verdicts", _rows(bars), ((label, sum(n for *_, n in row)) for label, row in bars)) if bars else ""


def _sources(report: Report) -> str:
    asked: dict[str, Counter[str]] = {}
    for entry in report.entries:
        for one in entry.verdict.evidence if entry.verdict else ():
            asked.setdefault(source_name(one.source), Counter())[one.outcome] += 1
    bars: Bars = [
        (source, [(outcome, OUTCOMES[outcome], counts[outcome]) for outcome in OUTCOMES])
        for source, counts in sorted(asked.items(), key=lambda item: (-item[1].total(), item[0]))
    ]
    if not bars:
        return ""
    told = ((source, ", ".join(f"{n} {outcome}" for outcome, _, n in row if n)) for source, row in bars)
    drawing = _rows(bars)._replace(legend=_legend(OUTCOMES.items()))
    return _figure("answers", "Answers by source", drawing, told)


def _figure(name: str, title: str, drawing: _Drawing, told: Iterable[tuple[str, object]]) -> str:
    """A figure; a screen reader gets the numbers as one sentence."""
    numbers = escaped("; ".join(f"{label}: {value}" for label, value in told))
    return (
        f'<figure class="chart"><figcaption id="chart-{name}">{escaped(title)}</figcaption>'
        f'<svg viewBox="0 0 {WIDTH} {drawing.height}" role="img" aria-label="{escaped(title)}. {numbers}">'
        f"{drawing.content}</svg>{drawing.legend}</figure>"
    )


def _rows(bars: Bars) -> _Drawing:
    """Horizontal bars, one row each: label above the bar, number behind it."""
    most = max(sum(count for *_, count in row) for _, row in bars) or 1
    parts, y = [], 0
    for label, row in bars:
        total, x = sum(count for *_, count in row), 0.0
        parts.append(f'<text x="0" y="{y + 12}" class="label">{escaped(label[:40])}</text>')
        parts.append(f'<text x="{WIDTH}" y="{y + 12}" class="number" text-anchor="end">{total}</text>')
        parts.append(f'<rect x="0" y="{y + 18}" width="{WIDTH}" height="7" rx="3.5" class="track"/>')
        for _, tone, count in row:
            if count:
                width = max(count / most * WIDTH, 3)
                width = min(width, WIDTH - x)
                parts.append(f'<rect x="{x:.1f}" y="{y + 18}" width="{width:.1f}" height="7" rx="3.5" class="fill-{tone}"/>')
                x += width
        y += ROW + 9
    return _Drawing(y - 4, "".join(parts))


def _legend(series: Iterable[tuple[str, str]]) -> str:
    items = "".join(f'<li><i class="dot {tone}"></i>{escaped(label)}</li>' for label, tone in series)
    return f'<ul class="legend" aria-hidden="true">{items}</ul>'


def year_of(entry: EntryReport) -> int | None:
    """The year that an entry gives, if it gives one."""
    match = _YEAR.search(entry.fields.get("year", "") or entry.fields.get("date", ""))
    return int(match.group()) if match else None
