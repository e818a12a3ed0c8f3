"""One run: every reference is followed step by step until its judge has enough or nobody is left to ask."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from latexrefcheck.model.reasons import Code
from latexrefcheck.model.record import Evidence, Need, Query, Reference, Verdict
from latexrefcheck.model.states import EvidenceOutcome, NeedKind, VerdictStatus
from latexrefcheck.verify import beyond
from latexrefcheck.verify.asker import Asker, workers
from latexrefcheck.verify.catalogue import Catalogue
from latexrefcheck.verify.plan import Plan, Step, field_of
from latexrefcheck.verify.scheduler import Scheduler

Judge = Callable[[Reference, Sequence[Evidence]], Need]
Verdicts = Callable[[Reference, Sequence[Evidence]], Verdict]
RequestKey = tuple[str, Query]

INTERRUPTED = "the run was interrupted"
OUT_OF_TIME = "out of time: what --max-seconds allows for asking was used up"
EVERYTHING = "*"


class Progress(NamedTuple):
    """How far a run is: references settled of all, and requests sent."""

    settled: int
    total: int
    requests: int


Watch = Callable[[Progress], None]
"""Hears of progress, at least twice a second while something is out, and may raise KeyboardInterrupt to end the run."""


class Resolution(NamedTuple):
    """What a run found out.

    ``evidence`` per key in document order, each in the order in which it was wanted; ``requests`` per
    source that went over the net; ``switched_off`` the sources given up, each with its reason;
    ``interrupted`` is true after Ctrl-C, when what was not known is marked as failed; ``unreachable``
    when the run was given up because no source answered, which a note says; ``late`` holds the keys that
    were left when the time was up.
    """

    evidence: Mapping[str, tuple[Evidence, ...]]
    requests: Mapping[str, int]
    switched_off: Mapping[str, str]
    interrupted: bool = False
    notes: tuple[str, ...] = ()
    unreachable: bool = False
    late: frozenset[str] = frozenset()


class _Case:
    """One reference under way: what was asked in order, what came, what is still out."""

    __slots__ = ("asked", "came", "field", "heard", "open", "reference", "settled")

    def __init__(self, reference: Reference, field: str) -> None:
        self.reference = reference
        self.field = field
        self.asked: list[RequestKey] = []
        self.came: dict[RequestKey, Evidence] = {}
        self.open = 0
        self.settled = False
        self.heard: bool | None = None
        """Whether local indexes hold something on it; None before they were looked into."""

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        return tuple(self.came[request_key] for request_key in self.asked if request_key in self.came)


def _switched_off(step: Step) -> Evidence:
    """What comes of asking a source that the settings leave out."""
    return Evidence(step.source, step.query, EvidenceOutcome.FAILED, reason="it is switched off", code=Code.SOURCE_OFF)


class _Run:
    def __init__(
        self,
        references: Sequence[Reference],
        asker: Asker,
        judge: Judge,
        refresh: Collection[str],
        jobs: int,
        verdict: Verdicts | None = None,
    ) -> None:
        self.asker = asker
        self.judge = judge
        self.verdict = verdict
        ranks = {name: source.rank for name, source in asker.sources.items() if source.rank >= 0}
        sources = Catalogue((used.source for used in asker.sources.values()), ranks)
        self.plan = Plan(sources, asker.able)
        self.scheduler = Scheduler(asker.ask, sources, workers(asker.sources), jobs)
        self.cases = [_Case(reference, field_of(reference)) for reference in references]
        self.refresh = refresh
        self.waiting: dict[RequestKey, list[_Case]] = {}
        self.known: dict[RequestKey, Evidence] = {}
        self.settled = 0

    def go(self, report: Watch | None, seconds: float) -> bool:
        """Follow all cases to their ends; false if the ``seconds`` (0: endless) were over before."""
        end = time.monotonic() + (seconds or float("inf"))
        self._advance(self.cases)
        while self.waiting:
            left = end - time.monotonic()
            if left <= 0:
                return False
            try:
                source, outcomes = self.scheduler.results.get(timeout=min(0.5, left))
            except queue.Empty:
                self._tell(report)
                continue
            request_keys = [(source, query) for query in outcomes]
            moved = [case for request_key in request_keys for case in self._note(request_key, outcomes[request_key[1]])]
            self._advance(moved, request_keys)
            self._tell(report)
        return True

    def _note(self, request_key: RequestKey, evidence: Evidence) -> list[_Case]:
        """Give an outcome to all that wait for it; returns those that now wait for nothing."""
        self.known[request_key] = evidence
        cases = self.waiting.pop(request_key, [])
        for case in cases:
            case.came[request_key] = evidence
            case.open -= 1
        return [case for case in cases if not case.open]

    def _advance(self, cases: Iterable[_Case], noted: Sequence[RequestKey] = ()) -> None:
        """Take each case as far as the stored outcomes carry it, and queue what has to be asked."""
        steps: list[Step] = []
        front = list(dict.fromkeys(cases))
        while front:
            wanted = {id(case): self._steps(case) for case in front}
            stored = self._stored(step for found in wanted.values() for step in found)
            again: list[_Case] = []
            for case in front:
                fresh = self._take(case, wanted[id(case)], stored)
                steps += fresh
                if wanted[id(case)] and not case.open:
                    again.append(case)
            front = again
        self.scheduler.put(steps, noted)

    def _steps(self, case: _Case) -> list[Step]:
        first = self._first(case) if case.heard is None else None
        evidence = case.evidence
        steps = first if first is not None else self._following(case)
        if evidence and self.asker.silent:
            steps = []
        elif not steps:
            need = Need(NeedKind.SEARCH) if self.asker.silent else self.judge(case.reference, evidence)
            steps = [] if need.kind == NeedKind.ENOUGH else self.plan.wanted(case.reference, evidence, need, case.field)
        if not steps and case.heard and not self._confirmed(case):
            # What an index holds is older than its dump: nothing is said against a work on its word alone.
            case.asked, case.came, case.heard = [], {}, False
            return self._steps(case)
        if not steps and not case.settled:
            case.settled = True
            self.settled += 1
        if self._afresh(case.reference):
            # Before the store is looked into. What this run has already asked afresh is in ``known``.
            self.asker.fresh.update(step.query for step in steps)
        return steps

    def _following(self, case: _Case) -> list[Step]:
        evidence = case.evidence
        return self.plan.following(case.reference, evidence) if evidence else self.plan.first(case.reference)

    def _first(self, case: _Case) -> list[Step]:
        """The first steps beyond what the local indexes hold."""
        case.heard = False
        if self.asker.shelf is None or self._afresh(case.reference):
            return self.plan.first(case.reference)
        evidence, old = self.asker.shelf.hear(case.reference)
        steps = beyond.first(self.plan, case.reference, evidence, frozenset() if self.asker.offline else old)
        wanted = {(step.source, step.query) for step in steps}
        for found in evidence:
            if (found.source, found.query) not in wanted:
                case.asked.append((found.source, found.query))
                case.came[found.source, found.query] = found
                case.heard = True
        return steps

    def _afresh(self, reference: Reference) -> bool:
        return EVERYTHING in self.refresh or reference.key in self.refresh

    def _confirmed(self, case: _Case) -> bool:
        """Whether a verdict that rests on an index too has nothing against the reference."""
        if self.verdict is None:
            return True
        own = set(case.reference.identifiers.items())
        if any(e.outcome == EvidenceOutcome.ABSENT and e.query[:2] in own for e in case.evidence):
            return False
        verdict = self.verdict(case.reference, case.evidence)
        if self.asker.offline and verdict.basis == "identifier":
            return True  # nobody else can be heard, and the record is the one that the reference names
        return verdict.status == VerdictStatus.VERIFIED and not verdict.notices

    def _stored(self, steps: Iterable[Step]) -> dict[RequestKey, Evidence]:
        """The outcomes that are known without asking: of this run, or in the store."""
        found: dict[RequestKey, Evidence] = {}
        unknown: dict[str, list[Query]] = {}
        for step in steps:
            request_key = (step.source, step.query)
            if request_key in self.known:
                found[request_key] = self.known[request_key]
            elif step.source not in self.asker.sources:
                found[request_key] = self.known[request_key] = _switched_off(step)
            else:
                unknown.setdefault(step.source, []).append(step.query)
        for source, queries in unknown.items():
            for query, evidence in self.asker.known(source, dict.fromkeys(queries)).items():
                found[source, query] = self.known[source, query] = evidence
        return found

    def _take(self, case: _Case, steps: Sequence[Step], stored: Mapping[RequestKey, Evidence]) -> list[Step]:
        """Note the steps of a case; returns those that nobody has queued yet."""
        fresh = []
        for step in steps:
            request_key = (step.source, step.query)
            case.asked.append(request_key)
            if request_key in stored:
                case.came[request_key] = stored[request_key]
                continue
            case.open += 1
            if request_key not in self.waiting:
                fresh.append(step)
            self.waiting.setdefault(request_key, []).append(case)
        return fresh

    def give_up(self, reason: str) -> frozenset[str]:
        """RequestKey what is still out as failed; returns the keys that it was out for."""
        late: set[str] = set()
        for (source, query), cases in self.waiting.items():
            evidence = Evidence(source, query, EvidenceOutcome.FAILED, reason=reason, code=Code.INTERRUPTED)
            for case in cases:
                case.came[source, query] = evidence
                late.add(case.reference.key)
        return frozenset(late)

    def _tell(self, report: Watch | None) -> None:
        if report is not None:
            report(Progress(self.settled, len(self.cases), self.asker.client.sent.total()))


def resolve(
    references: Sequence[Reference],
    asker: Asker,
    judge: Judge,
    *,
    refresh: Collection[str] = (),
    jobs: int = 0,
    report: Watch | None = None,
    seconds: float = 0,
    verdict: Verdicts | None = None,
) -> Resolution:
    """The evidence on ``references`` that ``judge`` wants, with as few requests as possible.

    The judge is asked about a reference whenever nothing is out for it; it must be a pure function of
    the reference and the evidence, which comes in a fixed order, so that the outcome does not depend
    on timing. ``refresh`` names keys to be asked afresh (``*``: all); ``jobs`` bounds the requests
    under way at a time (0: as the hosts allow). ``report`` hears of progress. ``verdict`` says whether what local indexes
    hold confirms a reference; where it does not, the reference is followed over the network alone.
    Ctrl-C, or KeyboardInterrupt out of ``report``, ends the waiting at once, and so does the end of ``seconds``
    (0: no limit); the resolution then holds what is known.
    """
    run = _Run(references, asker, judge, refresh, jobs, verdict)
    interrupted = False
    late: frozenset[str] = frozenset()
    try:
        if not run.go(report, seconds):
            asker.client.close(OUT_OF_TIME)
            late = run.give_up(OUT_OF_TIME)
    except KeyboardInterrupt:
        interrupted = True
        asker.client.close(INTERRUPTED)
        run.give_up(INTERRUPTED)
    finally:
        run.scheduler.stop()
    return Resolution(
        {case.reference.key: case.evidence for case in run.cases},
        dict(sorted(asker.client.sent.items())),
        asker.client.switched_off,
        interrupted,
        tuple(filter(None, (*asker.store.database.notes, asker.client.unreachable))),
        bool(asker.client.unreachable),
        late,
    )
