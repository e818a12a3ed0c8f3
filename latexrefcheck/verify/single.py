"""One reference that is no entry of a bibliography: an identifier or a reference in words, checked on its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from latexrefcheck import registry
from latexrefcheck.model.record import Evidence, Record, Reference, Verdict
from latexrefcheck.text import identifiers
from latexrefcheck.text.names import parse_names
from latexrefcheck.text.person import Person
from latexrefcheck.text.terms import identifier
from latexrefcheck.text.tex import to_unicode
from latexrefcheck.verify.match import words
from latexrefcheck.verify.match.judge import by_reason

PASS, WARN, REJECT = "PASS", "WARN", "REJECT"
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
    quoted = _QUOTED.search(text)
    words_only = "" if found or malformed else (quoted[1] if quoted else text)
    years = _YEAR.findall(text)
    return Reference(
        key=text,
        type="article",
        title=to_unicode(title or words_only).strip(),
        authors=tuple(Person(*name) for name in parse_names(first_author)[0]),
        cut=bool(first_author),
        year=year if year is not None else int(years[-1]) if years and not found else None,
        identifiers={kind: value for kind, value in found.items() if kind in ("doi", "arxiv", "pmid", "pmcid", "isbn", "acl")},
        malformed=malformed,
    )


def outcome(reference: Reference, verdict: Verdict, expected: bool) -> Outcome:
    """What a verdict means for a single reference; ``expected`` says that a title to compare was given."""
    if reference.malformed and not reference.identifiers:
        return Outcome(reference.key, REJECT, (reference.malformed,))
    if reference.identifiers and not expected:
        return _existence(reference, verdict)
    if not reference.identifiers and not expected:
        return _in_words(reference, verdict)
    notices = _notices(verdict)
    if verdict.status == "unchecked":
        return _open(reference, verdict.reason)
    if verdict.status == "verified":
        status = REJECT if notices else PASS
        return Outcome(reference.key, status, notices or (verdict.reason,), verdict.record, not verdict.unchecked, notices)
    status = WARN if verdict.status in ("unverifiable", "mismatch") and verdict.basis != "identifier" else REJECT
    return Outcome(
        reference.key, status, (verdict.reason, *notices), verdict.record or verdict.other, not verdict.unchecked, notices
    )


def _existence(reference: Reference, verdict: Verdict) -> Outcome:
    """An identifier alone: it exists or not, and what it stands for may have been retracted."""
    if verdict.status == "identifier-not-found":
        return Outcome(reference.key, REJECT, (verdict.reason,))
    record = _met(verdict.evidence)
    if record is None:
        return _open(reference, verdict.reason)
    notices = _notices(_with(verdict, record))
    return Outcome(reference.key, REJECT if notices else PASS, notices or ("it exists",), record, notices=notices)


def _open(reference: Reference, reason: str) -> Outcome:
    return Outcome(reference.key, WARN, (f"could not be checked ({reason or 'no source answered'})",), complete=False)


def _with(verdict: Verdict, record: Record) -> Verdict:
    from dataclasses import replace

    return replace(verdict, notices=record.notices)


def _met(evidence: Sequence[Evidence]) -> Record | None:
    """The record that an identifier led to."""
    return next((record for one in evidence if one.outcome == "found" for record in one.records if any(record.titles)), None)


def _in_words(reference: Reference, verdict: Verdict) -> Outcome:
    """A reference in words: the record whose title, first author and year the words hold."""
    said = words.words(reference.key)
    best: tuple[int, Record] | None = None
    for one in verdict.evidence:
        for record in one.records:
            title = words.words(record.title)
            if not title or not _run(title, said):
                continue
            points = len(title) * 10 + 2 * _author_said(record, said) + _year_said(record, said)
            if best is None or points > best[0]:
                best = (points, record)
    if best is None:
        failed = by_reason((one.source, one.reason) for one in verdict.evidence if one.outcome == "failed")
        if failed or not verdict.evidence:
            return _open(reference, failed or "no source could be asked")
        asked = ", ".join(dict.fromkeys(registry.source_name(one.source) for one in verdict.evidence))
        return Outcome(reference.key, REJECT, (f"no record whose title is in the text ({asked})",))
    record = best[1]
    doubts = []
    if not _author_said(record, said):
        doubts.append(f"its first author is {record.authors[0].text}" if record.authors else "the record names no authors")
    if not _year_said(record, said):
        doubts.append(f"its year is {', '.join(map(str, record.years)) or 'not known'}")
    notices = _notices(_with(verdict, record))
    status = REJECT if notices else WARN if doubts else PASS
    return Outcome(reference.key, status, (*notices, *doubts) or ("title, first author and year agree",), record, notices=notices)


def _run(title: tuple[str, ...], said: tuple[str, ...]) -> bool:
    size = len(title)
    return any(said[start : start + size] == title for start in range(len(said) - size + 1))


def _author_said(record: Record, said: tuple[str, ...]) -> bool:
    if not record.authors:
        return False
    first = record.authors[0]
    family = words.words(first.family or first.literal)
    return bool(family) and family[-1] in said


def _year_said(record: Record, said: tuple[str, ...]) -> bool:
    years = [int(word) for word in said if _YEAR.fullmatch(word)]
    return not years or any(abs(year - known) <= 1 for year in years for known in record.years)


def _notices(verdict: Verdict) -> tuple[str, ...]:
    told = [notice for notice in verdict.notices if notice.kind in RETRACTED]
    named = {notice.kind for notice in told if notice.doi}
    lines = (f"{one.kind} notice" + (f" doi:{one.doi}" if one.doi else "") for one in told if one.doi or one.kind not in named)
    return tuple(dict.fromkeys(lines))
