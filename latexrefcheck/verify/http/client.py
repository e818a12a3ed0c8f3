"""The one place that touches the net: a request of a source goes in, its answer or a reason comes out."""

from __future__ import annotations

import random
import re
import threading
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from latexrefcheck.model.record import SPENT, Limit, Request, Response
from latexrefcheck.verify.cache import ABSENT, FOUND, ResponseTable, lifetimes
from latexrefcheck.verify.http.exchange import (
    PARSED,
    Failure,
    Parse,
    Reply,
    check_base,
    complete,
    duration,
    explained,
    failed,
    public_url,
    secrets_of,
)
from latexrefcheck.verify.http.patience import REFUSED, RETRIED, Circuit, Patience, asked_wait, backoff

if TYPE_CHECKING:
    import requests

    from latexrefcheck.verify.http.transport import Call
    from latexrefcheck.verify.http.wire import Wire

EXTRA_TRIES = 2
LATER = 0.5
"""Share of a failure that a refusal counts as when the host, or its crowd of users, will have room in a moment."""

UNREACHABLE = 2
"""So many sources given up, with no answer from any, mean that there is no network."""

TIME = "%Y-%m-%dT%H:%M:%SZ"
DEFAULT_LIMIT = Limit(1, 1.0, 1)
"""For a host that no source speaks for: one request a second."""


class Service(NamedTuple):
    """One source as the client sees it: base URL, limits by pool, whether the user set the base URL.

    ``crowded``: an allowance that strangers share, so that a refusal calls for another try, not for a longer wait.
    """

    base: str
    limits: Mapping[str, Limit] = {}
    overridden: bool = False
    contact: str = ""
    timeout: float = 10.0
    crowded: bool = False


class Client:
    """Asks sources for all threads of a run.

    ``services`` by source id; ``table`` keeps raw responses (None: nothing is kept); ``offline`` takes
    only what is kept, whatever its age; ``budget`` bounds the requests of the run. Nothing is imported
    or opened before the first request that has to go out.
    """

    def __init__(
        self,
        services: Mapping[str, Service],
        table: ResponseTable | None = None,
        *,
        version: str = "0",
        offline: bool = False,
        budget: int | None = None,
        patience: Patience | None = None,
    ) -> None:
        self.services = {source: service._replace(base=check_base(source, service.base)) for source, service in services.items()}
        self.version = version
        self.offline = offline
        self.budget = budget
        self.patience = patience or Patience()
        self.sent: Counter[str] = Counter()
        self._table = table
        self._lock = threading.Lock()
        self._circuits = {source: Circuit(self.patience) for source in services}
        self._wire: Wire | None = None
        self._mine = threading.local()
        self._closed = ""
        self.unreachable = ""
        self._rng = random.Random()  # noqa: S311  jitter, not secrets

    @property
    def switched_off(self) -> dict[str, str]:
        """The sources that are left alone for the rest of the run, each with its one reason."""
        return {source: circuit.off for source, circuit in sorted(self._circuits.items()) if circuit.off}

    def close(self, reason: str = "the run was ended") -> None:
        """Let every waiting and coming request fail with ``reason``; what is on the wire is not waited for."""
        self._closed = self._closed or reason

    def ask(self, request: Request, parse: Parse, refresh: bool = False) -> Reply:
        """Send ``request`` unless a good response is kept, and let ``parse`` read what came.

        Never raises for trouble on the way: every query then is in ``answer.failed`` with the reason.
        ``refresh`` takes nothing that is kept.
        """
        circuit = self._circuits[request.source]
        reason = ""
        # With a batch much more is lost than with a single question.
        left: float = self.patience.tries + (EXTRA_TRIES if len(request.queries) > 1 else 0)
        attempt = 0
        while left > 0:
            attempt += 1
            if reason := self._closed or circuit.off:
                break
            try:
                reply = self._try(request, parse, refresh)
            except Failure as failure:
                reason = failure.reason
                left -= min(1.0, failure.weight or 1.0)
                if not self._again(request.source, failure, attempt):
                    break
            else:
                with self._lock:
                    if not reply.response.cached:
                        circuit.good()
                return reply
        return failed(request, reason)

    def _again(self, source: str, failure: Failure, attempt: int) -> bool:
        """Whether a try that failed is worth another; makes the whole host pause before it."""
        circuit = self._circuits[source]
        wait = failure.wait
        if wait is None and failure.again:
            # What a time-out took has been waited already.
            crowd = failure.refused and self.services[source].crowded
            wait = 0.0 if crowd else max(0.0, backoff(attempt, self.patience, self._rng) - failure.seconds)
        with self._lock:
            if failure.weight:
                circuit.bad(failure.reason, failure.seconds + (wait or 0.0), failure.weight)
            if wait is not None and wait > self.patience.longest_wait:
                circuit.switch_off(f"{failure.reason}, and asks us to wait {duration(wait)}")
            self._give_up_all()
        if not failure.again or circuit.off:
            return False
        if wait and self._wire is not None:
            self._wire.pause([_bucket(source, pool) for pool in {"", *self.services[source].limits}], wait)
        return True

    def _give_up_all(self) -> None:
        """Without a network, end after the first sources that are given up, not after all of them in turn."""
        if any(circuit.answered for circuit in self._circuits.values()):
            return
        off = [name for name, circuit in self._circuits.items() if circuit.off]
        if len(off) >= UNREACHABLE and not self.unreachable:
            self.unreachable = f"no source could be reached ({self._circuits[off[0]].off})"
            self.close(self.unreachable)

    def _try(self, request: Request, parse: Parse, refresh: bool) -> Reply:
        if self.offline:
            return self._kept(request, parse)
        wire = self._opened()
        from latexrefcheck.verify.http.transport import BudgetSpent, Call
        from latexrefcheck.verify.http.wire import Broken

        service, host = self.services[request.source], urlsplit(request.url).hostname or request.source
        contact = f" (+mailto:{service.contact})" if service.contact else ""
        agent = re.sub(r"[^\x20-\x7e]", "", f"latexrefcheck/{self.version}{contact}")
        spend = partial(self._spend, request.source)
        call = Call(request, _bucket(request.source, request.pool), agent, spend, service.overridden)
        self._mine.reply = None
        self._mine.work = (request, parse)
        try:
            response = wire.send(request, call, service.timeout, refresh)
        except BudgetSpent as error:
            reason = f"the budget of {self.budget} requests (--max-requests) was used up"
            raise Failure(self._closed or reason, again=False, weight=0) from error
        except Broken as error:
            # Where no connection ever came about, three tries are enough; a host that has answered will be back.
            weight = 2 if error.nobody and not self._circuits[request.source].answered else 1
            raise Failure(f"{host}: {error.reason}", again=error.again, seconds=call.seconds, weight=weight) from error
        return self._judged(request, parse, response, call)

    def _judged(self, request: Request, parse: Parse, response: requests.Response, call: Call) -> Reply:
        host, status = urlsplit(request.url).hostname or request.source, response.status_code
        wait = asked_wait(call.headers, time.time())
        if status not in PARSED:
            spent = status == 429 and wait is not None and wait > self.patience.longest_wait
            reason = f"{host} answered {status}" + (f" ({SPENT}; an API key may help)" if spent else "")
            # A host that says "later" is there: that is no outage, unless it goes on and on.
            later = status == 429 and (wait is not None or self.services[request.source].crowded)
            weight = 4 if status in REFUSED else LATER if later else 1
            if status == 429 and self._wire is not None and not self.services[request.source].crowded:
                self._wire.strain(call.bucket)
            raise Failure(reason, again=status in RETRIED, wait=wait, weight=weight, seconds=call.seconds, refused=status == 429)
        reply = self._read(request, parse, response)
        if not reply.answer.found and not reply.answer.absent:
            reason = next(iter(reply.answer.failed.values()), "") or "the answer had nothing about what was asked"
            # A refusal of this one request (400, 422) says little about the source, and the next try would get the same.
            again = status < 300
            raise Failure(f"{host}: {reason}", again=again, wait=wait, weight=int(again), seconds=call.seconds)
        return reply

    def _read(self, request: Request, parse: Parse, response: requests.Response) -> Reply:
        """Parse once per response: the cache asks whether to keep it before the caller sees it."""
        known: Reply | None = self._mine.reply
        if known is not None and self._mine.seen is response:
            return known
        made = getattr(response, "created_at", None)
        plain = Response(
            status=response.status_code,
            body=response.content or b"",
            headers={name.lower(): value for name, value in response.headers.items()},
            url=public_url(request),
            cached=bool(getattr(response, "from_cache", False)),
            retrieved=made.strftime(TIME) if made else time.strftime(TIME, time.gmtime()),
        )
        reply = Reply(plain, complete(request, explained(request, plain, parse)))
        self._mine.reply, self._mine.seen = reply, response
        return reply

    def _wanted(self, response: requests.Response) -> bool:
        """Whether a response may be kept: every query answered, and no secret of ours echoed in it."""
        request, parse = self._mine.work
        if response.status_code not in PARSED:
            return False
        answer = self._read(request, parse, response).answer
        secrets = secrets_of(request, self.services[request.source].contact)
        return not answer.failed and not any(secret in (response.content or b"") for secret in secrets)

    def _lifetime(self) -> float:
        """Seconds that the response of this thread may be kept: the shortest of its outcomes."""
        reply: Reply | None = self._mine.reply
        if reply is None:
            return 0.0
        times = [lifetimes(FOUND, query.kind)[0] for query in reply.answer.found]
        times += [lifetimes(ABSENT, query.kind)[0] for query in reply.answer.absent]
        return min(times, default=0.0)

    def _kept(self, request: Request, parse: Parse) -> Reply:
        """What an offline run may take: a response that is kept, whatever its age."""
        if self._table is not None:
            from latexrefcheck.verify.http.wire import kept

            response = kept(self._table, request)
            if response is not None:
                self._mine.reply = None
                reply = self._read(request, parse, response)
                if reply.answer.found or reply.answer.absent:
                    return Reply(replace(reply.response, cached=True), reply.answer)
        raise Failure("offline, and the cache has no answer", again=False, weight=0)

    def _opened(self) -> Wire:
        with self._lock:
            if self._wire is None:
                from latexrefcheck.verify.http.wire import Wire

                limits = {
                    _bucket(source, pool): limit
                    for source, service in self.services.items()
                    for pool, limit in {"": DEFAULT_LIMIT, **service.limits}.items()
                }
                self._wire = Wire(limits, DEFAULT_LIMIT, self._table, self._wanted, self._lifetime)
            return self._wire

    def _spend(self, source: str) -> bool:
        with self._lock:
            if self._closed or (self.budget is not None and self.sent.total() >= self.budget):
                return False
            self.sent[source] += 1
            return True


def _bucket(source: str, pool: str) -> str:
    return f"{source}/{pool}"
