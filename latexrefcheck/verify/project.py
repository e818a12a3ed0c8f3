"""The wiring of verification: settings to sources, references to evidence, evidence to verdicts, verdicts to the lock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from latexrefcheck.errors import RefcheckError
from latexrefcheck.files import refuse_link
from latexrefcheck.model.document import Bibliography, Entry, Project
from latexrefcheck.model.finding import SourceStatus
from latexrefcheck.model.record import Evidence, Reference, Verdict
from latexrefcheck.model.states import VerdictStatus
from latexrefcheck.reading.works import Lookup
from latexrefcheck.settings import thresholds
from latexrefcheck.verify import limit
from latexrefcheck.verify import reference as reader
from latexrefcheck.verify.lock import NAME, Lock
from latexrefcheck.verify.selection import chosen

if TYPE_CHECKING:
    from latexrefcheck.settings import Settings
    from latexrefcheck.verify.asking import Answer
    from latexrefcheck.verify.resolution import Watch

Ask = Callable[[Sequence[Reference]], "Answer"]
"""Answers about references."""

NAMED = 5
"""Keys that are named in a note."""

FROZEN = "the lock does not cover it, and --frozen asks nobody"


class Verification(NamedTuple):
    """What verification found out.

    ``verdicts`` per entry in order of the bibliographies; ``sources`` how each source did; ``notes`` one
    sentence each for the reader; ``complete`` is false when an entry could not be checked in full; ``unwritten``
    says of lock and evidence why they could not be written, which costs no reader the report.
    """

    verdicts: Mapping[Entry, Verdict]
    sources: tuple[SourceStatus, ...] = ()
    notes: tuple[str, ...] = ()
    complete: bool = True
    interrupted: bool = False
    unwritten: tuple[str, ...] = ()


class _Asked(NamedTuple):
    """The verdicts that the sources led to, per reference key, with what is said about the sources."""

    verdicts: Mapping[str, Verdict] = {}
    evidence: Mapping[str, Sequence[Evidence]] = {}
    sources: tuple[SourceStatus, ...] = ()
    notes: tuple[str, ...] = ()
    interrupted: bool = False


def run(
    project: Project, settings: Settings, whole_records: bool = False, watch: Watch | None = None, ask: Ask | None = None
) -> Verification:
    """The verdict on every chosen entry; asks only about those that the lock does not cover.

    With ``whole_records`` only what a person confirmed is taken from the lock, which keeps records in short, and works
    behind wrong identifiers are searched for: what is to be mended needs their records. ``watch`` hears how far it is;
    ``ask`` answers in place of the sources.
    """
    entries = references(project, settings.cited_only)
    if settings.evidence is not None:
        refuse_link(settings.evidence, "the evidence file")  # before anybody is asked
    path = lock_path(project, settings.lock)
    lock = Lock.read(path) if path is not None else Lock(Path(NAME))
    lock.limits, lock.confirmations = thresholds.chosen(settings), settings.confirmations
    today = datetime.now(UTC).date()
    locked = {one.key: verdict for one in entries.values() if (verdict := _from_lock(lock, one, today, settings)) is not None}
    if whole_records and not settings.frozen:
        locked = {key: verdict for key, verdict in locked.items() if verdict.confirmed_by}
    open_ones = [one for one in entries.values() if one.key not in locked]
    if settings.frozen:
        asked = _Asked(
            {one.key: Verdict(one.key, VerdictStatus.UNCHECKED, FROZEN, unchecked={"lock": FROZEN}) for one in open_ones}
        )
    else:
        most = settings.max_refs
        asked = _ask(limit.asked(open_ones, most), settings, watch, ask)
        asked = asked._replace(verdicts={**asked.verdicts, **limit.left(open_ones, most)})
    verdicts = {entry: locked.get(one.key) or _said(lock, one, asked.verdicts[one.key]) for entry, one in entries.items()}
    if whole_records and not settings.frozen:
        from latexrefcheck.verify import replacement

        verdicts = replacement.found(entries, verdicts, lambda lost: _ask(lost, settings, watch, ask).verdicts)
    if settings.retractions is not None:
        from latexrefcheck.verify.retractions import noted

        verdicts = noted(verdicts, entries, settings.retractions)
    unwritten = tuple(_written(lock, path, project, entries, verdicts, asked, settings))
    complete = not asked.interrupted and not any(_incomplete(verdict) for verdict in verdicts.values())
    told = (*_summary(verdicts, bool(locked)), *limit.note(verdicts.values(), settings.max_refs, settings.write_lock))
    notes = (*asked.notes, *told, *_disbelieved(lock, settings.frozen))
    return Verification(verdicts, asked.sources, notes, complete, asked.interrupted, unwritten)


def _written(
    lock: Lock,
    path: Path | None,
    project: Project,
    entries: Mapping[Entry, Reference],
    verdicts: Mapping[Entry, Verdict],
    asked: _Asked,
    settings: Settings,
) -> Iterator[str]:
    """Write lock and evidence as the settings want it; one sentence about each that could not be written."""
    if settings.write_lock and path is not None and not settings.frozen:
        try:
            _write(lock, project, entries, verdicts)
        except RefcheckError as error:
            yield str(error)
    if settings.evidence is not None and asked.evidence:
        from latexrefcheck.verify import evidence_log

        try:
            evidence_log.append(settings.evidence, evidence_log.lines(asked.evidence, asked.verdicts))
        except RefcheckError as error:
            yield str(error)


def references(project: Project, cited_only: bool) -> dict[Entry, Reference]:
    """The references of the entries to verify; a key that stands in several files gets the file's name behind it."""
    from dataclasses import replace

    taken: set[str] = set()
    found: dict[Entry, Reference] = {}
    for entry, bibliography in chosen(project, cited_only).items():
        one = reader.read(entry, _lookup(bibliography))
        if one.key in taken:
            one = replace(one, key=f"{one.key} ({entry.source.path}:{entry.start})")
        taken.add(one.key)
        found[entry] = one
    return found


def _lookup(bibliography: Bibliography) -> Lookup:
    return lambda key: bibliography.by_key.get(bibliography.fold(key))


def lock_path(project: Project, given: Path | None) -> Path | None:
    """The lock of a project: the one that is set, else beside the first .bib, or the first document, that is a file."""
    if given is not None:
        return given
    for bibliography in project.bibliographies:
        if bibliography.source.absolute is not None:
            return bibliography.source.absolute.parent / NAME
    for source in (*(document.root for document in project.documents), *(listed.source for listed in project.worded)):
        if project.worded and source.absolute is not None:
            return source.absolute.parent / NAME
    return None


def _from_lock(lock: Lock, one: Reference, today: date, settings: Settings) -> Verdict | None:
    if "*" in settings.refresh or one.key in settings.refresh:
        return None
    return lock.verdict(one, today, settings.lock_max_age)


def _said(lock: Lock, one: Reference, verdict: Verdict) -> Verdict:
    """A fresh verdict under what a person confirmed of the entry as it stands."""
    from latexrefcheck.verify.lock.book import confirm

    said = lock.confirmation(one)
    return verdict if said is None else confirm(verdict, said)


def _write(lock: Lock, project: Project, entries: Mapping[Entry, Reference], verdicts: Mapping[Entry, Verdict]) -> None:
    for entry, one in entries.items():
        if not verdicts[entry].confirmed_by:
            lock.record(one, verdicts[entry])
    lock.keep({entry.key for listed in (*project.bibliographies, *project.worded) for entry in listed.entries})
    lock.write()


def _ask(references: Sequence[Reference], settings: Settings, watch: Watch | None, instead: Ask | None = None) -> _Asked:
    """Ask the sources about ``references``. Their modules are imported only when there is something to ask."""
    if not references:
        return _Asked()
    from latexrefcheck.verify.asking import ask

    resolution, statuses, notes, judged = instead(references) if instead is not None else ask(references, settings, watch)
    return _Asked(judged, resolution.evidence, statuses, notes, resolution.interrupted)


def _incomplete(verdict: Verdict) -> bool:
    return not verdict.confirmed_by and (
        (verdict.status == VerdictStatus.UNCHECKED and "malformed" not in verdict.unchecked)
        or bool(verdict.unchecked.keys() - {"malformed"})
    )


def unanswered(verdicts: Mapping[Entry, Verdict]) -> frozenset[str]:
    """Keys of the entries that nobody could say anything about; asked again, they may be."""
    return frozenset(
        entry.key for entry, one in verdicts.items() if one.status == VerdictStatus.UNCHECKED and "malformed" not in one.unchecked
    )


def _disbelieved(lock: Lock, frozen: bool) -> Iterator[str]:
    """One sentence on verdicts of the lock that its own records contradict."""
    if lock.unsupported:
        told = [f"{key} ({', '.join(why)})" for key, why in [*lock.unsupported.items()][:NAMED]]
        more = f" and {len(lock.unsupported) - NAMED} more" if len(lock.unsupported) > NAMED else ""
        then = "they count as not covered" if frozen else "they were looked up again"
        yield f"the records in the lock do not support the verdicts on {', '.join(told)}{more}; {then}"


def _summary(verdicts: Mapping[Entry, Verdict], locked: bool) -> Iterator[str]:
    """One sentence when something was left open, one on what came from the lock."""
    open_ones = Counter(
        verdict.reason
        for verdict in verdicts.values()
        if verdict.status == VerdictStatus.UNCHECKED and not limit.is_left(verdict)
    )
    count = open_ones.total()
    if count:
        reason, _ = open_ones.most_common(1)[0]
        then = "the next run goes on where this one ended"
        if reason == FROZEN:
            then = "`latexrefcheck check --write-lock` without --frozen checks them"
        yield f"{count} of {len(verdicts)} entries could not be checked ({reason}); {then}"
    if locked:
        kept = sum(verdict.from_lock for verdict in verdicts.values())
        said = sum(bool(verdict.confirmed_by) for verdict in verdicts.values())
        people = f", {said} of them confirmed by a person" if said else ""
        yield f"the verdicts on {kept} of {len(verdicts)} entries are from the lock{people}"
