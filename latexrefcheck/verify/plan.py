"""What to ask next about one reference: pure, so that the plan can be read, tested and costed without a network.

The order keeps requests few: identifiers in batches at the registry that owns them, a text search only
where no identifier led to the work, and another source only when the judge wants one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from latexrefcheck.model.lookup import SEARCHES, StudyField, Worth
from latexrefcheck.model.reasons import Code
from latexrefcheck.model.record import Evidence, Need, Query, Reference
from latexrefcheck.model.states import EvidenceOutcome, NeedKind
from latexrefcheck.verify.alignment import without_identifiers
from latexrefcheck.verify.catalogue import Catalogue, known

FIRST = 0
AGENCY = 1
REGISTRAR = 2
SECOND = 3
SEARCH = 4
LATE = 5
"""Waves. A batch that is not full waits until no earlier wave is under way, as that may still add to it."""


class Step(NamedTuple):
    """One query to one source, and the wave that it belongs to."""

    source: str
    query: Query
    wave: int


ARXIV_DOI = "10.48550/arxiv."
"""How the DOI of an arXiv number begins."""

SHORT_DOI = "10/"
"""How a short DOI begins (shortdoi.org); only doi.org can say which DOI it stands for."""

_FIELDS: Mapping[StudyField, re.Pattern[str]] = {
    StudyField.COMPUTING: re.compile(
        r"\b(?:computers?|computing|computation(?:al)?|comput|acm|sig[a-z]{2,6}|ieee|lncs|lecture notes in|corr|arxiv|usenix"
        r"|conference|conf|symposium|workshops?|proceedings|proc|neurips|nips|icml|iclr|cvpr|iccv|eccv|aaai|ijcai|acl|emnlp|naacl"
        r"|mach(?:ine|\.)? learn(?:ing)?|jmlr|tmlr|neural|artificial intelligence|robotics|software|pattern|vision|language"
        r"|informati(?:on|cs)|kdd)\b",
        re.IGNORECASE,
    ),
    StudyField.MEDICINE: re.compile(
        r"\b(?:med(?:icine|ical)?|clin(?:ical)?|cell|lancet|jama|bmj|plos|biol(?:ogy|ogical)?|bio\w+|nature|genet\w*|cancer|neuro\w+"
        r"|psych\w+|health|disease|surgery|immun\w+|virol\w*|pharm\w+|proteom\w*|nucleic)\b",
        re.IGNORECASE,
    ),
    StudyField.PHYSICS: re.compile(
        r"\b(?:phys(?:ics|ical)?|jhep|high energy|nuclear|nucl|cosmolog\w*|astro\w+|gravit\w*|quantum|particles)\b", re.IGNORECASE
    ),
    StudyField.MATHEMATICS: re.compile(
        r"\b(?:math(?:ematics|ematical|ematik)?|algebra\w*|geometr\w*|topolog\w*|combinator\w*)\b", re.IGNORECASE
    ),
}
_SUBTITLE = re.compile(r"(?<=[?!])\s|:\s|\s[-–—]\s")


def _full_doi(value: str, evidence: Sequence[Evidence]) -> str:
    """The DOI behind a short one, once doi.org has told it; else the value as it is."""
    if not value.startswith(SHORT_DOI):
        return value
    told = (record for e in evidence if e.query == Query("handle", value) for record in e.records)
    return next((doi.lower() for record in told if (doi := record.identifiers.get("doi", ""))), value)


def spellings(kind: str, value: str) -> tuple[Query, ...]:
    """The queries under which an identifier is known: an arXiv number also under its DOI."""
    if kind != "arxiv":
        return (Query(kind, value),)
    return Query(kind, value), Query("doi", f"{ARXIV_DOI}{value.lower()}")


def field_of(reference: Reference) -> str:
    """The field of study that a reference itself shows, or nothing. What stands beside it in a bibliography is no sign."""
    if "pmid" in reference.identifiers or "pmcid" in reference.identifiers:
        return StudyField.MEDICINE
    venue = f"{reference.venue} {reference.series} {reference.publisher}"
    return next((name for name, words in _FIELDS.items() if words.search(venue)), "")


def _without_subtitle(title: str) -> str:
    """The title up to its first colon, dash or question mark, if that is enough to search for."""
    proper = _SUBTITLE.split(title, maxsplit=1)[0]
    return proper if len(proper.split()) >= 4 else title


class Plan:
    """The queries of a run.

    ``sources`` holds the sources in use; ``able`` says whether one can put a search into its own words (not every
    query language carries every title).
    """

    def __init__(
        self,
        sources: Catalogue,
        able: Callable[[str, Query], bool] = lambda _source, _query: True,
    ) -> None:
        self.sources = sources
        self._able = able

    def first(self, reference: Reference) -> list[Step]:
        """Look-ups of every identifier at its owner; none for a reference without identifiers."""
        steps = []
        for kind, value in reference.identifiers.items():
            elsewhere = known().aliases(Query(kind, value))
            if elsewhere:
                steps += [Step(source, query, FIRST) for query in elsewhere for source in self.sources.owners(*query[:2])[:1]]
                continue
            if kind == "doi" and value.startswith(SHORT_DOI):
                steps += self._at(Query("handle", value), FIRST)
                continue
            steps += self.first_owner(kind, value)
        return list(dict.fromkeys(steps))

    def first_owner(self, kind: str, value: str) -> list[Step]:
        """The look-up of an identifier at its owner; at one that is switched off, if that is so of all of them.

        Such a step is never sent: it comes back as failed, so that others are asked and the reason names who is off.
        """
        owners = self.sources.owners(kind, value)
        if not owners and known().final(kind):
            owners = known().owners(kind, value)
        return [Step(source, Query(kind, value), FIRST) for source in owners[:1]]

    def following(self, reference: Reference, evidence: Sequence[Evidence]) -> list[Step]:
        """What the look-ups so far lead to whatever the judge may think: the right registry of an identifier."""
        steps = []
        for kind, written in reference.identifiers.items():
            value = _full_doi(written, evidence) if kind == "doi" else written
            if kind == "doi" and value != written:
                steps += self.first_owner(kind, value)
            told = [e for e in evidence if e.query == Query(kind, value) and e.outcome == EvidenceOutcome.FOUND]
            if kind == "doi" and "," in value and told and not any(record.notices for e in told for record in e.records):
                # A comma separates filters, so it was looked up singly, and not every single record names its notices.
                steps += self._at(Query("updates", value), LATE)
            queries = spellings(kind, value)
            outcomes = {e.source: e for e in evidence if e.query in queries}
            if not outcomes or any(e.outcome == EvidenceOutcome.FOUND for e in outcomes.values()):
                continue
            unasked = [source for source in self.sources.owners(kind, value) if source not in outcomes]
            if kind == "doi" and any(
                e.outcome == EvidenceOutcome.ABSENT and known().owns(source, kind) for source, e in outcomes.items()
            ):
                steps += self._registrar(value, evidence, outcomes)
            elif kind != "doi" and unasked:
                steps += [Step(source, Query(kind, value), REGISTRAR) for source in unasked[:1]]
            elif any(e.outcome == EvidenceOutcome.FAILED and known().owns(source, kind) for source, e in outcomes.items()):
                steps += self._without_owner(queries, evidence, outcomes)
        return self._new(steps, evidence)

    def _without_owner(
        self, queries: Sequence[Query], evidence: Sequence[Evidence], outcomes: Mapping[str, Evidence]
    ) -> list[Step]:
        """An identifier whose owner is off or does not answer: another index may know it; doi.org, whether it exists."""
        for source in self.sources.holders:
            query = next((query for query in queries if self.sources.ask(source, query.kind).batch > 1), None)
            if source not in outcomes and query is not None:
                return [Step(source, query, REGISTRAR)]
        doi = next((query.value for query in queries if query.kind == "doi"), "")
        agency = next((e for e in evidence if e.query == Query("agency", doi)), None)
        if not doi or (agency is not None and agency.outcome == EvidenceOutcome.ABSENT):
            return []
        if agency is None and (steps := self._at(Query("agency", doi), AGENCY)):
            return steps
        if agency is not None and agency.outcome == EvidenceOutcome.FAILED:
            return self._at(Query("handle", doi), REGISTRAR)
        # A registry that is switched off still speaks through doi.org; one that fails does not.
        off = all(e.code is Code.SOURCE_OFF for e in outcomes.values() if e.outcome == EvidenceOutcome.FAILED)
        return self._at(Query("csl", doi), REGISTRAR) if off and queries[0].kind == "doi" else []

    def wanted(self, reference: Reference, evidence: Sequence[Evidence], need: Need, field: str) -> list[Step]:
        """The next queries for what the judge wants; empty when nobody is left to ask."""
        searched = any(e.query.kind in SEARCHES for e in evidence)
        steps: Iterable[Step] = ()
        if need.kind in ("owner", "agency") and need.identifier:
            steps = self._owner(need.kind, *need.identifier)
        elif need.kind == NeedKind.VERSIONS and need.identifier:
            number = need.identifier[1]
            tellers = [source for source in self.sources.answering("arxiv") if self.sources.ask(source, "arxiv").versions]
            earlier = [Step(source, Query("arxiv", f"{number}v{version}"), SECOND) for source in tellers for version in (1, 2)]
            earlier = self._new(earlier, evidence)
            if earlier:
                return earlier
            steps = self._opinions(need, field, searched, evidence)
        elif need.kind == NeedKind.SECOND_OPINION and need.identifier:
            steps = self._opinions(need, field, searched, evidence)
        fresh = self._new(steps, evidence)
        if fresh:
            return fresh[:1]
        if need.kind == NeedKind.OWNER and searched:
            return []
        if need.kind in ("owner", "search", "published", "second-opinion", "versions", "replacement"):
            searches = self._new(self._searches(reference, field, evidence), evidence)
            if need.kind == NeedKind.PUBLISHED:
                searches = [step for step in searches if self.sources.sources[step.source].worth is Worth.REGISTRY]
            if need.cheap:
                searches = [step for step in searches if self._batch(step) > 1]
            if need.near:
                searches.sort(key=lambda step: self.sources.sources[step.source].covered)
            elif need.kind == NeedKind.SECOND_OPINION and not self.sources.ranked:
                # The work was met under its title: no search for similar ones is needed, and those are the slow ones.
                searches.sort(key=lambda step: self.sources.ask(step.source, step.query.kind).fuzzy)
            return [*islice((step for step in searches if self._able(*step[:2])), 1)]
        return []

    def _batch(self, step: Step) -> int:
        return self.sources.ask(step.source, step.query.kind).batch

    def _registrar(self, doi: str, evidence: Sequence[Evidence], outcomes: Mapping[str, Evidence]) -> list[Step]:
        """A DOI that its first registry does not hold: doi.org names the registry or says that the DOI does not exist."""
        if all(e.outcome == EvidenceOutcome.FAILED for e in outcomes.values()):
            return []
        agency = next((e for e in evidence if e.query == Query("agency", doi)), None)
        if agency is None:
            return self._at(Query("agency", doi), AGENCY)
        if agency.outcome != EvidenceOutcome.FOUND:
            return self._at(Query("handle", doi), REGISTRAR) if agency.outcome == EvidenceOutcome.FAILED else []
        named = next((record.identifiers.get("agency", "") for record in agency.records), "")
        registry = self.sources.agency(named)
        if registry and registry not in outcomes:
            return [Step(registry, Query("doi", doi), REGISTRAR)]
        return self._at(Query("csl", doi), REGISTRAR)

    def _owner(self, need: str, kind: str, value: str) -> list[Step]:
        if need == "agency":
            doi = value if kind == "doi" else f"{ARXIV_DOI}{value}"
            return self._at(Query("agency", doi), AGENCY)
        return [Step(source, Query(kind, value), FIRST) for source in self.sources.owners(kind, value)]

    def _opinions(self, need: Need, field: str, searched: bool, evidence: Sequence[Evidence]) -> list[Step]:
        """The same identifier at other sources; an arXiv number also under its DOI.

        The identifier may be one that a search hit named: then its owner comes first, and whoever gave
        the hit is not asked for it again. A second owner (arXiv after DataCite) would only say the same again.
        """
        if need.identifier is None:
            return []
        kind, value = need.identifier
        asked = spellings(kind, value)
        told = {e.source for e in evidence for record in e.records if record.identifiers.get(kind, "").lower() == value.lower()}
        owners = self.sources.owners(kind, value)
        if any(e.source in owners and e.query == asked[0] and e.outcome == EvidenceOutcome.FOUND for e in evidence):
            owners = []
        steps = []
        for source in dict.fromkeys((*owners, *self.sources.voices(field))):
            if source in told:
                continue
            query = next((query for query in asked if self.sources.ask(source, query.kind).batch), None)
            # One look-up each would cost as much as a search and tell less.
            if query is not None and self.sources.ask(source, query.kind).batch > 1:
                steps.append(Step(source, query, LATE if searched else SECOND))
        return steps

    def _searches(self, reference: Reference, field: str, evidence: Sequence[Evidence]) -> list[Step]:
        asked = {e.source for e in evidence if e.query.kind in SEARCHES}
        # Not every index keeps subtitles with titles: who is asked after another is asked for the title proper.
        title = _without_subtitle(reference.title) if asked else reference.title
        if not title:
            return []
        people = reference.authors or reference.editors
        surname = (people[0].family or people[0].literal) if people else ""
        year = str(reference.year) if reference.year else ""
        steps = []
        for source in self.sources.searched(field):
            kind = self.sources.sources[source].search()
            if source not in asked:
                wave = SECOND if self.sources.ask(source, kind).batch > 1 else SEARCH
                words = without_identifiers(reference.words) if reference.words and kind == SEARCHES[0] else title
                steps.append(Step(source, Query(kind, " ".join(words.split()), surname, year), wave))
        return steps

    def _at(self, query: Query, wave: int) -> list[Step]:
        """The query at whoever takes it."""
        return [Step(source, query, wave) for source in self.sources.answering(query.kind)]

    @staticmethod
    def _new(steps: Iterable[Step], evidence: Sequence[Evidence]) -> list[Step]:
        asked = {(e.source, e.query) for e in evidence}
        return [step for step in dict.fromkeys(steps) if (step.source, step.query) not in asked]
