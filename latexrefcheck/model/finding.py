"""What is reported: severities, locations, findings, fixes and the report that holds them.

Named tuples for the reason that :mod:`latexrefcheck.model.document` gives; ``_replace`` makes a changed copy.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from latexrefcheck.model.document import Edit, Span
from latexrefcheck.model.states import FindingState, SourceState

if TYPE_CHECKING:
    from latexrefcheck.model.record import Verdict


class Severity(IntEnum):
    """How bad a finding is. ``off`` never reaches a report."""

    off = 0
    info = 1
    warning = 2
    error = 3


class Confidence(IntEnum):
    """How sure we are that the finding is right."""

    low = 1
    medium = 2
    high = 3


OUTAGES = frozenset(("could-not-check", "not-locked"))
"""Rules that tell of what could not be verified."""


class Location(NamedTuple):
    """A place in a file: POSIX path, lines and columns from 1, the end exclusive in columns."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int

    @classmethod
    def of(cls, span: Span) -> Location:
        """The location of a span."""
        source, start, end = span
        line, column = source.position(start)
        starts = source.line_starts
        if end <= start or (line < len(starts) and end < starts[line]):  # on one line, as most are
            return cls(source.path, line, column, line, column + max(0, end - start))
        return cls(source.path, line, column, *source.position(end))


class Related(NamedTuple):
    """Another place that explains a finding (the first of two duplicates, say)."""

    message: str
    location: Location


class Fix(NamedTuple):
    """Edits that would mend a finding, applied together or not at all.

    ``safe`` promises that the meaning of the document does not change; ``renamed`` maps keys that
    disappear to those that stand for them.
    """

    message: str
    edits: tuple[Edit, ...]
    safe: bool = False
    renamed: Mapping[str, str] = {}


class Draft(NamedTuple):
    """What a rule yields; :mod:`latexrefcheck.lint` stamps id and severity and turns it into a Finding.

    ``severity`` caps the profile's severity for this one finding (a milder case of the rule);
    ``related`` are (message, span) pairs; ``field`` the field concerned; ``evidence`` any JSON value.
    """

    span: Span
    message: str
    key: str | None = None
    field: str | None = None
    confidence: Confidence = Confidence.high
    severity: Severity | None = None
    related: tuple[tuple[str, Span], ...] = ()
    evidence: Mapping[str, object] | None = None
    fix: Fix | None = None
    help: str = ""


class Finding(NamedTuple):
    """One thing to tell the author.

    ``excerpt`` is the source line of the location, at most 400 characters of it around the place, so
    that a report needs no file; ``excerpt_start`` characters of the line stand before it. ``state`` is
    ``open``, ``suppressed`` (``reason`` says by what), ``baseline``, ``unchanged`` (outside of
    ``--since``) or ``uncited`` (on an entry that no document cites); only open findings count for the exit status.
    """

    rule: str
    severity: Severity
    confidence: Confidence
    message: str
    location: Location
    key: str | None = None
    field: str | None = None
    related: tuple[Related, ...] = ()
    evidence: Mapping[str, object] | None = None
    fix: Fix | None = None
    help: str = ""
    excerpt: str = ""
    state: FindingState = FindingState.OPEN
    reason: str = ""
    fingerprint: str = ""
    """Stable over line moves: a hash of rule, path, key, field and an ordinal among equals."""
    excerpt_start: int = 0

    @property
    def outage(self) -> bool:
        """Whether it says only that something could not be checked: that is nobody's mistake in the paper."""
        return self.rule in OUTAGES

    def fails(self, least: Severity) -> bool:
        """Whether it counts at ``least``, the lowest severity that makes a run fail (off: none does)."""
        return self.state == "open" and self.severity >= least > Severity.off

    @property
    def sort_key(self) -> tuple[str, int, int, int, str]:
        """File order, the worst first at one place."""
        return (self.location.path, self.location.line, self.location.column, -self.severity, self.rule)


class EntryReport(NamedTuple):
    """One bibliography entry as reports list it. ``fields`` are the evaluated values by name."""

    key: str
    type: str
    location: Location
    cited_at: tuple[Location, ...] = ()
    fields: Mapping[str, str] = {}
    verdict: Verdict | None = None


class PaperReport(NamedTuple):
    """How one of several documents fared: open findings by severity, entries that it cites, and their verdicts by status."""

    path: str
    error: int = 0
    warning: int = 0
    info: int = 0
    entries: int = 0
    verdicts: Mapping[str, int] = {}


class SourceStatus(NamedTuple):
    """How one scholarly source did in this run. ``state`` is ``ok``, ``degraded``, ``down``, ``off`` or ``unused``."""

    source: str
    state: SourceState
    requests: int = 0
    cached: int = 0
    failures: int = 0
    reason: str = ""


class Summary(NamedTuple):
    """The counts of a run; ``error + warning + info`` is the number of open findings."""

    documents: int = 0
    files: int = 0
    citations: int = 0
    keys: int = 0
    entries: int = 0
    error: int = 0
    warning: int = 0
    info: int = 0
    suppressed: int = 0
    baseline: int = 0
    unchanged: int = 0
    uncited: int = 0
    on_uncited: int = 0
    """Findings on entries that no document cites, which do not count."""
    verdicts: Mapping[str, int] = {}
    words: Mapping[str, int] = {}
    """Of the verified entries, how many rest on whose word (:class:`~latexrefcheck.model.levels.Word`)."""
    agreement: Mapping[str, int] = {}
    """Of the verified entries, how many two sources confirm, and how many only one."""


class Report(NamedTuple):
    """All that a report format may show. ``findings`` are in file order and include the not-open ones."""

    tool_version: str
    profile: str
    fail_on: Severity
    exit_code: int
    summary: Summary
    findings: tuple[Finding, ...] = ()
    entries: tuple[EntryReport, ...] = ()
    sources: tuple[SourceStatus, ...] = ()
    documents: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    rules: Mapping[str, str] = {}
    """Docstring page of each rule that has a finding here."""
    started: str = ""
    elapsed: float = 0.0
    verified: bool = False
    papers: tuple[PaperReport, ...] = ()
    """How each document fared, where there are several."""

    @property
    def open(self) -> tuple[Finding, ...]:
        """The findings that count."""
        return tuple(finding for finding in self.findings if finding.state == FindingState.OPEN)
