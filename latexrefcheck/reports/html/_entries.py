"""The table of entries: one table body each, a row to scan and a row with the evidence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from latexrefcheck.model.finding import EntryReport, Report
from latexrefcheck.model.record import Evidence, Record, Verdict
from latexrefcheck.model.states import Agreement
from latexrefcheck.registry import source_name
from latexrefcheck.reports import _words as words
from latexrefcheck.reports._evidence import address, described, record_url, remarks
from latexrefcheck.reports.html._charts import OUTCOMES, year_of
from latexrefcheck.reports.html._markup import compared, escaped, facts, link, place
from latexrefcheck.text.tex import to_unicode

COLUMNS = (
    ("key", "Key", "text"),
    ("verdict", "Verdict", "number"),
    ("score", "Score", "number"),
    ("year", "Year", "number"),
    ("title", "Title", "text"),
    ("findings", "Findings", "number"),
)
"""Columns of the table: name, heading, and how they sort."""
FEW = 30
"""Of more entries, those that are verified are hidden until the reader asks for them."""
VERDICT_COLUMNS = frozenset(("verdict", "score"))
"""Those that are empty when nothing was looked up."""

_STATES = {"agree": ("good", "agrees"), "minor": ("calm", "minor"), "differ": ("bad", "differs"), "unknown": ("calm", "unknown")}
_RANKS = {status: rank for rank, status in enumerate(words.VERDICTS)}


def section(report: Report, anchors: Mapping[str, list[int]]) -> str:
    """The filters and the table; ``anchors`` are the numbers of the findings by key. ``entry-N`` is the anchor of entry N."""
    if not report.entries:
        return ""
    looked_up = any(entry.verdict is not None for entry in report.entries)
    columns = [column for column in COLUMNS if looked_up or column[0] not in VERDICT_COLUMNS]
    head = "".join(
        f'<th scope="col" role="columnheader"><button type="button" data-sort="{name}" data-kind="{kind}">{title}'
        '<span class="arrow" aria-hidden="true"></span></button></th>'
        for name, title, kind in columns
    )
    ordered = sorted(enumerate(report.entries, 1), key=lambda one: _settled(one[1], bool(anchors.get(one[1].key))))
    bodies = "".join(_body(number, entry, anchors.get(entry.key, []), columns) for number, entry in ordered)
    return (
        '<section aria-labelledby="entries"><h2 id="entries">Entries</h2>'
        f"{_filters(report)}"
        '<table class="entries" role="table" aria-labelledby="entries"><thead role="rowgroup">'
        f'<tr role="row">{head}</tr></thead>{bodies}</table></section>'
    )


def _settled(entry: EntryReport, with_findings: bool) -> int:
    """How little there is to look at: 0 for a verdict in doubt, then entries with findings, then the others."""
    doubtful = entry.verdict is not None and entry.verdict.status not in ("verified", "unverifiable", "unchecked")
    return 0 if doubtful else 1 if with_findings else 2


def _filters(report: Report) -> str:
    folded = len(report.entries) > FEW and any(status != "verified" for status, _ in words.verdict_counts(report))
    boxes = "".join(
        f'<label><input type="checkbox" name="verdict" value="{escaped(status)}"{_checked(status, folded)}> '
        f"{escaped(words.VERDICTS.get(status, status))} <b>{count}</b></label>"
        for status, count in words.verdict_counts(report)
    )
    group = f"<fieldset><legend>Verdict</legend>{boxes}</fieldset>" if boxes else ""
    return (
        '<form class="filters" hidden data-for="entries"><label class="search">Search entries'
        '<input type="search" name="text" autocomplete="off" placeholder="key, title, author, source"></label>'
        f'{group}<label class="only"><input type="checkbox" name="only"> only with findings</label>'
        '<p class="count" role="status" aria-live="polite"></p></form>'
    )


def _checked(status: str, folded: bool) -> str:
    return "" if folded and status == "verified" else " checked"


def _body(number: int, entry: EntryReport, numbers: list[int], columns: list[tuple[str, str, str]]) -> str:
    verdict = entry.verdict
    status = verdict.status if verdict else ""
    title = _title(entry)
    author, year = _plain(entry.fields.get("author", "")), year_of(entry)
    score = f"{verdict.score:.2f}" if verdict and verdict.judgements else ""
    sort = {
        "key": entry.key.lower(),
        "verdict": str(_RANKS.get(status, len(_RANKS))),
        "score": score,
        "year": str(year or ""),
        "title": title.lower(),
        "findings": str(len(numbers)),
    }
    data = "".join(f' data-{name}="{escaped(value)}"' for name, value in sort.items())
    cells = {
        "verdict": _badge(verdict),
        "score": score,
        "year": str(year or ""),
        "title": f'<span class="title">{escaped(title)}</span><span class="by">{escaped(author)}</span>',
        "findings": f'<a href="#finding-{numbers[0]}">{len(numbers)}</a>' if numbers else "",
    }
    row = "".join(f'<td role="cell" data-label="{title}">{cells[name]}</td>' for name, title, _ in columns[1:])
    return (
        f'<tbody role="rowgroup" id="entry-{number}" data-status="{escaped(status)}"{data}>'
        f'<tr role="row"><th scope="row" role="rowheader"><code>{escaped(entry.key)}</code></th>{row}</tr>'
        f'<tr role="row" class="more"><td role="cell" colspan="{len(columns)}">{_details(entry)}</td></tr></tbody>'
    )


def _badge(verdict: Verdict | None) -> str:
    if verdict is None:
        return '<span class="badge calm">not looked up</span>'
    tone = words.TONES.get(verdict.status, "calm")
    label, *more = words.standing(verdict.status, verdict.agreement, verdict.word).split(", ")
    notices = "".join(f' <span class="badge bad">{escaped(n.kind.replace("_", " "))}</span>' for n in verdict.notices[:2])
    beside = "".join(f'<br><small class="muted">{escaped(text)}</small>' for text in more)
    return f'<span class="badge {tone}">{escaped(label)}</span>{notices}{beside}'


def _title(entry: EntryReport) -> str:
    record = entry.verdict.record if entry.verdict else None
    return _plain(entry.fields.get("title", "")) or (record.title if record else "")


def _plain(value: str) -> str:
    """A value as readers write it, without TeX and line breaks, short enough for a table."""
    text = " ".join(to_unicode(value[:1000]).split())
    return text if len(text) <= 200 else text[:200] + "\u2026"


def _details(entry: EntryReport) -> str:
    parts = "".join(_parts(entry))
    name = "Evidence" if entry.verdict else "Details"
    shown = " open" if entry.verdict and any(one.state == "differ" for one in entry.verdict.judgements) else ""
    return f'<details{shown}><summary>{name}<span class="hidden"> for {escaped(entry.key)}</span></summary>{parts}</details>'


def _parts(entry: EntryReport) -> Iterator[str]:
    verdict = entry.verdict
    if verdict is not None:
        yield "".join(f'<p class="remark">{escaped(text)}</p>' for text in remarks(verdict))
        yield _judgements(verdict)
        yield facts(_verdict_facts(verdict))
        yield _evidence(verdict.evidence)
    if verdict is None or not verdict.judgements:
        yield facts(
            (name, escaped(value if len(value) <= 500 else value[:500] + "\u2026")) for name, value in entry.fields.items()
        )
    spots = ", ".join(place(where) for where in entry.cited_at[:20])
    more = f" and {len(entry.cited_at) - 20} more places" if len(entry.cited_at) > 20 else ""
    yield facts([("defined", place(entry.location)), *([("cited", spots + more)] if spots else [])])


def _judgements(verdict: Verdict) -> str:
    if not verdict.judgements:
        return ""
    source = f"found in {source_name(verdict.record.source)}" if verdict.record else "found"
    rows = []
    for one in verdict.judgements:
        tone, label = _STATES.get(one.state, ("calm", one.state))
        left, right = compared(one.cited, one.found)
        rows.append(
            f'<tr><th scope="row">{escaped(one.field)}</th>'
            f'<td data-label="cited">{left}</td><td data-label="found">{right}</td><td data-label="result">'
            f'<span class="badge {tone}">{escaped(label)}</span> <span class="muted">{one.score:.2f}</span>'
            + (f'<span class="detail">{escaped(one.detail)}</span>' if one.detail else "")
            + "</td></tr>"
        )
    return (
        '<table class="compare"><thead><tr><th scope="col">field</th><th scope="col">cited</th>'
        f'<th scope="col">{escaped(source)}</th><th scope="col">result</th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def _verdict_facts(verdict: Verdict) -> Iterator[tuple[str, str]]:
    for name, record in (("record", verdict.record), ("other work", verdict.other), ("published as", verdict.published)):
        if record is not None:
            yield name, _record(record)
    if verdict.identifier is not None:
        kind, value = verdict.identifier
        yield "identifier", link(address(kind, value), f"{kind} {value}")
    for notice in verdict.notices:
        text = " ".join(filter(None, (notice.kind.replace("_", " "), notice.doi, notice.date)))
        yield "notice", link(address("doi", notice.doi), text)
    if verdict.agreement != Agreement.NONE:
        yield "agreement", escaped(verdict.agreement.replace("-", " "))
    if verdict.checked:
        yield "checked", escaped(verdict.checked + (" (from the lock)" if verdict.from_lock else ""))


def _record(record: Record) -> str:
    return f'{link(record_url(record), described(record))} <span class="muted">{escaped(source_name(record.source))}</span>'


def _evidence(found: tuple[Evidence, ...]) -> str:
    items = "".join(map(_query, found))
    return f'<ul class="evidence" aria-label="Queries">{items}</ul>' if items else ""


def _query(one: Evidence) -> str:
    asked = link(one.url, f"{source_name(one.source)}: {one.query.kind} {one.query.value[:200]}")
    about = " ".join(filter(None, (one.reason, one.when, "cached" if one.cached else "")))
    badge = f'<span class="badge {OUTCOMES.get(one.outcome, "calm")}">{escaped(one.outcome)}</span>'
    return f'<li>{badge} {asked} <span class="muted">{escaped(about)}</span></li>'
