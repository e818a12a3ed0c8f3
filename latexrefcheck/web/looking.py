"""Routes about the check: begin, stop, its progress, its report, its entries, its fixes."""

from __future__ import annotations

from latexrefcheck import registry
from latexrefcheck.errors import UsageError, unknown
from latexrefcheck.model.states import FindingState
from latexrefcheck.reports import html
from latexrefcheck.reports.json import entry as plain_entry
from latexrefcheck.web import mending
from latexrefcheck.web.answers import File, Plain, Question, Unknown
from latexrefcheck.web.site import Site

_KINDS = {"html": "text/html", "json": "application/json", "sarif": "application/json", "gitlab": "application/json"}
_ENDINGS = {
    "html": "html",
    "json": "json",
    "sarif": "sarif",
    "gitlab": "json",
    "markdown": "md",
    "junit": "xml",
    "checkstyle": "xml",
}


def progress(site: Site) -> Plain:
    """How the latest check is doing, which files have changed since the last report, and the checks of the past."""
    now = site.checks.now
    return now._asdict() | {"report": site.checks.reported, "changed": site.checks.changed(), "past": site.checks.past}


def begin(site: Site, asked: Question) -> Plain:
    """Begin a check."""
    ask = asked.flag("ask", True)
    return site.checks.start(None if ask else False, asked.flag("afresh"))._asdict()


def stop(site: Site) -> Plain:
    """Stop the check that is running."""
    return site.checks.stop()._asdict()


def report(site: Site, asked: Question) -> File:
    """The last report in one of the formats of ``latexrefcheck check --report``."""
    name = asked.text("format", "json")
    if name not in registry.reports:
        raise UsageError(unknown("report", name, registry.reports))
    text = registry.reports[name].render(site.checks.last().outcome.report)
    return File(text, _KINDS.get(name, "text/plain"), f"latexrefcheck.{_ENDINGS.get(name, 'txt')}")


def parts(site: Site, asked: Question) -> Plain:
    """Parts of the last report as HTML, its counts, and the numbers of the findings that have a fix."""
    names = [name for name in asked.text("names").split(",") if name]
    for name in names:
        if name not in html.PARTS:
            raise UsageError(unknown("part", name, html.PARTS))
    last = site.checks.last(asked.number("check"))
    open_ones = [
        (number, found.fix.safe)
        for number, found in enumerate(last.outcome.report.findings, 1)
        if found.fix is not None and found.fix.edits and found.state == FindingState.OPEN
    ]
    return {
        "check": last.number,
        "findings": len(last.outcome.report.open),
        "entries": len(last.outcome.report.entries),
        "html": dict(html.parts(last.outcome.report, names)),
        "safe": [number for number, safe in open_ones if safe],
        "unsafe": [number for number, safe in open_ones if not safe],
    }


def entry(site: Site, asked: Question) -> Plain:
    """One entry of the last report by its number, from 1, with the records of all sources side by side."""
    number, check = asked.number("number"), asked.number("check")
    entries = site.checks.last(check).outcome.report.entries
    if not 1 <= number <= len(entries):
        raise Unknown(f"the report has no entry {number}, only {len(entries)}")
    found = entries[number - 1]
    return {"entry": plain_entry(found), "records": html.columns(found), "html": html.records(found)}


def fix(site: Site, asked: Question) -> Plain:
    """The diff of some fixes of the last report, or writing them."""
    last = site.checks.last(asked.number("check"))
    return mending.mended(last, asked.numbers("findings"), asked.flag("write"), site.settings(), site.writing)
