"""The parts of the page around the tables: header, counts, remarks, sources and rule pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from latexrefcheck.model.finding import Report
from latexrefcheck.registry import source_name
from latexrefcheck.reports import _words as words
from latexrefcheck.reports.html._markup import escaped, page


def header(report: Report) -> str:
    """Outcome, documents, profile and time."""
    state, label = ("bad", "Failed") if report.exit_code else ("good", "Passed")
    names = "".join(f"<li><code>{escaped(name)}</code></li>" for name in report.documents)
    about = [f"profile {report.profile}", f"fails on {report.fail_on.name}" if report.fail_on else "never fails"]
    about += [report.started] if report.started else []
    about += [f"{report.elapsed:.1f} s"] if report.elapsed else []
    return (
        f'<p class="outcome {state}"><span aria-hidden="true">{"✗" if report.exit_code else "✓"}</span> {label}</p>'
        f"<div><h1>{escaped(words.tally(report).capitalize())}</h1>"
        f'<p class="muted">{escaped(words.read(report))}</p>'
        + (f'<ul class="documents" aria-label="Documents">{names}</ul>' if names else "")
        + f'<p class="muted small">{escaped(" · ".join(about))}</p></div>'
    )


def cards(report: Report) -> str:
    """The counts."""
    s = report.summary
    counted = (
        ("error", "errors" if s.error != 1 else "error", s.error),
        ("warning", "warnings" if s.warning != 1 else "warning", s.warning),
        ("info", "info", s.info),
        ("plain", "entries" if s.entries != 1 else "entry", s.entries),
        ("plain", "citations" if s.citations != 1 else "citation", s.citations),
        ("plain", "not counted", s.suppressed + s.baseline + s.unchanged + s.on_uncited),
    )
    return "".join(_card(tone, label, count) for tone, label, count in counted)


def _card(tone: str, label: str, count: int) -> str:
    target = f"level-{tone}" if tone != "plain" else "entries" if label in ("entry", "entries") else ""
    inner = f"<b>{count}</b> <span>{label}</span>"
    return f'<li class="card {tone}">' + (f'<a href="#{target}">{inner}</a>' if target and count else inner) + "</li>"


def papers(report: Report) -> str:
    """How each document fared, as a table; empty for a single one."""
    if not report.papers:
        return ""
    rows = (
        f'<tr><th scope="row"><code>{escaped(one.path)}</code></th><td>{one.error}</td><td>{one.warning}</td><td>{one.info}</td>'
        f"<td>{one.entries}</td><td>{escaped(words.paper(one).partition(': ')[2])}</td></tr>"
        for one in sorted(report.papers, key=lambda one: (-one.error, -one.warning, one.path))
    )
    return _table("papers", "Documents", ("document", "errors", "warnings", "info", "entries", "verdicts"), rows)


def _table(name: str, title: str, columns: Iterable[str], rows: Iterable[str]) -> str:
    """A section with a table; ``rows`` are of markup, the rest is ours."""
    head = "".join(f'<th scope="col">{column}</th>' for column in columns)
    table = f'<table class="plain"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
    return (
        f'<section aria-labelledby="{name}"><h2 id="{name}">{title}</h2>'
        f'<div class="scroll" tabindex="0" role="group" aria-labelledby="{name}">{table}</div></section>'
    )


def remarks(report: Report) -> str:
    """What a reader must know beside the counts."""
    lines = [words.sentence(clause) for clause in words.trouble(report)]
    lines += [f"Not counted: {words.uncounted(report)}"] if words.uncounted(report) else []
    lines += [text for text in (words.fixable(report.open), *words.notes(report), words.outcome(report)) if text]
    items = "".join(f"<li>{escaped(text[:1].upper() + text[1:])}</li>" for text in lines)
    return f'<ul class="remarks">{items}</ul>' if items else ""


def sources(report: Report) -> str:
    """How each source did, as a table."""
    if not report.sources:
        return ""
    rows = (
        f'<tr><th scope="row">{escaped(source_name(status.source))}</th><td><span class="badge state-{escaped(status.state)}">'
        f"{escaped(status.state)}</span></td><td>{status.requests}</td><td>{status.cached}</td><td>{status.failures}</td>"
        f"<td>{escaped(status.reason)}</td></tr>"
        for status in report.sources
    )
    return _table("sources", "Sources", ("source", "state", "requests", "cached", "failures", "reason"), rows)


def rules(report: Report) -> str:
    """The page of each rule that has a finding."""
    pages = "".join(_rules(report))
    return f'<section aria-labelledby="rules"><h2 id="rules">Rules</h2>{pages}</section>' if pages else ""


def _rules(report: Report) -> Iterator[str]:
    for rule, text in sorted(report.rules.items()):
        name = escaped(rule)
        yield f'<details class="rule" id="rule-{name}"><summary><code>{name}</code></summary>{page(text)}</details>'
