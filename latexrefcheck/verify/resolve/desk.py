"""Who asks what when: one queue per source, batches that fill before they leave, worker threads that ask.

Workers are daemons and never waited for: a run that is ended leaves requests on the wire behind.
"""

from __future__ import annotations

import queue
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

from latexrefcheck import registry
from latexrefcheck.model.record import Evidence, Query
from latexrefcheck.verify.catalogue import Catalogue
from latexrefcheck.verify.resolve.plan import LATE, Step

AGAIN = 0.15
"""Seconds until a query that another process is asking is looked at again."""


class Asked(NamedTuple):
    """What a worker brings back: outcomes, and queries to be put off because another process is asking them."""

    evidence: Mapping[Query, Evidence]
    busy: frozenset[Query] = frozenset()


class _Waiting(NamedTuple):
    wave: int
    order: int
    query: Query
    after: float = 0.0


class Desk:
    """The queues of a run. ``ask(source, queries)`` does the asking; ``sources`` are those in use; ``workers`` is per
    source; ``jobs`` bounds the requests under way over all sources (0: no bound)."""

    def __init__(
        self,
        ask: Callable[[str, Sequence[Query]], Asked],
        sources: Catalogue,
        workers: Mapping[str, int],
        jobs: int = 0,
    ) -> None:
        self.results: queue.SimpleQueue[tuple[str, Mapping[Query, Evidence]]] = queue.SimpleQueue()
        self._ask = ask
        self._sources = sources
        self._workers = workers
        self._condition = threading.Condition()
        self._queues: dict[str, dict[str, list[_Waiting]]] = {}
        self._waves: Counter[int] = Counter()
        self._wave_of: dict[tuple[str, Query], int] = {}
        self._away: set[tuple[str, Query]] = set()
        self._order = 0
        self._stopped = False
        self._places: AbstractContextManager[Any] = threading.Semaphore(jobs) if jobs > 0 else nullcontext()

    @property
    def outstanding(self) -> int:
        """Queries that were put in and not yet taken note of."""
        return len(self._wave_of)

    def put(self, steps: Iterable[Step], noted: Iterable[tuple[str, Query]] = ()) -> None:
        """Take note of the outcomes ``noted`` and queue what followed from them, in one go: between the two,
        a batch that waits for others would look complete."""
        with self._condition:
            for mark in noted:
                self._waves[self._wave_of.pop(mark)] -= 1
                self._away.discard(mark)
            for step in steps:
                self._order += 1
                self._wave_of[step.source, step.query] = step.wave
                self._waves[step.wave] += 1
                if step.source not in self._queues:
                    self._queues[step.source] = {}
                    self._hire(step.source)
                waiting = self._queues[step.source].setdefault(self._line(step.source, step.query), [])
                waiting.append(_Waiting(step.wave, self._order, step.query))
                waiting.sort(key=lambda item: item[:2])
            self._condition.notify_all()

    def stop(self) -> None:
        """Let the workers go home after what they are at."""
        with self._condition:
            self._stopped = True
            self._condition.notify_all()

    def _line(self, source: str, query: Query) -> str:
        """The queue of a query: one per kind, one for all that go into the same batches."""
        described = self._sources.source(source)
        together = described is not None and described.mixed and described.batch(query.kind) > 1
        return "identifier" if together else query.kind

    def _hire(self, source: str) -> None:
        for number in range(max(1, self._workers.get(source, 1))):
            threading.Thread(target=self._work, args=(source,), name=f"{source}-{number}", daemon=True).start()

    def _work(self, source: str) -> None:
        while True:
            batch = self._next(source)
            if not batch:
                return
            try:
                with self._places:
                    asked = self._ask(source, [item.query for item in batch])
            except Exception as error:
                # A worker that dies would leave the run waiting for ever.
                reason = f"{registry.source_name(source)} could not be asked ({type(error).__name__})"
                asked = Asked({item.query: Evidence(source, item.query, "failed", reason=reason) for item in batch})
            put_off = [item for item in batch if item.query in asked.busy]
            if put_off:
                self._put_back(source, put_off)
            if asked.evidence:
                self.results.put((source, asked.evidence))

    def _put_back(self, source: str, items: Iterable[_Waiting]) -> None:
        with self._condition:
            for item in items:
                self._away.discard((source, item.query))
                waiting = self._queues[source][self._line(source, item.query)]
                waiting.append(item._replace(after=time.monotonic() + AGAIN))
                waiting.sort(key=lambda entry: entry[:2])

    def _next(self, source: str) -> list[_Waiting]:
        """The next batch for ``source``, waiting for one; empty when the run is over."""
        with self._condition:
            while not self._stopped:
                batch = self._ready(source)
                if batch:
                    return batch
                asleep = any(item.after for items in self._queues[source].values() for item in items)
                self._condition.wait(AGAIN if asleep else None)
        return []

    def _ready(self, source: str) -> list[_Waiting]:
        now = time.monotonic()
        best: list[_Waiting] = []
        for waiting in self._queues[source].values():
            size = max(1, self._sources.ask(source, waiting[0].query.kind).batch) if waiting else 1
            batch = [item for item in waiting if item.after <= now][:size]
            if not batch or (len(batch) < size and self._may_grow(batch)):
                continue
            if not best or batch[0][:2] < best[0][:2]:
                best = batch
        if best:
            waiting = self._queues[source][self._line(source, best[0].query)]
            taken = set(best)
            waiting[:] = [item for item in waiting if item not in taken]
            self._away.update((source, item.query) for item in best)
            # What is under way now may be all that a batch elsewhere has been waiting for.
            self._condition.notify_all()
        return best

    def _may_grow(self, batch: Sequence[_Waiting]) -> bool:
        before = sum(count for wave, count in self._waves.items() if wave < batch[0].wave)
        if before == 1 and batch[0].wave == LATE:
            # A single straggler under way would keep the last batches waiting for what it seldom adds to them.
            return not any(wave < LATE and mark in self._away for mark, wave in self._wave_of.items())
        return before > 0
