"""The HTTP client against a local server: what is good, what is a failure, who waits for whom, and what is never written down."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
import threading
import time
from email.utils import formatdate
from pathlib import Path
from urllib.parse import quote

import pytest
from simserver import FAULTS, Script, SimServer, answer, request_for
from timing import within

from latexrefcheck.errors import ConfigError
from latexrefcheck.model.lookup import Answer, Limit, Request, Response, SourceConfig
from latexrefcheck.model.record import Query
from latexrefcheck.verify.cache import Database
from latexrefcheck.verify.http import Client, RetryPolicy, Service, check_base, public_url

QUICK = RetryPolicy(tries=4, first_wait=0.01, longest_wait=1.0, failures=8, trouble=20.0)
WORKS = {"toy": {"a": {"title": "On Lanterns"}, "b": {"title": "On Ladders"}}}


def client(server: SimServer, kept: Database | None = None, **options: object) -> Client:
    limits = options.pop("limits", {"": Limit(1000, 1.0, 20)})
    service = Service(f"{server.url}/toy", limits, True, contact=str(options.pop("contact", "")), timeout=1.0)  # type: ignore[arg-type]
    options.setdefault("retry", QUICK)
    return Client({"toy": service}, kept, **options)  # type: ignore[arg-type]


def request(server: SimServer, *ids: str, **config: str) -> Request:
    queries = [Query("doi", identifier) for identifier in ids]
    return request_for("toy", SourceConfig(base=f"{server.url}/toy", **config), queries)


def outcome(reply: object) -> str:
    told: Answer = reply.answer  # type: ignore[attr-defined]
    return "found" if told.found else "absent" if told.absent else next(iter(told.failed.values()))


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture
def kept(tmp_path: Path) -> Database:
    return Database(tmp_path)


def responses(kept: Database) -> int:
    """How many raw responses are kept."""
    count: int = kept.read(lambda connection: connection.execute("SELECT count(*) FROM responses").fetchone()[0], -1)
    return count


def test_a_good_answer_is_kept_and_not_asked_again(kept: Database) -> None:
    with SimServer(WORKS) as server:
        first = client(server, kept).ask(request(server, "a"), answer)
        second = client(server, kept).ask(request(server, "a"), answer)
        assert (outcome(first), outcome(second), len(server.log)) == ("found", "found", 1)
        assert not first.response.cached
        assert second.response.cached
        assert second.answer == first.answer


def test_a_post_is_kept_by_its_body(kept: Database) -> None:
    with SimServer(WORKS) as server:
        asking = client(server, kept)
        for identifier in ("a", "b", "a"):
            queries = [Query("doi", identifier)]
            asking.ask(request_for("toy", SourceConfig(base=f"{server.url}/toy"), queries, post=True), answer)
        assert len(server.log) == 2


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_tried_again_and_never_kept(fault: str, kept: Database) -> None:
    with SimServer(WORKS) as server:
        server.hang = 1.3
        server.script.append(Script(fault=fault))
        reply = client(server, kept).ask(request(server, "a"), answer)
        assert (outcome(reply), len(server.log)) == ("found", 2)
        assert responses(kept) == 1


@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault != "timeout"])
def test_a_lasting_fault_is_a_reason_and_never_absent(fault: str, kept: Database) -> None:
    with SimServer(WORKS) as server:
        server.faults = {fault: 1.0}
        asking = client(server, kept)
        reply = asking.ask(request(server, "a", "unknown"), answer)
        assert not reply.answer.found
        assert not reply.answer.absent
        assert set(reply.answer.failed) == {Query("doi", "a"), Query("doi", "unknown")}
        assert outcome(reply).startswith("127.0.0.1")
        assert (len(server.log), responses(kept)) == (12 if fault == "429" else 6, 0)


def test_absent_is_an_answer_also_as_404(kept: Database) -> None:
    with SimServer(WORKS) as server:
        asking = client(server, kept)
        assert outcome(asking.ask(request(server, "z"), answer)) == "absent"
        server.script.append(Script(404, b"no such work"))
        assert outcome(asking.ask(request(server, "y"), answer)) == "absent"
        server.script.append(Script(404, b"<html>nothing here</html>"))
        assert "does not give (HTTP 404)" in outcome(asking.ask(request(server, "x"), answer))
        assert (len(server.log), responses(kept)) == (3, 2)


@pytest.mark.parametrize(
    ("status", "tries"), [(400, 1), (401, 1), (403, 1), (418, 1), (422, 1), (429, 4), (500, 4), (502, 4), (503, 4), (504, 4)]
)
def test_only_passing_troubles_are_tried_again(status: int, tries: int) -> None:
    with SimServer(WORKS) as server:
        server.script.extend([Script(status, b"no")] * 10)
        reply = client(server).ask(request(server, "a"), answer)
        assert str(status) in outcome(reply)
        assert len(server.log) == tries


@pytest.mark.parametrize(
    "headers",
    [
        (("Retry-After", "54000"),),
        (("Retry-After", formatdate(time.time() + 7200, usegmt=True)),),
        (("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "40000")),
        (("X-RateLimit-Remaining", "3"), ("X-RateLimit-Credits-Required", "10"), ("X-RateLimit-Reset", "40000")),
        (("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", str(int(time.time()) + 40000))),
    ],
)
def test_one_spent_allowance_switches_the_source_off_without_waiting(headers: tuple[tuple[str, str], ...]) -> None:
    with SimServer(WORKS) as server:
        server.script.append(Script(429, b'{"error": "Rate limit exceeded"}', headers))
        asking = client(server)
        with within(5, time.monotonic):
            replies = [asking.ask(request(server, identifier), answer) for identifier in ("a", "b", "c")]
        assert len(server.log) == 1
        assert "API key" in outcome(replies[0])
        assert list(asking.switched_off) == ["toy"]
        assert all(outcome(reply) for reply in replies)


def test_a_short_retry_after_is_kept_to_by_all_threads() -> None:
    with SimServer(WORKS) as server:
        server.script.append(Script(429, b"", (("Retry-After", "0.4"),)))
        asking = client(server)
        threads = [threading.Thread(target=asking.ask, args=(request(server, "a"), answer)) for _ in range(3)]
        asking.ask(request(server, "a"), answer)
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert server.log[1].at - server.log[0].at >= 0.4


def test_the_circuit_opens_with_one_reason() -> None:
    with SimServer(WORKS) as server:
        server.faults = {"503": 1.0}
        asking = client(server)
        reasons = {outcome(asking.ask(request(server, str(number)), answer)) for number in range(20)}
        assert len(server.log) == QUICK.failures - 2
        assert list(asking.switched_off) == ["toy"]
        assert any("in a row" in reason for reason in reasons)


def test_a_crowded_source_is_tried_again_without_longer_waits() -> None:
    with SimServer(WORKS) as server:
        server.script.extend([Script(429, b"busy")] * 4)
        asking = client(server, retry=QUICK._replace(first_wait=0.1, last_wait=5.0))
        asking.services["toy"] = asking.services["toy"]._replace(crowded=True)
        with within(1.3, time.monotonic):  # doubled waits would be 1.5 s
            assert outcome(asking.ask(request(server, "a"), answer)) == "found"


def test_a_limit_holds_for_twenty_threads() -> None:
    with SimServer({"toy": {str(n): {"title": "T"} for n in range(20)}}, latency=0.02) as server:
        asking = client(server, limits={"": Limit(5, 0.3, 2)})
        threads = [threading.Thread(target=asking.ask, args=(request(server, str(n)), answer)) for n in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        times = [seen.at for seen in server.log]
        assert len(times) == 20
        assert max(seen.running for seen in server.log) <= 2
        assert min(later - earlier for earlier, later in zip(times, times[5:], strict=False)) >= 0.3


def test_limits_are_corrected_by_the_headers() -> None:
    with SimServer(WORKS) as server:
        server.headers = (("x-rate-limit-limit", "1"), ("x-rate-limit-interval", "200ms"), ("x-concurrency-limit", "1"))
        asking = client(server)
        threads = [threading.Thread(target=asking.ask, args=(request(server, str(n)), answer)) for n in range(5)]
        asking.ask(request(server, "a"), answer)
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        times = [seen.at for seen in server.log]
        assert min(later - earlier for earlier, later in itertools.pairwise(times)) >= 0.2
        assert max(seen.running for seen in server.log) == 1


def test_the_budget_of_requests_is_kept_and_said() -> None:
    with SimServer(WORKS) as server:
        asking = client(server, budget=2)
        told = [outcome(asking.ask(request(server, identifier), answer)) for identifier in ("a", "b", "c")]
        assert told[:2] == ["found", "found"]
        assert "--max-requests" in told[2]
        assert len(server.log) == 2
        assert asking.switched_off == {}


def test_offline_takes_what_is_kept_whatever_its_age(kept: Database) -> None:
    with SimServer(WORKS) as server:
        client(server, kept).ask(request(server, "a"), answer)
        aged = """UPDATE responses SET value=replace(value, '"expires": "20', '"expires": "19')"""
        assert kept.write(lambda connection: connection.execute(aged).rowcount, 0) == 1
        assert outcome(client(server, kept).ask(request(server, "a"), answer)) == "found"
        assert len(server.log) == 2, "what is out of date is asked again"
        kept.write(lambda connection: connection.execute(aged), None)
        asking = client(server, kept, offline=True)
        assert outcome(asking.ask(request(server, "a"), answer)) == "found"
        assert "offline" in outcome(asking.ask(request(server, "b"), answer))
        assert len(server.log) == 2


def test_refresh_asks_again(kept: Database) -> None:
    with SimServer(WORKS) as server:
        asking = client(server, kept)
        asking.ask(request(server, "a"), answer)
        asking.ask(request(server, "a"), answer, refresh=True)
        assert len(server.log) == 2


SECRETS = ("Sesam-Öffne 1+1/dich&", "person+tag@uni.example")


def test_keys_and_addresses_are_sent_and_never_written(tmp_path: Path) -> None:
    key, contact = SECRETS
    kept = Database(tmp_path)
    with SimServer(WORKS) as server:
        asking = client(server, kept, contact=contact, version="1")
        asked = request(server, "a", key=quote(key), contact=contact)
        asking.ask(asked, answer)
        asking.ask(request(server, "a", key="another", contact="else@uni.example"), answer)
        assert len(server.log) == 1, "neither key nor address is part of the cache key"
        sent = server.log[0]
        assert sent.headers["x-api-key"] == quote(key)
        assert f"mailto={quote(contact, safe='')}" in sent.path
        assert sent.headers["user-agent"] == f"latexrefcheck/1 (+mailto:{contact})"
        assert contact not in public_url(asked)
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"/toy/works?id=a" in stored
    for secret in (key, contact, quote(key), quote(contact), quote(key, safe=""), quote(contact, safe=""), "x-api-key", "mailto"):
        assert secret.encode().lower() not in stored.lower()


def test_an_answer_that_echoes_an_address_is_not_kept(kept: Database) -> None:
    body = json.dumps({"works": [{"id": "a", "title": "T"}], "you": "person@uni.example"}).encode()
    with SimServer() as server:
        server.script.append(Script(200, body))
        reply = client(server, kept, contact="person@uni.example").ask(request(server, "a", contact="person@uni.example"), answer)
        assert (outcome(reply), responses(kept)) == ("found", 0)


def test_without_a_contact_nobody_is_named() -> None:
    with SimServer(WORKS) as server:
        client(server, version="1.2").ask(request(server, "a"), answer)
        assert server.log[0].headers["user-agent"] == "latexrefcheck/1.2"


def test_redirects_stay_at_home() -> None:
    with SimServer(WORKS) as server, SimServer(WORKS) as elsewhere:
        server.script.append(Script(302, b"", (("Location", f"{server.url}/toy/works?id=b"),)))
        reply = client(server).ask(request(server, "b"), answer)
        assert outcome(reply) == "found"
        server.script.append(Script(302, b"", (("Location", f"{elsewhere.url}/toy/works?id=a"),)))
        reply = client(server).ask(request(server, "a", key="secret-key"), answer)
        assert "was not followed" in outcome(reply)
        assert elsewhere.log == []


def test_a_loop_of_redirects_ends() -> None:
    with SimServer(WORKS) as server:
        server.script.extend([Script(302, b"", (("Location", "/toy/works?id=a"),))] * 50)
        assert "redirects" in outcome(client(server).ask(request(server, "a"), answer))
        assert len(server.log) < 10


def test_a_body_beyond_all_bounds_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("latexrefcheck.verify.http.transport.MAX_BODY", 1000)
    with SimServer(WORKS) as server:
        server.script.extend([Script(200, b"x" * 5000)] * 5)
        assert "larger than" in outcome(client(server).ask(request(server, "a"), answer))
        assert len(server.log) == 1


def test_a_parser_that_breaks_is_a_reason(kept: Database) -> None:
    def broken(request: Request, response: Response) -> Answer:
        raise KeyError("message")

    with SimServer(WORKS) as server:
        reply = client(server, kept).ask(request(server, "a"), broken)
        assert "could not be read (KeyError)" in outcome(reply)
        assert responses(kept) == 0


def test_nobody_home_is_a_reason() -> None:
    with SimServer() as server:
        url = server.url
    asking = Client({"toy": Service(f"{url}/toy", {"": Limit(100, 1.0)}, True)}, retry=QUICK)
    queries = (Query("doi", "a"),)
    reply = asking.ask(request_for("toy", SourceConfig(base=f"{url}/toy", contact="p@q.example"), queries), answer)
    assert "no connection" in outcome(reply)
    assert "p@q" not in outcome(reply)


def test_a_closed_client_asks_nothing() -> None:
    with SimServer(WORKS) as server:
        asking = client(server)
        asking.close("the run was interrupted")
        assert outcome(asking.ask(request(server, "a"), answer)) == "the run was interrupted"
        assert server.log == []


def test_a_netrc_file_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login me password hidden\n")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))
    with SimServer(WORKS) as server:
        client(server).ask(request(server, "a"), answer)
        assert "authorization" not in server.log[0].headers


@pytest.mark.parametrize(
    ("url", "good"),
    [
        ("https://api.crossref.org/", "https://api.crossref.org"),
        ("http://127.0.0.1:8900/api.crossref.org", "http://127.0.0.1:8900/api.crossref.org"),
        ("http://localhost:8900", "http://localhost:8900"),
        ("http://mirror.example/crossref", None),
        ("ftp://mirror.example", None),
        ("https://user:secret@mirror.example", None),
        ("https://mirror.example/?key=1", None),
        ("mirror.example", None),
        ("https://[bad", None),
        ("", None),
    ],
)
def test_a_base_url_is_https_or_this_machine(url: str, good: str | None) -> None:
    if good is not None:
        assert check_base("crossref", url) == good
    else:
        with pytest.raises(ConfigError, match="base URL of crossref"):
            check_base("crossref", url)


def test_a_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with SimServer(WORKS) as server:
        monkeypatch.setenv("http_proxy", server.url)
        asking = Client({"toy": Service("http://127.0.0.1:9/toy", {"": Limit(100, 1.0)}, True)}, retry=QUICK)
        queries = [Query("doi", "a")]
        reply = asking.ask(request_for("toy", SourceConfig(base="http://127.0.0.1:9/toy"), queries), answer)
        assert outcome(reply) == "found"
        assert server.log[0].path.startswith("http://127.0.0.1:9/toy/works")


def test_a_host_that_usually_answers_quickly_is_not_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("latexrefcheck.verify.http.session.SHORTEST_TIMEOUT", 0.2)
    with SimServer(WORKS) as server:
        server.hang = 8.0
        asking = client(server)
        asking.services["toy"] = asking.services["toy"]._replace(timeout=20.0)
        for identifier in "abcd":
            asking.ask(request(server, identifier), answer)
        server.script.append(Script(fault="timeout"))
        with within(4, time.monotonic):
            assert outcome(asking.ask(request(server, "b"), answer)) == "found"


def test_nothing_heavy_is_imported_before_something_is_asked() -> None:
    code = "import sys, latexrefcheck.verify.resolution; "
    code += "print(sorted({'requests', 'requests_cache', 'pyrate_limiter'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
