"""What evidence is still wanted before a verdict can stand."""

from __future__ import annotations

from collections.abc import Sequence

from latexrefcheck.match import kinds
from latexrefcheck.match.judge import Identified, assess, identified, opinions
from latexrefcheck.match.survey import Survey, source_name
from latexrefcheck.match.thresholds import Thresholds
from latexrefcheck.record import Evidence, Need, Reference


def need(reference: Reference, evidence: Sequence[Evidence], thresholds: Thresholds | None = None) -> Need:
    """The one thing to ask next, or ``enough``. A source that agrees in all fields ends the questions."""
    survey = Survey(reference, evidence, thresholds or Thresholds())
    found = [identified(survey, kind, value) for kind, value in survey.identifiers]
    for one in found:
        wanted = _about_identifier(survey, one)
        if wanted is not None:
            return wanted
    verdict = assess(survey)
    if verdict.status == "verified":
        return Need("enough")
    right = next((one for one in found if one.state == "right"), None)
    if right is not None:
        return _about_difference(survey, right, verdict.reason)
    if not reference.title:
        return Need("enough", "there is no title to search for")
    searched = survey.looked
    if not searched:
        return Need("search", "no record yet")
    if len(searched) >= survey.thresholds.sources or kinds.unindexed(reference):
        return Need("enough")
    if any(one.state in ("wrong", "absent") for one in found):
        return Need("enough", "the identifier is wrong whatever a second search finds")
    return Need("second-opinion", verdict.reason)


def _about_identifier(survey: Survey, one: Identified) -> Need | None:
    if one.kind == "isbn":
        return None
    state, _ = survey.state(one.kind, one.value)
    if state == "unasked":
        return Need("owner", "", (one.kind, one.value))
    if state == "unknown" and one.kind in ("doi", "arxiv") and not _agency_asked(survey, one):
        return Need("agency", "the registry asked does not hold it", (one.kind, one.value))
    return None


def _agency_asked(survey: Survey, one: Identified) -> bool:
    return any(e.query.kind == "agency" and one.value.lower() in e.query.value.lower() for e in survey.evidence)


def _about_difference(survey: Survey, right: Identified, reason: str) -> Need:
    best = right.best
    if (
        best is not None
        and right.kind == "arxiv"
        and best.title.state in ("near", "other")
        and not _versions_asked(survey, right.value)
    ):
        return Need("versions", reason, (right.kind, right.value))
    if len(opinions(survey)) < survey.thresholds.sources:
        return Need("second-opinion", reason, (right.kind, right.value))
    return Need("enough")


def _versions_asked(survey: Survey, value: str) -> bool:
    return any(
        source_name(e.source) == "arxiv" and e.query.value.lower().startswith(f"{value.lower()}v") for e in survey.evidence
    )
