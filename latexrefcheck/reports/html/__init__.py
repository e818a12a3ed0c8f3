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
from functools import cache
from importlib import resources
from string import Template

from latexrefcheck.model.finding import Report
from latexrefcheck.reports import _words as words
from latexrefcheck.reports.html import _charts, _entries, _findings, _overview
from latexrefcheck.reports.html._markup import escaped

ID = "html"
ENTRIES = True


def render(report: Report) -> str:
    """The report as one HTML document."""
    style, script = _file("style.css"), _file("script.js")
    anchors = _findings.anchors(report)
    return Template(_file("page.html")).substitute(
        policy=f"default-src 'none'; img-src data:; style-src {_hash(style)}; script-src {_hash(script)}; "
        "base-uri 'none'; form-action 'none'",
        style=style,
        script=script,
        title=escaped(f"{words.tally(report)} \u2013 latexrefcheck"),
        header=_overview.header(report),
        cards=_overview.cards(report),
        remarks=_overview.remarks(report),
        papers=_overview.papers(report),
        charts=_charts.charts(report),
        entries=_entries.section(report, anchors),
        findings=_findings.section(report, anchors),
        rules=_overview.rules(report),
        sources=_overview.sources(report),
        version=escaped(report.tool_version),
    )


@cache
def _file(name: str) -> str:
    return resources.files(__name__).joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    digest = b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")
    return f"'sha256-{digest}'"
