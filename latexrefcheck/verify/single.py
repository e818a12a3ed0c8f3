"""One reference that is no entry of a bibliography: an identifier or a reference in words, checked on its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from latexrefcheck import registry
from latexrefcheck.model.levels import Level
from latexrefcheck.model.record import Evidence, Judgement, Record, Reference, Verdict
from latexrefcheck.model.states import EvidenceOutcome, JudgementKind, JudgementState, VerdictStatus
from latexrefcheck.settings.thresholds import Thresholds
from latexrefcheck.text import identifiers
from latexrefcheck.text.names import parse_names
from latexrefcheck.text.terms import identifier
from latexrefcheck.text.tex import to_unicode
from latexrefcheck.verify import words
from latexrefcheck.verify.alignment import cut, tokens, without_identifiers
from latexrefcheck.verify.match import comparison, people, years
from latexrefcheck.verify.match.judge import by_reason

PASS, WARN, REJECT = "PASS", "WARN", "REJECT"
TELLING = 3
"""Words from which a quoted title, or what stands beside an identifier, is something to look for."""

NEAR = 0.6
"""Similarity of titles below which a record that was found is of another work."""

DEFAULT = Thresholds()
RETRACTED = frozenset(("retraction", "withdrawal", "removal"))
_LABEL = re.compile(r"^\s*(doi|arxiv|pmid|pmcid|isbn)\s*:\s*", re.I)
_QUOTED = re.compile(r"[“\"„«]([^”\"“»]{8,300})[.,]?[”\"“»]")
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")


class Outcome(NamedTuple):
    """The outcome for one reference: ``status`` is PASS, WARN or REJECT, ``reasons`` say why, ``record`` is what was met."""

    text: str
    status: str
    reasons: tuple[str, ...]
    record: Record | None = None
    complete: bool = True
    notices: tuple[str, ...] = ()


def parse(text: str, title: str = "", first_author: str = "", year: int | None = None) -> Reference:
    """The reference that a text names: by an identifier in it, else by its words as a whole.

    ``title``, ``first_author`` and ``year`` are what the work is expected to be; they are compared.
    """
    found = {kind: value for kind, value, _, _ in reversed(identifiers.find(text))}
    malformed = ""
    label = _LABEL.match(text)
    if label and label[1].lower() not in found:
        kind, rest = label[1].lower(), text[label.end() :]
        reader = {"doi": identifiers.doi, "arxiv": identifiers.arxiv, "pmid": identifiers.pmid, "pmcid": identifiers.pmcid}
        value = (reader.get(kind) or identifiers.isbn)(rest)
        found |= {kind: value} if value else {}
        if not value and " " not in rest.strip():
            malformed = f"“{rest.strip()}” is no {identifier(kind)}: {identifiers.problem(kind, rest)}"
    if found.get("doi", "").startswith("10.48550/arxiv.") and "arxiv" in found:
        del found["doi"]
    bare = text.strip()
    if not found and not malformed and " " not in bare:
        read = {"arxiv": identifiers.arxiv(bare), "isbn": identifiers.isbn(bare)}
        found |= {kind: value for kind, value in read.items() if value}
    quoted = [one[1] for one in _QUOTED.finditer(text) if len(one[1].split()) >= TELLING]
    words_only = "" if found or malformed else (quoted[0] if quoted else without_identifiers(text))
    dates = _YEAR.findall(text)
    return Reference(
        key=text,
        type="article",
        titles=(named,) if (named := to_unicode(title or words_only).strip()) else (),
        authors=parse_names(first_author)[0],
        authors_cut=bool(first_author),
        years=(year,) if year is not None else (int(dates[-1]),) if dates and not found else (),
        identifiers={kind: value for kind, value in found.items() if kind in ("doi", "arxiv", "pmid", "pmcid", "isbn", "acl")},
        malformed=malformed,
    )


def outcome(reference: Reference, verdict: Verdict, expected: bool, limits: Thresholds = DEFAULT) -> Outcome:
    """What a verdict means for a single reference; ``expected`` says that a title to compare was given."""
    if reference.malformed and not reference.identifiers:
        return Outcome(reference.key, REJECT, (reference.malformed,))
    if not expected and _worded(reference):
        return _in_words(reference, verdict, limits)
    if reference.identifiers and not expected:
        return _existence(reference, verdict, limits)
    notices = _notices(verdict)
    if verdict.status == VerdictStatus.UNCHECKED:
        return _open(reference, verdict.reason)
    first = _first_author(reference, verdict.record) if verdict.record is not None else None
    if first is not None and first.state == JudgementState.DIFFER:
        return Outcome(reference.key, REJECT, (_clause(first), *notices), verdict.record, not verdict.unchecked, notices)
    if verdict.status == VerdictStatus.VERIFIED or (verdict.status == VerdictStatus.PARTIAL and _all_agree(reference, verdict)):
        status = REJECT if notices else PASS
        return Outcome(reference.key, status, notices or (verdict.reason,), verdict.record, not verdict.unchecked, notices)
    doubtful = verdict.status in ("unverifiable", "partial", "mismatch") and verdict.basis != "identifier"
    status = WARN if doubtful or verdict.status == VerdictStatus.PARTIAL else REJECT
    return Outcome(
        reference.key, status, (verdict.reason, *notices), verdict.record or verdict.other, not verdict.unchecked, notices
    )


def _all_agree(reference: Reference, verdict: Verdict) -> bool:
    """Whether all that a single reference was expected to be was compared: nobody who gives a title has to give a venue."""
    wanted = {"title": reference.title, "author": reference.authors, "year": reference.year}
    state = {judgement.field: judgement.state for judgement in verdict.judgements}
    single = bool(reference.identifiers) and not reference.venue and verdict.record is not None
    return single and all(state.get(field) in ("agree", "minor") for field, value in wanted.items() if value)


def _worded(reference: Reference) -> bool:
    """Whether the text says more than an identifier: words that can be compared."""
    said = _LABEL.sub("", without_identifiers(reference.key))
    return " " in reference.key.strip() and len([token for token in tokens(said) if not token.word.isdigit()]) >= TELLING


def _first_author(reference: Reference, record: Record) -> Judgement | None:
    """The first author that was expected against the first of the record, None where none was expected or none is known."""
    listed = record.authors or record.editors
    if not reference.authors or not listed:
        return None
    return people.compare(reference.authors[:1], True, listed[:1], True)._replace(
        cited=reference.authors[0].text, found=listed[0].text
    )


def _clause(judgement: Judgement) -> str:
    """A difference in one clause that names its field."""
    if (judgement.detail and judgement.field not in ("author", "year")) or judgement.kind in (
        JudgementKind.REPLACED,
        JudgementKind.ADDED,
        JudgementKind.MISSING,
        JudgementKind.GIVEN,
    ):
        return f"{judgement.field}: {judgement.detail or judgement.found}"
    return f"{judgement.field}: it says {judgement.cited or 'nothing'}, the record has {judgement.found}"


def _existence(reference: Reference, verdict: Verdict, limits: Thresholds) -> Outcome:
    """An identifier, perhaps with author or year: it exists or not, and what it stands for may have been retracted."""
    if verdict.status == VerdictStatus.IDENTIFIER_NOT_FOUND:
        return Outcome(reference.key, REJECT, (verdict.reason,))
    record = _met(verdict.evidence)
    if record is None:
        return _open(reference, verdict.reason)
    notices = _notices(_with(verdict, record))
    told = [_first_author(reference, record)]
    told += [years.compare(reference.year, record.years, limits.year_tolerance)] if reference.year is not None else []
    compared = [one for one in told if one is not None and one.state != "unknown"]
    doubts = tuple(_clause(one) for one in compared if one.state == JudgementState.DIFFER)
    if notices or doubts:
        return Outcome(reference.key, REJECT, (*notices, *doubts), record, notices=notices)
    if not compared:
        return Outcome(
            reference.key, WARN, ("it resolves; nothing was compared (give --title, --first-author or --year)",), record
        )
    return Outcome(reference.key, PASS, (f"{' and '.join(one.field for one in compared)} agree",), record)


def _open(reference: Reference, reason: str) -> Outcome:
    return Outcome(reference.key, WARN, (f"could not be checked ({reason or 'no source answered'})",), complete=False)


def _with(verdict: Verdict, record: Record) -> Verdict:
    from dataclasses import replace

    return replace(verdict, notices=record.notices)


def _met(evidence: Sequence[Evidence]) -> Record | None:
    """The record that an identifier led to."""
    return next(
        (record for one in evidence if one.outcome == EvidenceOutcome.FOUND for record in one.records if any(record.titles)), None
    )


class _Reading(NamedTuple):
    """The words of a reference beside one record."""

    record: Record
    judgements: tuple[Judgement, ...]
    score: float

    @property
    def differing(self) -> list[Judgement]:
        """What the text says otherwise."""
        return [judgement for judgement in self.judgements if judgement.state == JudgementState.DIFFER]


def _in_words(reference: Reference, verdict: Verdict, limits: Thresholds) -> Outcome:
    """A reference in words: every part of it beside the record that explains most of it."""
    if verdict.status == VerdictStatus.IDENTIFIER_NOT_FOUND:
        return Outcome(reference.key, REJECT, (verdict.reason,))
    records = list(dict.fromkeys(id(record) for one in verdict.evidence for record in one.records))
    by_id = {id(record): record for one in verdict.evidence for record in one.records}
    readings = [reading for mark in records if (reading := _reading(reference.key, by_id[mark], limits)) is not None]
    if not readings:
        return _nowhere(reference, verdict)
    best = max(readings, key=lambda one: (-len(one.differing), one.score, bool(one.record.venues)))
    notices = _notices(_with(verdict, best.record))
    doubts = tuple(map(_clause, best.differing))
    lacking = comparison.uncompared(best.judgements)
    if notices:
        return Outcome(reference.key, REJECT, (*notices, *doubts), best.record, notices=notices)
    if doubts:
        return Outcome(reference.key, WARN, doubts, best.record)
    if limits.level(best.score) is not Level.high:
        return Outcome(reference.key, WARN, (f"the {' and '.join(lacking)} could not be compared",), best.record)
    agreeing = [one.field for one in best.judgements if one.state in ("agree", "minor")]
    told = f"{', '.join(agreeing)} agree" + (f"; not compared: {', '.join(lacking)}" if lacking else "")
    return Outcome(reference.key, PASS, (told,), best.record)


def _reading(text: str, record: Record, limits: Thresholds) -> _Reading | None:
    parts = cut(text, record)
    if parts is None:
        return None
    judgements = words.compare(parts, record, limits)
    title = judgements[0]
    if title.state == "differ" and title.score < NEAR and parts.share < 1:
        return None
    return _Reading(record, judgements, comparison.score(judgements, limits))


def _nowhere(reference: Reference, verdict: Verdict) -> Outcome:
    """No record has a title that the text holds."""
    met = _met(verdict.evidence) if reference.identifiers else None
    if met is not None:
        kind = next(iter(reference.identifiers))
        return Outcome(reference.key, REJECT, (f"the {identifier(kind)} belongs to “{met.title}”",), met)
    failed = by_reason((one.source, one.reason) for one in verdict.evidence if one.outcome == EvidenceOutcome.FAILED)
    if failed or not verdict.evidence:
        return _open(reference, failed or "no source could be asked")
    asked = ", ".join(dict.fromkeys(registry.source_name(one.source) for one in verdict.evidence))
    return Outcome(reference.key, REJECT, (f"title: no record whose title is in the text ({asked})",))


def _notices(verdict: Verdict) -> tuple[str, ...]:
    told = [notice for notice in verdict.notices if notice.kind in RETRACTED]
    named = {notice.kind for notice in told if notice.doi}
    lines = (f"{one.kind} notice" + (f" doi:{one.doi}" if one.doi else "") for one in told if one.doi or one.kind not in named)
    return tuple(dict.fromkeys(lines))
