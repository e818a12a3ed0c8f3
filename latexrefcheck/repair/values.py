"""What a record says, field by field, in the names and forms of a bibliography."""

from __future__ import annotations

from typing import TYPE_CHECKING

from latexrefcheck.model.document import Entry
from latexrefcheck.repair import encode, people
from latexrefcheck.repair.formatting import Formatting
from latexrefcheck.text import archives

if TYPE_CHECKING:
    from latexrefcheck.model.record import Record

TYPES = {"article": "article", "inproceedings": "inproceedings", "chapter": "incollection", "book": "book"}
"""Entry type for each type of record that has one; a thesis or report is left to the author."""

VENUE_FIELDS = {
    "article": ("journaltitle", "journal"),
    "inproceedings": ("booktitle",),
    "conference": ("booktitle",),
    "incollection": ("booktitle",),
    "inbook": ("booktitle",),
}
"""Field of the venue by entry type, for biblatex and BibTeX."""


def venue(record: Record) -> str:
    """The main name of the journal or volume; empty for a preprint's archive."""
    from latexrefcheck.verify.match.venues import repository  # imported late: a lint has no record

    return next((name for name in record.venues if not repository(name)), "")


def title(record: Record) -> str:
    """The title with its subtitle, where a source gives them apart."""
    main = record.title
    starts = f"{main} " if main[-1:] in ("?", "!", ":") else f"{main}: "
    whole = [one for one in record.titles if one.startswith(starts)]
    return max(whole, key=len, default=main)


def year(record: Record) -> str:
    """The year of publication: the one that the source gives as such."""
    return str(record.years[0]) if record.years else ""


def pages(value: str, formatting: Formatting) -> str:
    """Pages with the dash that the file uses."""
    first, dash, last = value.replace("\u2013", "-").partition("-")
    return f"{first.strip()}{formatting.dash}{last.lstrip('-').strip()}" if dash and last.strip() else value


def venue_field(type: str, entry: Entry | None, formatting: Formatting) -> str:
    """The field that holds the venue for an entry type, as the entry or its file names it."""
    names = VENUE_FIELDS.get(type, ())
    for name in names:
        if entry is not None and entry.get(name) is not None:
            return name
    if len(names) == 2:
        return names[0] if formatting.knows(names[0]) or (formatting.biblatex and not formatting.knows(names[1])) else names[1]
    return names[0] if names else ""


def date_field(formatting: Formatting) -> str:
    """``date`` where the file has it instead of ``year``."""
    return "date" if formatting.knows("date") and not formatting.knows("year") else "year"


def doi(value: str, formatting: Formatting) -> str:
    """A DOI as it stands in a field; DOIs that could not be delimited are escaped."""
    return value if encode.balanced(value) and '"' not in value else encode.text(value, formatting)


def eprint(number: str, formatting: Formatting) -> list[tuple[str, str]]:
    """The fields for an arXiv number: ``archiveprefix`` as BibTeX styles want it, or ``eprinttype`` as biblatex does."""
    modern = formatting.knows("eprinttype") or (formatting.biblatex and not formatting.knows("archiveprefix"))
    return [("eprint", number), ("eprinttype", "arxiv") if modern else ("archiveprefix", "arXiv")]


def published_doi(record: Record) -> str:
    """The DOI of the published version: merged records may still give the preprint's."""
    number = record.identifiers.get("doi", "")
    return "" if archives.preprint_doi(number) else number


def fields(record: Record, type: str, formatting: Formatting) -> dict[str, str]:
    """Every field that the record gives an entry of ``type``, in the file's form; empty values are left out."""
    book = type in ("book", "proceedings", "collection")
    printed = {
        "author": people.listed(record.authors, formatting, record.authors_cut),
        "editor": people.listed(record.editors, formatting) if record.editors and (book or type == "incollection") else "",
        "title": encode.title(title(record), formatting),
        venue_field(type, None, formatting): encode.text(venue(record), formatting),
        date_field(formatting): year(record),
        "volume": encode.text(record.volume, formatting),
        "number": encode.text(record.number, formatting),
        "pages": pages(encode.text(record.pages, formatting), formatting),
        "publisher": encode.text(record.publisher, formatting)
        if book or (type != "article" and formatting.knows("publisher"))
        else "",
        "isbn": record.isbns[0] if record.isbns and book else "",
    }
    found = {name: value for name, value in printed.items() if name and value and encode.balanced(value)}
    identifiers = record.identifiers
    if identifiers.get("doi"):
        found["doi"] = doi(identifiers["doi"], formatting)
    if identifiers.get("arxiv") and (record.preprint or "doi" not in found):
        found.update(eprint(identifiers["arxiv"], formatting))
        if found.get("doi", "").lower().startswith("10.48550/arxiv."):
            del found["doi"]  # it says the same
    if not identifiers.get("doi") and not identifiers.get("arxiv") and record.url:
        found["url"] = record.url
    return found
