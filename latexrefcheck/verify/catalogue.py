"""The catalogue of sources: who owns an identifier, who is searched in a field of study, whose word counts for what.

Everything in it is said by the sources themselves (:class:`latexrefcheck.model.lookup.Source`); nothing here knows
one by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property

from latexrefcheck import registry
from latexrefcheck.model.lookup import Ask, Own, Source, Worth
from latexrefcheck.model.record import Query

_NOBODY = Own()
_NO_ASK = Ask(batch=0)


class Catalogue:
    """Some sources: all that there are (:func:`known`), or those in use.

    ``ranks`` is the user's order for searches and second opinions, by id; an identifier's owner always comes first.
    """

    def __init__(self, sources: Iterable[Source], ranks: Mapping[str, int] | None = None) -> None:
        self.sources: Mapping[str, Source] = {source.id: source for source in sources}
        self._ranks = ranks or {}
        self._searched: dict[str, tuple[str, ...]] = {}
        self._voices: dict[str, tuple[str, ...]] = {}
        self._worth = {worth: frozenset(s.id for s in self.sources.values() if s.worth is worth) for worth in Worth}

    @cached_property
    def _everybody(self) -> tuple[Source, ...]:
        return tuple({**{name: registry.sources[name] for name in registry.sources}, **self.sources}.values())

    @property
    def ranked(self) -> bool:
        """Whether the user gave an order."""
        return bool(self._ranks)

    def source(self, name: str) -> Source | None:
        """The source of that id, if it is here."""
        return self.sources.get(name)

    def ask(self, name: str, kind: str) -> Ask:
        """How a source takes a kind of query; a batch of 0 says that it does not."""
        source = self.sources.get(name)
        return _NO_ASK if source is None else source.asks.get(kind, _NO_ASK)

    def answering(self, kind: str) -> list[str]:
        """Who takes a kind of query, owners of it first."""
        found = [source for source in self.sources.values() if kind in source.asks]
        return [source.id for source in sorted(found, key=lambda source: (kind not in source.owns, source.order))]

    def owns(self, name: str, kind: str) -> bool:
        """Whether the word of a source on identifiers of a kind is the registry's own."""
        source = self.sources.get(name)
        return source is not None and kind in source.owns

    def owners(self, kind: str, value: str) -> list[str]:
        """Who is asked about an identifier as its owner, in order; nobody where its owner is none of these."""
        found = [source for source in self._everybody if kind in source.owns and kind in source.asks]
        prefix = value.split("/", 1)[0]
        own = [source for source in found if prefix in source.owns[kind].prefixes]
        general = [source for source in found if not source.owns[kind].prefixes]
        ordered = sorted(own or general, key=lambda source: source.owns[kind].rank)
        return [source.id for source in ordered if source.id in self.sources]

    def final(self, kind: str) -> frozenset[str]:
        """Who can say that an identifier does not exist. Not every owner can: a DOI may be another agency's."""
        return frozenset(source.id for source in self.sources.values() if source.owns.get(kind, _NOBODY).final)

    def voice(self, name: str, kinds: Iterable[str] | None = None) -> str:
        """Whose word it is that a source gives: its own, or that of the owner whose deposits it relays.

        With ``kinds`` only what it relays of these kinds of identifier counts.
        """
        source = self.sources.get(name)
        for kind, own in source.owns.items() if source is not None else ():
            if own.relays and (kinds is None or kind in kinds):
                return min(self.final(kind), default=name)
        return name

    def of_worth(self, worth: Worth) -> frozenset[str]:
        """The sources whose word is worth so much."""
        return self._worth[worth]

    def registers(self, name: str) -> bool:
        """Whether a source owns identifiers otherwise than as a broad index."""
        source = self.sources.get(name)
        return source is not None and bool(source.owns) and source.worth is not Worth.BROAD

    def lists_venues(self, name: str) -> bool:
        """Whether a published work stands in a source with its venue."""
        source = self.sources.get(name)
        return source is not None and source.lists_venues

    def tells_notices(self, name: str) -> bool:
        """Whether the records of a source say that a work was retracted or withdrawn."""
        source = self.sources.get(name)
        return source is not None and source.tells_notices

    def tells_retractions(self, name: str) -> bool:
        """Whether the records of a source say at least that a work was retracted."""
        source = self.sources.get(name)
        return source is not None and (source.tells_notices or source.marks_retracted)

    def agency(self, name: str) -> str:
        """The source that holds the DOIs of a registration agency, or nothing."""
        return next((source.id for source in self.sources.values() if name and source.agency.lower() == name.lower()), "")

    def aliases(self, query: Query) -> tuple[Query, ...]:
        """The queries under which others know an identifier whose own home answers no programs."""
        found = (source.alias(query) for source in self.sources.values() if source.alias is not None)
        return tuple(query for queries in found for query in queries)

    def searched(self, field: str) -> tuple[str, ...]:
        """Who is searched for a title in a field of study, in order.

        Specialists that take many titles in one request go first, then registries, the other specialists, the broad
        indexes, and who is at home elsewhere last. Where no field shows, who takes many titles goes first too: that
        costs a small part of a request.
        """
        if field not in self._searched:
            searching = (source for source in self.sources.values() if source.search())
            order = self._ordered(searching, field, lambda source, home: _place(source, home, not field))
            self._searched[field] = tuple(order)
        return self._searched[field]

    def voices(self, field: str) -> tuple[str, ...]:
        """Who gives a second opinion on an identifier in a field of study, in order; registries are asked as owners."""
        if field not in self._voices:
            indexes = (source for source in self.sources.values() if source.asks and source.worth is not Worth.REGISTRY)
            # Where no field shows, the order is that of the searches: look-ups of one identifier then share their batches.
            order = self._ordered(indexes, field, lambda source, home: _voice(source, home, not field))
            self._voices[field] = tuple(order)
        return self._voices[field]

    @cached_property
    def holders(self) -> tuple[str, ...]:
        """Who may know an identifier of which no owner can be heard: the broad indexes first."""
        indexes = (source for source in self.sources.values() if source.asks and source.worth is not Worth.REGISTRY)
        return tuple(self._ordered(indexes, "", lambda source, _: source.worth is not Worth.BROAD))

    def _ordered(self, sources: Iterable[Source], field: str, place: Callable[[Source, bool], int]) -> list[str]:
        def key(source: Source) -> tuple[int, int, int, str]:
            rank = self._ranks.get(source.id, len(self._ranks))
            return rank, place(source, field in source.fields), source.order, source.id

        return [source.id for source in sorted(sources, key=key)]


def _voice(source: Source, home: bool, anywhere: bool) -> int:
    if home or (anywhere and source.batch(source.search()) > 1):
        return 0
    return 3 if source.worth is Worth.BROAD else 4


def _place(source: Source, home: bool, anywhere: bool) -> int:
    if (home or anywhere) and source.batch(source.search()) > 1:
        return 0
    if source.worth is Worth.REGISTRY:
        return 1
    return 2 if home else 3 if source.worth is Worth.BROAD else 4


@cache
def known() -> Catalogue:
    """Every source that is installed."""
    return Catalogue(registry.sources.values())
