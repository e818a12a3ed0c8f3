"""The claims of a project's documents, held against the texts of the cited works."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from latexrefcheck.claims import citing
from latexrefcheck.claims.asked import CitedWork, Claim
from latexrefcheck.claims.deciding import Answer, Depth, decide
from latexrefcheck.claims.texts import Texts
from latexrefcheck.claims.works import work_of
from latexrefcheck.model.claims import Leaning
from latexrefcheck.model.document import Project
from latexrefcheck.settings import Settings

if TYPE_CHECKING:
    from latexrefcheck.verify import Verification


def claims_of(read: Project, verification: Verification | None) -> tuple[list[Claim], dict[str, CitedWork]]:
    """What the documents of a project claim, and the works by the keys under which they are cited."""
    from latexrefcheck.verify import references

    claims = [claim for document in read.documents for claim in citing.claims(document)]
    verdicts = verification.verdicts if verification is not None else {}
    wanted = {claim.work for claim in claims}
    folded = {key.lower(): key for key in sorted(wanted)}  # BibTeX finds keys whatever their case
    works: dict[str, CitedWork] = {}
    for entry, reference in references(read, False).items():
        key = entry.key if entry.key in wanted else folded.get(entry.key.lower(), "")
        if key and key not in works:
            works[key] = work_of(key, reference.identifiers, reference.title, verdicts.get(entry))
    return claims, works


def leanings(read: Project, verification: Verification | None, settings: Settings) -> list[Leaning]:
    """How each citing sentence stands to the cited text; nothing for works that lead to no entry."""
    claims, works = claims_of(read, verification)
    claims = [claim for claim in claims if claim.work in works]
    return _told(decide(claims, works, Texts(settings), Depth.AUTO)) if claims else []


def _told(answers: Sequence[Answer]) -> list[Leaning]:
    found = []
    for answer in answers:
        if answer.claim.span is None:
            continue
        first = answer.passages[0] if answer.passages else None
        passage, source = (first.text, first.source) if first is not None else ("", "")
        against = "; ".join(answer.against)
        key = answer.claim.work
        found.append(
            Leaning(answer.claim.span, key, answer.stand, answer.claim.text, passage, source, against, first is not None)
        )
    return found
