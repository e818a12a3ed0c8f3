"""Judge references in words: look up first, then lay the text beside what was found, in both directions.

An entry of a .bib says which of its words are the title; a line of a reference list does not. So its work is looked for by
an identifier or by all of its words, and each record met reads the text for itself (:mod:`latexrefcheck.verify.alignment`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from latexrefcheck import registry
from latexrefcheck.model.levels import Level
from latexrefcheck.model.lookup import SEARCHES
from latexrefcheck.model.record import Evidence, Judgement, Need, Record, Reference, Verdict
from latexrefcheck.model.states import Agreement, EvidenceOutcome, JudgementKind, JudgementState, NeedKind, VerdictStatus
from latexrefcheck.reading.references import fields
from latexrefcheck.settings.thresholds import Thresholds
from latexrefcheck.text import identifiers
from latexrefcheck.text.fold import EASTERN
from latexrefcheck.text.terms import identifier
from latexrefcheck.verify import catalogue, match, words
from latexrefcheck.verify.alignment import cut, without_identifiers
from latexrefcheck.verify.match import comparison, kinds, titles
from latexrefcheck.verify.match.judge import by_reason, graded, unchecked
from latexrefcheck.verify.match.survey import names
from latexrefcheck.verify.worded_types import type_of

NEAR = 0.6
"""Similarity of titles below which a record that was found is of another work."""

KINDS = ("doi", "arxiv", "pmid", "pmcid", "isbn", "acl")
"""Identifiers that are looked up; an ISBN may be that of the book that the cited part stands in."""

LEAST_WORDS = 3
"""Words of what is taken for a title; with fewer, all words of the reference are looked for."""
_CJK = re.compile(f"[{EASTERN}]{{4}}")

_QUOTED = re.compile(r"[“\"„«]([^”\"“»]{8,300})[.,]?[”\"“»]")
_YEAR = re.compile(r"(?<![\d/.-])(1[5-9]\d\d|20\d\d)(?![\d/.-]\d|\d)")


def reference(key: str, text: str) -> Reference:
    """A line of a reference list as something to look up: its title, its first author and its year as far as they are told."""
    found = {kind: value for kind, value, _, _ in reversed(identifiers.find(text)) if kind in KINDS}
    if found.get("doi", "").startswith("10.48550/arxiv.") and "arxiv" in found:
        del found["doi"]
    bare = " ".join(without_identifiers(text).split())
    quoted = [one[1] for one in _QUOTED.finditer(bare) if len(one[1].split()) >= 3]
    dates = _YEAR.findall(bare)
    work = fields.work(bare)
    title = quoted[0] if quoted else work.title if len(work.title.split()) >= LEAST_WORDS or _CJK.search(work.title) else bare
    return Reference(
        key=key,
        type=type_of(text),
        titles=(title,),
        authors=work.authors[:1],
        years=work.years[:1] or ((int(dates[0]),) if dates else ()),
        identifiers=found,
        words=text,
    )


_TOLD = frozenset((VerdictStatus.WRONG_IDENTIFIER, VerdictStatus.IDENTIFIER_NOT_FOUND))
"""Verdicts that the registry of an identifier settles."""


class _Reading(NamedTuple):
    """The words of a reference beside one record."""

    record: Record
    source: str
    judgements: tuple[Judgement, ...]
    score: float
    by_identifier: bool

    @property
    def differing(self) -> list[Judgement]:
        """What the text says otherwise."""
        return [judgement for judgement in self.judgements if judgement.state == JudgementState.DIFFER]

    @property
    def rank(self) -> tuple[float, ...]:
        """How well it explains the text: by few differences, then by how much agrees; the registry's own record first."""
        return (-len(self.differing), self.by_identifier, self.score, bool(self.record.venues), not self.record.preprint)


class Judge(match.Judge):
    """The judge of a run over references of both kinds; entries are judged as ever."""

    def __init__(self, thresholds: Thresholds | None = None) -> None:
        super().__init__(thresholds)
        self._bare: dict[str, Reference] = {}
        self._read: dict[tuple[str, int], _Reading | None] = {}

    def need(self, reference: Reference, evidence: Sequence[Evidence]) -> Need:
        """What to ask next; see :class:`latexrefcheck.verify.match.Judge`."""
        if not reference.words:
            return super().need(reference, evidence)
        if reference.identifiers:
            about = super().need(self._identified(reference), evidence)
            if about.kind != NeedKind.ENOUGH:
                return about
        readings = self._readings(reference, evidence)
        best = readings[0] if readings else None
        searched = {e.source for e in evidence if e.query.kind in SEARCHES and e.outcome != EvidenceOutcome.FAILED}
        if best is None:
            if not searched:
                return Need(NeedKind.SEARCH, "no record yet")
            enough = len(searched) >= self.thresholds.sources or reference.type in kinds.UNINDEXED
            return Need(NeedKind.ENOUGH) if enough else Need(NeedKind.SECOND_OPINION, "no record yet", near=True)
        doi = best.record.identifiers.get("doi", "").lower()
        named = ("doi", doi) if doi else None
        voices = {one.source for one in readings}
        if not best.differing:
            quiet = named and not best.by_identifier and not any(map(catalogue.known().tells_notices, voices))
            if quiet and not any(e.query.kind == "doi" and e.query.value.lower() == doi for e in evidence):
                return Need(NeedKind.SECOND_OPINION, "it tells of no retractions", named, cheap=True)
            return Need(NeedKind.ENOUGH)
        asked = voices | searched
        if len(asked) >= self.thresholds.sources + 1 or (named is None and len(searched) >= self.thresholds.sources):
            return Need(NeedKind.ENOUGH)
        return Need(NeedKind.SECOND_OPINION, "the text says otherwise", named)

    def verdict(self, reference: Reference, evidence: Sequence[Evidence]) -> Verdict:
        """The verdict that the evidence supports."""
        if not reference.words:
            return super().verdict(reference, evidence)
        readings = self._readings(reference, evidence)
        best = readings[0] if readings else None
        about = super().verdict(self._identified(reference), evidence) if reference.identifiers else None
        verdict = self._met(reference, best, readings) if best is not None else self._nowhere(reference, evidence)
        if about is not None and about.status == VerdictStatus.IDENTIFIER_NOT_FOUND and not _known_as(about.identifier, readings):
            verdict = replace(
                verdict, status=VerdictStatus.IDENTIFIER_NOT_FOUND, reason=about.reason, identifier=about.identifier
            )
        elif (other := _elsewhere(reference, evidence, readings)) is not None:
            kind, value, record = other
            what = f"{identifier(kind)} {value}"
            verdict = replace(
                verdict,
                status=VerdictStatus.WRONG_IDENTIFIER,
                reason=f"{what} belongs to “{titles.clean(record.title)}”",
                identifier=(kind, value),
                other=record,
            )
        failed = by_reason((e.source, e.reason) for e in evidence if e.outcome == EvidenceOutcome.FAILED)
        if verdict.status in _TOLD:
            # The search for the work was a courtesy; nobody failed to answer.
            verdict = replace(verdict, unchecked={})
        elif failed and verdict.status != VerdictStatus.VERIFIED:
            # What was asked and did not answer might have held the work, or held it otherwise.
            verdict = unchecked(verdict, failed)
        silent = about.unchecked if about is not None else {}
        return replace(
            graded(verdict, self.thresholds),
            notices=tuple(dict.fromkeys(notice for one in readings if not _other(one) for notice in one.record.notices)),
            evidence=tuple(evidence),
            unchecked={**verdict.unchecked, **{what: why for what, why in silent.items() if what == "retraction"}},
            checked=max((one.when for one in evidence), default=""),
        )

    def _identified(self, reference: Reference) -> Reference:
        """The identifiers of a reference alone: its words are no title that could be compared."""
        if reference.key not in self._bare:
            self._bare[reference.key] = replace(reference, titles=(), authors=(), years=(), words="")
        return self._bare[reference.key]

    def _readings(self, reference: Reference, evidence: Sequence[Evidence]) -> list[_Reading]:
        """The records that explain the text, the one that explains most of it first."""
        found = []
        for one in evidence:
            for record in one.records if one.outcome == EvidenceOutcome.FOUND else ():
                mark = (reference.key, id(record))
                if mark not in self._read:
                    self._read[mark] = _reading(reference, one, record, self.thresholds)
                if (reading := self._read[mark]) is not None:
                    found.append(reading)
        return sorted(found, key=lambda reading: reading.rank, reverse=True)

    def _met(self, reference: Reference, best: _Reading, readings: Sequence[_Reading]) -> Verdict:
        """The verdict by the record that explains most of the text."""
        limits = self.thresholds
        voices = {one.source for one in readings if not one.differing}
        agreement = Agreement.CONFIRMED if len(voices) > 1 else Agreement.SINGLE_SOURCE
        verdict = Verdict(
            reference.key,
            VerdictStatus.VERIFIED,
            f"agrees with {registry.source_name(best.source)}",
            best.score,
            agreement,
            best.judgements,
            best.record,
            basis="identifier" if best.by_identifier else "search",
        )
        if best.differing:
            return replace(verdict, status=VerdictStatus.MISMATCH, reason="; ".join(map(_clause, best.differing)))
        wanting = limits.require_sources - len(voices)
        if limits.level(best.score) is Level.high and wanting > 0:
            reason = f"only {registry.source_name(best.source)} holds it; {limits.require_sources} sources are required"
            return replace(verdict, status=VerdictStatus.PARTIAL, reason=reason, wanting=wanting)
        if limits.level(best.score) is Level.high:
            return verdict
        lacking = " and ".join(comparison.uncompared(best.judgements)) or "some of it in full"
        status = VerdictStatus.PARTIAL if limits.level(best.score) is Level.medium else VerdictStatus.UNVERIFIABLE
        return replace(
            verdict, status=status, reason=f"{verdict.reason} as far as it could be compared: the {lacking} could not be"
        )

    def _nowhere(self, reference: Reference, evidence: Sequence[Evidence]) -> Verdict:
        """The verdict where no record has a title that the text holds."""
        looked = list(
            dict.fromkeys(e.source for e in evidence if e.query.kind in SEARCHES and e.outcome != EvidenceOutcome.FAILED)
        )
        agreement = Agreement.CONFIRMED if len(looked) > 1 else Agreement.SINGLE_SOURCE if looked else Agreement.NONE
        if reference.type in kinds.UNINDEXED:
            reason = f"no index holds {kinds.unindexed_name(reference)} reliably"
            return Verdict(reference.key, VerdictStatus.UNVERIFIABLE, reason, agreement=agreement)
        if len(without_identifiers(reference.words).split()) < 4 and not looked:
            met = any(e.outcome == EvidenceOutcome.FOUND and e.records for e in evidence)
            reason = "it names nothing but an identifier, which resolves" if met else "it has no words to look for"
            return Verdict(reference.key, VerdictStatus.UNVERIFIABLE, reason, agreement=agreement)
        if len(looked) >= self.thresholds.sources:
            names = ", ".join(map(registry.source_name, looked))
            return Verdict(reference.key, VerdictStatus.NOT_FOUND, f"no record in {names}", agreement=Agreement.CONFIRMED)
        reason = f"only {registry.source_name(looked[0])} could be searched" if looked else "no source could be asked"
        return Verdict(reference.key, VerdictStatus.UNCHECKED, reason, agreement=agreement, unchecked={"existence": reason})


def _reading(reference: Reference, one: Evidence, record: Record, limits: Thresholds) -> _Reading | None:
    """The text beside one record; None if the text does not hold its title."""
    if not record.title or (not kinds.compatible(reference, record) and one.query.kind in SEARCHES):
        return None
    parts = cut(reference.words, record)
    if parts is None:
        return None
    judgements = words.compare(parts, record, limits)
    title = judgements[0]
    if title.state == JudgementState.DIFFER and title.score < NEAR and parts.share < 1:
        return None
    told = {judgement.field: judgement for judgement in judgements}
    if one.query.kind in SEARCHES and title.state == JudgementState.DIFFER:
        people, venue = told.get("author"), told.get("venue")
        if (people is not None and people.kind == JudgementKind.OTHER_PEOPLE) or (
            venue is not None and venue.state == JudgementState.DIFFER
        ):
            return None  # another title by other people, or elsewhere
    return _Reading(record, one.source, judgements, comparison.score(judgements, limits), one.query.kind not in SEARCHES)


def _known_as(named: tuple[str, str] | None, readings: Sequence[_Reading]) -> bool:
    """Whether a source has the work under an identifier that its owner does not know (yet)."""
    return named is not None and any(not _other(one) and names(one.record, *named) for one in readings)


def _other(reading: _Reading) -> bool:
    """Whether a reading may be of another work: its title or its people differ."""
    return any(judgement.field in ("title", "author") for judgement in reading.differing)


def _elsewhere(
    reference: Reference, evidence: Sequence[Evidence], readings: Sequence[_Reading]
) -> tuple[str, str, Record] | None:
    """An identifier of the text whose record has another title than stands in the text."""
    held = {id(one.record) for one in readings}
    for kind, value in reference.identifiers.items():
        told = [e for e in evidence if e.query.kind == kind and e.query.value.lower() == value.lower() and e.records]
        records = [record for e in told for record in e.records if record.title and not titles.untitled(record.title)]
        if kind == "isbn" or not records or any(id(record) in held for record in records):
            continue
        if len(without_identifiers(reference.words).split()) >= 4:
            return kind, value, records[0]
    return None


def _clause(judgement: Judgement) -> str:
    if judgement.detail and judgement.field in ("author", "title"):
        return f"{judgement.field}: {judgement.detail}"
    return f"{judgement.field}: cited {judgement.cited}, found {judgement.found}"
