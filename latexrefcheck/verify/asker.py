"""Between a query and its evidence: the record store, then the source over the net, then the store again."""

from __future__ import annotations

import json
import logging
import time
from calendar import timegm
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from latexrefcheck import registry
from latexrefcheck.errors import ConfigError
from latexrefcheck.model.lookup import KeyUse, Limit, Request, Source, SourceConfig
from latexrefcheck.model.reasons import Code, of_status
from latexrefcheck.model.record import Evidence, Query, Record, record_from_plain, record_to_plain
from latexrefcheck.model.states import EvidenceOutcome
from latexrefcheck.verify.cache import ABSENT, FOUND, Row, Store
from latexrefcheck.verify.http import OFFLINE, Client, Reply, Service, check_base, public_url
from latexrefcheck.verify.scheduler import Asked

if TYPE_CHECKING:
    from latexrefcheck.verify.index import Shelf

LEASE = 300.0
"""Seconds for which other processes leave a query to this one; a batch with all its retries takes less."""

MOST_WORKERS = 4
log = logging.getLogger(__name__)
TIME = "%Y-%m-%dT%H:%M:%SZ"


class InUse(NamedTuple):
    """One source in use and what the user set for it.

    ``overridden``: the base URL is the user's; ``rank`` is its place in the user's order, -1 without one.
    """

    source: Source
    config: SourceConfig
    overridden: bool = False
    rank: int = -1

    @property
    def limits(self) -> Mapping[str, Limit]:
        """Its limits by pool, as key and contact address raise them."""
        return self.source.limits.under(self.config)


def configure(
    names: Sequence[str] = (),
    without: Collection[str] = (),
    single: Mapping[str, Mapping[str, str]] | None = None,
    contact: str = "",
    version: str = "",
) -> dict[str, InUse]:
    """The sources in use by id, in the order of ``names`` (all that are on by default without any).

    ``single`` holds ``url``, ``key`` and ``contact`` of single sources. A source that needs a key and
    has none is left out. Raises UsageError for an unknown name, ConfigError for an impossible URL.
    """
    single = single or {}
    chosen: dict[str, InUse] = {}
    for place, name in enumerate(names or registry.sources):
        source = registry.sources[name]
        told = single.get(name, {})
        key = str(told.get("key") or "")
        if name in without or (not names and not source.default_on) or (source.key is KeyUse.REQUIRED and not key):
            continue
        if not source.asks or not source.base:
            continue  # not asked itself: its identifiers are known elsewhere, or it is a file
        url = str(told.get("url") or "")
        base = check_base(name, url or source.base)
        config = SourceConfig(base=base, key=key, contact=_address(str(told.get("contact") or contact)), version=version)
        chosen[source.id] = InUse(source, config, bool(url), place if names else -1)
    return chosen


def nobody(names: Sequence[str], without: Collection[str]) -> str:
    """Why no source is left to ask, in one sentence that says what to do."""
    named = [registry.sources[name] for name in names]
    silent = [source.name for source in named if not source.asks]
    keyless = [source.name for source in named if source.asks and source.key is KeyUse.REQUIRED]
    why = "every source is switched off"
    if silent:
        why = f"{' and '.join(silent)} {'takes' if len(silent) == 1 else 'take'} no questions from programs"
    elif keyless and not without:
        why = f"{' and '.join(keyless)} cannot be asked without a key"
    return f"no source is left to ask: {why}; name others with --sources (`latexrefcheck sources` lists them)"


def _address(contact: str) -> str:
    if contact and (any(c.isspace() or not c.isprintable() for c in contact) or "@" not in contact):
        raise ConfigError(f"the contact {contact!r} is no mail address")
    return contact


def services(sources: Mapping[str, InUse], timeout: float = 10.0) -> dict[str, Service]:
    """The sources as the HTTP client sees them."""
    return {
        name: Service(
            base=used.config.base,
            limits=used.limits,
            overridden=used.overridden,
            contact=used.config.contact,
            timeout=max(timeout, used.source.timeout),
            crowded=not used.config.key and used.source.crowded,
        )
        for name, used in sources.items()
    }


def workers(sources: Mapping[str, InUse]) -> dict[str, int]:
    """Threads per source: as many as its host takes at a time, a few at most."""
    return {
        name: min(MOST_WORKERS, max((limit.concurrent for limit in source.limits.values()), default=1))
        for name, source in sources.items()
    }


class Asker:
    """Answers queries from the store where it can and from the source where it must.

    ``offline`` takes what is stored whatever its age; ``fresh`` holds the queries to be asked again
    whatever is stored; ``shelf`` the local indexes, if there are any.
    """

    def __init__(
        self, sources: Mapping[str, InUse], client: Client, store: Store, offline: bool = False, shelf: Shelf | None = None
    ) -> None:
        self.sources = sources
        self.client = client
        self.store = store
        self.offline = offline
        self.shelf = shelf
        self.fresh: set[Query] = set()
        self._no_records = offline and store.database.holds_no("records")
        self._no_responses = offline and store.database.holds_no("responses")

    @property
    def silent(self) -> bool:
        """Whether nothing can come of any question: nobody may be asked, and nothing is kept."""
        return self._no_records and self._no_responses

    def able(self, source: str, query: Query) -> bool:
        """Whether the source has a request for this query: an odd title is then asked elsewhere, which is no failure."""
        if self.silent:
            return True
        described, config = self.sources[source][:2]
        return next(iter(described.requests((query,), config)), None) is not None

    def known(self, source: str, queries: Iterable[Query]) -> dict[Query, Evidence]:
        """The outcomes that are stored and need no asking; offline also the failures of what nothing is kept about."""
        wanted = [query for query in queries if query not in self.fresh or self._no_responses]
        rows = {} if self._no_records else self.store.lookup(source, self.sources[source].config.base, wanted)
        usable = {query: rows[query] for query in wanted if query in rows and (self.offline or rows[query].fresh)}
        found = {query: self._stored(source, query, row) for query, row in usable.items()}
        known = {query: evidence for query, evidence in found.items() if evidence is not None}
        if self._no_responses:
            known |= {query: _offline(source, query) for query in wanted if query not in known}
        if log.isEnabledFor(logging.DEBUG):
            for query in found:
                log.debug("%s: %s %s from the cache", source, query.kind, query.value)
        return known

    def ask(self, source: str, queries: Sequence[Query]) -> Asked:
        """Ask a source; runs in the worker threads. Queries that another process is asking come back as busy."""
        base = self.sources[source].config.base
        granted = self.store.claim(source, base, queries, LEASE) if not self.offline else set(queries)
        # Another process may have had its answer between our look into the store and now.
        evidence = self.known(source, queries)
        mine = [query for query in queries if query in granted and query not in evidence]
        try:
            evidence.update(self._asked(source, mine))
        finally:
            if not self.offline:
                self.store.release(source, base, granted)
        return Asked(evidence, frozenset(set(queries) - granted - set(evidence)))

    def _asked(self, source: str, queries: Sequence[Query]) -> dict[Query, Evidence]:
        described, config = self.sources[source][:2]
        evidence: dict[Query, Evidence] = {}
        for request in described.requests(queries, config) if queries else ():
            refresh = any(query in self.fresh for query in request.queries)
            reply = self.client.ask(request, described.answer, refresh)
            self._keep(source, config.base, reply)
            evidence.update(self._evidence(source, request, reply))
        for query in queries:
            if query not in evidence:
                evidence[query] = Evidence(
                    source,
                    query,
                    EvidenceOutcome.FAILED,
                    reason=f"{described.name} cannot be asked for this {query.kind}",
                    code=Code.CANNOT_ASK,
                )
        return evidence

    def _evidence(self, source: str, request: Request, reply: Reply) -> dict[Query, Evidence]:
        response, answer = reply
        url, when, cached = public_url(request), response.retrieved, response.cached
        outcomes = {
            query: Evidence(source, query, EvidenceOutcome.FOUND, _dated(answer.found[query], when), url, when, cached=cached)
            for query in request.queries
            if query in answer.found
        }
        for query in request.queries:
            if query in answer.absent:
                outcomes[query] = Evidence(source, query, EvidenceOutcome.ABSENT, url=url, when=when, cached=cached)
            elif query not in outcomes:
                code, reason = response.code or of_status(response.status), answer.failed.get(query, "not answered")
                failure = Evidence(source, query, EvidenceOutcome.FAILED, url=url, when=when, reason=reason, code=code)
                outcomes[query] = self._instead(source, query) or failure
        return outcomes

    def _instead(self, source: str, query: Query) -> Evidence | None:
        """An older outcome, for a query that could not be asked again. An old "absent" is not believed."""
        rows = self.store.lookup(source, self.sources[source].config.base, [query])
        row = rows.get(query)
        return self._stored(source, query, row) if row is not None and row.outcome == FOUND else None

    def _keep(self, source: str, base: str, reply: Reply) -> None:
        rows: list[tuple[Query, str, str]] = [(query, FOUND, _body(records)) for query, records in reply.answer.found.items()]
        rows += [(query, ABSENT, "[]") for query in reply.answer.absent]
        contact = self.sources[source].config.contact
        key = self.sources[source].config.key
        clean = [row for row in rows if not any(secret and secret in row[2] for secret in (contact, key))]
        if clean and not self.offline:
            # What came from the raw cache is not newer than its response.
            made = timegm(time.strptime(reply.response.retrieved, TIME)) if reply.response.cached else None
            self.store.save(source, base, clean, made)

    def _stored(self, source: str, query: Query, row: Row | None) -> Evidence | None:
        if row is None:
            return None
        when = time.strftime(TIME, time.gmtime(row.stored))
        if row.outcome == ABSENT:
            return Evidence(source, query, EvidenceOutcome.ABSENT, when=when, cached=True)
        try:
            records = tuple(record_from_plain(plain) for plain in json.loads(row.body))
        except (ValueError, TypeError):
            return None
        return Evidence(
            source, query, EvidenceOutcome.FOUND, _dated(records, when), records[0].url if records else "", when, cached=True
        )


def _offline(source: str, query: Query) -> Evidence:
    return Evidence(source, query, EvidenceOutcome.FAILED, reason=OFFLINE, code=Code.OFFLINE)


def _dated(records: Iterable[Record], when: str) -> tuple[Record, ...]:
    return tuple(replace(record, retrieved=when) for record in records)


def _body(records: Iterable[Record]) -> str:
    plain: list[dict[str, object]] = [record_to_plain(record) for record in records]
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
