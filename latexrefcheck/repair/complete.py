"""Fields that an entry lacks and its verified record has: added, never overwritten."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from latexrefcheck.model.document import Bibliography, Entry, Project
from latexrefcheck.model.finding import Fix, Location
from latexrefcheck.model.record import Record, Reference, Verdict
from latexrefcheck.model.states import VerdictStatus
from latexrefcheck.reading import datamodel
from latexrefcheck.repair import formatting, layout, values
from latexrefcheck.repair.proposal import Proposal
from latexrefcheck.verify.match.kinds import cites_preprint

FIELDS = ("author", "title", "journal", "booktitle", "year", "volume", "number", "pages", "publisher", "doi", "eprint")
"""Fields that are filled; ``journal`` stands for ``journaltitle``, ``year`` for ``date``, ``eprint`` for what goes with it."""

_SAME = {"journaltitle": "journal", "date": "year", "archiveprefix": "eprint", "eprinttype": "eprint", "issue": "number"}
_OF_THE_VERSION = frozenset(("journal", "booktitle", "volume", "number", "pages", "publisher", "year"))
"""Fields that belong to one version of a work: those of the published one are not for an entry of the preprint."""

_STANDS_FOR = {
    "author": ("author", "editor"),
    "pages": ("pages", "eid"),
    "publisher": ("publisher", "institution", "school", "organization"),
    "eprint": ("eprint", "arxiv", "arxivid"),
    "journal": ("journal", "journaltitle", "booktitle", "howpublished"),
    "booktitle": ("journal", "journaltitle", "booktitle", "howpublished"),
    "year": ("year", "date"),
    "number": ("number", "issue"),
}


def proposals(
    project: Project, references: Mapping[Entry, Reference], verdicts: Mapping[Entry, Verdict], wanted: Collection[str] = ()
) -> Iterator[Proposal]:
    """One proposal per entry that is verified and lacks something; ``wanted`` limits the fields."""
    homes = {id(entry): one for one in project.bibliographies for entry in one.entries}
    for entry, verdict in verdicts.items():
        record = verdict.record
        home = homes.get(id(entry))
        if verdict.status != VerdictStatus.VERIFIED or record is None or verdict.from_lock or home is None or entry.broken:
            continue
        new = _missing(entry, home, references[entry], verdict, record, wanted or FIELDS)
        if not new:
            continue
        edits = layout.added(entry, new, formatting.of(home))
        names = ", ".join(name for name, _ in new)
        source = {"source": record.source, "title": record.title, "years": list(record.years), "url": record.url}
        yield Proposal(
            "complete",
            Fix(f"add {names}", tuple(edits)),
            Location.of(entry.head),
            f"{names} of the record {'is' if len(new) == 1 else 'are'} missing",
            entry.key,
            {"record": source},
        )


def _missing(
    entry: Entry, home: Bibliography, reference: Reference, verdict: Verdict, record: Record, wanted: Collection[str]
) -> list[tuple[str, str]]:
    """The (name, value) pairs that the entry has neither itself nor from its parents."""
    present = {
        name
        for name, (_, field) in datamodel.effective(entry, lambda key: home.by_key.get(home.fold(key)), entry.dialect).items()
        if field.value.strip()
    }
    present |= {field.name for field in entry.fields}  # an empty field is not filled: its author has left it so
    offered = values.fields(record, entry.type, formatting.of(home))
    same = same_version(reference, verdict, record, entry.type)
    found = []
    for name, value in offered.items():
        general = _SAME.get(name, name)
        if general not in wanted or present & set(_STANDS_FOR.get(general, (general,))):
            continue
        if general in _OF_THE_VERSION and not same:
            continue
        if general == "doi" and record.preprint != cites_preprint(reference):
            continue
        found.append((name, value))
    return found


def same_version(reference: Reference, verdict: Verdict, record: Record, type: str) -> bool:
    """Whether the record is of the version that the entry cites, so that venue, volume and pages may come from it."""
    if record.preprint or cites_preprint(reference):
        return False
    venue = next((one for one in verdict.judgements if one.field == "venue"), None)
    if venue is not None and venue.state in ("agree", "minor"):
        return True
    kind = values.TYPES.get(record.type, record.type)
    return not reference.venue and kind == {"conference": "inproceedings"}.get(type, type)
