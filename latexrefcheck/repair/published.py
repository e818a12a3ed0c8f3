"""A cited preprint turned into its published version."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from latexrefcheck.model.document import Edit, Entry, Field
from latexrefcheck.model.finding import Fix
from latexrefcheck.repair import encode, layout, values
from latexrefcheck.repair.formatting import Formatting
from latexrefcheck.text.patterns import lazy

if TYPE_CHECKING:
    from latexrefcheck.model.record import Record

_OPEN_TYPES = ("misc", "article", "online", "unpublished", "techreport", "report", "preprint", "inproceedings")
"""Entry types under which preprints are cited."""

_PREPRINT_PLACES = ("journal", "journaltitle", "booktitle", "howpublished", "publisher", "note", "institution")
_NUMBER = lazy(r"^\s*(?:abs/|arxiv[:/]?\s*)?[\w.-]*\d{4}[./]\d{4,7}", re.IGNORECASE)


def published(entry: Entry, record: Record, formatting: Formatting) -> Fix | None:
    """The edits that make ``entry`` cite ``record``; its arXiv number stays, so that the free version is still found.

    None where the record does not say enough: without a venue or a DOI nothing is gained.
    """
    venue, doi = values.venue(record), values.published_doi(record)
    if entry.type not in _OPEN_TYPES or not venue:
        return None
    kind = values.TYPES.get(record.type) or ("article" if entry.type != "inproceedings" else "inproceedings")
    if kind == "book":
        return None
    new = {
        values.venue_field(kind, entry, formatting): encode.text(venue, formatting),
        _date(entry, formatting): values.year(record),
        "volume": encode.text(record.volume, formatting),
        "number": encode.text(record.number, formatting),
        "pages": values.pages(encode.text(record.pages, formatting), formatting),
        "doi": values.doi(doi, formatting),
    }
    new = {name: value for name, value in new.items() if value and encode.balanced(value)}
    edits = [layout.retyped(entry, kind)] if kind != entry.type else []
    edits += _places(entry, new, formatting)
    if not edits:
        return None
    told = " ".join(part for part in (venue, values.year(record)) if part)
    return Fix(f"cite the published version: {told}", tuple(edits))


def _date(entry: Entry, formatting: Formatting) -> str:
    return next((name for name in ("year", "date") if entry.get(name) is not None), values.date_field(formatting))


def _places(entry: Entry, new: dict[str, str], formatting: Formatting) -> list[Edit]:
    """Fields of the preprint replaced where the new version has them, taken out where they only name the archive."""
    edits: list[Edit] = []
    left = dict(new)
    gone: list[Field] = []
    venue_name = next(iter(new))
    for field in entry.fields:
        if field.name in left:
            value = left.pop(field.name)
            if value != field.value:
                edits.append(layout.replaced(entry, field, value, formatting))
        elif _archival(field):
            gone.append(field)
    holder = next((field for field in gone if field.name in ("journal", "journaltitle", "booktitle")), None)
    if holder is not None and venue_name in left:
        # The archive's field becomes that of the venue, in its place.
        gone.remove(holder)
        value = left.pop(venue_name)
        edits.append(layout.renamed(entry, holder, venue_name, formatting))
        edits.append(layout.replaced(entry, holder, value, formatting))
    removals = _removals(entry, gone)
    edits += removals
    if left:
        edits += layout.added(entry, list(left.items()), formatting, {field.name for field in gone})
    return edits


def _removals(entry: Entry, gone: list[Field]) -> list[Edit]:
    made: list[Edit] = []
    for field in gone:
        edit = layout.removed(entry, field)
        if not made or made[-1].span.end <= edit.span.start:
            made.append(edit)
    return made


def _archival(field: Field) -> bool:
    """Whether a field only says which archive holds the preprint, and under which number."""
    if field.name in ("volume", "number", "pages", "eid"):
        return _NUMBER.match(field.value) is not None
    from latexrefcheck.verify.match.venues import repository  # imported late: a lint has no record

    return field.name in _PREPRINT_PLACES and repository(field.value) and len(field.value) < 80
