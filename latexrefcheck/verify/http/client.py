"""The client of all sources: a request goes in, its answer or a reason comes out."""

from __future__ import annotations

import logging
import random
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from latexrefcheck.model.lookup import Limit, Request
from latexrefcheck.model.reasons import Code, of_status
from latexrefcheck.model.record import SPENT
from latexrefcheck.verify.cache import Database
from latexrefcheck.verify.http.address import check_base, host_of, public_url, unsendable
from latexrefcheck.verify.http.exchange import PARSED, Exchange, Failure, Parse, Reply, Service, failed, limiter_name
from latexrefcheck.verify.http.retry import REFUSED, RETRIED, Circuit, RetryPolicy, asked_wait, backoff, duration

if TYPE_CHECKING:
    import requests

    from latexrefcheck.verify.http.limiter import BucketFactory, Limiters
    from latexrefcheck.verify.http.session import Session

EXTRA_TRIES = 2
LATER = 0.5
"""Share of a failure that a refusal counts as when the host, or its crowd of users, will have room in a moment."""

UNREACHABLE = 2
"""So many sources given up, with no answer from any, mean that there is no network."""

NOT_KEPT = 504
"""Status that an offline session gives for what is not kept."""

DEFAULT_LIMIT = Limit(1, 1.0, 1)
"""For a host that no source speaks for: one request a second."""

log = logging.getLogger(__name__)


class _Tries:
    """How far one request has come: tries made and left, and the seconds that its host has asked to wait."""

    def __init__(self, left: float) -> None:
        self.left = left
        self.made = 0
        self.waited = 0.0


class Client:
    """Asks sources for all threads of a run.

    ``services`` by source id; ``database`` keeps raw responses (None: nothing is kept); ``offline`` takes
    only what is kept, whatever its age; ``budget`` bounds the requests of the run; ``buckets`` makes the
    buckets that count requests, in memory unless given; ``watch`` is shown every exchange when it has
    ended. Nothing is imported or opened before the first request that has to go out.
    """

    def __init__(
        self,
        services: Mapping[str, Service],
        database: Database | None = None,
        *,
        version: str = "0",
        offline: bool = False,
        budget: int | None = None,
        retry: RetryPolicy | None = None,
        buckets: BucketFactory | None = None,
        watch: Callable[[Exchange], None] | None = None,
    ) -> None:
        self.services = {source: service._replace(base=check_base(source, service.base)) for source, service in services.items()}
        self.version = version
        self.offline = offline
        self.budget = budget
        self.retry = retry or RetryPolicy()
        self.sent: Counter[str] = Counter()
        self._database = database
        self._buckets = buckets
        self._watch = watch or (lambda _: None)
        self._lock = threading.Lock()
        self._circuits = {source: Circuit(self.retry) for source in services}
        self._limiters: Limiters | None = None
        self._session: Session | None = None
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
        if self._limiters is not None:
            self._limiters.stop()

    def ask(self, request: Request, parse: Parse, refresh: bool = False) -> Reply:
        """Send ``request`` unless a good response is kept, and let ``parse`` read what came.

        Never raises for trouble on the way: every query then is in ``answer.failed`` with the reason.
        ``refresh`` takes nothing that is kept.
        """
        circuit = self._circuits[request.source]
        reason, code = "", Code.SOURCE_GIVEN_UP
        # With a batch much more is lost than with a single question.
        tries = _Tries(self.retry.tries + (EXTRA_TRIES if len(request.queries) > 1 else 0))
        while tries.left > 0:
            tries.made += 1
            if reason := self._closed or circuit.off:
                code = (
                    Code.INTERRUPTED
                    if self._closed and not self.unreachable
                    else code
                    if tries.made > 1
                    else Code.SOURCE_GIVEN_UP
                )
                break
            try:
                reply = self._try(request, parse, refresh)
            except Failure as failure:
                reason, code = failure.reason, failure.code
                log.info("%s: %s", public_url(request), reason)
                tries.left -= min(1.0, failure.weight or 1.0)
                refresh = refresh or failure.kept
                if not self._again(request.source, failure, tries):
                    break
            else:
                if not reply.response.cached:
                    with self._lock:
                        circuit.good()
                return reply
        return failed(request, reason, code)

    def _again(self, source: str, failure: Failure, tries: _Tries) -> bool:
        """Whether a try that failed is worth another; makes the whole host pause before it."""
        circuit = self._circuits[source]
        wait = failure.wait
        if wait is not None:
            tries.waited += wait
        elif failure.again:
            # What a time-out took has been waited already.
            crowd = failure.refused and self.services[source].crowded
            wait = 0.0 if crowd else max(0.0, backoff(tries.made, self.retry, self._rng) - failure.seconds)
        with self._lock:
            if failure.weight:
                circuit.bad(failure.reason, failure.seconds + (wait or 0.0), failure.weight)
            if tries.waited > self.retry.longest_wait:
                circuit.switch_off(f"{failure.reason}, and asks us to wait {duration(tries.waited)}")
            self._give_up_all()
        if circuit.off:
            log.info("%s is left alone: %s", source, circuit.off)
        if not failure.again or circuit.off:
            return False
        if wait and self._limiters is not None:
            log.debug("%s: nothing is sent for %.1f s", source, wait)
            self._limiters.pause([limiter_name(source, pool) for pool in {"", *self.services[source].limits}], wait)
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
        if self.offline and self._database is None:
            raise Failure(OFFLINE, again=False, weight=0, code=Code.OFFLINE)
        self._check_key(request)
        session = self._opened()
        from latexrefcheck.verify.http.session import Broken
        from latexrefcheck.verify.http.transport import NotAdmitted

        service, circuit = self.services[request.source], self._circuits[request.source]
        exchange = Exchange(request, parse, service, self._agent(service), lambda: self._admit(request.source))
        try:
            response = session.send(exchange, refresh and not self.offline)
        except NotAdmitted as error:
            code = Code.INTERRUPTED if self._closed else Code.SOURCE_GIVEN_UP if circuit.off else Code.BUDGET_SPENT
            raise Failure(self._closed or str(error), again=False, weight=0, code=code) from error
        except Broken as error:
            # Where no connection ever came about, three tries are enough; a host that has answered will be back.
            weight = 2 if error.nobody and not self._circuits[request.source].answered else 1
            reason = f"{host_of(request)}: {error.reason}"
            raise Failure(reason, again=error.again, seconds=exchange.seconds, weight=weight, code=error.code) from error
        finally:
            self._watch(exchange)
        return self._judged(exchange, response)

    def _judged(self, exchange: Exchange, response: requests.Response) -> Reply:
        """The reply that a response is, or the failure."""
        status, kept = response.status_code, bool(getattr(response, "from_cache", False))
        if kept and status == NOT_KEPT:
            raise Failure(OFFLINE, again=False, weight=0, code=Code.OFFLINE)
        where = "from the cache" if kept else f"{exchange.seconds:.2f} s"
        url, size = public_url(exchange.request), len(response.content or b"")
        log.info("%s %s → %d, %d bytes, %s", exchange.request.method, url, status, size, where)
        if status not in PARSED:
            raise self._refusal(exchange, status)
        reply = exchange.read(response)
        if not reply.answer.found and not reply.answer.absent:
            reason = next(iter(reply.answer.failed.values()), "") or "the answer had nothing about what was asked"
            # A refusal of this one request (400, 422) says little about the source, and the next try would get the same.
            again, wait = status < 300, asked_wait(exchange.headers, time.time())
            reason = f"{host_of(exchange.request)}: {reason}"
            code = of_status(status)
            raise Failure(reason, again=again, wait=wait, weight=int(again), seconds=exchange.seconds, kept=kept, code=code)
        return reply

    def _refusal(self, exchange: Exchange, status: int) -> Failure:
        """What a status means that no source may explain."""
        crowded, wait = exchange.service.crowded, asked_wait(exchange.headers, time.time())
        spent = status == 429 and wait is not None and wait > self.retry.longest_wait
        reason = f"{host_of(exchange.request)} answered {status}" + (f" ({SPENT}; an API key may help)" if spent else "")
        # A host that says "later" is there: that is no outage, unless it goes on and on.
        later = status == 429 and (wait is not None or crowded)
        weight = 4 if status in REFUSED else LATER if later else 1
        if status == 429 and self._limiters is not None and not crowded:
            self._limiters.named(exchange.pool).strain()
        again, refused, seconds = status in RETRIED, status == 429, exchange.seconds
        return Failure(reason, again=again, wait=wait, weight=weight, seconds=seconds, refused=refused, code=of_status(status))

    def _check_key(self, request: Request) -> None:
        """Leave a source alone whose key no request can carry."""
        if reason := unsendable(request):
            with self._lock:
                self._circuits[request.source].switch_off(reason)
            raise Failure(reason, again=False, weight=0, code=Code.CANNOT_ASK)

    def _agent(self, service: Service) -> str:
        contact = f" (+mailto:{service.contact})" if service.contact else ""
        return re.sub(r"[^\x20-\x7e]", "", f"latexrefcheck/{self.version}{contact}")

    def _opened(self) -> Session:
        with self._lock:
            if self._session is None:
                from latexrefcheck.verify.http.limiter import Limiters, in_memory
                from latexrefcheck.verify.http.session import Session

                limits = {
                    limiter_name(source, pool): limit
                    for source, service in self.services.items()
                    for pool, limit in {"": DEFAULT_LIMIT, **service.limits}.items()
                }
                self._limiters = Limiters(limits, DEFAULT_LIMIT, self._buckets or in_memory)
                self._session = Session(self._limiters, self._database, self.offline)
            return self._session

    def _admit(self, source: str) -> str:
        """Count one more request, or say why none may leave."""
        with self._lock:
            if reason := self._closed or self._circuits[source].off:
                return reason
            if self.budget is not None and self.sent.total() >= self.budget:
                return f"the budget of {self.budget} requests (--max-requests) was used up"
            self.sent[source] += 1
            return ""


OFFLINE = "offline, and the cache has no answer"
"""Why nothing came of a question in a run that may not ask."""
