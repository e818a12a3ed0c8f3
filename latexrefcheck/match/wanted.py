"""What evidence is still wanted before a verdict can stand."""

from __future__ import annotations

from collections.abc import Sequence

from latexrefcheck.match import kinds, venues
from latexrefcheck.match.judge import BROAD, LISTS_VENUES, Identified, assess, identified, looked_enough, opinions, retitled
from latexrefcheck.match.survey import Survey, source_name
from latexrefcheck.match.thresholds import Thresholds
from latexrefcheck.record import Evidence, Need, Reference, Verdict

MOST_VOICES = 3
"""No more sources than this are asked about a venue alone."""


def need(reference: Reference, evidence: Sequence[Evidence], thresholds: Thresholds | None = None) -> Need:
    """The one thing to ask next, or ``enough``. A source that agrees in all fields ends the questions."""
    survey = Survey(reference, evidence, thresholds or Thresholds())
    found = [identified(survey, kind, value) for kind, value in survey.identifiers]
    for one in found:
        wanted = _about_identifier(survey, one)
        if wanted is not None:
            return wanted
    verdict = assess(survey)
    right = next((one for one in found if one.state == "right"), None)
    if verdict.status == "verified":
        return _about_venue(survey, verdict, right)
    if right is not None:
        return _about_difference(survey, right, verdict.reason)
    if not reference.title:
        return Need("enough", "there is no title to search for")
    if any(one.state in ("wrong", "absent") for one in found):
        return Need("enough" if survey.looked else "replacement", verdict.reason)
    if not survey.looked:
        return Need("search", "no record yet")
    if kinds.unindexed(reference) or looked_enough(survey, verdict):
        return Need("enough")
    return Need("second-opinion", verdict.reason, None if retitled(verdict) else _named(verdict))


def _named(verdict: Verdict) -> tuple[str, str] | None:
    """The DOI of the record met: asking others for it by the batch costs less than a search."""
    doi = verdict.record.identifiers.get("doi", "") if verdict.record is not None else ""
    return ("doi", doi.lower()) if doi else None


def _about_venue(survey: Survey, verdict: Verdict, right: Identified | None) -> Need:
    """A venue that no record could settle: known only by an unknown short name, or only the preprint was met."""
    venue = next((j for j in verdict.judgements if j.field == "venue"), None)
    told = opinions(survey)
    if venue is None or venue.state != "unknown" or len(told) > MOST_VOICES:
        return Need("enough")
    if venue.kind == "unconfirmed" and len(told & LISTS_VENUES) < survey.thresholds.sources:
        own = None if right is None else (right.kind, right.value)
        return (
            Need("second-opinion", "only the preprint was met", own or _named(verdict))
            if own or _named(verdict)
            else Need("enough")
        )
    if venue.detail == venues.SHORT_NAME and right is None and not told & BROAD:
        return Need("second-opinion", "its venue is only known by a short name", _named(verdict))
    return Need("enough")


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
