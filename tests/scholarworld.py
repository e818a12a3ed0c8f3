"""A world of invented works that real sources' ids know or not, asked without a network: who is off, who is down.

:func:`verdicts` follows references through planner and judge as a run does, and answers every query at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from latexrefcheck import registry
from latexrefcheck.model.lookup import SourceConfig
from latexrefcheck.model.reasons import Code
from latexrefcheck.model.record import Evidence, Query, Record, Reference, Verdict
from latexrefcheck.text.keys import title_key
from latexrefcheck.verify.asker import InUse
from latexrefcheck.verify.match import judge, need
from latexrefcheck.verify.resolution import resolve

DEFAULT = tuple(name for name, source in registry.sources.items() if source.default_on and source.asks)


class World:
    """What each source knows. ``down`` fail whatever they are asked; ``asked`` counts the questions by source and kind."""

    def __init__(
        self, records: Iterable[Record], sources: Sequence[str] = DEFAULT, down: Iterable[str] = (), missing: Iterable[str] = ()
    ) -> None:
        self.records = list(records)
        self.sources = {name: InUse(registry.sources[name], SourceConfig("")) for name in sources}
        self.down = frozenset(down)
        self.missing = frozenset(missing)
        self.asked: Counter[tuple[str, str]] = Counter()
        self.fresh: set[Query] = set()
        self.silent = False
        self.shelf = None
        self.client = SimpleNamespace(sent=Counter(), switched_off={}, unreachable="", close=lambda reason: None)
        self.store = SimpleNamespace(database=SimpleNamespace(notes=()))

    def able(self, source: str, query: Query) -> bool:
        return True

    def known(self, source: str, queries: Iterable[Query]) -> Mapping[Query, Evidence]:
        return {query: self._told(source, query) for query in queries}

    def ask(self, source: str, queries: Sequence[Query]) -> Any:
        raise AssertionError("everything is known at once")

    def _told(self, source: str, query: Query) -> Evidence:
        self.asked[source, query.kind] += 1
        if source in self.down:
            return Evidence(source, query, "failed", reason=f"{source}.example answered 503", code=Code.HTTP_5XX)
        found = tuple(self._found(source, query))
        if query.kind == "csl" and not found:
            return Evidence(source, query, "failed", reason="the format is not on offer", code=Code.HTTP_4XX)
        return Evidence(source, query, "found" if found else "absent", found)

    def _found(self, source: str, query: Query) -> Iterable[Record]:
        if source == "doiorg":
            return self._system(query)
        mine = [record for record in self.records if record.source == source]
        if query.kind in ("title", "bibliographic"):
            return [record for record in mine if any(title_key(title) == title_key(query.value) for title in record.titles)]
        return [record for record in mine if record.identifiers.get(query.kind, "").lower() == query.value.lower()]

    def _system(self, query: Query) -> Iterable[Record]:
        """doi.org knows every DOI that any record has, and those of its own records' works in full."""
        if query.value.lower() in self.missing:
            return []
        known = [record for record in self.records if record.identifiers.get("doi", "").lower() == query.value.lower()]
        if query.kind == "csl":
            return [record for record in known if record.source == "doiorg"]
        agency = "DataCite" if query.value.startswith("10.5281/") or "arxiv" in query.value.lower() else "Crossref"
        return [Record(source="doiorg", titles=(), identifiers={"doi": query.value, "agency": agency})]


def verdicts(world: World, references: Sequence[Reference]) -> dict[str, Verdict]:
    """The verdict on every reference."""
    asker: Any = world
    found = resolve(references, asker, need)
    return {reference.key: judge(reference, found.evidence[reference.key]) for reference in references}
