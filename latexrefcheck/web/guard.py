"""Who may talk to the page: only itself, from this machine, with the token; everybody else gets one sentence.

Three things are looked at, in this order. The *host* has to be ours, or a page of a stranger whose name was bent to
127.0.0.1 (DNS rebinding) could read answers. The *origin* has to be ours, or a page of a stranger could send
requests from the user's browser. The *token* is known to who started the server and to nobody else on the machine.
There are no cookies: a cookie of 127.0.0.1 goes to every port.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping
from urllib.parse import parse_qs

from starlette.types import ASGIApp, Message, Receive, Scope, Send

NAMES = ("127.0.0.1", "localhost")
"""What the host may be called; a user may type either."""
HEADERS: Mapping[str, str] = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
"""Headers of every answer."""
NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"
"""The policy of every answer that is no page."""


class Guard:
    """Lets through to ``inner`` what has a right to an answer. ``port`` is the one that the server listens on.

    ``ticket`` opens the page once: what starts a browser passes it in an argument, which others on the machine may see.
    """

    def __init__(self, inner: ASGIApp, token: str, port: int, ticket: str = "") -> None:
        self._inner = inner
        self._token = token.encode()
        self._ticket = ticket.encode()
        self._hosts = frozenset(f"{name}:{port}" for name in NAMES) | (frozenset(NAMES) if port == 80 else frozenset())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or pass it on."""
        if scope["type"] == "lifespan":
            await self._inner(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message["headers"]}
                added = {"content-security-policy": NOTHING, **HEADERS}
                message["headers"] = [
                    *message["headers"],
                    *((name.encode(), value.encode()) for name, value in added.items() if name.encode() not in given),
                ]
            await send(message)

        if scope["path"] == "/" and self._redeemed(scope):
            await _lead(guarded, f"/?token={self._token.decode()}")
            return
        refusal = self._refusal(scope)
        if refusal is None:
            await self._inner(scope, receive, guarded)
        else:
            await _refuse(guarded, *refusal)

    def _redeemed(self, scope: Scope) -> bool:
        """Whether a request brings the ticket, which then is spent."""
        given = _query(scope, "ticket")
        right = bool(self._ticket) and hmac.compare_digest(given, self._ticket) and self._of_us(scope)
        if right:
            self._ticket = b""
        return right

    def _of_us(self, scope: Scope) -> bool:
        hosts = [value.decode("latin-1").lower() for name, value in scope["headers"] if name.lower() == b"host"]
        return len(hosts) == 1 and hosts[0] in self._hosts

    def _refusal(self, scope: Scope) -> tuple[int, str, str] | None:
        """Status, code and reason of a refusal, if there is one."""
        pairs = [(name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in scope["headers"]]
        told = dict(reversed(pairs))
        if not self._of_us(scope):
            return 421, "HOST", "this page answers only to 127.0.0.1 and localhost at its own port"
        origin = told.get("origin")
        if origin is not None and origin.lower() != f"http://{told['host'].lower()}":
            return 403, "ORIGIN", "this page answers only to itself, not to other pages"
        site = told.get("sec-fetch-site", "same-origin")  # other programs send none
        typed = site == "none" and scope["method"] == "GET"
        if site != "same-origin" and not typed and not _navigates(told, scope):
            return 403, "ORIGIN", "this page answers only to itself, not to other pages"
        if not hmac.compare_digest(_token(scope, told.get("authorization", "")), self._token):
            return 401, "TOKEN", "open the address that `latexrefcheck serve` printed; its token is missing here, or an old one"
        return None


def _navigates(told: Mapping[str, str], scope: Scope) -> bool:
    """Whether a browser opens the page in a window of its own, as from a link in a terminal that is a page itself."""
    mode, target = told.get("sec-fetch-mode"), told.get("sec-fetch-dest")
    return scope["path"] == "/" and scope["method"] == "GET" and (mode, target) == ("navigate", "document")


def _token(scope: Scope, authorization: str) -> bytes:
    """The token of a request: in the address of the page itself, in the header of everything else."""
    if scope["path"] == "/":
        return _query(scope, "token")
    kind, _, value = authorization.partition(" ")
    return value.strip().encode() if kind.lower() == "bearer" else b""


def _query(scope: Scope, name: str) -> bytes:
    query: bytes = scope["query_string"]
    return parse_qs(query.decode("latin-1")).get(name, [""])[0].encode()


async def _lead(send: Send, place: str) -> None:
    await send(
        {"type": "http.response.start", "status": 303, "headers": [(b"location", place.encode()), (b"content-length", b"0")]}
    )
    await send({"type": "http.response.body", "body": b""})


async def _refuse(send: Send, status: int, code: str, reason: str) -> None:
    body = json.dumps({"error": {"code": code, "reason": reason}}).encode() + b"\n"
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
