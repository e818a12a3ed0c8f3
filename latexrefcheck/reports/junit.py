"""JUnit XML, for the test views of Jenkins, GitLab and GitHub.

One suite per file, one case per bibliography entry and per citation, so that the views count and
track them. A case fails when it has a finding at or above `fail-on`; milder findings and those that
do not count stand in its output; an entry that could not be looked up is skipped. Names are unique
within a class and free of line numbers, and characters that XML cannot hold are made visible.

## Options
- `positions` (default true): write `file` and `line` on each case; switch it off for readers that
  follow the Surefire schema to the letter
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from latexrefcheck.model.finding import EntryReport, Finding, Location, Report
from latexrefcheck.reports import _listing as listing
from latexrefcheck.reports import _words as words
from latexrefcheck.text.visible import block, line

ID = "junit"
ENTRIES = True


@dataclass(slots=True)
class _Case:
    name: str
    place: Location
    findings: list[Finding] = field(default_factory=list)
    unchecked: str = ""
    standing: str = ""
    """On whose word the entry is verified, where that is not the sources'."""


class _Suites:
    """Cases by file, each findable by its place and by its key."""

    def __init__(self) -> None:
        self.cases: dict[str, list[_Case]] = {}
        self.places: dict[tuple[str, int, int, str], _Case] = {}
        self.entries: dict[tuple[str, str], tuple[list[int], list[_Case]]] = {}
        self.citations: dict[tuple[str, int, int], _Case] = {}
        self._names: dict[tuple[str, str], int] = {}

    def add(self, place: Location, name: str, key: str) -> _Case:
        """A new case; a repeated name gets an ordinal."""
        case = _Case(self._unique(place.path, line(name) or "(no key)"), place)
        self.cases.setdefault(place.path, []).append(case)
        self.places.setdefault((place.path, place.line, place.column, key), case)
        return case

    def add_entry(self, entry: EntryReport) -> None:
        """The case of an entry and those of the places that cite it."""
        case = self.add(entry.location, entry.key, entry.key)
        if entry.verdict is not None and entry.verdict.status == "unchecked":
            case.unchecked = entry.verdict.reason or "not checked"
        elif entry.verdict is not None and entry.verdict.word in words.LESS:
            case.standing = words.standing(entry.verdict.status, "", entry.verdict.word)
        lines, cases = self.entries.setdefault((entry.location.path, entry.key), ([], []))
        lines.append(entry.location.line)
        cases.append(case)
        for place in entry.cited_at:
            if (place.path, place.line, place.column, entry.key) not in self.places:
                case = self.add(place, f"cite {entry.key}", entry.key)
                self.citations[place.path, place.line, place.column] = case

    def case_of(self, found: Finding) -> _Case:
        """The case that a finding belongs to: its citation, its entry, else one of its own."""
        place, key = found.location, found.key or ""
        case = self.places.get((place.path, place.line, place.column, key))
        case = case or self.citations.get((place.path, place.line, place.column))
        if case is None and (place.path, key) in self.entries:
            lines, cases = self.entries[place.path, key]
            case = cases[max(bisect_right(lines, place.line) - 1, 0)]
        # A citation has one name, whether its entry exists or not: readers follow it from run to run.
        cites = key and not place.path.lower().endswith(".bib")
        return case or self.add(place, f"cite {key}" if cites else key or found.rule, key)

    def _unique(self, path: str, name: str) -> str:
        count = self._names.get((path, name), 0) + 1
        unique = name if count == 1 else f"{name} ({count})"
        while count > 1 and (path, unique) in self._names:
            count += 1
            unique = f"{name} ({count})"
        self._names[path, name] = count
        self._names.setdefault((path, unique), 1)
        return unique


def render(report: Report, *, positions: bool = True) -> str:
    """The report as one JUnit XML document."""
    import xml.etree.ElementTree as ET

    from junit_xml import TestCase, TestSuite

    root = ET.Element("testsuites", {"name": "latexrefcheck"})
    totals = dict.fromkeys(("tests", "failures", "errors", "skipped"), 0)
    for path, cases in sorted(_suites(report).items()):
        name = line(path)
        suite = TestSuite(name, [_test(case, name, report, positions, TestCase) for case in cases]).build_xml_doc()
        # The schemas of Jenkins and Surefire know no such attributes, and Surefire's wants a time on each case.
        suite.attrib.pop("disabled", None)
        for case in suite.iter("testcase"):
            case.set("time", "0")
            for skipped in case.iter("skipped"):
                skipped.attrib.pop("type", None)
        for count in totals:
            totals[count] += int(suite.get(count, "0"))
        root.append(suite)
    root.attrib |= {count: str(total) for count, total in totals.items() if count != "skipped"}
    ET.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _suites(report: Report) -> dict[str, list[_Case]]:
    suites = _Suites()
    for entry in report.entries:
        suites.add_entry(entry)
    for found in report.findings:
        suites.case_of(found).findings.append(found)
    if not suites.cases:
        # Jenkins fails a build whose report has no case.
        suites.add(Location(report.documents[0] if report.documents else "latexrefcheck", 1, 1, 1, 1), "bibliography", "")
    return suites.cases


def _test(case: _Case, suite: str, report: Report, positions: bool, kind: type) -> object:
    test = kind(case.name, classname=suite)
    place = case.findings[0].location if case.findings else case.place
    if positions:
        test.file, test.line = suite, max(place.line, 1)
    failing = words.worst_first(found for found in case.findings if words.fails(found, report))
    if failing:
        more = f" (and {len(failing) - 1} more)" if len(failing) > 1 else ""
        # One failure per case: several readers show the first only.
        test.add_failure_info(line(words.headline(failing[0])) + more, _text(failing), failing[0].rule)
    elif case.unchecked:
        test.add_skipped_info(line(case.unchecked))
    others = [found for found in case.findings if not words.fails(found, report)]
    if others or case.standing:
        test.stdout = "\n".join(filter(None, (line(case.standing), _text(others) if others else "")))
    return test


def _text(findings: list[Finding]) -> str:
    def lines() -> Iterator[str]:
        for number, found in enumerate(findings):
            yield from ([""] if number else [])
            yield from listing.finding(found, listing.PLAIN._replace(width=120))

    return block("\n".join(lines()))
