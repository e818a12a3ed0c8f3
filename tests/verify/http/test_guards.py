"""Guards of the client: what hostile or broken servers may not do to a run, and what nobody but the source may be told."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from simserver import Script, SimServer, answer, request_for

from latexrefcheck.model.lookup import Limit, Request, SourceConfig
from latexrefcheck.model.reasons import Code
from latexrefcheck.model.record import Query
from latexrefcheck.verify.cache import Database
from latexrefcheck.verify.http import Client, RetryPolicy, Service
from latexrefcheck.verify.http.limiter import Limiter, Limiters, Permit
from latexrefcheck.verify.http.retry import Circuit

QUICK = RetryPolicy(tries=3, first_wait=0.01, longest_wait=1.0, failures=50, trouble=20.0)
WORKS = {"toy": {"a": {"title": "On Lanterns"}, "b": {"title": "On Ladders"}}}
KEY, CONTACT = "key-of-mine-123", "person@uni.example"


def client(url: str, retry: RetryPolicy = QUICK, kept: Database | None = None, **service: object) -> Client:
    options = {"overridden": True, "timeout": 1.0, **service}
    return Client({"toy": Service(f"{url}/toy", {"": Limit(1000, 1.0, 20)}, **options)}, kept, retry=retry)  # type: ignore[arg-type]


def request(url: str, *ids: str, **config: str) -> Request:
    return request_for("toy", SourceConfig(base=f"{url}/toy", **config), [Query("doi", identifier) for identifier in ids or "a"])


def reason(asking: Client, asked: Request) -> str:
    failed = asking.ask(asked, answer).answer.failed
    return next(iter(failed.values()), "")


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@contextmanager
def raw_server(serve: Callable[[socket.socket], None]) -> Iterator[str]:
    """A server that reads one request per connection and then does as it likes."""
    listener = socket.create_server(("127.0.0.1", 0))

    def one(connection: socket.socket) -> None:
        try:
            with connection:
                while b"\r\n\r\n" not in connection.recv(65_536):
                    pass
                serve(connection)
        except OSError:
            pass

    def accept() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=one, args=(connection,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        listener.close()


def trickled_body(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
    for _ in range(1000):
        connection.sendall(b" ")
        time.sleep(0.05)


def trickled_chunks(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    for _ in range(1000):
        connection.sendall(b"1\r\n \r\n")
        time.sleep(0.05)


def trickled_header(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nX-Long: ")
    for _ in range(1000):
        connection.sendall(b"x")
        time.sleep(0.05)


def trickled_status(connection: socket.socket) -> None:
    for letter in b"HTTP/1.1 200 OK" + b" " * 1000:
        connection.sendall(bytes([letter]))
        time.sleep(0.05)


def endless_continue(connection: socket.socket) -> None:
    for _ in range(1000):
        connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        time.sleep(0.05)


def trickled_refusal(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 503 Busy\r\nContent-Length: 100000\r\n\r\n")
    for _ in range(1000):
        connection.sendall(b" ")
        time.sleep(0.05)


@pytest.mark.parametrize(
    "serve", [trickled_body, trickled_chunks, trickled_header, trickled_status, endless_continue, trickled_refusal]
)
def test_an_answer_that_trickles_ends_with_its_deadline(
    serve: Callable[[socket.socket], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("latexrefcheck.verify.http.deadline.SECONDS", 0.4)
    with raw_server(serve) as url:
        start = time.monotonic()
        assert "no answer in time" in reason(client(url, QUICK._replace(tries=1)), request(url))
        assert 0.3 < time.monotonic() - start < 3


def test_an_answer_in_many_pieces_within_the_deadline_is_good() -> None:
    body = b'{"works": [{"id": "a", "title": "On Lanterns"}]}'

    def serve(connection: socket.socket) -> None:
        for letter in b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body:
            connection.sendall(bytes([letter]))
            time.sleep(0.002)

    with raw_server(serve) as url:
        assert client(url).ask(request(url), answer).answer.found


def test_redirects_together_have_a_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes 0.1 s here, however busy the machine is."""
    monkeypatch.setattr("latexrefcheck.verify.http.transport.MAX_SECONDS", 0.15)
    release = Limiter.release
    monkeypatch.setattr(Limiter, "release", lambda limiter, *told: 0.0 * release(limiter, *told) + 0.1)
    with SimServer(WORKS) as server:
        server.script.extend([Script(302, b"", (("Location", "/toy/works?id=a"),))] * 5)
        assert "took longer" in reason(client(server.url), request(server.url))
        assert len(server.log) == 2


def test_what_a_host_asks_to_wait_is_bounded_in_all() -> None:
    with SimServer(WORKS) as server:
        server.script.extend([Script(429, b"", (("Retry-After", "0.4"),))] * 20)
        asking = client(server.url, QUICK._replace(tries=20))
        start = time.monotonic()
        assert reason(asking, request(server.url))
        assert time.monotonic() - start < 3
        assert len(server.log) == 3, "after 0.4, 0.8 and 1.2 seconds asked for, of 1.0 that are borne"
        assert "asks us to wait 1 s" in asking.switched_off["toy"]


@pytest.mark.parametrize("script", [Script(503, b"busy"), Script(429, b"busy"), Script(fault="reset"), Script(fault="empty")])
def test_a_host_that_names_no_wait_is_backed_off_from(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a stated wait each try comes later than the one before, whatever the trouble is."""
    sent: list[float] = []
    acquire = Limiter.acquire

    def noted(limiter: Limiter) -> Permit:
        permit = acquire(limiter)
        sent.append(permit.sent)
        return permit

    monkeypatch.setattr(Limiter, "acquire", noted)
    with SimServer(WORKS) as server:
        server.script.extend([script] * 2)
        client(server.url, QUICK._replace(first_wait=0.3, last_wait=5.0)).ask(request(server.url), answer)
        assert len(server.log) == 3
    first, second, third = sent
    assert second - first >= 0.2
    assert third - second >= 0.4


@pytest.mark.parametrize(("took", "least", "most"), [(0.0, 0.2, 0.4), (0.1, 0.1, 0.3), (5.0, 0.0, 0.0)])
def test_what_a_failed_try_took_is_part_of_its_wait(
    took: float, least: float, most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And both count as trouble with the host."""
    paused: list[float] = []
    trouble: list[float] = []
    release, bad = Limiter.release, Circuit.bad
    monkeypatch.setattr(Limiter, "release", lambda limiter, *told: 0.0 * release(limiter, *told) + took)
    monkeypatch.setattr(Limiters, "pause", lambda limiters, names, seconds: paused.append(seconds))

    def noted(circuit: Circuit, reason: str, seconds: float, *more: int) -> None:
        trouble.append(seconds)
        bad(circuit, reason, seconds, *more)

    monkeypatch.setattr(Circuit, "bad", noted)
    with SimServer(WORKS) as server:
        server.script.append(Script(503, b"busy"))
        assert client(server.url, QUICK._replace(first_wait=0.3)).ask(request(server.url), answer).answer.found
    waited = sum(paused)
    assert least <= waited <= most
    assert len(paused) == (waited > 0)
    assert trouble == [took + waited]


@pytest.mark.parametrize(("asked", "found"), [("0.5", True), ("0.51", False)])
def test_what_a_host_may_ask_for_includes_its_bound(asked: str, found: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Limiters, "pause", lambda *_: None)
    with SimServer(WORKS) as server:
        server.script.extend([Script(429, b"", (("Retry-After", asked),))] * 2)
        assert bool(client(server.url, QUICK._replace(longest_wait=1.0)).ask(request(server.url), answer).answer.found) is found


def test_a_stated_wait_of_nothing_needs_no_back_off() -> None:
    with SimServer(WORKS) as server:
        server.script.append(Script(503, b"busy", (("Retry-After", "0"),)))
        start = time.monotonic()
        client(server.url, QUICK._replace(first_wait=5.0)).ask(request(server.url), answer)
        assert time.monotonic() - start < 3


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"SECRET-TOKEN-0001", 200),
        (b'{"error": "SECRET-TOKEN-0001"}', 200),
        (b'{"message": "SECRET-TOKEN-0001"}', 400),
        (b"<html>SECRET-TOKEN-0001", 404),
        (b'{"works": [{"id": "a", "title": ["SECRET-TOKEN-0001"]}]}', 422),
    ],
)
def test_what_a_replaced_address_says_is_not_quoted(body: bytes, status: int) -> None:
    from latexrefcheck.model.lookup import Answer, Response

    def quoting(asked: Request, response: Response) -> Answer:
        return Answer(failed=dict.fromkeys(asked.queries, f"it says {response.body!r}"))

    with SimServer() as server:
        server.script.extend([Script(status, body)] * 10)
        reply = client(server.url).ask(request(server.url), quoting)
        assert "SECRET" not in repr(reply)
        own = client(server.url, overridden=False).ask(request(server.url), quoting)
        assert "SECRET" in repr(own)
        server.script.clear()
        server.script.append(Script(302, b"", (("Location", "http://secret-host.internal/"),)))
        assert "internal" not in repr(client(server.url).ask(request(server.url), quoting))


@pytest.mark.parametrize(
    "key", ["schlüssel\u2013eins", "“abcdefg”", "abc\ndef", "abc\r\nHost: evil", "abc\x00def", "ключ", "a\udc80b"]
)
def test_a_key_that_cannot_be_sent_is_named_by_its_variable(key: str) -> None:
    with SimServer(WORKS) as server:
        asking = client(server.url)
        said = reason(asking, request(server.url, key=key))
        assert "LATEXREFCHECK_TOY_KEY" in said
        assert key not in said
        assert asking.switched_off == {"toy": said}
        assert server.log == []


def test_keys_and_addresses_go_to_the_source_alone() -> None:
    """A source that builds an address elsewhere gets an answer from there, but nothing secret is sent."""
    with SimServer(WORKS) as server, SimServer(WORKS) as elsewhere:
        asked = request(elsewhere.url, key=KEY, contact=CONTACT)
        asking = client(server.url)
        assert asking.ask(asked, answer).answer.found
        sent = elsewhere.log[0]
        assert "x-api-key" not in sent.headers
        assert "mailto" not in sent.path
        capitals = server.url.replace("127.0.0.1", "LOCALHOST")
        client(capitals).ask(request(capitals, key=KEY), answer)
        assert server.log[0].headers["x-api-key"] == KEY


def test_a_web_page_is_no_answer_at_any_length() -> None:
    pages = (
        b"<!DOCTYPE html><p>Just a moment",
        b"  \n<html lang=en>",
        b"<HTML>" + b"x" * 100_000,
        b"\xef\xbb\xbf<!doctype  HTML>",
        b'<?xml version="1.0"?>\n<!-- a wall -->\n<html xmlns="http://www.w3.org/1999/xhtml">',
        b"<head><title>Log in</title>",
        b"<title>429</title>",
    )
    with SimServer(WORKS) as server:
        for page in pages:
            server.script.extend([Script(200, page)] * 3)
            assert "a web page instead of data" in reason(client(server.url), request(server.url))


def test_failures_have_codes_for_programs() -> None:
    """Whatever keeps a source from answering, programs learn its kind without reading the sentence."""
    cases = [
        (Script(503, b"busy"), Code.HTTP_5XX),
        (Script(418, b"no"), Code.HTTP_4XX),
        (Script(429, b"busy"), Code.RATE_LIMITED),
        (Script(200, b"<html>"), Code.BAD_RESPONSE),
        (Script(200, b"{}"), Code.BAD_RESPONSE),
        (Script(fault="truncated"), Code.NETWORK),
        (Script(fault="reset"), Code.NETWORK),
        (Script(fault="timeout"), Code.TIMEOUT),
        (Script(302, b"", (("Location", "http://elsewhere.example/"),)), Code.BAD_RESPONSE),
    ]
    with SimServer(WORKS) as server:
        server.hang = 1.3
        for script, code in cases:
            server.script.append(script)
            assert client(server.url, QUICK._replace(tries=1)).ask(request(server.url), answer).response.code is code, script
        asking = client(server.url)
        asking.close("the run was ended")
        assert asking.ask(request(server.url), answer).response.code is Code.INTERRUPTED
        spent = Client({"toy": Service(f"{server.url}/toy", {}, True)}, budget=0)
        assert spent.ask(request(server.url), answer).response.code is Code.BUDGET_SPENT
        offline = Client({"toy": Service(f"{server.url}/toy", {}, True)}, offline=True)
        assert offline.ask(request(server.url), answer).response.code is Code.OFFLINE
        down = client(server.url, QUICK._replace(failures=3))
        server.script.extend([Script(401, b"")] * 3)
        assert down.ask(request(server.url), answer).response.code is Code.HTTP_4XX
        assert down.ask(request(server.url), answer).response.code is Code.SOURCE_GIVEN_UP


def test_what_is_asked_and_what_comes_is_logged_without_secrets(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with SimServer(WORKS) as server:
        server.script.append(Script(503, b"busy"))
        asking = client(server.url, QUICK._replace(first_wait=0.3), Database(tmp_path), contact=CONTACT)
        for _ in range(2):
            asking.ask(request(server.url, key=KEY, contact=CONTACT), answer)
    ours = [f"{record.levelname} {record.getMessage()}" for record in caplog.records if record.name.startswith("latexrefcheck")]
    told = [line for line in ours if line.startswith("INFO GET")]
    assert [line.rsplit(", ", 1)[0].split(" → ")[1] for line in told] == ["503, 4 bytes", "200, 48 bytes", "200, 48 bytes"]
    assert all("/toy/works?id=a" in line for line in told)
    assert told[2].endswith("from the cache")
    assert any("nothing is sent for" in line for line in ours)
    assert not [line for line in ours if KEY in line or CONTACT in line or "mailto" in line]
