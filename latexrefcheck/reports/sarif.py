"""SARIF 2.1.0, for code scanning and editors.

Addresses are relative to the repository (`%SRCROOT%`) and percent-encoded, fingerprints do not
change when lines move, each rule carries its page as help, and fixes travel along. Findings that do
not count are there with their suppression. GitHub takes 25,000 results of a run: beyond that the
mildest are left out, and a notification says how many.

## Options
- `root` (default none): directory that absolute paths are made relative to
- `category` (default none): what tells several runs on one commit apart, the name of the paper, say
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import quote

from latexrefcheck.model.document import Edit
from latexrefcheck.model.finding import Confidence, Finding, Fix, Location, Report, Severity
from latexrefcheck.model.states import FindingState
from latexrefcheck.reports import _words as words
from latexrefcheck.reports._edits import by_file
from latexrefcheck.reports._evidence import plain
from latexrefcheck.reports._identity import identified
from latexrefcheck.reports._json import written
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.terms import HOME
from latexrefcheck.text.visible import line, printable

ID = "sarif"
ENTRIES = False

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
MOST_RESULTS = 25_000
MOST_RELATED = 100
"""GitHub shows so many locations of one result."""
TAGS = ("bibliography", "citations", "latex")

_LEVELS = {Severity.error: "error", Severity.warning: "warning", Severity.info: "note"}
_PRECISION = {Confidence.high: "very-high", Confidence.medium: "high", Confidence.low: "medium"}
_PROBLEM = {Severity.error: "error", Severity.warning: "warning", Severity.info: "recommendation"}
_KINDS = {"suppressed": "inSource", "baseline": "external", "unchanged": "external", "uncited": "external"}
_DRIVE = lazy(r"[A-Za-z]:[\\/]")
_UTC = lazy(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")


def render(report: Report, *, root: str = "", category: str = "") -> str:
    """The report as one SARIF log with one run."""
    named = list(identified(report.findings))
    kept = named
    if len(named) > MOST_RESULTS:
        worst = sorted(range(len(named)), key=lambda i: (named[i][1].state != "open", -named[i][1].severity))
        kept = [named[i] for i in sorted(worst[:MOST_RESULTS])]
    rules = sorted({found.rule for _, found in kept})
    index = {rule: number for number, rule in enumerate(rules)}
    marked = any(found.state != FindingState.OPEN for _, found in kept)
    run = {
        "tool": {"driver": _driver(report, rules, [found for _, found in kept])},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "The root of the repository."}}},
        "invocations": [_invocation(report, len(named) - len(kept))],
        "results": [_result(name, found, index[found.rule], root, marked) for name, found in kept],
    }
    if category:
        run["automationDetails"] = {"id": f"{line(category).rstrip('/')}/"}
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return written(log, 4)


def _driver(report: Report, rules: list[str], findings: Iterable[Finding]) -> dict[str, object]:
    worst: dict[str, Finding] = {}
    for found in findings:
        if found.rule not in worst or found.severity > worst[found.rule].severity:
            worst[found.rule] = found
    return {
        "name": "latexrefcheck",
        "informationUri": HOME,
        "version": report.tool_version,
        "semanticVersion": report.tool_version,
        "rules": [_rule(rule, report.rules.get(rule, ""), worst[rule]) for rule in rules],
    }


def _rule(rule: str, page: str, worst: Finding) -> dict[str, object]:
    first = page.strip().partition("\n")[0] or rule
    body = page.partition("## What it does")[2].partition("\n## ")[0].strip()
    name = "".join(part.capitalize() for part in rule.split("-"))
    address = words.manual(rule)
    return {
        "id": rule,
        "name": name if "-" in rule else f"{name}Work",  # a name that equals the id says nothing (SARIF1001)
        "shortDescription": {"text": first},
        "fullDescription": {"text": body or first},
        **({"helpUri": address} if address else {}),
        "help": {"text": page.strip() or first, "markdown": page.strip() or first},
        "defaultConfiguration": {"level": _LEVELS[worst.severity]},
        "properties": {
            "tags": list(TAGS),
            "precision": _PRECISION[worst.confidence],
            "problem.severity": _PROBLEM[worst.severity],
        },
    }


def _invocation(report: Report, left: int) -> dict[str, object]:
    notes = [("note", note) for note in words.notes(report)] + [("warning", clause) for clause in words.trouble(report)]
    if left:
        text = f"{left} findings are left out, the mildest first: a run may hold {MOST_RESULTS} results."
        notes.append(("warning", text))
    invocation: dict[str, object] = {"executionSuccessful": report.exit_code in (0, 1), "exitCode": report.exit_code}
    if _UTC.fullmatch(report.started):
        invocation["startTimeUtc"] = report.started
    if notes:
        invocation["toolExecutionNotifications"] = [{"level": level, "message": {"text": line(text)}} for level, text in notes]
    return invocation


def _result(name: str, found: Finding, index: int, root: str, marked: bool) -> dict[str, object]:
    properties = {"confidence": found.confidence.name, "key": found.key, "field": found.field}
    properties["evidence"] = plain(found.evidence)  # type: ignore[assignment]
    result: dict[str, object] = {
        "ruleId": found.rule,
        "ruleIndex": index,
        "level": _LEVELS[found.severity],
        "message": {"text": line(words.headline(found)) + (f"\n{line(found.help)}" if found.help else "")},
        "locations": [_location(found.location, root, found)],
        "partialFingerprints": {"primaryLocationLineHash": f"{name[:16]}:1", "latexrefcheck/v1": name},
        "properties": {key: value for key, value in properties.items() if value},
    }
    if found.related:
        result["relatedLocations"] = [
            {"id": number, "message": {"text": line(other.message) or "related"}} | _location(other.location, root)
            for number, other in enumerate(found.related[:MOST_RELATED], 1)
        ]
    if found.fix:
        result["fixes"] = [_fix(found.fix, root)]
    if marked:
        result["suppressions"] = _suppressions(found)
    return result


def _suppressions(found: Finding) -> list[dict[str, object]]:
    if found.state == FindingState.OPEN:
        return []
    reason = line(found.reason) or words.STATES.get(found.state, found.state)
    return [{"kind": _KINDS.get(found.state, "external"), "status": "accepted", "justification": reason}]


def _location(place: Location, root: str, found: Finding | None = None) -> dict[str, object]:
    physical: dict[str, object] = {"artifactLocation": artifact(place.path, root)}
    if place.line >= 1:
        region = _region(place)
        physical["region"] = region
        if found is not None and found.excerpt.strip() and not found.excerpt_start:
            marked = found.excerpt[place.column - 1 : place.end_column - 1 if place.end_line == place.line else None]
            region["snippet"] = {"text": printable(marked or found.excerpt)}
            physical["contextRegion"] = {"startLine": place.line, "snippet": {"text": printable(found.excerpt)}}
    return {"physicalLocation": physical}


def _region(place: Location) -> dict[str, object]:
    """A region; SARIF lines and columns start at 1 and the end column is exclusive, as ours."""
    column, last = max(place.column, 1), max(place.end_line, place.line)
    end = place.end_column if last > place.line else max(place.end_column, column)
    return {"startLine": place.line, "startColumn": column, "endLine": last, "endColumn": max(end, 1)}


def artifact(path: str, root: str = "") -> dict[str, str]:
    """Where a file lies: relative to the repository, percent-encoded; a file address if it lies outside."""
    uri, relative = _address(path, root)
    return {"uri": uri, "uriBaseId": "%SRCROOT%"} if relative else {"uri": uri}


@lru_cache(maxsize=1024)
def _address(path: str, root: str) -> tuple[str, bool]:
    if _DRIVE.match(path) or _DRIVE.match(root):
        path, root = path.replace("\\", "/"), root.replace("\\", "/")
    prefix = root.rstrip("/") + "/"
    if root and path.startswith(prefix):
        path = path[len(prefix) :]
    if path.startswith("/") or _DRIVE.match(path):
        return "file:///" + _quoted(path.lstrip("/"), ":"), False
    return _quoted(path.removeprefix("./")), True


def _quoted(path: str, also: str = "") -> str:
    return quote(path, safe="/!$&'()*+,;=@~" + also, errors="replace")


def _fix(fix: Fix, root: str) -> dict[str, object]:
    changes = [
        {"artifactLocation": artifact(path, root), "replacements": [_replacement(edit) for edit in edits]}
        for path, edits in by_file(fix.edits).items()
    ]
    return {"description": {"text": line(words.mending(fix)) or "Fix"}, "artifactChanges": changes}


def _replacement(edit: Edit) -> dict[str, object]:
    return {"deletedRegion": _region(Location.of(edit.span)), "insertedContent": {"text": edit.text}}
