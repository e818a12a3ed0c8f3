"""Several runs that count together keep one budget, also while their server goes away and comes again."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from latexrefcheck.errors import ConfigError
from latexrefcheck.model.lookup import Limit
from latexrefcheck.verify.http.limiter import Limiter

redis = pytest.importorskip("redis")
if shutil.which("redis-server") is None:
    pytest.skip("there is no redis-server", allow_module_level=True)

from latexrefcheck.verify.http import shared  # noqa: E402


class Server:
    """A Redis of the test's own; what it holds is gone when it ends."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder = folder
        self.address = f"redis://127.0.0.1:{self.port}/0"
        self.begin()

    def begin(self) -> None:
        command = ["redis-server", "--port", str(self.port), "--save", "", "--dir", str(self.folder), "--bind", "127.0.0.1"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        client = redis.Redis(port=self.port)
        for _ in range(300):
            try:
                client.ping()
                return
            except redis.RedisError:
                time.sleep(0.05)
        raise AssertionError("no Redis")

    def end(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path)
    yield made
    made.end()


def test_processes_together_keep_one_limit(server: Server, tmp_path: Path) -> None:
    """Three processes ask as often as they may; in no window are there more than one may send."""
    script = f"""
        import time
        from latexrefcheck.model.lookup import Limit
        from latexrefcheck.verify.http import shared
        from latexrefcheck.verify.http.limiter import Limiter
        limit = Limit(2, 0.4, 4)
        limiter = Limiter("host", limit, shared.buckets({server.address!r})("host", limit))
        for _ in range(6):
            permit = limiter.acquire()
            print(time.time(), flush=True)
            limiter.release(permit)
    """
    (tmp_path / "go.py").write_text(textwrap.dedent(script))
    running = [subprocess.Popen([sys.executable, str(tmp_path / "go.py")], stdout=subprocess.PIPE, text=True) for _ in range(3)]
    counted = redis.Redis(port=server.port)
    assert [one.wait(120) for one in running] == [0, 0, 0]
    sent = sorted(float(line) for one in running if one.stdout is not None for line in one.stdout)
    for one in running:
        if one.stdout is not None:
            one.stdout.close()
    assert len(sent) == 18
    # What the server counted is exact; what the processes note is later by as long as they slept.
    told = sorted(int(score) for _, score in counted.zrange(f"{shared.KEY}host", 0, -1, withscores=True))
    counted.close()
    assert all(third - first >= 400 for first, third in zip(told, told[2:], strict=False)), list(pairwise(told))


def test_it_waits_for_a_server_that_begins_anew(server: Server) -> None:
    limit = Limit(50, 1.0, 4)
    bucket = shared.buckets(server.address)("host", limit)
    limiter = Limiter("host", limit, bucket)
    limiter.release(limiter.acquire())
    server.end()
    item = shared.RateItem("host", 0)
    assert not bucket.put(item), "nothing leaves uncounted"
    assert bucket.waiting(item) == int(shared.PAUSE * 1000)
    server.begin()
    limiter.release(limiter.acquire())
    assert redis.Redis(port=server.port).zcard(f"{shared.KEY}host") == 1


def test_one_that_stays_away_is_given_up(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    bucket = shared.buckets(server.address)("host", Limit(5, 1.0))
    server.end()
    monkeypatch.setattr(shared, "PATIENCE", -1.0)
    with pytest.raises(redis.RedisError):
        bucket.put(shared.RateItem("host", 0))


@pytest.mark.parametrize("address", ["redis://127.0.0.1:1/0", "http://127.0.0.1", "redis://user:hidden@127.0.0.1:1/0"])
def test_no_server_is_one_sentence_without_the_password(address: str) -> None:
    with pytest.raises(ConfigError, match="no Redis answers") as error:
        shared.buckets(address)
    assert "hidden" not in str(error.value)
