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
SAME = frozenset(("same-origin", "none"))
"""Values of Sec-Fetch-Site for requests of the page itself, and for an address that was typed or opened."""
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
    """Lets through to ``inner`` what has a right to an answer. ``port`` is the one that the server listens on."""

    def __init__(self, inner: ASGIApp, token: str, port: int) -> None:
        self._inner = inner
        self._token = token.encode()
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

        refusal = self._refusal(scope)
        if refusal is None:
            await self._inner(scope, receive, guarded)
        else:
            await _refuse(guarded, *refusal)

    def _refusal(self, scope: Scope) -> tuple[int, str, str] | None:
        """Status, code and reason of a refusal, if there is one."""
        pairs = [(name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in scope["headers"]]
        told = dict(reversed(pairs))
        hosts = [value for name, value in pairs if name == "host"]
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return 421, "HOST", "this page answers only to 127.0.0.1 and localhost at its own port"
        origin = told.get("origin")
        if origin is not None and origin.lower() != f"http://{hosts[0].lower()}":
            return 403, "ORIGIN", "this page answers only to itself, not to other pages"
        site = told.get("sec-fetch-site", "none")
        if site not in SAME or (site == "none" and origin is None and "sec-fetch-site" in told and scope["method"] != "GET"):
            return 403, "ORIGIN", "this page answers only to itself, not to other pages"
        if not hmac.compare_digest(_token(scope, told.get("authorization", "")), self._token):
            return 401, "TOKEN", "open the address that `latexrefcheck serve` printed; its token is missing here, or an old one"
        return None


def _token(scope: Scope, authorization: str) -> bytes:
    """The token of a request: in the address of the page itself, in the header of everything else."""
    if scope["path"] == "/":
        query: bytes = scope["query_string"]
        return parse_qs(query.decode("latin-1")).get("token", [""])[0].encode()
    kind, _, value = authorization.partition(" ")
    return value.strip().encode() if kind.lower() == "bearer" else b""


async def _refuse(send: Send, status: int, code: str, reason: str) -> None:
    body = json.dumps({"error": {"code": code, "reason": reason}}).encode() + b"\n"
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
