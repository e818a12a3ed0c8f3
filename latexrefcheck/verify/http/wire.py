"""A session over cache, limiter and adapter. Importing this module imports requests and what stands on it (about 0.2 s),
so it is imported by the first request that has to go out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import requests

from latexrefcheck.model.record import Limit, Request
from latexrefcheck.verify.cache import ResponseTable
from latexrefcheck.verify.http.exchange import NOBODY, prepare, trouble
from latexrefcheck.verify.http.limits import Buckets
from latexrefcheck.verify.http.shelf import Rows, key_of, session_over
from latexrefcheck.verify.http.transport import BudgetSpent, Call, Refused, Transport

CONNECT_SECONDS = 6.0
SHORTEST_TIMEOUT = 4.0


class Broken(Exception):
    """No response came; the text says why in a few words and names no URL.

    ``again``: another try may help. ``nobody``: not even a connection came about.
    """

    def __init__(self, reason: str, *, again: bool) -> None:
        super().__init__(reason)
        self.reason = reason
        self.again = again
        self.nobody = reason == NOBODY


class Wire:
    """Sends requests; ``limits`` by limiter name. With a ``table``, responses that ``wanted`` accepts are kept
    for ``lifetime`` seconds (both are asked in the thread that sends)."""

    def __init__(
        self,
        limits: Mapping[str, Limit],
        default: Limit,
        table: ResponseTable | None,
        wanted: Callable[[requests.Response], bool],
        lifetime: Callable[[], float],
    ) -> None:
        self._transport = Transport(Buckets(limits, default), pool_maxsize=20)
        self._cached = table is not None
        self._session: Any = requests.Session() if table is None else session_over(table, lifetime, wanted)
        self._session.mount("https://", self._transport)
        self._session.mount("http://", self._transport)

    def send(self, request: Request, call: Call, timeout: float, refresh: bool) -> requests.Response:
        """The response, from the cache or the net; raises :class:`Broken`, or BudgetSpent when none may be sent."""
        prepared = prepare(request)
        self._transport.calls.call = call
        # A host that usually answers in 0.2 s is not waited for as long as one that takes seconds.
        usual = self._transport.buckets.named(call.bucket).usual
        timeout = max(SHORTEST_TIMEOUT, min(timeout, 25 * usual)) if usual else timeout
        options = self._session.merge_environment_settings(prepared.url, {}, False, None, None)
        if self._cached and refresh:
            options["force_refresh"] = True
        try:
            response: requests.Response = self._session.send(
                prepared, allow_redirects=False, timeout=(CONNECT_SECONDS, timeout), **options
            )
        except BudgetSpent:
            raise
        except Refused as error:
            raise Broken(str(error), again=False) from error
        except (requests.RequestException, OSError, ValueError) as error:
            raise Broken(trouble(error), again=True) from error
        return response

    def strain(self, name: str) -> None:
        """Others share the limit ``name``: leave them room."""
        self._transport.buckets.named(name).strain()

    def pause(self, names: Iterable[str], seconds: float) -> None:
        """Let nothing out through the limiters ``names`` for ``seconds``."""
        for name in names:
            self._transport.buckets.named(name).pause(seconds)


def kept(table: ResponseTable, request: Request) -> requests.Response | None:
    """The response to ``request`` that the table holds, whatever its age, or None."""
    found: Any = Rows(table).stale(key_of(prepare(request)))
    response: requests.Response | None = found
    return response
