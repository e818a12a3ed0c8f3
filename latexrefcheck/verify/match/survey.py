"""Lay out the evidence on one reference: who was asked, what came back, how each record compares."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from latexrefcheck import registry
from latexrefcheck.model.lookup import Worth
from latexrefcheck.model.reasons import Code
from latexrefcheck.model.record import SPENT, Evidence, Judgement, Record, Reference
from latexrefcheck.model.states import EvidenceOutcome, JudgementKind, JudgementState
from latexrefcheck.settings.thresholds import Thresholds
from latexrefcheck.verify import catalogue
from latexrefcheck.verify.match import kinds, people, similarity, titles, venues
from latexrefcheck.verify.match.across import compare_venues, compare_years
from latexrefcheck.verify.match.titles import TitleMatch

SEARCHES = frozenset(("title", "bibliographic"))
"""Kinds of query that are text searches: what they find proves nothing by itself."""

KINDS = ("doi", "arxiv", "pmid", "pmcid", "acl", "isbn")
"""Identifiers that can be checked, the most telling first."""

_SYSTEM = frozenset(("agency", "handle", "csl"))
"""Questions to the DOI system itself; what it tells may describe no work."""

_ARXIV_DOI = "10.48550/arxiv."
_VERSION = re.compile(r"v\d+$")


class Candidate(NamedTuple):
    """One record compared with the reference.

    ``kind``: ``same`` work, ``partial`` (title right, some authors not), ``people`` (title right, other
    people), ``drift`` (people right, title changed), ``authors`` (people right, another title),
    ``container`` (the volume that holds the work), ``other``.
    """

    record: Record
    source: str
    query_kind: str
    query_value: str
    title: TitleMatch
    author: Judgement
    kind: str
    searched: bool = True
    """Found by a text search, or by an identifier that such a hit named: not by one that the entry gives."""
    shared: float = 0.0
    """The share of the people named on either side that both name, in 0..1."""


class Survey:
    """All evidence on one reference, compared. Holds no state beyond it; ``before`` is a survey of a part of the evidence."""

    def __init__(
        self, reference: Reference, evidence: Sequence[Evidence], thresholds: Thresholds, before: Survey | None = None
    ) -> None:
        self.reference = reference
        self.evidence = evidence
        self.thresholds = thresholds
        known: tuple[Candidate, ...] = () if before is None else before.candidates
        self._compared = {(id(one.record), one.query_kind, one.query_value): one for one in known}
        self.candidates: tuple[Candidate, ...] = tuple(self._candidates())
        self.identifiers = tuple((kind, reference.identifiers[kind]) for kind in KINDS if kind in reference.identifiers)

    def _candidates(self) -> Iterable[Candidate]:
        seen: set[tuple[int, str, str]] = set()
        own = {
            (e.query.kind, e.query.value) for kind, value in self.reference.identifiers.items() for e in self.asked(kind, value)
        }
        for found in self.evidence:
            for record in found.records if found.outcome == EvidenceOutcome.FOUND else ():
                mark = (id(record), found.query.kind, found.query.value)
                if mark in seen or (not any(record.titles) and found.query.kind in _SYSTEM):
                    continue
                seen.add(mark)
                if (
                    found.query.kind != "doi"
                    and not self.reference.pages
                    and kinds.part_of(self.reference.title, self.reference.type, record)
                ):
                    continue  # a chapter says nothing of the book
                candidate = self._compared.get(mark) or compare(self.reference, record, found, self.thresholds)
                yield candidate._replace(searched=(found.query.kind, found.query.value) not in own)

    def asked(self, kind: str, value: str) -> list[Evidence]:
        """Evidence of look-ups of one identifier: arXiv numbers also under their DOI and with a version, short DOIs resolved."""
        wanted = {(kind, value.lower())}
        if kind == "arxiv":
            wanted.add(("doi", _ARXIV_DOI + value.lower()))
        if kind == "doi":
            wanted |= {(name, doi) for doi in (value.lower(), *self._full_dois(value)) for name in ("doi", "csl")}
        return [
            found
            for found in self.evidence
            if (found.query.kind, _VERSION.sub("", found.query.value.lower()) if kind == "arxiv" else found.query.value.lower())
            in wanted
        ]

    def _full_dois(self, value: str) -> list[str]:
        """The DOI behind a short one, from doi.org's handle."""
        if not value.startswith("10/"):
            return []
        records = [
            r for e in self.evidence if e.query.kind == "handle" and e.query.value.lower() == value.lower() for r in e.records
        ]
        return [doi.lower() for record in records if (doi := record.identifiers.get("doi"))]

    def by_identifier(self, kind: str, value: str) -> list[Candidate]:
        """Candidates that an identifier led to, those of its owners if they know it, else those of aggregators."""
        queries = {(found.query.kind, found.query.value) for found in self.asked(kind, value)}
        found = [c for c in self.candidates if (c.query_kind, c.query_value) in queries]
        # A registry has answered with another work's record; an old DOI legitimately leads to its successor.
        found = [c for c in found if c.kind == "same" or _bears(c.record, kind, value)]
        owned = [candidate for candidate in found if catalogue.known().owns(candidate.source, kind)]
        return owned or found

    def state(self, kind: str, value: str) -> tuple[str, str]:
        """What became of an identifier: (``found`` | ``absent`` | ``failed`` | ``unknown`` | ``unasked``, reason)."""
        if self.by_identifier(kind, value):
            return "found", ""
        if any(c.kind == "same" and c.searched and names(c.record, kind, value) for c in self.candidates):
            return "unknown", "another source knows it"
        asked = self.asked(kind, value)
        agency = [
            e
            for e in self.evidence
            if e.query.kind in ("agency", "handle") and e.query.value.lower() in _agency_values(kind, value)
        ]
        if any(e.outcome == EvidenceOutcome.ABSENT for e in agency):
            return "absent", "doi.org does not know it"
        owned = [found for found in asked if catalogue.known().owns(found.source, kind)]
        absent = {found.source for found in owned if found.outcome == EvidenceOutcome.ABSENT}
        if final := absent & catalogue.known().final(kind):
            return "absent", f"{registry.source_name(min(final))} does not know it"
        failed = next(
            (f"{registry.source_name(e.source)}: {e.reason}" for e in (*owned, *agency) if e.outcome == EvidenceOutcome.FAILED),
            "",
        )
        if failed:
            exists = any(e.outcome == EvidenceOutcome.FOUND for e in agency)
            return "failed", f"{failed}; doi.org says that it exists" if exists else failed
        return ("unknown", "") if asked or agency else ("unasked", "")

    def unheard(self, kind: str, value: str) -> str:
        """Why none of the owners could be heard on an identifier (``Crossref: the server failed``); nothing if one was."""
        owned = [e for e in self.asked(kind, value) if catalogue.known().owns(e.source, kind)]
        if any(e.outcome != EvidenceOutcome.FAILED for e in owned):
            return ""
        return "; ".join(dict.fromkeys(f"{registry.source_name(e.source)}: {e.reason}" for e in owned))

    def owner_off(self, kind: str, value: str) -> bool:
        """Whether every owner of an identifier that would have been asked is switched off."""
        return all(e.code is Code.SOURCE_OFF for e in self.asked(kind, value) if catalogue.known().owns(e.source, kind))

    def unasked(self, kind: str, value: str) -> bool:
        """Whether nobody could be asked about an identifier, because all who take it are switched off."""
        return all(e.code is Code.SOURCE_OFF for e in self.asked(kind, value))

    @property
    def registry_searched(self) -> bool:
        """Whether a registry was asked to search, whether it answered or not."""
        return not self.searched.isdisjoint(catalogue.known().of_worth(Worth.REGISTRY))

    @property
    def looked(self) -> tuple[str, ...]:
        """Sources that answered a text search, with or without a hit."""
        found = (e for e in self.evidence if e.query.kind in SEARCHES and e.outcome != EvidenceOutcome.FAILED)
        return tuple(dict.fromkeys(e.source for e in found))

    @property
    def searched(self) -> frozenset[str]:
        """Sources that were asked to search, whether they answered or not."""
        return frozenset(e.source for e in self.evidence if e.query.kind in SEARCHES)

    @property
    def failures(self) -> dict[str, str]:
        """Sources that left a question unanswered, with the reason.

        A question beyond the allowance of a day is none if enough others answered: that source then counts
        as not in use, as what it could say is not to be had by waiting a little.
        """
        failed = [e for e in self.evidence if e.outcome == EvidenceOutcome.FAILED]
        if any(SPENT in e.reason for e in failed) and len(self._answered) >= self.thresholds.sources:
            failed = [e for e in failed if SPENT not in e.reason or catalogue.known().registers(e.source)]
        return {e.source: e.reason for e in failed}

    @property
    def unanswered(self) -> bool:
        """Whether a source failed that was asked: who is switched off was not."""
        return bool(self.failures) and any(e.outcome == "failed" and e.code is not Code.SOURCE_OFF for e in self.evidence)

    @property
    def _answered(self) -> frozenset[str]:
        """Sources that answered a question about the work itself; arXiv and DataCite tell the same."""
        said = (
            e.source
            for e in self.evidence
            if e.outcome != EvidenceOutcome.FAILED and e.query.kind not in ("agency", "handle", "updates")
        )
        return frozenset(map(catalogue.known().voice, said))


def _agency_values(kind: str, value: str) -> frozenset[str]:
    return (
        frozenset((value.lower(),))
        if kind == "doi"
        else frozenset((_ARXIV_DOI + value.lower(),))
        if kind == "arxiv"
        else frozenset()
    )


def names(record: Record, kind: str, value: str) -> bool:
    """Whether a record gives this very identifier as its own."""
    said = record.identifiers.get(kind, "").lower()
    return _VERSION.sub("", said) == value.lower() if kind == "arxiv" else said == value.lower()


def _bears(record: Record, kind: str, value: str) -> bool:
    """Whether the record names the identifier that was asked for, or none."""
    said = record.identifiers.get(kind, "")
    if kind == "isbn":
        return True
    if kind == "arxiv" and not said:
        said = record.identifiers.get("doi", "").lower().removeprefix(_ARXIV_DOI)
        return not said or "/" in said or said == value.lower()
    return not said or _VERSION.sub("", said.lower()) == _VERSION.sub("", value.lower()) or value.startswith("10/")


def compare(reference: Reference, record: Record, found: Evidence, limits: Thresholds) -> Candidate:
    """A record with its title and people compared, as the thresholds decide, and its kind."""
    title = similarity.decided_title(reference.title, titles.compare(reference.title, kinds.titles_of(reference, record)), limits)
    listed = compare_people(reference, record)
    author = similarity.decided_authors(listed, limits)
    kind = _kind(reference, record, title, author, listed.score)
    query = found.query
    return Candidate(record, found.source, query.kind, query.value, title, author, kind, shared=listed.score)


def compare_people(reference: Reference, record: Record) -> Judgement:
    """Authors against authors; editors answer where one side names only them."""
    subject = (*record.titles, record.publisher)
    judgement = people.compare(reference.authors, reference.authors_cut, record.authors, record.authors_cut, subject)
    if judgement.state == JudgementState.AGREE or not (reference.editors or record.editors):
        return judgement
    mine = reference.authors or reference.editors
    for theirs in (record.editors, record.authors, record.authors + record.editors):
        other = people.compare(mine, reference.authors_cut, theirs, record.authors_cut, subject)
        if _STATES[other.state] > _STATES[judgement.state]:
            judgement = other
    return judgement


_STATES = {"differ": 0, "unknown": 1, "minor": 2, "agree": 3}


def _kind(reference: Reference, record: Record, title: TitleMatch, author: Judgement, shared: float) -> str:
    people_right = author.state in ("agree", "minor") or author.kind in (JudgementKind.MISSING, JudgementKind.GIVEN)
    if title.state == "none":
        return "container" if _container(reference, record) else "same" if _untitled(reference, record, author) else "other"
    if title.state in ("same", "minor"):
        if author.state in ("agree", "minor", "unknown"):
            return "same"
        return (
            "people"
            if author.kind == JudgementKind.OTHER_PEOPLE or (shared < 0.3 and author.kind != JudgementKind.GIVEN)
            else "partial"
        )
    if title.state == "near":
        if people_right or shared >= 0.7:
            return "drift"
        return "drift" if author.state == "unknown" and title.score >= 0.9 else "other"
    if _container(reference, record):
        return "container"
    return "authors" if author.state in ("agree", "minor") else "other"


def _untitled(reference: Reference, record: Record, author: Judgement) -> bool:
    """Whether a record without a title agrees in the rest: in two of people, year and venue, and contradicts in none."""
    rest = (author, compare_years(reference, [record], 1), compare_venues(reference, [record]))
    agreeing = sum(judgement.state in ("agree", "minor") for judgement in rest)
    return agreeing > 1 and all(judgement.state != JudgementState.DIFFER for judgement in rest)


def _container(reference: Reference, record: Record) -> bool:
    """Whether the record is of the volume, issue or journal that holds the cited chapter or paper."""
    if record.type in ("book", "issue", "journal") and reference.type not in kinds.WHOLE_BOOKS:
        names = (*record.titles, *(record.venues if record.type in ("issue", "journal") else ()))
        if reference.venue and venues.compare(reference.venue, names).state == JudgementState.AGREE:
            return True
    for name in (reference.venue, reference.series):
        if name and record.titles and titles.compare(name, record.titles).state in ("same", "minor"):
            return True
    return False
