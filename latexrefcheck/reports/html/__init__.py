"""One self-contained HTML page to read, search, print and hand on.

Counts, for several papers also of each; every finding with its source line, evidence and fix, errors
first; a table of entries that can be sorted and filtered, those in doubt first, each with its evidence
and with cited and found values side by side, the words that differ marked; charts of verdicts and
sources. The page loads nothing from anywhere, follows the light or dark setting, works by keyboard and
with a screen reader, on a phone and on paper, and without scripting it is complete, only not sortable.
Untrusted text is escaped, only http and https addresses become links, and a content security policy
lets no other script or style run.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Callable, Collection, Mapping
from functools import cache
from importlib import resources
from string import Template

from latexrefcheck.model.finding import EntryReport, Report
from latexrefcheck.reports import _words as words
from latexrefcheck.reports.html import _charts, _entries, _findings, _overview, _records
from latexrefcheck.reports.html._markup import escaped

ID = "html"
ENTRIES = True
PARTS = ("header", "cards", "remarks", "papers", "charts", "entries", "findings", "rules", "sources")


def render(report: Report) -> str:
    """The report as one HTML document."""
    style, script = asset("style.css"), asset("script.js")
    return Template(asset("page.html")).substitute(
        parts(report),
        policy=f"default-src 'none'; img-src data:; style-src {digest(style)}; script-src {digest(script)}; "
        "base-uri 'none'; form-action 'none'",
        style=style,
        script=script,
        title=escaped(f"{words.tally(report)} \u2013 latexrefcheck"),
        version=escaped(report.tool_version),
    )


def parts(report: Report, names: Collection[str] = ()) -> Mapping[str, str]:
    """What a page about a report is put together from, as HTML by name (some of :data:`PARTS`, or all).

    Scripts and styles come from :func:`asset`.
    """
    anchors = _findings.anchors(report)
    makers: Mapping[str, Callable[[], str]] = {
        "header": lambda: _overview.header(report),
        "cards": lambda: _overview.cards(report),
        "remarks": lambda: _overview.remarks(report),
        "papers": lambda: _overview.papers(report),
        "charts": lambda: _charts.charts(report),
        "entries": lambda: _entries.section(report, anchors),
        "findings": lambda: _findings.section(report, anchors),
        "rules": lambda: _overview.rules(report),
        "sources": lambda: _overview.sources(report),
    }
    return {name: makers[name]() for name in names or PARTS}


def records(entry: EntryReport) -> str:
    """What each source holds of one entry, side by side with what is cited, as HTML; empty where none holds any."""
    return _records.table(entry)


def columns(entry: EntryReport) -> list[dict[str, object]]:
    """The same as JSON values: one object per source."""
    return [
        {"source": one.source, "compared_with": one.compared_with, **{name.lower(): value for name, value in one.facts.items()}}
        for one in _records.columns(entry)
    ]


@cache
def asset(name: str) -> str:
    """A file that the page is made with: ``style.css``, or ``script.js``, which makes the parts work."""
    return resources.files(__name__).joinpath(name).read_text(encoding="utf-8")


def digest(text: str) -> str:
    """A script or a style as a content security policy names it."""
    digested = b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")
    return f"'sha256-{digested}'"
