"""One request of a source on its way: the object that is handed down to the net and comes back up with what happened."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from latexrefcheck.model.lookup import Answer, Limit, Request, Response
from latexrefcheck.model.reasons import Code
from latexrefcheck.verify.http.address import public_url, secrets_of

if TYPE_CHECKING:
    import requests

PARSED = frozenset((200, 201, 202, 203, 400, 404, 410, 422))
"""Statuses whose bodies a source may explain; the others are failures whatever the body says."""

_PAGE = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|title|body|meta)\b", re.I | re.S
)
"""The beginning of a web page. A page is no answer, whatever its status says: no source speaks HTML when it is asked for data."""

TIME = "%Y-%m-%dT%H:%M:%SZ"

Parse = Callable[[Request, Response], Answer]


class Service(NamedTuple):
    """One source as the client sees it: base URL, limits by pool, whether the user set the base URL.

    Keys and the contact address go to this base URL and nowhere else. ``crowded``: strangers share the allowance, so
    that a refusal calls for another try and not for a longer wait.
    """

    base: str
    limits: Mapping[str, Limit] = {}
    overridden: bool = False
    contact: str = ""
    timeout: float = 10.0
    crowded: bool = False


class Reply(NamedTuple):
    """The outcome of one request: the response (status 0 when none came) and what it says per query."""

    response: Response
    answer: Answer


class Failure(Exception):
    """One try failed: why, whether another may help, how long the host asks to wait, how much it says about the source.

    ``refused``: the host said "later"; ``kept``: the response came from the cache, so that the next try has to pass it by.
    """

    def __init__(
        self,
        reason: str,
        *,
        again: bool,
        wait: float | None = None,
        weight: float = 1,
        seconds: float = 0.0,
        refused: bool = False,
        kept: bool = False,
        code: Code = Code.BAD_RESPONSE,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.again = again
        self.wait = wait
        self.weight = weight
        self.seconds = seconds
        self.refused = refused
        self.kept = kept
        self.code = code


class Exchange:
    """One try of one request.

    Going down it says what is asked (``request``, ``parse``), of whom (``service``, ``agent``) and whether one more
    request may leave (``admit`` returns why not, or nothing). Coming up it holds what the net said: the ``status`` (0 when
    nothing came) and the ``headers`` of the last response, lower case, and the ``seconds`` on the wire, without waiting
    for a permit.
    """

    def __init__(self, request: Request, parse: Parse, service: Service, agent: str, admit: Callable[[], str]) -> None:
        self.request = request
        self.parse = parse
        self.service = service
        self.agent = agent
        self.admit = admit
        self.status = 0
        self.headers: dict[str, str] = {}
        self.seconds = 0.0
        self._seen: requests.Response | None = None
        self._reply: Reply | None = None

    @property
    def reply(self) -> Reply | None:
        """What the source made of the last response that it was shown."""
        return self._reply

    @property
    def pool(self) -> str:
        """The name of the limiter that it goes through."""
        return limiter_name(self.request.source, self.request.pool)

    def read(self, response: requests.Response) -> Reply:
        """What the source makes of a response; each response is parsed once, by the cache or by the client."""
        if self._reply is None or self._seen is not response:
            made = getattr(response, "created_at", None)
            plain = Response(
                status=response.status_code,
                body=response.content or b"",
                headers={name.lower(): value for name, value in response.headers.items()},
                url=public_url(self.request),
                cached=bool(getattr(response, "from_cache", False)),
                retrieved=made.strftime(TIME) if made else time.strftime(TIME, time.gmtime()),
            )
            answer = explained(self.request, plain, self.parse, quote=not self.service.overridden)
            self._seen, self._reply = response, Reply(plain, complete(self.request, answer))
        return self._reply

    def worth_keeping(self, response: requests.Response) -> bool:
        """Whether a response may be kept: every query answered, and no secret of ours echoed in it."""
        if response.status_code not in PARSED or self.read(response).answer.failed:
            return False
        body = response.content or b""
        return not any(secret in body for secret in secrets_of(self.request, self.service.contact))


def limiter_name(source: str, pool: str) -> str:
    """What the limiter of a source's pool is called."""
    return f"{source}/{pool}"


def explained(request: Request, response: Response, parse: Parse, quote: bool = True) -> Answer:
    """What ``parse`` makes of a response; a body that is none, is a web page or breaks it is a failure.

    Without ``quote`` the reasons of ``parse`` are not passed on: they may repeat what the server said, and an address
    that somebody put in place of the source's may be one whose answers are not for every reader of a report.
    """
    reason = ""
    if response.status < 300 and not response.body.strip():
        reason = "an empty answer"
    elif response.status < 300 and "html" not in request.accept and _PAGE.match(response.body[:4096]):
        reason = "a web page instead of data (a bot check, a proxy or a login page)"
    if reason:
        return Answer(failed=dict.fromkeys(request.queries, reason))
    try:
        answer = parse(request, response)
    except Exception as error:
        # A source explains every body that it knows; anything else is a body that nobody can read, not our end.
        return Answer(failed=dict.fromkeys(request.queries, f"an answer that could not be read ({type(error).__name__})"))
    if quote or not answer.failed:
        return answer
    unquoted = f"an answer that {request.source} does not give (HTTP {response.status})"
    return Answer(answer.found, answer.absent, dict.fromkeys(answer.failed, unquoted))


def complete(request: Request, answer: Answer) -> Answer:
    """``answer`` with every query that it is silent about as failed."""
    silent = [q for q in request.queries if q not in answer.found and q not in answer.absent and q not in answer.failed]
    if not silent:
        return answer
    return Answer(answer.found, answer.absent, {**answer.failed, **dict.fromkeys(silent, "the answer did not mention it")})


def failed(request: Request, reason: str, code: Code = Code.SOURCE_GIVEN_UP) -> Reply:
    """The reply when nothing came."""
    response = Response(0, url=public_url(request), failure=reason, code=code, retrieved=time.strftime(TIME, time.gmtime()))
    return Reply(response, Answer(failed=dict.fromkeys(request.queries, reason)))
