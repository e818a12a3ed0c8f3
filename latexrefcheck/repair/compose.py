"""Fixes that need more than the text: a rule with ``mend`` is given the case of each of its findings.

The pipeline calls :func:`composed` before the report is made, so that every format shows these fixes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from latexrefcheck import registry
from latexrefcheck.model.document import Entry, Project
from latexrefcheck.model.finding import Finding, Location
from latexrefcheck.model.references import Worded
from latexrefcheck.plugins import Mending
from latexrefcheck.repair.case import Case
from latexrefcheck.repair.merge import Merger

if TYPE_CHECKING:
    from latexrefcheck.model.record import Verdict


def composed(findings: Sequence[Finding], project: Project, verdicts: Mapping[Entry, Verdict]) -> list[Finding]:
    """The findings, those without a fix with the one that their rule makes of their case."""
    mending = {name: rule for name in {one.rule for one in findings} if isinstance(rule := registry.rules[name], Mending)}
    if project.worded and verdicts:
        findings = _read_right(findings, project, verdicts)
    cases = _Cases(project, verdicts)
    return [_mended(found, mending[found.rule], cases) if found.rule in mending else found for found in findings]


def _read_right(findings: Sequence[Finding], project: Project, verdicts: Mapping[Entry, Verdict]) -> list[Finding]:
    """The findings on references in words with the line as it should read: the first of each reference shows it, all mend it."""
    from latexrefcheck.repair.worded import Lines

    lines = Lines(verdicts)
    listed = {(one.source.path, one.key): one for each in project.worded for one in each.entries if isinstance(one, Worded)}
    shown: set[tuple[str, str]] = set()
    made: list[Finding] = []
    for found in findings:
        name = (found.location.path, found.key or "")
        entry = listed.get(name) if (found.evidence or {}).get("status") else None
        right = lines.of(entry) if entry is not None else None
        if right is not None:
            found = found._replace(fix=right.fix)
            if name not in shown:
                shown.add(name)
                found = found._replace(evidence={**(found.evidence or {}), "corrected": right.line, "style": right.style})
        made.append(found)
    return made


def _mended(found: Finding, rule: Mending, cases: _Cases) -> Finding:
    case = cases.of(found) if found.fix is None else None
    if case is None or (case.verdict is not None and case.verdict.confirmed_by):
        return found
    fix = rule.mend(case)
    changes = any(edit.span.text != edit.text for edit in fix.edits) if fix is not None else False
    return found._replace(fix=fix) if changes else found


class _Cases:
    """Finds the entry that a finding is about, and the one that it names beside it."""

    def __init__(self, project: Project, verdicts: Mapping[Entry, Verdict]) -> None:
        self.verdicts = verdicts
        self.merger = Merger(project)
        self.entries: dict[str, list[Entry]] = {}
        for bibliography in project.bibliographies:
            self.entries.setdefault(bibliography.source.path, []).extend(bibliography.entries)
        for entries in self.entries.values():  # a file may be read by both programs: then the one that was verified counts
            entries.sort(key=lambda entry: (entry.start, entry in verdicts))
        self.starts = {path: [entry.start for entry in entries] for path, entries in self.entries.items()}

    def of(self, found: Finding) -> Case | None:
        """The case of a finding; None where it is in no entry, or in one that cannot be read."""
        entry, at = self._entry(found.location)
        if entry is None or entry.broken:
            return None
        field = next((field for field in entry.fields if field.start <= at < max(field.end, field.start + 1)), None)
        other = self._entry(found.related[0].location)[0] if found.related else None
        return Case(entry, field, self.verdicts.get(entry), self.merger, other)

    def _entry(self, place: Location) -> tuple[Entry | None, int]:
        entries = self.entries.get(place.path)
        if not entries:
            return None, 0
        starts = entries[0].source.line_starts
        if place.line > len(starts):
            return None, 0  # a database in filecontents ends before its file does
        at = starts[place.line - 1] + place.column - 1
        entry = entries[max(0, bisect_right(self.starts[place.path], at) - 1)]
        return (entry if entry.start <= at < max(entry.end, entry.start + 1) else None), at
