"""A small local HTTP server that answers like a scholarly API, with faults on demand. Its records are invented.

The JSON interface has one call: ``GET /SOURCE/works?id=a&id=b`` answers ``{"works": [{"id": "a", ...}]}``
with the works that SOURCE knows; ``POST`` takes ``{"ids": [...]}``. Faults are drawn per request from a
seeded generator, or scripted: the next answers in order. :func:`source` makes the source module that
speaks to it.
"""

from __future__ import annotations

import json
import random
import socket
import struct
import threading
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

from latexrefcheck.model.lookup import Answer, Ask, Limit, Limits, Request, Response, Source, SourceConfig
from latexrefcheck.model.record import Query, Record
from latexrefcheck.text.person import Person
from latexrefcheck.verify.catalogue import known

FAULTS = ("429", "500", "503", "timeout", "reset", "truncated", "html", "empty")


class Seen(NamedTuple):
    """One request as it arrived; ``at`` is a monotonic time."""

    method: str
    path: str
    headers: dict[str, str]
    body: str
    at: float
    running: int


class Script(NamedTuple):
    """One scripted answer; ``fault`` overrides the rest."""

    status: int = 200
    body: bytes | None = None
    headers: tuple[tuple[str, str], ...] = ()
    fault: str = ""


class SimServer(ThreadingHTTPServer):
    """Use as a context manager; ``url`` is the base. ``works`` maps sources to ids to what is known about them."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, works: dict[str, dict[str, dict[str, Any]]] | None = None, latency: float = 0.0, seed: int = 1) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.works = works or {}
        self.latency = latency
        self.hang = 3.0
        self.faults: dict[str, float] = {}
        self.script: deque[Script] = deque()
        self.headers: tuple[tuple[str, str], ...] = ()
        self.log: list[Seen] = []
        self.running = 0
        self.guard = threading.Lock()
        self.rng = random.Random(seed)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"

    def __enter__(self) -> SimServer:
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()

    def asked(self) -> Counter[tuple[str, str]]:
        """How often each (source, id) was asked for."""
        return Counter((source_of(seen), identifier) for seen in self.log for identifier in ids_of(seen))

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Broken connections are what this server is for."""


def source_of(seen: Seen) -> str:
    """The source that a request was for."""
    return urlsplit(seen.path).path.split("/")[1]


def ids_of(seen: Seen) -> list[str]:
    """The ids that a request asked for."""
    if seen.method == "POST":
        return [str(identifier) for identifier in json.loads(seen.body).get("ids", [])]
    return parse_qs(urlsplit(seen.path).query).get("id", [])


def source(
    name: str,
    batch: Mapping[str, int],
    limits: Mapping[str, Limit] | None = None,
    post: bool = False,
) -> Source:
    """A source for the server, with the standing of the one of that name if there is one.

    ``batch`` maps the kinds that it answers to how many fit into one request.
    """

    def requests(queries: Iterable[Query], config: SourceConfig) -> Iterator[Request]:
        for kind, size in batch.items():
            asked = [query for query in dict.fromkeys(queries) if query.kind == kind]
            for start in range(0, len(asked), size):
                yield request_for(name, config, asked[start : start + size], post)

    made = Source(
        id=name,
        name=name.title(),
        requests=requests,
        answer=answer,
        base=f"https://{name}.example",
        limits=Limits(limits or {"": Limit(1000, 1.0, 4)}),
        asks={kind: Ask(size) for kind, size in batch.items()},
    )
    real = known().source(name)
    parts = ("requests", "answer", "base", "limits", "asks")
    return made if real is None else replace(real, **{part: getattr(made, part) for part in parts})


def request_for(name: str, config: SourceConfig, queries: Iterable[Query], post: bool = False) -> Request:
    """One request for some queries, with the key as header and the contact address as parameter."""
    queries = tuple(queries)
    ids = [query.value for query in queries]
    return Request(
        source=name,
        url=f"{config.base}/works",
        queries=queries,
        method="POST" if post else "GET",
        params=() if post else tuple(("id", value) for value in ids),
        body=json.dumps({"ids": ids}) if post else "",
        secret_params=(("mailto", config.contact),) if config.contact else (),
        secret_headers={"x-api-key": config.key} if config.key else {},
    )


def answer(request: Request, response: Response) -> Answer:
    """What the server says; all that is not its JSON is a failure."""
    if response.status == 404 and response.body == b"no such work":
        return Answer(absent=frozenset(request.queries))
    try:
        works = {work["id"]: work for work in json.loads(response.body)["works"]}
    except (ValueError, KeyError, TypeError):
        return Answer(failed=dict.fromkeys(request.queries, f"the answer is damaged (HTTP {response.status})"))
    found = {query: (_record(request.source, works[query.value]),) for query in request.queries if query.value in works}
    return Answer(found, frozenset(query for query in request.queries if query not in found))


def _record(name: str, work: dict[str, Any]) -> Record:
    authors = tuple(Person(*author.split(", ")) for author in work.get("authors", []))
    years = (work["year"],) if "year" in work else ()
    return Record(
        source=name, titles=(work.get("title", ""),), authors=authors, years=years, identifiers=work.get("identifiers", {})
    )


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: SimServer

    def log_message(self, *_: Any) -> None:
        """Quiet."""

    def do_GET(self) -> None:
        self._answer("")

    def do_POST(self) -> None:
        self._answer(self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode())

    def _answer(self, body: str) -> None:
        server = self.server
        with server.guard:
            server.running += 1
            headers = {name.lower(): value for name, value in self.headers.items()}
            seen = Seen(self.command, self.path, headers, body, time.monotonic(), server.running)
            server.log.append(seen)
            planned = server.script.popleft() if server.script else None
            fault = planned.fault if planned else self._drawn()
        if server.latency:
            time.sleep(server.latency)
        with server.guard:
            # Before the answer leaves: the next request may be here before this thread goes on.
            server.running -= 1
        self._send(seen, planned, fault)

    def _drawn(self) -> str:
        return next((kind for kind, rate in self.server.faults.items() if self.server.rng.random() < rate), "")

    def _send(self, seen: Seen, planned: Script | None, fault: str) -> None:
        if fault in ("429", "500", "503"):
            self._reply(int(fault), b"trouble", [("Retry-After", "0")] if fault == "429" else [])
        elif fault == "timeout":
            time.sleep(self.server.hang)
            self.close_connection = True
        elif fault == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
            self.close_connection = True
        elif fault == "html":
            self._reply(200, b"<!doctype html><title>Just a moment</title>", [("Content-Type", "text/html")])
        elif fault == "empty":
            self._reply(200, b"")
        elif planned is not None and not fault:
            self._reply(planned.status, self._works(seen) if planned.body is None else planned.body, list(planned.headers))
        else:
            self._reply(200, self._works(seen), cut=fault == "truncated")

    def _works(self, seen: Seen) -> bytes:
        works = self.server.works.get(source_of(seen), {})
        found = [{"id": name, **works[name]} for name in ids_of(seen) if name in works]
        return json.dumps({"works": found}).encode()

    def _reply(self, status: int, body: bytes, headers: list[tuple[str, str]] | None = None, cut: bool = False) -> None:
        self.send_response(status)
        for name, value in (*self.server.headers, *(headers or [])):
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: len(body) // 2] if cut else body)
        self.close_connection = cut
