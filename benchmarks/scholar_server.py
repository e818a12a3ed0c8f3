"""A server on 127.0.0.1 that answers like ten scholarly sources about works that nobody wrote.

    python benchmarks/scholar_server.py [--port N] [--limits] [--latency S] [--fault KIND:RATE[:SOURCE]]... [--works FILE]

Prints the variables that send latexrefcheck to it, one ``LATEXREFCHECK_<SOURCE>_URL=…`` a line. ``--limits``
refuses what goes over the limits that the source modules state (429, from every other source with
``Retry-After``), and a third of what reaches keyless Semantic Scholar. Faults: 429, 500, 503, timeout, reset,
truncated, html, empty. ``GET /requests`` tells how many requests each source got.
"""

from __future__ import annotations

import argparse
import json
import random
import socket
import struct
import sys
import threading
import time
from collections import Counter, defaultdict, deque
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self
from urllib.parse import parse_qsl, urlsplit

from invented_works import Work, read, world
from scholar_index import HTML, JSON, Ask, Index, Said

from latexrefcheck import registry
from latexrefcheck.model.lookup import Limit

FAULTS = ("429", "500", "503", "timeout", "reset", "truncated", "html", "empty")
CROWD = 1 / 3
"""Share of keyless requests that Semantic Scholar refuses whatever their pace."""
CREDITS = 1000
"""OpenAlex: credits of a day without a key; a title search costs ten, anything else one."""


class Fault(NamedTuple):
    """A kind of trouble, how often it comes, and the one source that has it (all without one)."""

    kind: str
    rate: float
    source: str = ""

    @classmethod
    def parse(cls, text: str) -> Self:
        """``KIND:RATE`` or ``KIND:RATE:SOURCE``; raises ValueError for anything else."""
        kind, rate, *rest = text.split(":")
        if kind not in FAULTS or len(rest) > 1:
            raise ValueError(f"no fault: {text} (the kinds are {', '.join(FAULTS)})")
        return cls(kind, float(rate), *rest)


class Seen(NamedTuple):
    """One request: what it asked, how it was answered, and when (monotonic seconds).

    ``outcome`` is ``good``, a kind of fault, ``refused`` (over a limit), ``crowd`` (refused within it) or ``spent``.
    """

    source: str
    pool: str
    asked: tuple[tuple[str, str], ...]
    outcome: str
    began: float
    ended: float


class Gate:
    """The limits of one source and pool: refuses an arrival that comes too soon, or too many at a time."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self.arrivals: deque[float] = deque()
        self.running = 0

    def admits(self, now: float) -> bool:
        """Count an arrival, refused or not."""
        while self.arrivals and self.arrivals[0] <= now - self.limit.seconds:
            self.arrivals.popleft()
        self.arrivals.append(now)
        return len(self.arrivals) <= self.limit.count and self.running < self.limit.concurrent


class ScholarServer(ThreadingHTTPServer):
    """Use as a context manager. ``log`` holds what was asked; ``faults`` and ``latency`` can be changed while it runs."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, works: list[Work], port: int = 0, limits: bool = False, latency: float = 0.0, seed: int = 1) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.index = Index(works)
        self.limits = limits
        self.latency = latency
        self.hang = 4.0
        self.faults: tuple[Fault, ...] = ()
        self.log: list[Seen] = []
        self.guard = threading.Lock()
        self.rng = random.Random(seed)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.sources = {name: registry.sources[name] for name in self.index.routes}
        self.forget()

    def forget(self) -> None:
        """Begin a new count: an empty log, fresh limits and credits."""
        with self.guard:
            self.log = []
            self.gates: dict[tuple[str, str], Gate] = {}
            self.credits = CREDITS

    def __enter__(self) -> Self:
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.shutdown()
        self.server_close()

    def environment(self) -> dict[str, str]:
        """The variables that send latexrefcheck here."""
        return {f"LATEXREFCHECK_{name.upper()}_URL": f"{self.url}/{name}" for name in self.index.routes}

    def counts(self) -> Counter[str]:
        """Requests per source, refused ones too."""
        return Counter(seen.source for seen in self.log)

    def gate(self, source: str, pool: str) -> Gate:
        """The gate of a source and pool; call it under ``guard``."""
        limits = self.sources[source].limits.public
        return self.gates.setdefault((source, pool), Gate(limits.get(pool) or limits[""]))

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A connection that breaks is what faults and killed clients are for."""


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    server: ScholarServer

    def log_message(self, format: str, *args: object) -> None:
        """Quiet; the server keeps its own log."""

    def do_GET(self) -> None:
        """Answer a look-up or a search."""
        self._serve("")

    def do_POST(self) -> None:
        """Answer a batch."""
        self._serve(self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode())

    def _serve(self, body: str) -> None:
        server, began = self.server, time.monotonic()
        split = urlsplit(self.path)
        source, _, path = split.path.lstrip("/").partition("/")
        if source == "requests":
            return self._send(Said(json.dumps(server.counts()).encode(), ()))
        if source not in server.index.routes:
            return self._send(Said(b"no such source", (), 404, "text/plain"))
        pool = ("list" if path == "works" else "single") if source == "crossref" else ""
        ask = Ask(f"/{path}", dict(parse_qsl(split.query)), body)
        with server.guard:
            gate = server.gate(source, pool)
            fault = self._trouble(source, gate, ask, began)
            gate.running += 1
        try:
            answer = server.index.routes[source](ask)
            time.sleep(server.latency)
        finally:
            with server.guard:
                gate.running -= 1
        # Logged before it leaves: the client may be killed, or count, as soon as it has the answer.
        with server.guard:
            server.log.append(Seen(source, pool, answer.asked, fault or "good", began, time.monotonic()))
        self._answer(source, answer, fault)

    def _trouble(self, source: str, gate: Gate, ask: Ask, now: float) -> str:
        """The fault that this request meets, if any."""
        server = self.server
        for fault in server.faults:
            if fault.source in ("", source) and server.rng.random() < fault.rate:
                return fault.kind
        if not server.limits:
            return ""
        if source == "openalex":
            server.credits -= 10 if "search.title" in ask.params else 1
            if server.credits < 0:
                return "spent"
        if not gate.admits(now):
            return "refused"
        return "crowd" if source == "semanticscholar" and server.rng.random() < CROWD else ""

    def _answer(self, source: str, answer: Said, fault: str) -> None:
        names = list(self.server.index.routes)
        hint = [("Retry-After", "1")] if names.index(source) % 2 and source != "semanticscholar" else []
        if fault in ("429", "refused", "crowd"):
            self._send(Said(b'{"message": "Too Many Requests"}', (), 429), hint)
        elif fault == "spent":
            self._send(Said(b'{"error": "Rate limit exceeded"}', (), 429), [("X-RateLimit-Remaining", "0")])
        elif fault in ("500", "503"):
            self._send(Said(b"Service trouble", (), int(fault), "text/plain"), hint if fault == "503" else [])
        elif fault == "timeout":
            time.sleep(self.server.hang)
            self.close_connection = True
        elif fault == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
            self.close_connection = True
        elif fault == "html":
            self._send(Said(b"<!doctype html><title>Just a moment...</title>", (), 200, HTML))
        elif fault == "empty":
            self._send(Said(b"", (), 200, answer.type))
        else:
            self._send(answer, cut=fault == "truncated")

    def _send(self, said: Said, headers: list[tuple[str, str]] | None = None, cut: bool = False) -> None:
        # Half of the cut bodies tell their full length, the other half end as if they were whole.
        short = said.body[: len(said.body) // 2] if cut else said.body
        honest = cut and len(said.body) % 2 == 0
        self.send_response(said.status)
        self.send_header("Content-Type", said.type or JSON)
        if not self.server.limits:
            # As Crossref tells which limits are in force: clients need not wait for what is not enforced.
            headers = [
                *(headers or ()),
                ("x-rate-limit-limit", "100"),
                ("x-rate-limit-interval", "1s"),
                ("x-concurrency-limit", "4"),
            ]
        for name, value in headers or ():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(said.body) if honest else len(short)))
        self.end_headers()
        self.wfile.write(short)
        self.close_connection = self.close_connection or cut


def budget(log: list[Seen], latency: float) -> dict[str, float]:
    """The least seconds that each source's limits allow for the requests that it got, by source and pool."""
    grouped: dict[tuple[str, str], int] = defaultdict(int)
    for seen in log:
        grouped[seen.source, seen.pool] += 1
    least = {}
    for (source, pool), count in grouped.items():
        limits = registry.sources[source].limits.public
        limit = limits.get(pool) or limits[""]
        paced = (count - 1) // limit.count * limit.seconds + latency
        least[f"{source} {pool}".strip()] = max(paced, count * latency / limit.concurrent)
    return least


def main() -> int:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=0, help="port on 127.0.0.1 (default: any free one)")
    parser.add_argument("--limits", action="store_true", help="refuse what goes over the limits of the sources")
    parser.add_argument("--latency", type=float, default=0.0, metavar="SECONDS", help="delay before every answer")
    parser.add_argument("--fault", type=Fault.parse, action="append", default=[], metavar="KIND:RATE[:SOURCE]")
    parser.add_argument("--works", type=Path, metavar="FILE", help="JSON list of works to serve instead of the generated ones")
    parser.add_argument("--seed", type=int, default=1, help="seed of the faults")
    options = parser.parse_args()
    works = read(options.works) if options.works else world()
    with ScholarServer(works, options.port, options.limits, options.latency, options.seed) as server:
        server.faults = tuple(options.fault)
        for name, value in server.environment().items():
            print(f"{name}={value}", flush=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            print(dict(server.counts()), file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
