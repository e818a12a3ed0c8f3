"""What to ask next about one reference: pure, so that the plan can be read, tested and costed without a network.

The order keeps requests few: identifiers in batches at the registry that owns them, a text search only
where no identifier led to the work, and another source only when the judge wants one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from latexrefcheck.model.record import Evidence, Need, Query, Reference

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


OWNERS: Mapping[str, tuple[str, ...]] = {
    "doi": ("crossref",),
    "arxiv": ("datacite", "arxiv"),
    "pmid": ("pubmed", "europepmc"),
    "pmcid": ("pubmed", "europepmc"),
    "isbn": ("openlibrary",),
    "acl": ("semanticscholar",),
}
"""Who is asked first about an identifier, and who when that one does not know it or does not answer."""

DATACITE_PREFIXES = frozenset("10.48550 10.5281 10.6084 10.5061 10.17605 10.7910 10.17632 10.3929 10.14279 10.24432".split())
"""Prefixes of DataCite (arXiv, Zenodo, figshare, Dryad, OSF, Dataverse, Mendeley Data, ETH, DTU, OSTI): Crossref is not asked."""

VOICES: Mapping[str, tuple[str, ...]] = {
    "computing": ("dblp", "openalex", "semanticscholar"),
    "medicine": ("europepmc", "pubmed", "openalex", "semanticscholar"),
    "physics": ("inspire", "openalex", "semanticscholar"),
    "mathematics": ("zbmath", "openalex", "semanticscholar"),
    "": ("openalex", "semanticscholar", "dblp", "europepmc", "inspire", "zbmath"),
}
"""Who gives a second opinion on an identifier, by field; every one of them is asked in batches where it can."""

SEARCHES: Mapping[str, tuple[str, ...]] = {
    "computing": ("dblp", "crossref", "openalex", "semanticscholar"),
    "medicine": ("crossref", "europepmc", "openalex", "semanticscholar"),
    "physics": ("crossref", "inspire", "openalex", "semanticscholar"),
    "mathematics": ("crossref", "zbmath", "openalex", "semanticscholar"),
    "": ("crossref", "openalex", "semanticscholar", "dblp", "europepmc"),
}
"""Who is searched by title, by field. dblp takes many titles in one request; keyless OpenAlex allows 100 searches a day."""

SHORT_DOI = "10/"
"""How a short DOI begins (shortdoi.org); only doi.org can say which DOI it stands for."""

FUZZY = frozenset(("crossref", "semanticscholar"))
"""Searches that find titles with a word changed, at the price of one request a second (without address or key)."""

COVERED = frozenset(("europepmc",))
"""Searches in what the broad indexes hold as well: where nothing was met, those tell as much and more."""

_FIELDS: Mapping[str, re.Pattern[str]] = {
    "computing": re.compile(
        r"\b(?:computers?|computing|computation(?:al)?|comput|acm|sig[a-z]{2,6}|ieee|lncs|lecture notes in|corr|arxiv|usenix"
        r"|conference|conf|symposium|workshops?|proceedings|proc|neurips|nips|icml|iclr|cvpr|iccv|eccv|aaai|ijcai|acl|emnlp|naacl"
        r"|machine learning|neural|artificial intelligence|robotics|software|pattern|vision|language|informati(?:on|cs)|kdd)\b",
        re.IGNORECASE,
    ),
    "medicine": re.compile(
        r"\b(?:med(?:icine|ical)?|clin(?:ical)?|cell|lancet|jama|bmj|plos|biol(?:ogy|ogical)?|bio\w+|nature|genet\w*|cancer|neuro\w+"
        r"|psych\w+|health|disease|surgery|immun\w+|virol\w*|pharm\w+|proteom\w*|nucleic)\b",
        re.IGNORECASE,
    ),
    "physics": re.compile(
        r"\b(?:phys(?:ics|ical)?|jhep|high energy|nuclear|nucl|cosmolog\w*|astro\w+|gravit\w*|quantum|particles)\b", re.IGNORECASE
    ),
    "mathematics": re.compile(
        r"\b(?:math(?:ematics|ematical|ematik)?|algebra\w*|geometr\w*|topolog\w*|combinator\w*)\b", re.IGNORECASE
    ),
}
_SUBTITLE = re.compile(r"(?<=[?!])\s|:\s|\s[-–—]\s")
_LEAST_SHARE = 0.3
"""A bibliography with so large a share of one field lends it to its entries without a telling venue."""


def _full_doi(value: str, evidence: Sequence[Evidence]) -> str:
    """The DOI behind a short one, once doi.org has told it; else the value as it is."""
    if not value.startswith(SHORT_DOI):
        return value
    told = (record for e in evidence if e.query == Query("handle", value) for record in e.records)
    return next((doi.lower() for record in told if (doi := record.identifiers.get("doi", ""))), value)


def fields(references: Sequence[Reference]) -> dict[str, str]:
    """The field of each reference by its venue, else the field that the bibliography as a whole shows, else none."""
    own = {reference.key: _field(reference) for reference in references}
    common = Counter(filter(None, own.values())).most_common(1)
    usual = common[0][0] if common and common[0][1] >= _LEAST_SHARE * len(references) else ""
    return {key: field or usual for key, field in own.items()}


def _field(reference: Reference) -> str:
    if "pmid" in reference.identifiers or "pmcid" in reference.identifiers:
        return "medicine"
    venue = f"{reference.venue} {reference.series} {reference.publisher}"
    return next((name for name, words in _FIELDS.items() if words.search(venue)), "")


def _without_subtitle(title: str) -> str:
    """The title up to its first colon, dash or question mark, if that is enough to search for."""
    proper = _SUBTITLE.split(title, maxsplit=1)[0]
    return proper if len(proper.split()) >= 4 else title


class Plan:
    """The queries of a run.

    ``answers`` maps the ids of the sources in use to the kinds they take, ``batches`` to how many of a
    kind fit into a request; ``alias`` gives the query under which others know an identifier; ``ranks``
    holds the user's order for searches and second opinions (an identifier's owner always comes first);
    ``able`` says whether a source can put a search into its own words (dblp cannot with every title).
    """

    def __init__(
        self,
        answers: Mapping[str, Collection[str]],
        batches: Mapping[str, Mapping[str, int]],
        alias: Callable[[Query], Sequence[Query]] = lambda _: (),
        ranks: Mapping[str, int] | None = None,
        able: Callable[[str, Query], bool] = lambda _source, _query: True,
    ) -> None:
        self.answers = answers
        self.batches = batches
        self._alias = alias
        self._ranks = ranks or {}
        self._able = able

    def first(self, reference: Reference) -> list[Step]:
        """Look-ups of every identifier at its owner; none for a reference without identifiers."""
        steps = []
        for kind, value in reference.identifiers.items():
            elsewhere = self._alias(Query(kind, value))
            if elsewhere:
                steps += [Step(source, query, FIRST) for query in elsewhere for source in self._owners(*query[:2])[:1]]
                continue
            if kind == "doi" and value.startswith(SHORT_DOI):
                steps += self._at(("doiorg",), Query("handle", value), FIRST)
                continue
            source = next(iter(self._owners(kind, value)), "")
            if source:
                steps.append(Step(source, Query(kind, value), FIRST))
        return list(dict.fromkeys(steps))

    def following(self, reference: Reference, evidence: Sequence[Evidence]) -> list[Step]:
        """What the look-ups so far lead to whatever the judge may think: the right registry of an identifier."""
        steps = []
        for kind, written in reference.identifiers.items():
            value = _full_doi(written, evidence) if kind == "doi" else written
            if kind == "doi" and value != written:
                steps += [Step(source, Query(kind, value), FIRST) for source in self._owners(kind, value)[:1]]
            told = [e for e in evidence if e.query == Query(kind, value) and e.outcome == "found"]
            if kind == "doi" and "," in value and told and not any(record.notices for e in told for record in e.records):
                # A comma separates filters, so it was looked up singly, and not every single record names its notices.
                steps += self._at(("crossref",), Query("updates", value), LATE)
            outcomes = {e.source: e for e in evidence if e.query.kind == kind and e.query.value == value}
            if not outcomes or any(e.outcome == "found" for e in outcomes.values()):
                continue
            if kind == "doi":
                steps += self._registrar(value, evidence, outcomes)
            else:
                unasked = [source for source in self._owners(kind, value) if source not in outcomes]
                steps += [Step(source, Query(kind, value), REGISTRAR) for source in unasked[:1]]
        return self._new(steps, evidence)

    def wanted(self, reference: Reference, evidence: Sequence[Evidence], need: Need, field: str) -> list[Step]:
        """The next queries for what the judge wants; empty when nobody is left to ask."""
        searched = any(e.query.kind in ("title", "bibliographic") for e in evidence)
        steps: Iterable[Step] = ()
        if need.kind in ("owner", "agency") and need.identifier:
            steps = self._owner(need.kind, *need.identifier)
        elif need.kind == "versions" and need.identifier:
            number = need.identifier[1]
            steps = [Step("arxiv", Query("arxiv", f"{number}v{version}"), SECOND) for version in (1, 2)]
            steps = self._new(steps, evidence) or self._opinions(need, field, searched, evidence)
        elif need.kind == "second-opinion" and need.identifier:
            steps = self._opinions(need, field, searched, evidence)
        fresh = self._new(steps, evidence)
        if need.kind == "versions" and fresh and fresh[0].source == "arxiv":
            return fresh
        if fresh:
            return fresh[:1]
        if need.kind in ("search", "second-opinion", "versions", "replacement"):
            searches = self._new(self._searches(reference, field, evidence), evidence)
            if need.cheap:
                searches = [step for step in searches if self.batches[step.source].get(step.query.kind, 1) > 1]
            if need.near:
                searches.sort(key=lambda step: step.source in COVERED)
            elif need.kind == "second-opinion" and not self._ranks:
                # The work was met under its title: no search for similar ones is needed, and those are the slow ones.
                searches.sort(key=lambda step: step.source in FUZZY)
            return [*islice((step for step in searches if self._able(*step[:2])), 1)]
        return []

    def _owners(self, kind: str, value: str) -> list[str]:
        order = OWNERS.get(kind, ())
        if kind == "doi" and value.split("/", 1)[0] in DATACITE_PREFIXES:
            order = ("datacite",)
        return [source for source in order if kind in self.answers.get(source, ())]

    def _registrar(self, doi: str, evidence: Sequence[Evidence], outcomes: Mapping[str, Evidence]) -> list[Step]:
        """A DOI that its first registry does not hold: doi.org names the registry or says that the DOI does not exist."""
        if all(e.outcome == "failed" for e in outcomes.values()):
            return []
        agency = next((e for e in evidence if e.query == Query("agency", doi)), None)
        if agency is None:
            return self._at(("doiorg",), Query("agency", doi), AGENCY)
        if agency.outcome != "found":
            return self._at(("doiorg",), Query("handle", doi), REGISTRAR) if agency.outcome == "failed" else []
        named = next((record.identifiers.get("agency", "") for record in agency.records), "").lower()
        if named in ("datacite", "crossref") and named not in outcomes:
            return self._at((named,), Query("doi", doi), REGISTRAR)
        return self._at(("doiorg",), Query("csl", doi), REGISTRAR)

    def _owner(self, need: str, kind: str, value: str) -> list[Step]:
        if need == "agency":
            doi = value if kind == "doi" else f"10.48550/arxiv.{value}"
            return self._at(("doiorg",), Query("agency", doi), AGENCY)
        return [Step(source, Query(kind, value), FIRST) for source in self._owners(kind, value)]

    def _opinions(self, need: Need, field: str, searched: bool, evidence: Sequence[Evidence]) -> list[Step]:
        """The same identifier at other sources; an arXiv number also under its DOI.

        The identifier may be one that a search hit named: then its owner comes first, and whoever gave
        the hit is not asked for it again. A second owner (arXiv after DataCite) would only say the same again.
        """
        if need.identifier is None:
            return []
        kind, value = need.identifier
        asked = [Query(kind, value)]
        if kind == "arxiv":
            asked.append(Query("doi", f"10.48550/arxiv.{value.lower()}"))
        told = {e.source for e in evidence for record in e.records if record.identifiers.get(kind, "").lower() == value.lower()}
        owners = self._owners(kind, value)
        if any(e.source in owners and e.query == asked[0] and e.outcome == "found" for e in evidence):
            owners = []
        steps = []
        for source in dict.fromkeys((*owners, *self._ordered(VOICES, field))):
            if source in told:
                continue
            query = next((query for query in asked if query.kind in self.answers[source]), None)
            # One look-up each would cost as much as a search and tell less.
            if query is not None and self.batches[source].get(query.kind, 1) > 1:
                steps.append(Step(source, query, LATE if searched else SECOND))
        return steps

    def _searches(self, reference: Reference, field: str, evidence: Sequence[Evidence]) -> list[Step]:
        asked = {e.source for e in evidence if e.query.kind in ("title", "bibliographic")}
        # Not every index keeps subtitles with titles: who is asked after another is asked for the title proper.
        title = _without_subtitle(reference.title) if asked else reference.title
        if not title:
            return []
        people = reference.authors or reference.editors
        surname = (people[0].family or people[0].literal) if people else ""
        year = str(reference.year) if reference.year else ""
        steps = []
        for source in self._ordered(SEARCHES, field):
            kind = next((kind for kind in ("bibliographic", "title") if kind in self.answers[source]), "")
            if kind and source not in asked:
                wave = SECOND if self.batches[source].get(kind, 1) > 1 else SEARCH
                steps.append(Step(source, Query(kind, title, surname, year), wave))
        return steps

    def _ordered(self, table: Mapping[str, tuple[str, ...]], field: str) -> list[str]:
        names = [name for name in dict.fromkeys((*table[field], *table[""])) if name in self.answers]
        return sorted(names, key=lambda name: self._ranks.get(name, len(self._ranks)))

    def _at(self, sources: Iterable[str], query: Query, wave: int) -> list[Step]:
        return [Step(source, query, wave) for source in sources if query.kind in self.answers.get(source, ())]

    @staticmethod
    def _new(steps: Iterable[Step], evidence: Sequence[Evidence]) -> list[Step]:
        asked = {(e.source, e.query) for e in evidence}
        return [step for step in dict.fromkeys(steps) if (step.source, step.query) not in asked]
