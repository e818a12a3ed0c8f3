"""Every finding with its source line, evidence and fix."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from latexrefcheck.model.finding import Finding, Fix, Report
from latexrefcheck.model.states import FindingState
from latexrefcheck.reports import _words as words
from latexrefcheck.reports._edits import Change, changes
from latexrefcheck.reports._evidence import corrected, web
from latexrefcheck.reports._evidence import facts as evidence_of
from latexrefcheck.reports._excerpt import ELLIPSIS
from latexrefcheck.reports.html._markup import compared, escaped, facts, link, place
from latexrefcheck.text.visible import printable

MANY = 300
"""Beyond so many findings a browser lays out only those in sight."""
MOST_CHANGES = 5
FEW_INFOS = 50
"""More infos are hidden until the reader asks for them."""
_LEVELS = {"error": "Errors", "warning": "Warnings", "info": "Info", "closed": "Not counted"}


def anchors(report: Report) -> dict[str, list[int]]:
    """Numbers (from 1) of the open findings by key; ``finding-N`` is the anchor of number N."""
    table: dict[str, list[int]] = {}
    for number, found in enumerate(report.findings, 1):
        if found.state == FindingState.OPEN and found.key is not None:
            table.setdefault(found.key, []).append(number)
    return table


def section(report: Report, numbers: Mapping[str, list[int]]) -> str:
    """The filters and the findings, errors first."""
    if not report.findings:
        return '<section aria-labelledby="findings"><h2 id="findings">Findings</h2><p class="muted">None.</p></section>'
    size = "findings long" if len(report.findings) > MANY else "findings"
    return (
        '<section aria-labelledby="findings"><h2 id="findings">Findings</h2>'
        f'{_filters(report)}<div class="{size}">{"".join(_groups(report))}</div></section>'
    )


def _filters(report: Report) -> str:
    s = report.summary
    levels = (
        ("error", s.error),
        ("warning", s.warning),
        ("info", s.info),
        ("closed", s.suppressed + s.baseline + s.unchanged + s.on_uncited),
    )
    hidden = ("closed", "info") if s.info > FEW_INFOS and s.error + s.warning else ("closed",)
    boxes = "".join(
        f'<label><input type="checkbox" name="level" value="{level}"{"" if level in hidden else " checked"}> '
        f"{'not counted' if level == 'closed' else level} <b>{count}</b></label>"
        for level, count in levels
        if count
    )
    rules = "".join(f"<option>{escaped(rule)}</option>" for rule in sorted({found.rule for found in report.findings}))
    return (
        '<form class="filters" hidden data-for="findings"><label class="search">Search findings'
        '<input type="search" name="text" autocomplete="off" placeholder="message, key, file"></label>'
        f"<fieldset><legend>Severity</legend>{boxes}</fieldset>"
        f'<label>Rule<select name="rule"><option value="">all rules</option>{rules}</select></label>'
        '<p class="count" role="status" aria-live="polite"></p></form>'
    )


def _groups(report: Report) -> Iterator[str]:
    """The findings by severity, each level under its heading, those that do not count last; numbers are those of file order."""
    numbered = list(enumerate(report.findings, 1))
    for level, title in _LEVELS.items():
        found = [
            (number, one)
            for number, one in numbered
            if level == (one.severity.name if one.state == FindingState.OPEN else "closed")
        ]
        if found:
            yield f'<div class="file" id="level-{level}"><h3>{title} <span class="muted">{len(found)}</span></h3>'
            yield from ("".join(_finding(number, one, one.rule in report.rules)) for number, one in found)
            yield "</div>"


def _finding(number: int, found: Finding, explained: bool) -> Iterator[str]:
    level = found.severity.name
    closed = (
        ""
        if found.state == FindingState.OPEN
        else f' <span class="badge calm">{escaped(words.STATES.get(found.state, found.state))}</span>'
    )
    rule = f"<code>{escaped(found.rule)}</code>"
    yield f'<article class="finding {level}" id="finding-{number}" data-level="{level if not closed else "closed"}"'
    yield f' data-rule="{escaped(found.rule)}"><header><span class="badge {level}">{level}</span>{closed} '
    yield f"{place(found.location)} "
    yield f'<a class="ruleref" href="#rule-{escaped(found.rule)}">{rule}</a>' if explained else rule
    yield f'</header><p class="message">{escaped(words.headline(found))}</p>'
    yield _source(found)
    yield _evidence(found)
    if found.related:
        yield '<ul class="related">'
        yield from (f"<li>{place(other.location)} {escaped(other.message)}</li>" for other in found.related)
        yield "</ul>"
    yield f'<p class="help">{escaped(found.help)}</p>' if found.help else ""
    yield _corrected(found)
    yield _fix(found.fix) if found.fix else ""
    yield f'<p class="muted small">{escaped(found.reason)}</p>' if found.reason else ""
    yield "</article>"


def _source(found: Finding) -> str:
    """The source line with the place marked; tabs stay tabs."""
    spot = found.location
    text = "".join("\t" if raw == "\t" else shown for raw, shown in zip(found.excerpt, printable(found.excerpt), strict=True))
    if not text.strip():
        return ""
    left = found.excerpt_start
    start = min(max(spot.column - 1 - left, 0), len(text))
    end = min(max(spot.end_column - 1 - left, start), len(text)) if spot.end_line == spot.line else len(text)
    before, marked, after = (_raw(part) for part in (text[:start], text[start:end], text[end:]))
    return (
        f'<pre class="source" tabindex="0" role="group" aria-label="Source line {spot.line}">'
        f'<span class="line" aria-hidden="true">{spot.line}</span>'
        f"<code>{ELLIPSIS if left else ''}{before}<mark>{marked}</mark>{after}</code></pre>"
    )


def _raw(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _evidence(found: Finding) -> str:
    pairs = dict(evidence_of(found))
    shown = {name: link(value, value) if web(value) else escaped(value) for name, value in pairs.items()}
    if "cited" in pairs and "found" in pairs:
        shown["cited"], shown["found"] = compared(pairs["cited"], pairs["found"])
    return facts(shown.items())


def _corrected(found: Finding) -> str:
    """The reference as it should read, with a button that copies it; the script shows the button."""
    right = corrected(found)
    if not right:
        return ""
    style = str((found.evidence or {}).get("style", ""))
    told = f"Should read ({escaped(style)})" if style else "Should read"
    return (
        f'<div class="corrected"><p class="muted small">{told}</p><p class="right">{escaped(right)}</p>'
        '<button type="button" class="copy" hidden>Copy</button></div>'
    )


def _fix(fix: Fix) -> str:
    kind = '<span class="badge good">safe</span>' if fix.safe else '<span class="badge warn">unsafe</span>'
    lines = "".join(_change(change) for change in changes(fix)[:MOST_CHANGES])
    return f'<details class="fix"><summary>Fix {kind} {escaped(fix.message)}</summary>{lines}</details>'


def _change(change: Change) -> str:
    old, new = change.old.splitlines() or [""], change.new.splitlines() or [""]
    if len(old) == len(new):
        pairs = [compared_lines(*pair) for pair in zip(old, new, strict=True)]
        old_lines, new_lines = [left for left, _ in pairs], [right for _, right in pairs]
    else:
        old_lines, new_lines = [_raw(printable(text)) for text in old], [_raw(printable(text)) for text in new]
    removed = "".join(f'<span class="removed"><span class="sign">- </span>{text}</span>' for text in old_lines)
    added = "".join(f'<span class="added"><span class="sign">+ </span>{text}</span>' for text in new_lines)
    where = f'<p class="small"><code class="place">{escaped(change.path)}:{change.first}</code></p>'
    return f'{where}<pre class="diff" tabindex="0" role="group" aria-label="Change">{removed}{added}</pre>'


def compared_lines(old: str, new: str) -> tuple[str, str]:
    """Two source lines with their common beginning and end plain and the middle marked."""
    old, new = printable(old), printable(new)
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    ends = len(old) - tail, len(new) - tail
    return (
        f"{_raw(old[:head])}<del>{_raw(old[head : ends[0]])}</del>{_raw(old[ends[0] :])}",
        f"{_raw(new[:head])}<ins>{_raw(new[head : ends[1]])}</ins>{_raw(new[ends[1] :])}",
    )
