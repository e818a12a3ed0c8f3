"""Bytes over the wire: the adapter below the cache.

It is here that keys and addresses are added, so that nothing above ever holds them, that the
limiter is asked, that redirects are followed or refused, and that a body is read with its bounds.
"""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

import requests
import urllib3
from pyrate_limiter import Limiter
from requests_ratelimiter import LimiterAdapter

from latexrefcheck.model.record import Request
from latexrefcheck.verify.http.limits import Buckets

MAX_REDIRECTS = 5
MAX_BODY = 32 * 1024 * 1024
"""Largest body that is read, in bytes after decompression: ten times a batch of 100 rich records."""

MAX_SECONDS = 60.0
"""Longest time that one body may take; the socket time-outs do not stop one that trickles."""

KEPT_HEADERS = ("content-type", "date", "last-modified")
"""The only response headers that go up to the cache: no cookies, no echoes of what was sent."""

AGENCY_HOSTS = frozenset(
    """
    doi.org dx.doi.org api.crossref.org data.crossref.org api.datacite.org data.datacite.org data.crosscite.org
    data.medra.org www.medra.org api.medra.org doi.medra.org japanlinkcenter.org api.japanlinkcenter.org
    data.japanlinkcenter.org www.doi.or.kr
    """.split()
)
"""Hosts of DOI agencies, where content negotiation may lead. Never a publisher: its bot wall says nothing about a DOI."""


class Refused(requests.RequestException):
    """A response that is not taken: too large, too slow, or a redirect to a host that is not asked."""


class BudgetSpent(requests.RequestException):
    """The run may make no more requests."""


class Call:
    """What the adapter has to know beyond the prepared request, and what it reports back.

    ``headers`` are those of the last response, lower case; ``seconds`` the time on the wire, without waiting for a place.
    """

    __slots__ = ("bucket", "headers", "overridden", "request", "seconds", "spend", "user_agent")

    def __init__(self, request: Request, bucket: str, user_agent: str, spend: Callable[[], bool], overridden: bool) -> None:
        self.request = request
        self.bucket = bucket
        self.user_agent = user_agent
        self.spend = spend
        self.overridden = overridden
        self.headers: dict[str, str] = {}
        self.seconds = 0.0


class Transport(LimiterAdapter):  # type: ignore[misc, unused-ignore]
    """One adapter for all hosts; :attr:`calls` tells each thread's send what it is about."""

    def __init__(self, buckets: Buckets, **options: Any) -> None:
        self.buckets = buckets
        self.calls = threading.local()
        super().__init__(limiter=Limiter(buckets, buffer_ms=0), limit_statuses=(), **options)

    def _bucket_name(self, request: requests.PreparedRequest) -> str:
        name: str = self.calls.bucket
        return name

    def send(self, request: requests.PreparedRequest, **options: Any) -> requests.Response:  # type: ignore[override, unused-ignore]
        """Send with the secrets of the current call, follow allowed redirects, read the body within its bounds."""
        call: Call = self.calls.call
        outgoing = _with_secrets(request, call)
        self.calls.bucket = call.bucket
        for _ in range(MAX_REDIRECTS + 1):
            status, headers, body = self._hop(outgoing, call, options)
            call.headers = headers
            target = headers.get("location", "")
            if status not in (301, 302, 303, 307, 308) or not target:
                return _plain_response(request, status, headers, body)
            outgoing = self._follow(request, outgoing, target, call)
        raise Refused(f"more than {MAX_REDIRECTS} redirects")

    def _hop(self, outgoing: requests.PreparedRequest, call: Call, options: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        if not call.spend():
            raise BudgetSpent("the budget of requests is spent")
        bucket = self.buckets.named(self.calls.bucket)
        answered = came = False
        try:
            with super().send(outgoing, **{**options, "stream": True}) as response:
                headers = {name.lower(): value for name, value in response.headers.items()}
                bucket.correct(headers)
                body = _body(response)
                came, answered = True, response.status_code < 400
                return response.status_code, headers, body
        finally:
            call.seconds += bucket.finish(answered, came)

    def _follow(
        self, first: requests.PreparedRequest, last: requests.PreparedRequest, target: str, call: Call
    ) -> requests.PreparedRequest:
        url = urljoin(str(last.url), target)
        here, there = urlsplit(str(first.url)), urlsplit(url)
        same = (here.scheme, here.netloc) == (there.scheme, there.netloc)
        # A base URL that the user set is a mirror, a proxy or a test server: from there nothing leads outside.
        if not same and (call.overridden or there.scheme != "https" or (there.hostname or "") not in AGENCY_HOSTS):
            raise Refused(f"a redirect to {there.hostname or 'nowhere'} was not followed")
        following = requests.Request("GET", url, headers={"Accept": call.request.accept}).prepare()
        following.headers["Accept-Encoding"] = "gzip, deflate"
        if same:
            self.calls.bucket = call.bucket
            return _with_secrets(following, call, params=False)
        self.calls.bucket = str(there.hostname)
        following.headers["User-Agent"] = call.user_agent
        return following


def _with_secrets(request: requests.PreparedRequest, call: Call, params: bool = True) -> requests.PreparedRequest:
    outgoing = request.copy()
    if params and call.request.secret_params:
        url = str(outgoing.url)
        outgoing.url = url + ("&" if urlsplit(url).query else "?") + urlencode(call.request.secret_params)
    outgoing.headers["User-Agent"] = call.user_agent
    outgoing.headers.update(call.request.secret_headers)
    return outgoing


def _body(response: requests.Response) -> bytes:
    pieces: list[bytes] = []
    size, end = 0, time.monotonic() + MAX_SECONDS
    for piece in response.iter_content(65_536):
        size += len(piece)
        if size > MAX_BODY:
            raise Refused(f"the body is larger than {MAX_BODY // 1024 // 1024} MiB")
        if time.monotonic() > end:
            raise Refused(f"the body took longer than {MAX_SECONDS:.0f} s")
        pieces.append(piece)
    return b"".join(pieces)


def _plain_response(request: requests.PreparedRequest, status: int, headers: Mapping[str, str], body: bytes) -> requests.Response:
    """A response that knows only the request without secrets."""
    response = requests.Response()
    response.status_code = status
    response.request = request
    response.url = str(request.url)
    response.headers.update({name: headers[name] for name in KEPT_HEADERS if name in headers})
    response.raw = urllib3.HTTPResponse(io.BytesIO(b""), headers=dict(response.headers), status=status, preload_content=False)
    response._content = body
    response._content_consumed = True  # type: ignore[attr-defined, unused-ignore]
    return response
