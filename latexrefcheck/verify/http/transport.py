"""Bytes over the net: the adapter below the cache.

It is here that keys and addresses are added, so that nothing above ever holds them, that a permit of the limiter is
waited for, that redirects are followed or refused, and that a body is read with its bounds.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

import requests
import urllib3
from requests.adapters import HTTPAdapter
from urllib3 import ProxyManager

from latexrefcheck.verify.http.address import same_place
from latexrefcheck.verify.http.deadline import POOLS
from latexrefcheck.verify.http.exchange import Exchange
from latexrefcheck.verify.http.limiter import Limiters, Stopped

MAX_REDIRECTS = 5
MAX_BODY = 32 * 1024 * 1024
"""Largest body that is read, in bytes after decompression: ten times a batch of 100 rich records."""

MAX_SECONDS = 60.0
"""Longest time that one exchange may take on the wire, all its redirects together."""

KEPT_HEADERS = ("content-type", "date")
"""The only response headers that go up to the cache: no cookies, no echoes of what was sent."""

REDIRECTS = frozenset((301, 302, 303, 307, 308))

AGENCY_HOSTS = frozenset(
    """
    doi.org dx.doi.org api.crossref.org data.crossref.org api.datacite.org data.datacite.org data.crosscite.org
    data.medra.org www.medra.org api.medra.org doi.medra.org japanlinkcenter.org api.japanlinkcenter.org
    data.japanlinkcenter.org www.doi.or.kr
    """.split()
)
"""Hosts of DOI agencies, where content negotiation may lead. Never a publisher: its bot wall says nothing about a DOI."""

log = logging.getLogger(__name__)


class Refused(requests.RequestException):
    """A response that is not taken: too large, too slow, or a redirect to a host that is not asked."""


class NotAdmitted(requests.RequestException):
    """The run may make no more requests; the text says why."""


class Outgoing(requests.PreparedRequest):
    """A request as the session and the cache see it: without keys and addresses, but with its exchange."""

    def __init__(self, exchange: Exchange) -> None:
        super().__init__()
        self.exchange = exchange
        asked = exchange.request
        # Not prepared by the session: that would add credentials of ~/.netrc, which would then be kept with the response.
        self.prepare(
            asked.method, asked.url, params=list(asked.params), data=asked.body.encode("utf-8") or None,
            headers={"Accept-Encoding": "gzip, deflate", **asked.headers, "Accept": asked.accept},
        )  # fmt: skip


class Transport(HTTPAdapter):
    """One adapter for all hosts."""

    def __init__(self, limiters: Limiters, connections: int) -> None:
        self.limiters = limiters
        super().__init__(pool_maxsize=connections)

    def init_poolmanager(self, *arguments: Any, **options: Any) -> None:
        """Make connections whose answers have a deadline."""
        super().init_poolmanager(*arguments, **options)
        self.poolmanager.pool_classes_by_scheme = POOLS

    def proxy_manager_for(self, proxy: str, **options: object) -> ProxyManager:
        """Make such connections through an HTTP proxy too; those of SOCKS proxies are another library's."""
        manager: ProxyManager = super().proxy_manager_for(proxy, **options)
        if not proxy.lower().startswith("socks"):
            manager.pool_classes_by_scheme = POOLS
        return manager

    def send(self, request: requests.PreparedRequest, *arguments: object, **options: object) -> requests.Response:
        """Send with the secrets of the exchange, follow allowed redirects, read the body within its bounds."""
        if not isinstance(request, Outgoing):
            raise TypeError("only requests of an exchange are sent")
        exchange = request.exchange
        pool, outgoing = exchange.pool, _confided(request, exchange)
        for _ in range(MAX_REDIRECTS + 1):
            status, headers, body = self._hop(outgoing, exchange, pool, {**options, "stream": True})
            exchange.status, exchange.headers = status, headers
            target = headers.get("location", "")
            if status not in REDIRECTS or not target:
                return self._plain(request, status, headers, body)
            if exchange.seconds > MAX_SECONDS:
                raise Refused(f"the redirects took longer than {MAX_SECONDS:.0f} s")
            pool, outgoing = _followed(request, outgoing, target, exchange)
        raise Refused(f"more than {MAX_REDIRECTS} redirects")

    def _hop(
        self, outgoing: requests.PreparedRequest, exchange: Exchange, pool: str, options: Mapping[str, Any]
    ) -> tuple[int, dict[str, str], bytes]:
        limiter = self.limiters.named(pool)
        try:
            permit = limiter.acquire()
        except Stopped:
            raise NotAdmitted(exchange.admit()) from None
        answered = came = False
        try:
            if refusal := exchange.admit():
                raise NotAdmitted(refusal)
            with super().send(outgoing, **options) as response:
                headers = {name.lower(): value for name, value in response.headers.items()}
                limiter.correct(headers)
                body = _body(response)
                came, answered = True, response.status_code < 400
                return response.status_code, headers, body
        finally:
            exchange.seconds += limiter.release(permit, answered, came)

    def _plain(
        self, request: requests.PreparedRequest, status: int, headers: Mapping[str, str], body: bytes
    ) -> requests.Response:
        """A response that knows only the request without secrets."""
        kept = {name: headers[name] for name in KEPT_HEADERS if name in headers}
        raw = urllib3.HTTPResponse(io.BytesIO(body), headers=kept, status=status, preload_content=False)
        return self.build_response(request, raw)


def _confided(request: requests.PreparedRequest, exchange: Exchange) -> requests.PreparedRequest:
    """``request`` with keys and contact address, if it goes to the source itself."""
    outgoing = request.copy()
    outgoing.headers["User-Agent"] = exchange.agent
    if same_place(str(request.url), exchange.service.base):
        secret = exchange.request.secret_params if isinstance(request, Outgoing) else ()
        if secret:
            url = str(outgoing.url)
            outgoing.url = url + ("&" if urlsplit(url).query else "?") + urlencode(secret)
        outgoing.headers.update(exchange.request.secret_headers)
    return outgoing


def _followed(
    first: Outgoing, last: requests.PreparedRequest, target: str, exchange: Exchange
) -> tuple[str, requests.PreparedRequest]:
    """Where a redirect leads, with the limiter that holds there; raises :class:`Refused` for hosts that are not asked."""
    url = urljoin(str(last.url), target)
    same, there = same_place(str(first.url), url), urlsplit(url)
    # A base URL that the user set is a mirror, a proxy or a test server: from there nothing leads outside.
    if not same and exchange.service.overridden:
        raise Refused("a redirect to another host was not followed, as the address was replaced")
    if not same and (there.scheme != "https" or (there.hostname or "") not in AGENCY_HOSTS):
        raise Refused(f"a redirect to {there.hostname or 'nowhere'} was not followed")
    log.debug("%s redirects to %s", exchange.request.source, there.hostname)
    following = requests.Request("GET", url, headers={"Accept": exchange.request.accept}).prepare()
    following.headers["Accept-Encoding"] = "gzip, deflate"
    return exchange.pool if same else str(there.hostname), _confided(following, exchange)


def _body(response: requests.Response) -> bytes:
    pieces: list[bytes] = []
    size = 0
    for piece in response.iter_content(65_536):
        size += len(piece)
        if size > MAX_BODY:
            raise Refused(f"the body is larger than {MAX_BODY // 1024 // 1024} MiB")
        pieces.append(piece)
    return b"".join(pieces)
