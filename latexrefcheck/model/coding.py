"""What a verdict says, as codes for programs."""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.model.reasons import Code
from latexrefcheck.model.record import Verdict

_FIELDS = {
    "title": Code.TITLE_MISMATCH,
    "author": Code.AUTHOR_MISMATCH,
    "year": Code.YEAR_MISMATCH,
    "venue": Code.VENUE_MISMATCH,
}
_STATUSES = {"not-found": Code.NOT_FOUND, "unverifiable": Code.UNVERIFIABLE}
_OPEN = {"malformed": Code.MALFORMED, "lock": Code.NOT_LOCKED}


def codes(verdict: Verdict) -> tuple[Code, ...]:
    """What an entry is accused of, and what kept a part of it from being checked; nothing for one that is verified in full."""
    return tuple(dict.fromkeys((*_accused(verdict), *_unchecked(verdict))))


def retry(verdict: Verdict) -> bool:
    """Whether asking again later, with nothing changed, may answer what is open."""
    return any(code.retry for code in _unchecked(verdict))


def _accused(verdict: Verdict) -> Iterator[Code]:
    doi = verdict.identifier is not None and verdict.identifier[0] == "doi"
    if verdict.status == "identifier-not-found":
        yield Code.DOI_NOT_FOUND if doi else Code.IDENTIFIER_NOT_FOUND
    elif verdict.status == "wrong-identifier":
        yield Code.DOI_MISMATCH if doi else Code.IDENTIFIER_MISMATCH
    elif verdict.status == "mismatch":
        differing = (judgement.field for judgement in verdict.judgements if judgement.state == "differ")
        yield from (_FIELDS[field] for field in differing if field in _FIELDS)
    elif verdict.status in _STATUSES:
        yield _STATUSES[verdict.status]


def _unchecked(verdict: Verdict) -> Iterator[Code]:
    if verdict.status != "unchecked" and not verdict.unchecked:
        return
    known = [code for part, code in _OPEN.items() if part in verdict.unchecked]
    yield from known or (one.code or Code.BAD_RESPONSE for one in verdict.evidence if one.outcome == "failed")
