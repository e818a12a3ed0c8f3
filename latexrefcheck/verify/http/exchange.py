"""Between a request of a source and the bytes: what may be asked, how it is sent, what a response means, what went wrong."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, quote_plus, urlencode, urlsplit

from latexrefcheck.errors import ConfigError
from latexrefcheck.model.record import Answer, Request, Response

if TYPE_CHECKING:
    import requests

NOBODY = "no connection"
_NOBODY = re.compile("Failed to establish|Failed to resolve|NameResolution|NewConnection|refused")
LOOPBACK = frozenset(("127.0.0.1", "localhost", "::1"))

PARSED = frozenset((200, 201, 202, 203, 400, 404, 410, 422))
"""Statuses whose bodies a source may explain; the others are failures whatever the body says."""

Parse = Callable[[Request, Response], Answer]


class Reply(NamedTuple):
    """The outcome of one request: the response (status 0 when none came) and what it says per query."""

    response: Response
    answer: Answer


class Failure(Exception):
    """One try failed: why, whether another may help, how long the host asks to wait, how much it says about the source."""

    def __init__(
        self,
        reason: str,
        *,
        again: bool,
        wait: float | None = None,
        weight: float = 1,
        seconds: float = 0.0,
        refused: bool = False,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.again = again
        self.wait = wait
        self.weight = weight
        self.seconds = seconds
        self.refused = refused


def check_base(source: str, url: str) -> str:
    """``url`` without a final slash if it may be a base URL: https, or http on this machine; raises ConfigError."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        host = ""
    if not host or (parts.scheme != "https" and not (parts.scheme == "http" and host in LOOPBACK)):
        raise ConfigError(f"the base URL of {source}, {url!r}, must begin with https:// (http:// only for this machine)")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ConfigError(f"the base URL of {source} must have no user name, password, query or fragment")
    return url.rstrip("/")


def public_url(request: Request) -> str:
    """The URL of a request as it may be shown: with its parameters, without keys and addresses."""
    return request.url + (("&" if "?" in request.url else "?") + urlencode(request.params) if request.params else "")


def prepare(request: Request) -> requests.PreparedRequest:
    """The request as it is known above the wire: without keys and addresses."""
    import requests

    # Not prepared by the session: that would add credentials of ~/.netrc, which would then be kept with the response.
    prepared = requests.Request(
        request.method, request.url, params=list(request.params), data=request.body.encode("utf-8") or None,
        headers={"Accept-Encoding": "gzip, deflate", **request.headers, "Accept": request.accept},
    ).prepare()  # fmt: skip
    return prepared


def secrets_of(request: Request, contact: str) -> set[bytes]:
    """Every key and address that goes out with ``request``, in each spelling that a URL may give it."""
    plain = {value for _, value in request.secret_params} | set(request.secret_headers.values()) | {contact}
    spellings = {form(value) for value in plain if len(value) >= 4 for form in (str, quote, quote_plus)}
    return {spelling.encode("utf-8") for spelling in spellings}


def explained(request: Request, response: Response, parse: Parse) -> Answer:
    """What ``parse`` makes of a response; a body that is none, is a web page or breaks it is a failure."""
    body = response.body.lstrip()[:512].lower()
    reason = ""
    if not body and response.status == 200:
        reason = "an empty answer"
    elif "html" not in request.accept and response.status == 200 and body.startswith((b"<!doctype html", b"<html")):
        reason = "a web page instead of data (a bot check or a proxy)"
    if reason:
        return Answer(failed=dict.fromkeys(request.queries, reason))
    try:
        return parse(request, response)
    except Exception as error:
        # A source explains every body that it knows; anything else is a body that nobody can read, not our end.
        return Answer(failed=dict.fromkeys(request.queries, f"an answer that could not be read ({type(error).__name__})"))


def complete(request: Request, answer: Answer) -> Answer:
    """``answer`` with every query that it is silent about as failed."""
    silent = [q for q in request.queries if q not in answer.found and q not in answer.absent and q not in answer.failed]
    if not silent:
        return answer
    return Answer(answer.found, answer.absent, {**answer.failed, **dict.fromkeys(silent, "the answer did not mention it")})


def failed(request: Request, reason: str) -> Reply:
    """The reply when nothing came."""
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    response = Response(0, url=public_url(request), failure=reason, retrieved=now)
    return Reply(response, Answer(failed=dict.fromkeys(request.queries, reason)))


def trouble(error: Exception) -> str:
    """What went wrong on the way in a few words; never the exception's text, which holds URLs with keys."""
    import requests

    table: tuple[tuple[type[Exception], str], ...] = (
        (requests.exceptions.ProxyError, "the proxy did not let us through"),
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


def duration(seconds: float) -> str:
    """A length of time for people."""
    for unit, size in (("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
