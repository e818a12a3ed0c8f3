"""Charts of verdicts, years and sources as inline SVG, coloured by the style sheet."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from latexrefcheck.model.finding import EntryReport, Report
from latexrefcheck.registry import source_name
from latexrefcheck.reports import _words as words
from latexrefcheck.reports.html._markup import escaped

WIDTH, HEIGHT, ROW = 360, 190, 26
MOST_COLUMNS = 40

_YEAR = re.compile(r"(?<!\d)(1[4-9]\d\d|20\d\d)(?!\d)")
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
    figures = [_verdicts(report), _years(report.entries), _sources(report)]
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


def _years(entries: Iterable[EntryReport]) -> str:
    tones: dict[int, Counter[str]] = {}
    for entry in entries:
        year = year_of(entry)
        if year is not None:
            tone = words.TONES.get(entry.verdict.status, "calm") if entry.verdict else "accent"
            tones.setdefault(year, Counter())[tone] += 1
    if not tones:
        return ""
    first, last = min(tones), max(tones)
    step = next(size for size in (1, 2, 5, 10, 20, 50) if (last - first) // size < MOST_COLUMNS)
    first -= first % step
    columns: dict[int, Counter[str]] = {}
    for year, counts in tones.items():
        columns.setdefault(year - (year - first) % step, Counter()).update(counts)
    told = ((f"{year}\u2013{year + step - 1}" if step > 1 else str(year), columns[year].total()) for year in sorted(columns))
    used = set().union(*tones.values())
    legend = _legend((label, tone) for tone, label in _TONES.items() if tone in used) if used != {"accent"} else ""
    drawing = _columns(columns, first, last, step)._replace(legend=legend)
    return _figure("years", "Entries by year", drawing, told)


def _columns(columns: dict[int, Counter[str]], first: int, last: int, step: int) -> _Drawing:
    slots = (last - first) // step + 1
    most = max(counts.total() for counts in columns.values())
    floor, wide = HEIGHT - 24, WIDTH / slots
    parts = [f'<line x1="0" y1="{floor + 0.5}" x2="{WIDTH}" y2="{floor + 0.5}" class="axis"/>']
    parts.append(f'<line x1="0" y1="14.5" x2="{WIDTH}" y2="14.5" class="grid"/><text x="0" y="10" class="number">{most}</text>')
    for year, counts in sorted(columns.items()):
        width = min(max(wide * 0.78, 2), 34)
        x, y = (year - first) / step * wide + (wide - width) / 2, float(floor)
        for tone in ("good", "accent", "calm", "warn", "bad"):
            if counts[tone]:
                height = counts[tone] / most * (floor - 15)
                y -= height
                parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" class="fill-{tone}"/>')
    every = max(-(-slots // 6), 1)
    for slot in range(0, slots, every):
        x = slot * wide + wide / 2
        anchor = "start" if x < 16 else "end" if x > WIDTH - 16 else "middle"
        x = 0 if anchor == "start" else WIDTH if anchor == "end" else x
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - 6}" class="number" text-anchor="{anchor}">{first + slot * step}</text>')
    return _Drawing(HEIGHT, "".join(parts))
