"""The case of a finding: its entry, what the world says of it, and the corrections that the repair wing can write.

Corrections from a record are all unsafe: they change what the document says.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from latexrefcheck.model.document import Edit, Entry, Field
from latexrefcheck.model.finding import Fix
from latexrefcheck.model.states import JudgementKind, JudgementState
from latexrefcheck.repair import encode, formatting, layout, people, published, titles, values
from latexrefcheck.repair.formatting import Formatting
from latexrefcheck.repair.merge import Merger
from latexrefcheck.text import identifiers
from latexrefcheck.text.person import is_others

if TYPE_CHECKING:
    from latexrefcheck.model.record import Judgement, Record, Verdict


class Case(NamedTuple):
    """One finding with all that its correction needs; :class:`latexrefcheck.model.rule.Case` says what each method does."""

    entry: Entry
    field: Field | None
    verdict: Verdict | None
    merger: Merger
    other: Entry | None = None
    """The entry that the finding names beside its own."""

    @property
    def formatting(self) -> Formatting:
        """How the entry's file is written."""
        return formatting.of(self.merger.homes[id(self.entry)])

    @property
    def record(self) -> Record:
        """The record of the cited work; without one, an empty record."""
        from latexrefcheck.model.record import Record  # imported late: a lint has none

        return (self.verdict.record if self.verdict is not None else None) or Record(source="", titles=())

    def judged(self, field: str) -> Judgement:
        """How the entry and the record compare in a field."""
        from latexrefcheck.model.record import Judgement

        judgements = () if self.verdict is None else self.verdict.judgements
        return next((one for one in judgements if one.field == field), Judgement(field, JudgementState.UNKNOWN))

    def rewrite(self, what: str, text: str) -> Fix | None:
        """Give the field that the finding points at the value ``text``."""
        return self._replace_value(what, encode.text(text, self.formatting))

    def _replace_value(self, what: str, value: str) -> Fix | None:
        """Give the field that the finding points at another value, in TeX."""
        if self.field is None or not value or not encode.balanced(value) or value == self.field.value:
            return None
        return Fix(f"{what} as in the record", (layout.replaced(self.entry, self.field, value, self.formatting),))

    def year(self) -> Fix | None:
        """The year of the record."""
        return self._replace_value("year", values.year(self.record))

    def title(self) -> Fix | None:
        """The title of the record, written as the entry writes where they agree."""
        title = self.judged("title").found or self.record.title
        if self.field is None or not title:
            return None
        if not self.field.simple:
            return self._replace_value("title", encode.title(title, self.formatting))
        return self._replace_value("title", titles.corrected(self.field.value, title, self.formatting))

    def people(self) -> Fix | None:
        """The authors, or editors, of the record."""
        record, field = self.record, self.field
        if field is None or field.name not in ("author", "editor") or record.authors_cut:
            return None
        wanted = record.authors if field.name == "author" or not record.editors else record.editors
        if not wanted or any(is_others(one.text) for one in wanted) or people.unprintable(wanted, field.value):
            return None
        edits = people.corrected(field.value, wanted, self.formatting) if field.simple else None
        if edits is not None:
            made = [layout.inside(self.entry, field, *edit) for edit in edits]
            return Fix("authors as in the record", tuple(edit for edit in made if edit is not None)) if all(made) else None
        return self._replace_value("authors", people.listed(wanted, self.formatting))

    def venue(self) -> Fix | None:
        """The venue of the record, in the field and the type of entry that it belongs to."""
        judged = self.judged("venue")
        if judged.kind == JudgementKind.UNCONFIRMED or self.field is None:
            return None
        written = encode.text(values.venue(self.record) or judged.found, self.formatting)
        edits: list[Edit] = []
        target = values.TYPES.get(self.record.type, "")
        if self.entry.type in ("article", "inproceedings", "conference") and target in ("article", "inproceedings"):
            holder = values.venue_field(target, None, self.formatting)
            fits = self.field.name in values.VENUE_FIELDS[target]
            if not fits and self.entry.get(holder) is None:
                edits += [layout.retyped(self.entry, target), layout.renamed(self.entry, self.field, holder, self.formatting)]
        fix = self._replace_value("venue", written)
        return None if fix is None else fix._replace(edits=(*edits, *fix.edits))

    def number(self, name: str) -> Fix | None:
        """The volume, number or pages of the record."""
        found = encode.text(self.judged(name).found, self.formatting)
        if self.field is None or self.field.name not in (name, "issue"):
            return None
        return self._replace_value(name, values.pages(found, self.formatting) if name == "pages" else found)

    def identifier(self) -> Fix | None:
        """The right identifier in place of a wrong one; without one, the wrong one goes and the number that is known comes."""
        if self.verdict is None or self.verdict.record is None or self.field is None:
            return None
        kind, wrong = self.verdict.identifier or ("", "")
        right = self.record.identifiers.get(kind, "")
        if kind == "arxiv":
            right = right.partition("v")[0] if right.replace("v", "").replace(".", "").isdigit() else right
        if right and right.lower() != wrong.lower():
            return self._exchange(self.field, kind, wrong, right)
        return None if right else self._take_out(self.field, kind)

    def _exchange(self, field: Field, kind: str, wrong: str, right: str) -> Fix | None:
        message = f"the {kind} of the cited work"
        hits = [hit for hit in identifiers.find(field.value) if hit[0] == kind and hit[1].lower() == wrong.lower()]
        bare = field.name in (kind, "eprint") and not any(mark in field.value for mark in ("://", ":", " "))
        if bare:
            return Fix(message, (layout.replaced(self.entry, field, values.doi(right, self.formatting), self.formatting),))
        if len(hits) == 1:
            _, _, start, end = hits[0]
            old = field.value[start:end]
            # An arXiv hit covers its label or host too.
            number = old.lower().rfind(wrong.lower())
            if number >= 0 and kind != "doi":
                start, end = start + number, start + number + len(wrong)
            edit = layout.inside(self.entry, field, start, end, values.doi(right, self.formatting))
            return Fix(message, (edit,)) if edit else None
        if field.name == kind:
            return Fix(message, (layout.replaced(self.entry, field, values.doi(right, self.formatting), self.formatting),))
        return None

    def _take_out(self, field: Field, kind: str) -> Fix | None:
        """Remove an identifier for which the record has none of its kind, and add what the record has."""
        entry = self.entry
        going = [one for one in entry.fields if one.name in _GOES_WITH.get(kind, (kind,))]
        if field.name not in {one.name for one in going}:
            return None
        new = [pair for pair in self._known() if entry.get(pair[0]) is None or pair[0] in {one.name for one in going}]
        edits = [layout.removed(entry, one) for one in going]
        if any(other.span.start < one.span.end for one, other in pairwise(edits)):
            return None
        if new:
            edits += layout.added(entry, new, self.formatting, {one.name for one in going})
        added = f", and {new[0][0]} of the cited work added" if new else ""
        return Fix(f"{kind} removed: it is not of the cited work{added}", tuple(edits))

    def _known(self) -> list[tuple[str, str]]:
        """The identifier fields that the record has."""
        known = self.record.identifiers
        if known.get("doi"):
            return [("doi", values.doi(known["doi"], self.formatting))]
        return values.eprint(known["arxiv"], self.formatting) if known.get("arxiv") else []

    def add_doi(self) -> Fix | None:
        """The DOI of the record as a new field."""
        number = self.record.identifiers.get("doi", "")
        if not number or self.entry.get("doi") is not None:
            return None
        new = [("doi", values.doi(number, self.formatting))]
        return Fix("add the DOI of the record", tuple(layout.added(self.entry, new, self.formatting)))

    def publish(self) -> Fix | None:
        """The entry turned into one of the published version of the work."""
        record = None if self.verdict is None else self.verdict.published
        return None if record is None else published.published(self.entry, record, self.formatting)

    def merge(self, alike: bool = False) -> Fix | None:
        """The entry and the other that the finding names made one."""
        return None if self.other is None else self.merger.fix(self.entry, self.other, alike)


_GOES_WITH = {"arxiv": ("eprint", "archiveprefix", "eprinttype", "primaryclass", "eprintclass"), "doi": ("doi",)}
"""Fields that say something of an identifier of each kind, and go with it."""
