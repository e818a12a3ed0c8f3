"""The whole report as JSON, for scripts and other tools.

The form is versioned (`"version": 1`) and described by the JSON Schema `report.schema.json` in this
package. New fields may be added within a version; none is renamed or removed. Lines, columns and
offsets count code points; lines and columns from 1, offsets from 0, ends exclusive.
"""

from __future__ import annotations

from collections.abc import Iterable

from latexrefcheck.model.coding import codes
from latexrefcheck.model.document import Edit
from latexrefcheck.model.finding import EntryReport, Finding, Fix, Location, Report
from latexrefcheck.model.reasons import Code
from latexrefcheck.model.record import Evidence, Judgement, Notice, Record, Verdict
from latexrefcheck.reports._evidence import plain
from latexrefcheck.reports._json import written
from latexrefcheck.text.person import Person

ID = "json"
ENTRIES = True
VERSION = 1

_COUNTS = (
    *("documents", "files", "citations", "keys", "entries", "uncited"),
    *("error", "warning", "info", "suppressed", "baseline", "unchanged", "on_uncited"),
)


def render(report: Report) -> str:
    """The report as one JSON object with one finding or entry a line, ending with a line feed."""
    return written(document(report), 2)


def document(report: Report) -> dict[str, object]:
    """The report as plain dictionaries and lists, in the form of ``report.schema.json``."""
    return {
        "version": VERSION,
        "tool": {"name": "latexrefcheck", "version": report.tool_version},
        "profile": report.profile,
        "fail_on": report.fail_on.name if report.fail_on else "never",
        "exit_code": report.exit_code,
        "verified": report.verified,
        "started": report.started,
        "elapsed": round(report.elapsed, 3),
        "documents": list(report.documents),
        "papers": [one._asdict() | {"verdicts": dict(one.verdicts)} for one in report.papers],
        "notes": list(report.notes),
        "summary": _summary(report),
        "findings": [finding(found) for found in report.findings],
        "entries": [entry(one) for one in report.entries],
        "sources": [
            {name: getattr(status, name) for name in ("source", "state", "requests", "cached", "failures", "reason")}
            for status in report.sources
        ],
    }


def _summary(report: Report) -> dict[str, object]:
    s = report.summary
    return {name: getattr(s, name) for name in _COUNTS} | {
        "verdicts": dict(s.verdicts),
        "words": dict(s.words),
        "agreement": dict(s.agreement),
    }


def finding(found: Finding) -> dict[str, object]:
    """One finding."""
    return {
        "rule": found.rule,
        "severity": found.severity.name,
        "confidence": found.confidence.name,
        "key": found.key,
        "field": found.field,
        "message": found.message,
        "location": _location(found.location),
        "related": [{"message": other.message, "location": _location(other.location)} for other in found.related],
        "evidence": plain(found.evidence),
        "fix": _fix(found.fix),
        "help": found.help,
        "excerpt": found.excerpt,
        "excerpt_start": found.excerpt_start,
        "state": found.state,
        "reason": found.reason,
        "fingerprint": found.fingerprint,
    }


def _location(place: Location) -> dict[str, object]:
    return place._asdict()


def _fix(fix: Fix | None) -> dict[str, object] | None:
    if fix is None:
        return None
    return {"message": fix.message, "safe": fix.safe, "edits": [_edit(edit) for edit in fix.edits]}


def _edit(edit: Edit) -> dict[str, object]:
    return Location.of(edit.span)._asdict() | {"start": edit.span.start, "end": edit.span.end, "text": edit.text}


def entry(one: EntryReport) -> dict[str, object]:
    """One entry."""
    return {
        "key": one.key,
        "type": one.type,
        "location": _location(one.location),
        "cited_at": [_location(place) for place in one.cited_at],
        "fields": dict(one.fields),
        "verdict": _verdict(one.verdict),
    }


def _verdict(verdict: Verdict | None) -> dict[str, object] | None:
    if verdict is None:
        return None
    kind, value = verdict.identifier or ("", "")
    return {
        "status": verdict.status,
        "reason": verdict.reason,
        "score": round(verdict.score, 4),
        "level": verdict.level.value,
        "agreement": verdict.agreement,
        "basis": verdict.basis,
        "judgements": [_judgement(one) for one in verdict.judgements],
        "record": _record(verdict.record),
        "other": _record(verdict.other),
        "identifier": {"kind": kind, "value": value} if verdict.identifier else None,
        "notices": _notices(verdict.notices),
        "published": _record(verdict.published),
        "evidence": [_evidence(one) for one in verdict.evidence],
        "unchecked": dict(verdict.unchecked),
        "codes": [_code(code) for code in codes(verdict)],
        "word": verdict.word.value,
        "confirmed_by": verdict.confirmed_by,
        "from_lock": verdict.from_lock,
        "checked": verdict.checked,
    }


def _judgement(one: Judgement) -> dict[str, object]:
    return one._asdict() | {"score": round(one.score, 4)}


def _notices(notices: Iterable[Notice]) -> list[dict[str, object]]:
    return [notice._asdict() for notice in notices]


def _record(record: Record | None) -> dict[str, object] | None:
    if record is None:
        return None
    return {
        "source": record.source,
        "title": record.title,
        "titles": list(record.titles),
        "authors": [_person(person) for person in record.authors],
        "authors_cut": record.authors_cut,
        "editors": [_person(person) for person in record.editors],
        "years": list(record.years),
        "venues": list(record.venues),
        "type": record.type,
        "identifiers": dict(record.identifiers),
        "volume": record.volume,
        "number": record.number,
        "pages": record.pages,
        "publisher": record.publisher,
        "url": record.url,
        "notices": _notices(record.notices),
        "preprint": record.preprint,
        "retrieved": record.retrieved,
    }


def _code(code: Code) -> dict[str, object]:
    return {"code": code.value, "retry": code.retry}


def _person(person: Person) -> dict[str, str]:
    return {"name": person.text} | {part: value for part, value in person._asdict().items() if value}


def _evidence(one: Evidence) -> dict[str, object]:
    return {
        "source": one.source,
        "query": {"kind": one.query.kind, "value": one.query.value},
        "outcome": one.outcome,
        "reason": one.reason,
        "code": None if one.code is None else _code(one.code),
        "url": one.url,
        "when": one.when,
        "cached": one.cached,
        "records": [_record(record) for record in one.records],
    }
