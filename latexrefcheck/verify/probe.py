"""Whether the sources still answer as their modules read them: each is asked for one work that it has held for years."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from email.utils import parsedate_to_datetime
from enum import StrEnum
from typing import NamedTuple
from urllib.parse import urlsplit

from latexrefcheck.model.lookup import Sample
from latexrefcheck.model.record import Record
from latexrefcheck.text.fold import fold
from latexrefcheck.text.terms import VERSION
from latexrefcheck.verify.asker import InUse, services
from latexrefcheck.verify.http import PARSED, Client, Exchange, Reply, RetryPolicy

RETRY = RetryPolicy(tries=2, first_wait=1.0, last_wait=2.0, longest_wait=10.0, failures=6, trouble=40.0)
"""A second try tells a hiccup from an outage; whoever looks at the screen does not want to wait for more."""

SLOW = 5.0
"""Seconds from which an answer is called slow."""

MOVED = frozenset((301, 302, 303, 307, 308, 404, 410))
PROXY_AUTHENTICATION = 407


class Health(StrEnum):
    """How a part of the work is."""

    OK = "ok"
    NOTE = "note"
    """It works, and there is something to know about it."""
    WRONG = "wrong"
    """It has to be mended."""
    UNREACHABLE = "unreachable"
    """It could not be looked at; later it may be good again."""


class Probe(NamedTuple):
    """What came of asking one source. ``ahead``: seconds that its clock is ahead of ours, None when it named no time."""

    source: str
    name: str
    health: Health
    detail: str
    seconds: float = 0.0
    ahead: float | None = None


def probe(sources: Mapping[str, InUse], timeout: float = 10.0, proxied: Mapping[str, str] | None = None) -> list[Probe]:
    """Ask every source for its sample, all at a time; in the order of ``sources``.

    ``proxied`` names the proxy that stands before a source, by id, for the messages.
    """
    with ThreadPoolExecutor(max_workers=max(1, len(sources))) as pool:
        tasks = [pool.submit(_ask, used, timeout, (proxied or {}).get(name, "")) for name, used in sources.items()]
        return [task.result() for task in tasks]


def _ask(used: InUse, timeout: float, proxy: str) -> Probe:
    source, sample = used.source, used.source.sample
    if sample is None:
        return Probe(source.id, source.name, Health.NOTE, "names no work to ask it for")
    seen: list[Exchange] = []
    # A client of its own: that others cannot be reached is no reason not to ask this one.
    client = Client(services({source.id: used}, timeout), version=VERSION, retry=RETRY, watch=seen.append)
    request = next(iter(source.requests((sample.query,), used.config)), None)
    if request is None:
        return Probe(source.id, source.name, Health.WRONG, f"has no request for {sample.query.kind} {sample.query.value}")
    reply = client.ask(request, source.answer)
    last = seen[-1] if seen else None
    health, detail = _judged(used, sample, reply, last, proxy)
    seconds = last.seconds if last is not None else 0.0
    if health is Health.OK and seconds >= SLOW:
        health, detail = Health.NOTE, f"is slow: it answered after {seconds:.1f} s"
    return Probe(source.id, source.name, health, detail, round(seconds, 3), _ahead(last))


def _judged(used: InUse, sample: Sample, reply: Reply, last: Exchange | None, proxy: str) -> tuple[Health, str]:
    """What an answer, or its absence, says about a source."""
    status = last.status if last is not None else 0
    through = f" (asked through the proxy {proxy})" if proxy else ""
    body = last.reply.response.body if last is not None and last.reply is not None else b""
    if found := reply.answer.found.get(sample.query):
        return _compared(sample, found, body)
    if status == PROXY_AUTHENTICATION:
        return Health.UNREACHABLE, f"was not reached: the proxy {proxy} wants a user name and a password (407)"
    if status in MOVED and sample.query not in reply.answer.absent:
        target = "" if last is None or used.overridden else urlsplit(last.headers.get("location", "")).hostname or ""
        return Health.WRONG, f"has moved{f' to {target}' if target else ''}: {used.config.base} answered {status}{through}"
    missing = _missing(sample, body)
    if sample.query in reply.answer.absent:
        what = f"{sample.query.kind} {sample.query.value}, which it has held for years"
        return Health.WRONG, f"no longer knows {what}{_without(missing)}"
    reason = reply.answer.failed.get(sample.query, "not answered")
    if status in PARSED:
        return Health.WRONG, f"answers in another form{_without(missing)}: {reason}{through}"
    return Health.UNREACHABLE, f"was not reached: {reason}{through}"


def _compared(sample: Sample, found: Sequence[Record], body: bytes) -> tuple[Health, str]:
    """Hold what was read against what is known of the sample, and the answer against the fields that are read."""
    differing = min((list(_differing(sample, record)) for record in found), key=len)
    missing = _missing(sample, body)
    if not differing and not missing:
        return Health.OK, "answers as expected"
    about = f"{sample.query.kind} {sample.query.value}"
    if differing:
        return (
            Health.WRONG,
            f"says something else about {about} than it has said for years: {', '.join(differing)}{_without(missing)}",
        )
    return Health.WRONG, f"answers in another form{_without(missing)}"


def _differing(sample: Sample, record: Record) -> Iterator[str]:
    """The parts of the sample that a record lacks or has otherwise, each in a word or two."""
    if sample.title and fold(sample.title) not in {fold(title) for title in record.titles}:
        yield "another title" if any(record.titles) else "no title"
    people = [fold(f"{person.particles} {person.family} {person.literal}") for person in record.authors]
    if sample.family and not any(fold(sample.family) in person.split() for person in people):
        yield "other authors" if people else "no authors"
    if sample.year and sample.year not in record.years:
        yield "another year" if record.years else "no year"
    for kind, value in sample.identifiers.items():
        if (record.identifiers.get(kind) or "").lower() != value.lower():
            yield f"another {kind}" if record.identifiers.get(kind) else f"no {kind}"


def _missing(sample: Sample, body: bytes) -> tuple[str, ...]:
    """The fields that the record is made from and that an answer does not have, as a name in JSON or in XML."""
    text = body.decode("utf-8", "replace")
    return tuple(name for name in sample.reads if text and not re.search(rf'["<:]{re.escape(name)}[">\s/]', text))


def _without(missing: Sequence[str]) -> str:
    names = " and ".join(f"“{name}”" for name in missing)
    return f", without the {'field' if len(missing) == 1 else 'fields'} {names}" if missing else ""


def _ahead(last: Exchange | None) -> float | None:
    """Seconds that the host's clock is ahead of ours, by its Date header."""
    if last is None or not last.headers.get("date"):
        return None
    try:
        return parsedate_to_datetime(last.headers["date"]).timestamp() - time.time()
    except (TypeError, ValueError, OverflowError):
        return None
