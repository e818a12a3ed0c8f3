"""A verdict as the few JSON values that the lock keeps, and back."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from latexrefcheck.model.record import Judgement, Notice, Record, Reference, Verdict
from latexrefcheck.model.states import Agreement, JudgementKind, JudgementState, VerdictStatus
from latexrefcheck.settings.thresholds import Thresholds
from latexrefcheck.text.names import parse_names
from latexrefcheck.text.person import Person
from latexrefcheck.verify.lock import support

KEPT_IDENTIFIERS = ("doi", "arxiv", "pmid", "isbn")
MOST_AUTHORS = 3
_KINDS = {kind.value: kind for kind in JudgementKind}
_AGREEMENTS = {agreement.value: agreement for agreement in Agreement}
"""By their words in the file; a word that is none of them, which another version may have written, says the least."""


def to_plain(verdict: Verdict, reference: Reference, limits: Thresholds) -> dict[str, object]:
    """What the lock keeps of a verdict: enough to report the same findings again, no evidence."""
    plain: dict[str, object] = {"verdict": verdict.status}
    if verdict.status != VerdictStatus.VERIFIED:
        plain["reason"] = verdict.reason
    if verdict.basis == "search":
        plain["basis"] = verdict.basis
    if verdict.agreement != Agreement.SINGLE_SOURCE:
        plain["agreement"] = verdict.agreement
    for name, record in (("record", verdict.record), ("other", verdict.other), ("published", verdict.published)):
        if record is not None:
            told = _record(record)
            claimed = name == "record" and verdict.status in support.CLAIMS
            plain[name] = _speaking(told, verdict, reference, limits) if claimed else told
    if verdict.status in support.CLAIMS and verdict.judgements and verdict.score < 1:
        plain["score"] = round(verdict.score, 4)
    if verdict.identifier is not None:
        plain["identifier"] = list(verdict.identifier)
    differences = [_parts(judgement) for judgement in verdict.judgements if judgement.state in ("differ", "minor")]
    if differences:
        plain["differences"] = differences
    if verdict.notices:
        plain["notices"] = [_parts(notice) for notice in verdict.notices]
    if verdict.unchecked:
        plain["unchecked"] = dict(verdict.unchecked)
    return plain


def _speaking(plain: dict[str, object], verdict: Verdict, reference: Reference, limits: Thresholds) -> dict[str, object]:
    """The record without the parts in which another source, or another form of the title, was the one that agreed."""
    title = next((judgement.found for judgement in verdict.judgements if judgement.field == "title" and judgement.found), "")
    for change in ({}, {"title": title} if title else {}):
        told = plain | change
        against = support.contradictions(reference, replace(verdict, record=_read_record(told)), limits, True)
        if "title" not in against:
            break
    names = {"author": "authors", "year": "years"}
    dropped = {names.get(field, field) for field in against}
    return {name: value for name, value in told.items() if name not in dropped - {"title"}}


def _parts(value: Judgement | Notice) -> dict[str, object]:
    return {name: part for name, part in value._asdict().items() if part not in ("", 0.0)}


def _record(record: Record) -> dict[str, object]:
    identifiers = {kind: record.identifiers[kind] for kind in KEPT_IDENTIFIERS if record.identifiers.get(kind)}
    plain: dict[str, object] = {"source": record.source, "title": " ".join(record.title.split())}
    if record.authors:
        more = len(record.authors) - MOST_AUTHORS
        plain["authors"] = [_name(person) for person in record.authors[:MOST_AUTHORS]] + (["others"] if more > 0 else [])
    if record.years:
        plain["years"] = list(record.years)
    if record.venues:
        plain["venue"] = record.venues[0]
    if not identifiers and record.url:
        plain["url"] = record.url
    if record.notice_of:
        plain["notice-of"] = list(record.notice_of)
    return plain | identifiers


def _name(person: Person) -> str:
    """``Prefix Family, Suffix, Given``, so that a correction from the lock can write the parts; else as it is shown."""
    if person.literal:
        return f"{{{person.literal}}}" if "," in person.literal else person.literal
    parts = (f"{person.particles} {person.family}".strip(), person.suffix, person.given)
    written = ", ".join(part for part in parts if part)
    return written if _read_name(written) == person else person.text


def _read_name(name: str) -> Person:
    people, cut = parse_names(name) if "," in name else ((), False)
    return people[0] if len(people) == 1 and not cut else Person(literal=name)


def from_plain(key: str, plain: Mapping[str, Any], checked: str) -> Verdict:
    """The verdict that :func:`to_plain` wrote; raises ValueError, TypeError or KeyError for anything else."""
    status = VerdictStatus(plain["verdict"])
    identifier = plain.get("identifier")
    return Verdict(
        key=key,
        status=status,
        reason=str(plain.get("reason", "as in the lock")),
        score=_score(plain.get("score", 1.0 if status in support.CLAIMS else 0.0)),
        agreement=_AGREEMENTS.get(str(plain.get("agreement", "")), Agreement.SINGLE_SOURCE),
        judgements=tuple(_read_judgement(told) for told in plain.get("differences", ())),
        record=_read_record(plain.get("record")),
        other=_read_record(plain.get("other")),
        identifier=(str(identifier[0]), str(identifier[1])) if identifier else None,
        notices=tuple(Notice(**_read_parts(told)) for told in plain.get("notices", ())),
        published=_read_record(plain.get("published")),
        unchecked={str(what): str(why) for what, why in plain.get("unchecked", {}).items()},
        basis=str(plain.get("basis", "identifier")),
        from_lock=True,
        checked=checked,
    )


def _read_parts(plain: Mapping[str, Any]) -> dict[str, Any]:
    """What :func:`_parts` wrote, each part of its type: a lock is a file that anybody can edit."""
    parts: dict[str, Any] = {name: float(part) if name == "score" else str(part) for name, part in plain.items()}
    if not math.isfinite(parts.get("score", 0.0)):
        raise ValueError("a score is a number")
    return parts


def _read_judgement(plain: Mapping[str, Any]) -> Judgement:
    parts = _read_parts(plain)
    return Judgement(
        **{**parts, "state": JudgementState(parts["state"]), "kind": _KINDS.get(parts.get("kind", ""), JudgementKind.NONE)}
    )


def _read_record(plain: Mapping[str, Any] | None) -> Record | None:
    if plain is None:
        return None
    return Record(
        source=str(plain["source"]),
        titles=(str(plain.get("title", "")),),
        authors=tuple(_read_name(str(name)) for name in plain.get("authors", ())),
        authors_cut=bool(plain.get("authors")) and plain["authors"][-1] == "others",
        years=tuple(int(year) for year in plain.get("years", ())),
        venues=(str(plain["venue"]),) if "venue" in plain else (),
        identifiers={kind: str(plain[kind]) for kind in KEPT_IDENTIFIERS if kind in plain},
        url=str(plain.get("url", "")),
        notice_of=tuple(map(str, plain.get("notice-of", ()))),
    )


def _score(value: float | str) -> float:
    score = float(value)
    if not 0 <= score <= 1:
        raise ValueError("a score lies between 0 and 1")
    return score
