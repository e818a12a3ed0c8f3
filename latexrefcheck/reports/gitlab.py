"""GitLab Code Quality, for the merge request view.

One JSON array with description, rule, a unique and stable fingerprint (GitLab hides duplicates and
compares branches by it), severity and place of each finding that counts. Errors are `major`,
warnings `minor`, infos `info`.
"""

from __future__ import annotations

from latexrefcheck.model.finding import Finding, Report, Severity
from latexrefcheck.reports import _words as words
from latexrefcheck.reports._evidence import facts
from latexrefcheck.reports._identity import identified
from latexrefcheck.reports._json import written
from latexrefcheck.text.visible import line, printable

ID = "gitlab"
ENTRIES = False

_SEVERITIES = {Severity.error: "major", Severity.warning: "minor", Severity.info: "info"}


def render(report: Report) -> str:
    """The open findings as a Code Quality report; an empty array when there are none."""
    return written([_issue(name, found) for name, found in identified(report.open)], 1)


def _issue(fingerprint: str, found: Finding) -> dict[str, object]:
    first, last = max(found.location.line, 1), max(found.location.end_line, found.location.line, 1)
    return {
        "description": line(words.headline(found)) + _values(found),
        "check_name": found.rule,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[found.severity],
        "location": {"path": printable(found.location.path).removeprefix("./"), "lines": {"begin": first, "end": last}},
    }


def _values(found: Finding) -> str:
    told = ", ".join(f"{name} {line(value)}" for name, value in facts(found) if name in ("cited", "found", "source", "verdict"))
    return f" ({told})" if told else ""
