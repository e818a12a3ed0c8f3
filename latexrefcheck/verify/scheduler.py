"""Who asks what when: one queue per source, batches that fill before they leave, worker threads that ask.

Workers are daemons and never waited for: a run that is ended leaves requests on the wire behind.
"""

from __future__ import annotations

import heapq
import queue
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import NamedTuple

from latexrefcheck import registry
from latexrefcheck.model.reasons import Code
from latexrefcheck.model.record import Evidence, Query
from latexrefcheck.model.states import EvidenceOutcome
from latexrefcheck.verify.catalogue import Catalogue
from latexrefcheck.verify.plan import LATE, Step

AGAIN = 0.15
"""Seconds until a query that another process is asking is looked at again."""


class Asked(NamedTuple):
    """What a worker brings back: outcomes, and queries to be put off because another process is asking them."""

    evidence: Mapping[Query, Evidence]
    busy: frozenset[Query] = frozenset()


class _Waiting(NamedTuple):
    """A query in a queue; ``order`` is unique, so that queues compare no further."""

    wave: int
    order: int
    query: Query


class _Queues:
    """The queues of one source, each a heap, and what is put off for a moment because another process is asking it."""

    def __init__(self) -> None:
        self.lines: dict[str, list[_Waiting]] = {}
        self.put_off: list[tuple[float, str, _Waiting]] = []

    def wake(self, now: float) -> None:
        """Queue again what was put off long enough."""
        due = [item for item in self.put_off if item[0] <= now]
        for _, line, item in due:
            heapq.heappush(self.lines[line], item)
        if due:
            self.put_off = [item for item in self.put_off if item[0] > now]


class Scheduler:
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
        self._queues: dict[str, _Queues] = {}
        self._waves: Counter[int] = Counter()
        self._wave_of: dict[tuple[str, Query], int] = {}
        self._away: set[tuple[str, Query]] = set()
        self._early_away = 0
        self._order = 0
        self._stopped = False
        self._places: AbstractContextManager[object] = threading.Semaphore(jobs) if jobs > 0 else nullcontext()

    @property
    def outstanding(self) -> int:
        """Queries that were put in and not yet taken note of."""
        return len(self._wave_of)

    def put(self, steps: Iterable[Step], noted: Iterable[tuple[str, Query]] = ()) -> None:
        """Take note of the outcomes ``noted`` and queue what followed from them, in one go: between the two,
        a batch that waits for others would look complete."""
        with self._condition:
            for request_key in noted:
                self._back(request_key)
                self._waves[self._wave_of.pop(request_key)] -= 1
            for step in steps:
                self._order += 1
                self._wave_of[step.source, step.query] = step.wave
                self._waves[step.wave] += 1
                if step.source not in self._queues:
                    self._queues[step.source] = _Queues()
                    self._start_workers(step.source)
                line = self._queues[step.source].lines.setdefault(self._line(step.source, step.query), [])
                heapq.heappush(line, _Waiting(step.wave, self._order, step.query))
            self._condition.notify_all()

    def stop(self) -> None:
        """Let the workers end after what they are doing."""
        with self._condition:
            self._stopped = True
            self._condition.notify_all()

    def _line(self, source: str, query: Query) -> str:
        """The queue of a query: one per kind, one for all that go into the same batches."""
        described = self._sources.source(source)
        together = described is not None and described.mixed and described.batch(query.kind) > 1
        return "identifier" if together else query.kind

    def _start_workers(self, source: str) -> None:
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
                failure = Evidence(source, batch[0].query, EvidenceOutcome.FAILED, reason=reason, code=Code.CANNOT_ASK)
                asked = Asked({item.query: replace(failure, query=item.query) for item in batch})
            put_off = [item for item in batch if item.query in asked.busy]
            if put_off:
                self._put_back(source, put_off)
            if asked.evidence:
                self.results.put((source, asked.evidence))

    def _put_back(self, source: str, items: Iterable[_Waiting]) -> None:
        with self._condition:
            for item in items:
                self._back((source, item.query))
                later = (time.monotonic() + AGAIN, self._line(source, item.query), item)
                self._queues[source].put_off.append(later)
            self._condition.notify_all()

    def _next(self, source: str) -> list[_Waiting]:
        """The next batch for ``source``, waiting for one; empty when the run is over."""
        with self._condition:
            while not self._stopped:
                batch = self._ready(source)
                if batch:
                    return batch
                self._condition.wait(AGAIN if self._queues[source].put_off else None)
        return []

    def _ready(self, source: str) -> list[_Waiting]:
        queues = self._queues[source]
        queues.wake(time.monotonic())
        best: list[_Waiting] = []
        for waiting in queues.lines.values():
            size = max(1, self._sources.ask(source, waiting[0].query.kind).batch) if waiting else 0
            if not waiting or (len(waiting) < size and self._may_grow(waiting[0].wave)):
                continue
            if not best or waiting[0] < best[0]:
                best = waiting
        if not best:
            return []
        size = max(1, self._sources.ask(source, best[0].query.kind).batch)
        batch = [heapq.heappop(best) for _ in range(min(size, len(best)))]
        for item in batch:
            self._away.add((source, item.query))
            self._early_away += item.wave < LATE
        # What is under way now may be all that a batch elsewhere has been waiting for.
        self._condition.notify_all()
        return batch

    def _back(self, request_key: tuple[str, Query]) -> None:
        """A query is no longer under way."""
        if request_key in self._away:
            self._away.remove(request_key)
            self._early_away -= self._wave_of[request_key] < LATE

    def _may_grow(self, wave: int) -> bool:
        before = sum(count for earlier, count in self._waves.items() if earlier < wave)
        if before == 1 and wave == LATE:
            # A single straggler under way would keep the last batches waiting for what it seldom adds to them.
            return not self._early_away
        return before > 0
