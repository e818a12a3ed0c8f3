"""A session over cache and transport. Importing this module imports requests and what stands on it (about 0.2 s),
so it is imported by the first request that has to go out."""

from __future__ import annotations

import hashlib
import http.cookiejar
import re
from datetime import timedelta
from typing import Any

import requests

from latexrefcheck.model.reasons import Code
from latexrefcheck.verify.cache import Database
from latexrefcheck.verify.http.exchange import Exchange
from latexrefcheck.verify.http.limiter import Limiters
from latexrefcheck.verify.http.transport import NotAdmitted, Outgoing, Refused, Transport

CONNECT_SECONDS = 6.0
SHORTEST_TIMEOUT = 4.0

KEPT = timedelta(days=1)
"""How long a raw response answers the same request again. That is as long as the shortest-lived outcome may be
believed; what was read from it is kept per identifier and for longer, see :mod:`latexrefcheck.verify.cache.records`."""

NOBODY = "no connection"
_TUNNEL = re.compile(r"Tunnel connection failed: ([0-9]{3})")
_NOBODY = re.compile("Failed to establish|Failed to resolve|NameResolution|NewConnection|refused")


class Broken(Exception):
    """No response came; the text says why in a few words and names no URL.

    ``again``: another try may help. ``nobody``: not even a connection came about.
    """

    def __init__(self, reason: str, *, again: bool, code: Code = Code.NETWORK) -> None:
        super().__init__(reason)
        self.reason = reason
        self.again = again
        self.code = code
        self.nobody = reason == NOBODY


class Session:
    """Sends exchanges; with a ``database``, responses that are worth keeping are kept there.

    ``offline`` sends nothing and takes what is kept, whatever its age.
    """

    def __init__(self, limiters: Limiters, database: Database | None, offline: bool = False) -> None:
        self.limiters = limiters
        self._cached = database is not None
        self._session = requests.Session() if database is None else _caching(database, offline)
        self._session.cookies.set_policy(_NoCookies())
        transport = Transport(limiters, connections=20)
        self._session.mount("https://", transport)
        self._session.mount("http://", transport)

    def send(self, exchange: Exchange, refresh: bool = False) -> requests.Response:
        """The response, from the cache or the net; raises :class:`Broken`, or NotAdmitted when none may be sent.

        An offline session returns status 504 for what is not kept.
        """
        outgoing = Outgoing(exchange)
        options: dict[str, Any] = {}
        options |= self._session.merge_environment_settings(outgoing.url, {}, False, None, None)
        if self._cached and refresh:
            options["force_refresh"] = True
        try:
            response: requests.Response = self._session.send(
                outgoing, allow_redirects=False, timeout=(CONNECT_SECONDS, self._timeout(exchange)), **options
            )
        except NotAdmitted:
            raise
        except Refused as error:
            raise Broken(str(error), again=False, code=Code.BAD_RESPONSE) from error
        except (requests.RequestException, OSError, ValueError) as error:
            raise Broken(trouble(error), again=True, code=_code(error)) from error
        return response

    def _timeout(self, exchange: Exchange) -> float:
        # A host that usually answers in 0.2 s is not waited for as long as one that takes seconds.
        usual, longest = self.limiters.named(exchange.pool).usual, exchange.service.timeout
        return max(SHORTEST_TIMEOUT, min(longest, 25 * usual)) if usual else longest


def _caching(database: Database, offline: bool) -> requests.Session:
    """A session that keeps what :meth:`Exchange.worth_keeping` accepts, also of POST and what says 404."""
    import requests_cache

    from latexrefcheck.verify.cache.responses import STATUSES, Responses

    session: requests.Session = requests_cache.CachedSession(
        backend=Responses(database),
        expire_after=KEPT,
        key_fn=key_of,
        filter_fn=_wanted,
        allowable_methods=("GET", "POST"),
        allowable_codes=STATUSES,
        cache_control=False,
        only_if_cached=offline,
        stale_if_error=offline,
        read_only=offline,
    )
    return session


def _wanted(response: requests.Response) -> bool:
    # One that comes from the cache knows no exchange; it was looked at when it was kept.
    return not isinstance(response.request, Outgoing) or response.request.exchange.worth_keeping(response)


def key_of(request: requests.PreparedRequest, **_: object) -> str:
    """The cache key: method, URL, body and accepted form. Keys, addresses and the user agent are no part of any."""
    body = request.body or b""
    parts = (str(request.method), str(request.url), request.headers.get("Accept", ""))
    digest = hashlib.sha256("\n".join(parts).encode("utf-8"))
    digest.update(b"\n" + (body.encode("utf-8") if isinstance(body, str) else body))
    return digest.hexdigest()


class _NoCookies(http.cookiejar.DefaultCookiePolicy):
    """Sources need no cookies; a bot wall's cookie must not follow us through a run."""

    def set_ok(self, cookie: http.cookiejar.Cookie, request: object) -> bool:
        return False


def _code(error: Exception) -> Code:
    late = isinstance(error, requests.exceptions.Timeout) or "timed out" in str(error).lower()
    damaged = isinstance(error, requests.exceptions.ContentDecodingError)
    return Code.TIMEOUT if late else Code.BAD_RESPONSE if damaged else Code.NETWORK


def trouble(error: Exception) -> str:
    """What went wrong on the way in a few words; never the exception's text, which holds URLs with keys."""
    refused = _TUNNEL.search(str(error)) if isinstance(error, requests.exceptions.ProxyError) else None
    table: tuple[tuple[type[Exception], str], ...] = (
        (requests.exceptions.ProxyError, f"the proxy did not let us through{f' ({refused[1]})' if refused else ''}"),
        (requests.exceptions.SSLError, "no trusted connection (TLS)"),
        (requests.exceptions.ConnectTimeout, "no connection in time"),
        (requests.exceptions.Timeout, "no answer in time"),
        (requests.exceptions.ChunkedEncodingError, "the answer broke off"),
        (requests.exceptions.ContentDecodingError, "the answer was damaged"),
        (requests.exceptions.ConnectionError, NOBODY),
    )
    if isinstance(error, requests.exceptions.ConnectionError) and "timed out" in str(error).lower():
        return "no answer in time"
    if type(error) is requests.exceptions.ConnectionError and not _NOBODY.search(str(error)):
        return "the connection broke off"
    return next((text for kind, text in table if isinstance(error, kind)), f"no usable answer ({type(error).__name__})")
