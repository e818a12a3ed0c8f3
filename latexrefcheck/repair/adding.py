"""A new entry made from a record, in the formatting of its file, at the place that the file would give it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from latexrefcheck.model.document import Bibliography, Edit, Entry, Span
from latexrefcheck.model.finding import Fix, Location
from latexrefcheck.model.record import Record
from latexrefcheck.reading import keys
from latexrefcheck.repair import formatting, layout, values
from latexrefcheck.repair.proposal import Proposal
from latexrefcheck.text import identifiers
from latexrefcheck.text.keys import surname_key, title_key
from latexrefcheck.text.names import parse_names

_TYPES = {
    "article": ("article", "article"),
    "inproceedings": ("inproceedings", "inproceedings"),
    "chapter": ("incollection", "incollection"),
    "book": ("book", "book"),
    "thesis": ("phdthesis", "thesis"),
    "report": ("techreport", "report"),
    "preprint": ("misc", "online"),
    "dataset": ("misc", "dataset"),
    "software": ("misc", "software"),
}
"""Entry type for BibTeX and for biblatex by type of record; any other is ``misc``."""

_LATER = {"thesis": ("school", "institution"), "report": ("institution", "institution")}
"""The field that takes the publisher of theses and reports, for BibTeX and biblatex."""


class Known(NamedTuple):
    """An entry that is the work already, and by what that is seen."""

    entry: Entry
    by: str


def known(record: Record, bibliographies: Sequence[Bibliography]) -> Known | None:
    """The entry of the same work, if a bibliography has one: by an identifier, or by title, first author and year."""
    own = {kind: value.lower() for kind, value in record.identifiers.items() if kind in ("doi", "arxiv", "pmid", "isbn")}
    title = title_key(record.title)
    surname = surname_key(record.authors[0]) if record.authors else ""
    for bibliography in bibliographies:
        for entry in bibliography.entries:
            for kind, value in own.items():
                if value in _identifiers(entry, kind):
                    return Known(entry, f"{kind} {value}")
            if title and title_key(entry.value("title")) == title and _same(entry, surname, record):
                return Known(entry, "title, first author and year")
    return None


def _identifiers(entry: Entry, kind: str) -> set[str]:
    found: set[str] = set()
    for name in ("doi", "eprint", "url", "note", "pmid", "isbn", "howpublished", "journal"):
        value = entry.value(name)
        if not value:
            continue
        found.update(canonical.lower() for which, canonical, _, _ in identifiers.find(value) if which == kind)
        reader = {"doi": identifiers.doi, "arxiv": identifiers.arxiv, "pmid": identifiers.pmid, "isbn": identifiers.isbn}[kind]
        if name == ("eprint" if kind == "arxiv" else kind) and (canonical := reader(value)):
            found.add(canonical.lower())
    return found


def _same(entry: Entry, surname: str, record: Record) -> bool:
    people, _ = parse_names(entry.value("author") or entry.value("editor"))
    if surname and people and surname_key(people[0]) != surname:
        return False
    year = re.search(r"\d{4}", entry.value("year") or entry.value("date"))
    return not year or not record.years or min(abs(int(year[0]) - other) for other in record.years) <= 1


def entry_type(record: Record, biblatex: bool) -> str:
    """The entry type for a record."""
    return _TYPES.get(record.type, ("misc", "misc"))[biblatex]


def proposal(
    record: Record, target: Bibliography, others: Sequence[Bibliography], pattern: str = "", asked: str = ""
) -> Proposal:
    """The proposal that puts an entry for ``record`` into ``target``; its key is free in all ``others`` too."""
    style = formatting.of(target)
    taken = {entry.key.lower() for one in (target, *others) for entry in one.entries}
    year = values.year(record)
    facts = keys.facts_of(
        " and ".join(f"{{{p.literal}}}" if p.literal else f"{p.family}, {p.given}" for p in record.authors or record.editors),
        year,
        record.title,
    )
    key = keys.free(keys.make(pattern or keys.detect(target.entries), facts), taken)
    kind = entry_type(record, style.biblatex)
    given = values.fields(record, kind, style)
    if record.type in _LATER and "publisher" in given:
        given[_LATER[record.type][style.biblatex]] = given.pop("publisher")
    edit = _insertion(target, kind, key, list(given.items()), style)
    place = Location.of(edit.span)
    evidence = {"record": {"source": record.source, "title": record.title, "years": list(record.years), "url": record.url}}
    return Proposal("add", Fix(f"add {key}", (edit,)), place, f"{asked or record.title} is not in {place.path}", key, evidence)


def _insertion(target: Bibliography, kind: str, key: str, fields: list[tuple[str, str]], style: formatting.Formatting) -> Edit:
    """The new entry where the file's order of keys has it, else at the end."""
    source = target.source
    whole = [entry for entry in target.entries if not entry.broken and entry.fields]
    model = next((entry for entry in reversed(whole) if entry.type == kind), whole[-1] if whole else None)
    text = layout.entry_text(kind, key, fields, style, model)
    gap = _gap(whole, style)
    behind = _before(whole, key)
    if behind is not None:
        return Edit(Span(source, behind.start, behind.start), text + gap)
    end = len(source.text.rstrip())
    if not source.text.strip():
        return Edit(Span(source, len(source.text), len(source.text)), text + style.newline)
    return Edit(Span(source, end, end), gap + text)


def _gap(entries: Sequence[Entry], style: formatting.Formatting) -> str:
    """What stands between two entries: blank lines as in the file."""
    for one, other in zip(entries[-20:], entries[-19:], strict=False):
        between = one.source.text[one.end : other.start]
        if between and not between.strip() and one.source is other.source:
            return between
    return style.newline * 2


def _before(entries: Sequence[Entry], key: str) -> Entry | None:
    """The entry that a new key stands before in a file sorted by key; None if it is not sorted or the key is the last."""
    ordered = [entry.key.lower() for entry in entries]
    if len(ordered) < 4 or ordered != sorted(ordered):
        return None
    return next((entry for entry in entries if entry.key.lower() > key.lower()), None)
