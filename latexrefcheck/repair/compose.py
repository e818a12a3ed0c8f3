"""Corrections from records: one function per rule writes what the record says in the habits of the file.

Rules only carry the record in their evidence; the pipeline calls :func:`composed` before the report is made,
so that every format shows the corrections. All of them are unsafe: they change what the document says.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from latexrefcheck.model.document import Bibliography, Edit, Entry, Field, Project
from latexrefcheck.model.finding import Finding, Fix
from latexrefcheck.model.record import Judgement, Record, Verdict
from latexrefcheck.repair import encode, habits, layout, people, titles, values
from latexrefcheck.repair.habits import Habits
from latexrefcheck.repair.published import published
from latexrefcheck.text import identifiers


class Case(NamedTuple):
    """One finding on one entry with all that its correction needs."""

    entry: Entry
    verdict: Verdict
    habits: Habits
    field: Field | None

    @property
    def record(self) -> Record:
        """The record of the cited work."""
        return self.verdict.record or Record("", ())

    def judged(self, name: str) -> Judgement:
        """The judgement on a field."""
        return next((one for one in self.verdict.judgements if one.field == name), Judgement(name, "unknown"))


def composed(findings: Sequence[Finding], project: Project, verdicts: Mapping[Entry, Verdict]) -> list[Finding]:
    """The findings, those of :data:`COMPOSERS` without a fix with the one that their record allows."""
    places = _Places(project, verdicts)
    return [_with_fix(found, places) for found in findings]


def _with_fix(found: Finding, places: _Places) -> Finding:
    compose = COMPOSERS.get(found.rule)
    if compose is None or found.fix is not None:
        return found
    case = places.case(found)
    if case is None or case.verdict.confirmed_by:
        return found
    fix = compose(case)
    changes = any(edit.span.text != edit.text for edit in fix.edits) if fix is not None else False
    return found._replace(fix=fix) if changes else found


class _Places:
    """Finds the entry that a finding is about."""

    def __init__(self, project: Project, verdicts: Mapping[Entry, Verdict]) -> None:
        self.bibliographies = {id(entry): one for one in project.bibliographies for entry in one.entries}
        self.verdicts = verdicts
        self.entries: dict[str, list[Entry]] = {}
        for entry in sorted(verdicts, key=lambda one: one.start):
            self.entries.setdefault(entry.source.path, []).append(entry)
        self.starts = {path: [entry.start for entry in entries] for path, entries in self.entries.items()}

    def case(self, found: Finding) -> Case | None:
        """The case of a finding; None where its entry was not verified."""
        path = found.location.path
        entries = self.entries.get(path)
        if not entries:
            return None
        starts = entries[0].source.line_starts
        at = starts[found.location.line - 1] + found.location.column - 1
        entry = entries[max(0, bisect_right(self.starts[path], at) - 1)]
        bibliography: Bibliography | None = self.bibliographies.get(id(entry))
        if bibliography is None or not entry.start <= at < max(entry.end, entry.start + 1) or entry.broken:
            return None
        field = next((field for field in entry.fields if field.start <= at < max(field.end, field.start + 1)), None)
        return Case(entry, self.verdicts[entry], habits.of(bibliography), field)


def _replacing(case: Case, what: str, value: str) -> Fix | None:
    """Give the field that the finding points at another value."""
    if case.field is None or not value or not encode.balanced(value) or value == case.field.value:
        return None
    return Fix(f"{what} as in the record", (layout.replaced(case.entry, case.field, value, case.habits),))


def _year(case: Case) -> Fix | None:
    return _replacing(case, "year", values.year(case.record))


def _title(case: Case) -> Fix | None:
    title = case.judged("title").found or case.record.title
    if case.field is None or not title:
        return None
    if not case.field.simple:
        return _replacing(case, "title", encode.title(title, case.habits))
    return _replacing(case, "title", titles.corrected(case.field.value, title, case.habits))


def _people(case: Case) -> Fix | None:
    record, field = case.record, case.field
    if field is None or field.name not in ("author", "editor") or record.authors_cut:
        return None
    wanted = record.authors if field.name == "author" or not record.editors else record.editors
    if not wanted or any(one.literal.lower() in ("others", "et al.") for one in wanted):
        return None
    edits = people.corrected(field.value, wanted, case.habits) if field.simple else None
    if edits is not None:
        made = [layout.inside(case.entry, field, *edit) for edit in edits]
        return Fix("authors as in the record", tuple(edit for edit in made if edit is not None)) if all(made) else None
    return _replacing(case, "authors", people.listed(wanted, case.habits))


def _venue(case: Case) -> Fix | None:
    judged = case.judged("venue")
    if judged.kind == "unconfirmed" or case.field is None:
        return None
    name = values.venue(case.record) or judged.found
    written = encode.text(name, case.habits)
    edits: list[Edit] = []
    target = values.TYPES.get(case.record.type, "")
    if case.entry.type in ("article", "inproceedings", "conference") and target in ("article", "inproceedings"):
        holder = values.venue_field(target, None, case.habits)
        fits = case.field.name in values.VENUE_FIELDS[target]
        if not fits and case.entry.get(holder) is None:
            edits += [layout.retyped(case.entry, target), layout.renamed(case.entry, case.field, holder, case.habits)]
    fix = _replacing(case, "venue", written)
    return None if fix is None else fix._replace(edits=(*edits, *fix.edits))


def _number(name: str) -> Callable[[Case], Fix | None]:
    def compose(case: Case) -> Fix | None:
        found = encode.text(case.judged(name).found, case.habits)
        if case.field is None or case.field.name not in (name, "issue"):
            return None
        return _replacing(case, name, values.pages(found, case.habits) if name == "pages" else found)

    return compose


def _identifier(case: Case) -> Fix | None:
    """The right identifier in place of a wrong one; without one, the wrong one goes and the number that is known comes."""
    kind, wrong = case.verdict.identifier or ("", "")
    if case.verdict.record is None or case.field is None:
        return None
    right = case.record.identifiers.get(kind, "")
    if kind == "arxiv":
        right = right.partition("v")[0] if right.replace("v", "").replace(".", "").isdigit() else right
    if right and right.lower() != wrong.lower():
        return _exchanged(case, kind, wrong, right)
    return None if right else _taken_out(case, kind)


def _exchanged(case: Case, kind: str, wrong: str, right: str) -> Fix | None:
    field = case.field
    assert field is not None  # noqa: S101  for the type checker; the caller has looked
    message = f"the {kind} of the cited work"
    hits = [hit for hit in identifiers.find(field.value) if hit[0] == kind and hit[1].lower() == wrong.lower()]
    bare = field.name in (kind, "eprint") and not any(mark in field.value for mark in ("://", ":", " "))
    if bare:
        return Fix(message, (layout.replaced(case.entry, field, values.doi(right, case.habits), case.habits),))
    if len(hits) == 1:
        _, _, start, end = hits[0]
        old = field.value[start:end]
        # An arXiv hit covers its label or host too.
        number = old.lower().rfind(wrong.lower())
        if number >= 0 and kind != "doi":
            start, end = start + number, start + number + len(wrong)
        edit = layout.inside(case.entry, field, start, end, values.doi(right, case.habits))
        return Fix(message, (edit,)) if edit else None
    if field.name == kind:
        return Fix(message, (layout.replaced(case.entry, field, values.doi(right, case.habits), case.habits),))
    return None


_GOES_WITH = {"arxiv": ("eprint", "archiveprefix", "eprinttype", "primaryclass", "eprintclass"), "doi": ("doi",)}


def _taken_out(case: Case, kind: str) -> Fix | None:
    """Remove an identifier for which the record has none of its kind, and add what the record has."""
    entry = case.entry
    going = [field for field in entry.fields if field.name in _GOES_WITH.get(kind, (kind,))]
    if case.field is None or case.field.name not in {field.name for field in going}:
        return None
    new = [pair for pair in _known(case) if entry.get(pair[0]) is None or pair[0] in {field.name for field in going}]
    edits = [layout.removed(entry, field) for field in going]
    if any(other.span.start < one.span.end for one, other in pairwise(edits)):
        return None
    if new:
        edits += layout.added(entry, new, case.habits, {field.name for field in going})
    added = f", and {new[0][0]} of the cited work added" if new else ""
    return Fix(f"{kind} removed: it is not of the cited work{added}", tuple(edits))


def _known(case: Case) -> list[tuple[str, str]]:
    """The identifier fields that the record has."""
    known = case.record.identifiers
    if known.get("doi"):
        return [("doi", values.doi(known["doi"], case.habits))]
    return values.eprint(known["arxiv"], case.habits) if known.get("arxiv") else []


def _missing_doi(case: Case) -> Fix | None:
    number = case.record.identifiers.get("doi", "")
    if not number or case.entry.get("doi") is not None:
        return None
    new = [("doi", values.doi(number, case.habits))]
    return Fix("add the DOI of the record", tuple(layout.added(case.entry, new, case.habits)))


def _published(case: Case) -> Fix | None:
    record = case.verdict.published
    return None if record is None else published(case.entry, record, case.habits)


COMPOSERS: Mapping[str, Callable[[Case], Fix | None]] = {
    "year-mismatch": _year,
    "title-mismatch": _title,
    "author-mismatch": _people,
    "venue-mismatch": _venue,
    "volume-mismatch": _number("volume"),
    "pages-mismatch": _number("pages"),
    "doi-mismatch": _identifier,
    "doi-not-found": _identifier,
    "arxiv-id-mismatch": _identifier,
    "identifier-mismatch": _identifier,
    "identifier-not-found": _identifier,
    "missing-doi": _missing_doi,
    "preprint-published": _published,
}
"""What corrects a finding of each rule."""
