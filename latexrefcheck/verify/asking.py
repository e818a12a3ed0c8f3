"""From settings to answers: sources, cache, client; and what to say about how the sources did."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from latexrefcheck.errors import UsageError
from latexrefcheck.model.finding import SourceStatus
from latexrefcheck.model.lookup import KeyUse, Limits
from latexrefcheck.model.record import Reference, Verdict
from latexrefcheck.model.states import EvidenceOutcome, SourceState, VerdictStatus
from latexrefcheck.settings import thresholds
from latexrefcheck.text.terms import VERSION
from latexrefcheck.verify import asker, resolution
from latexrefcheck.verify.cache import Store, opened
from latexrefcheck.verify.http import Client
from latexrefcheck.verify.worded import Judge

if TYPE_CHECKING:
    from latexrefcheck.settings import Settings
    from latexrefcheck.verify.http.limiter import BucketFactory
    from latexrefcheck.verify.index import Shelf

_LIMITED = re.compile(r"limit|budget|quota|\b429\b|wait", re.IGNORECASE)

Answer = tuple[resolution.Resolution, tuple[SourceStatus, ...], tuple[str, ...], dict[str, Verdict]]


def sources_of(settings: Settings) -> dict[str, asker.InUse]:
    """The sources that the settings leave in use, by name."""
    return asker.configure(settings.sources, settings.without_sources, settings.source, settings.contact, VERSION)


@contextmanager
def answering(sources: Mapping[str, asker.InUse], settings: Settings) -> Iterator[asker.Asker]:
    """Whoever asks ``sources`` within the limits and the cache of the settings, as long as the cache is open."""
    database = opened(settings.cache)
    shelf = indexes(settings)
    try:
        client = Client(
            asker.services(sources, settings.timeout),
            database,
            version=VERSION,
            offline=settings.offline,
            budget=settings.max_requests or None,
            buckets=_buckets(settings),
        )
        yield asker.Asker(sources, client, Store(database), offline=settings.offline, shelf=shelf)
    finally:
        if shelf is not None:
            shelf.close()
        database.close()


def _buckets(settings: Settings) -> BucketFactory | None:
    """What counts requests together with other runs; None where this one counts alone."""
    if not settings.limits or settings.offline:
        return None
    from latexrefcheck.verify.http import shared  # imported late: few runs share their limits

    return shared.buckets(settings.limits)


def indexes(settings: Settings) -> Shelf | None:
    """The local indexes that the settings leave in use; None where there is none."""
    if not settings.index:
        return None
    from latexrefcheck.verify.index import database

    directory = settings.index_dir or database.default_directory()
    if directory is None or not directory.is_dir():
        return None
    from latexrefcheck.verify import index  # imported late: few have an index

    shelf = index.opened(directory, settings.sources, settings.without_sources)
    return shelf if shelf.indexes or shelf.notes else None


def ask(references: Sequence[Reference], settings: Settings, watch: resolution.Watch | None = None) -> Answer:
    """Ask the sources that the settings name about ``references``, and judge what came.

    ``watch`` hears how far the run is in place of the line on standard error; KeyboardInterrupt out of it ends the waiting.
    """
    limits = thresholds.chosen(settings)
    sources = sources_of(settings)
    if not sources:
        raise UsageError(asker.nobody(settings.sources, settings.without_sources))
    judge = Judge(limits)
    with answering(sources, settings) as asking:
        found = resolution.resolve(
            references,
            asking,
            judge.need,
            refresh=settings.refresh,
            jobs=settings.jobs,
            report=watch or progress(settings),
            seconds=settings.max_seconds,
            verdict=judge.verdict,
        )
        told = () if asking.shelf is None else tuple(asking.shelf.told())
    judged = {one.key: judge.verdict(one, found.evidence.get(one.key, ())) for one in references}
    judged |= {key: _late(judged[key]) for key in found.late}
    return found, tuple(_statuses(sources, found)), (*_notes(sources, found, settings), *told), judged


def _late(verdict: Verdict) -> Verdict:
    """The verdict on an entry about which somebody was still to be asked when the time was up."""
    if verdict.status != VerdictStatus.UNCHECKED:
        return replace(verdict, unchecked={**verdict.unchecked, "time": resolution.OUT_OF_TIME})
    return replace(verdict, reason=resolution.OUT_OF_TIME, unchecked={"time": resolution.OUT_OF_TIME})


def _statuses(sources: Mapping[str, asker.InUse], found: resolution.Resolution) -> Iterator[SourceStatus]:
    outcomes: Counter[tuple[str, str]] = Counter()
    cached: Counter[str] = Counter()
    reasons: dict[str, str] = {}
    unique = {(one.source, one.query): one for evidence in found.evidence.values() for one in evidence}
    for one in unique.values():
        outcomes[one.source, one.outcome] += 1
        cached[one.source] += one.cached
        if one.outcome == EvidenceOutcome.FAILED:
            reasons.setdefault(one.source, one.reason)
    held = {one.source for one in unique.values() if one.outcome == EvidenceOutcome.FOUND}  # by an index, who is not asked
    for name in dict.fromkeys((*sources, *sorted(held))):
        failures = outcomes[name, "failed"]
        good = outcomes[name, "found"] + outcomes[name, "absent"]
        off = found.switched_off.get(name, "")
        asked = SourceState.OK if not failures else SourceState.DEGRADED if good else SourceState.DOWN
        state = asked if good or failures else SourceState.UNUSED
        yield SourceStatus(name, state, found.requests.get(name, 0), cached[name], failures, off or reasons.get(name, ""))


def _notes(sources: Mapping[str, asker.InUse], found: resolution.Resolution, settings: Settings) -> Iterator[str]:
    yield from found.notes
    # Without a network one sentence says it all.
    for name, reason in () if found.unreachable else found.switched_off.items():
        source = sources.get(name)
        keyless = source is not None and source.source.key is KeyUse.OPTIONAL and not source.config.key
        advice = (
            f"; a key (LATEXREFCHECK_{name.replace('-', '_').upper()}_KEY) raises the limit"
            if keyless and _LIMITED.search(reason)
            else ""
        )
        yield f"{source.source.name if source else name} was skipped: {reason}{advice}"
    for name, used in sources.items() if settings.verbose else ():
        gain = 1.0 if used.config.contact or used.config.key else _gain(used.source.limits)
        if found.requests.get(name) and gain > 1:
            yield f"with a mail address in `contact`, {used.source.name} may be asked {gain:g} times as often"


def _gain(limits: Limits) -> float:
    """How many times as often a source may be asked for whoever names a contact address."""
    pairs = [(limits.public[pool], raised) for pool, raised in limits.contact.items() if pool in limits.public]
    return max((raised.count / raised.seconds / (limit.count / limit.seconds) for limit, raised in pairs), default=1.0)


def progress(settings: Settings) -> resolution.Watch | None:
    """A line on standard error that tells how far the run is, on a terminal outside of CI or when wished."""
    wish = settings.progress
    logged = settings.verbose or settings.trace  # the lines of the log stand where the progress would
    if wish == "off" or (wish == "auto" and (logged or settings.environ.get("CI") or not sys.stderr.isatty())):
        return None
    shown = ""

    def report(now: resolution.Progress) -> None:
        nonlocal shown
        text = f"verifying: {now.settled} of {now.total} entries, {now.requests} requests"
        if now.settled >= now.total:
            text = ""
        if text != shown:
            sys.stderr.write("\r\x1b[K" + text)
            sys.stderr.flush()
            shown = text

    return report
