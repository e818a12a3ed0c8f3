"""A batch from its papers to its results: a group of papers at a time, so that memory does not grow with their number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from typing import NamedTuple

from latexrefcheck.batch import tasks, told
from latexrefcheck.batch.engine import Engine
from latexrefcheck.batch.state import State, Told
from latexrefcheck.errors import UsageError
from latexrefcheck.model.record import Reference
from latexrefcheck.model.states import VerdictStatus
from latexrefcheck.settings import Settings, thresholds
from latexrefcheck.verify import asking, resolution
from latexrefcheck.verify.asker import Asker, nobody
from latexrefcheck.verify.worded import Judge

GROUP = 64
"""Papers that are read, asked about and checked together."""
LOST = "the process that read it ended; it may need more memory than there is"
LOCK = "papers.lock"
"""A name for a lock that is never there: a paper's own is not believed."""


class Progress(NamedTuple):
    """How far a batch is: papers with a result, of all, and requests sent in this run."""

    done: int
    papers: int
    requests: int


class Sum(NamedTuple):
    """What a batch has come to: papers with a result, works looked up, requests, papers left, and notes of the sources."""

    papers: int
    works: int
    requests: int
    left: int
    notes: tuple[str, ...] = ()


class _Group(NamedTuple):
    """Papers whose reading has begun: their numbers and paths, and what reads them."""

    papers: Sequence[tuple[int, str]]
    calls: Sequence[tuple[object, ...]]
    begun: Sequence[Future[tasks.Read] | None]


class _Batch:
    def __init__(self, state: State, settings: Settings, engine: Engine, asker: Asker | None) -> None:
        self.state = state
        self.settings = settings
        self.engine = engine
        self.asker = asker
        self.judge = Judge(thresholds.chosen(settings))
        self.lock = str(state.path.with_name(LOCK))
        self.notes: dict[str, None] = {}

    def go(self, report: Callable[[Progress], None] | None) -> None:
        group = self._group(0)
        while group is not None:
            ended = self.engine.ended(tasks.read, group.calls, group.begun)
            read = [one or tasks.Read(error=LOST) for one in ended]
            following = self._group(group.papers[-1][0])  # is read while the sources are asked about this one
            known = self._known({one.fingerprint: one for paper in read for one in paper.references})
            self._check(group, read, known)
            if report is not None:
                papers, (_, _, left) = len(self.state), self.state.counted
                report(Progress(papers - left, papers, 0 if self.asker is None else self.asker.client.sent.total()))
            group = following

    def _group(self, after: int) -> _Group | None:
        waiting = self.state.waiting(after, GROUP)
        calls: list[tuple[object, ...]] = [(self.settings, path, self.lock) for _, path in waiting]
        return _Group(waiting, calls, self.engine.start(tasks.read, calls)) if waiting else None

    def _known(self, references: Mapping[str, Reference]) -> Mapping[str, Told]:
        """What is told of works; those that no paper before cited are looked up now."""
        known = self.state.known(list(references))
        fresh = [one for mark, one in references.items() if mark not in known]
        if self.asker is None or not fresh:
            return known
        before = self.asker.client.sent.total()
        found = resolution.resolve(
            fresh, self.asker, self.judge.need, refresh=self.settings.refresh, jobs=self.settings.jobs, verdict=self.judge.verdict
        )
        self.notes.update(dict.fromkeys(found.notes))
        new = {one.key: self._told(one, found) for one in fresh}
        if found.interrupted:
            new = {mark: one for mark, one in new.items() if not one.open}
        self.state.tell(new, self.asker.client.sent.total() - before)
        if found.interrupted:
            raise KeyboardInterrupt
        return {**known, **new}

    def _told(self, reference: Reference, found: resolution.Resolution) -> Told:
        evidence = found.evidence.get(reference.key, ())
        verdict = self.judge.verdict(reference, evidence)
        left = verdict.status == VerdictStatus.UNCHECKED and "malformed" not in verdict.unchecked
        return Told(told.written(evidence), left)

    def _check(self, group: _Group, read: Sequence[tasks.Read], known: Mapping[str, Told]) -> None:
        calls: list[tuple[object, ...]] = []
        numbers: list[tuple[int, bool]] = []
        for (number, path), paper in zip(group.papers, read, strict=True):
            if paper.error:
                self.state.finish(number, tasks.Result(path, paper.error), left=paper.error == LOST)
                continue
            own = {one.fingerprint: known[one.fingerprint] for one in paper.references if one.fingerprint in known}
            calls.append((self.settings, path, self.lock, {mark: one.evidence for mark, one in own.items()}))
            numbers.append((number, any(one.open for one in own.values())))
        results = self.engine.ended(tasks.check, calls, self.engine.start(tasks.check, calls))
        for (number, left), call, result in zip(numbers, calls, results, strict=True):
            self.state.finish(number, result or tasks.Result(str(call[1]), LOST), left or result is None)


def run(state: State, settings: Settings, engine: Engine, report: Callable[[Progress], None] | None = None) -> Sum:
    """Take the papers of ``state`` to their results.

    KeyboardInterrupt ends it, and the state holds what there is. Raises UsageError where nobody is left to ask.
    """
    if not settings.verify:
        batch = _Batch(state, settings, engine, None)
        batch.go(report)
        return _sum(state, batch, ())
    sources = asking.sources_of(settings)
    if not sources:
        raise UsageError(nobody(settings.sources, settings.without_sources))
    with asking.answering(sources, settings) as asker:
        batch = _Batch(state, settings, engine, asker)
        batch.go(report)
        return _sum(state, batch, () if asker.shelf is None else asker.shelf.told())


def _sum(state: State, batch: _Batch, more: Iterable[str]) -> Sum:
    works, requests, left = state.counted
    return Sum(len(state) - left, works, requests, left, (*batch.notes, *more))
