"""The real command: its address, its port, a second one, its end; and the examples of the documentation with a real curl."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "serve.md").read_text(encoding="utf-8")
WORK = {
    "DOI": "10.1109/cvpr.2016.90",
    "type": "proceedings-article",
    "title": ["Deep Residual Learning for Image Recognition"],
    "author": [{"given": "Kaiming", "family": "He"}, {"given": "Xiangyu", "family": "Zhang"}],
    "issued": {"date-parts": [[2016, 6]]},
    "container-title": ["2016 IEEE Conference on Computer Vision and Pattern Recognition (CVPR)"],
    "publisher": "IEEE",
    "page": "770-778",
    "is-referenced-by-count": 100000,
}


class Crossref(BaseHTTPRequestHandler):
    """Knows one work, whatever it is asked."""

    def do_GET(self) -> None:
        body = json.dumps({"status": "ok", "message": {"items": [WORK], "total-results": 1}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Quiet."""


@pytest.fixture
def crossref() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Crossref)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


class Running:
    """One `latexrefcheck serve`."""

    def __init__(self, folder: Path, *words: str) -> None:
        environ = {name: value for name, value in os.environ.items() if not name.startswith("LATEXREFCHECK")}
        environ |= {"PYTHONPATH": str(ROOT), "LATEXREFCHECK_CACHE": str(folder.parent / "cache")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "latexrefcheck", "serve", *words],
            cwd=folder,
            env=environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        self.url, _, self.token = self.address.partition("/?token=")

    def get(self, path: str) -> Any:
        asked = urllib.request.Request(self.url + path, headers={"Authorization": f"Bearer {self.token}"})
        with urllib.request.urlopen(asked, timeout=20) as answer:
            return json.load(answer)

    def end(self, number: int = signal.SIGINT) -> tuple[int, str]:
        self.process.send_signal(number)
        _, told = self.process.communicate(timeout=30)
        return self.process.returncode, told


@pytest.fixture
def serve(paper: Path) -> Iterator[Any]:
    started: list[Running] = []

    def begin(*words: str) -> Running:
        started.append(Running(paper, *words))
        return started[-1]

    yield begin
    for one in started:
        if one.process.poll() is None:
            one.process.kill()
        one.process.communicate()


def test_begins_checks_and_ends(serve: Any) -> None:
    one = serve("main.tex", "--no-verify")
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=[\w-]{32}", one.address)
    for _ in range(500):
        now = one.get("/api/check")
        if now["phase"] == "done":
            break
        threading.Event().wait(0.02)
    assert (now["phase"], now["number"]) == ("done", 1)
    with pytest.raises(urllib.error.HTTPError, match="401"):
        urllib.request.urlopen(one.url, timeout=20)
    status, told = one.end()
    assert status == 0
    assert "Traceback" not in told
    assert one.token not in told


def test_listens_to_this_machine_alone(serve: Any) -> None:
    one = serve("--no-check")
    port = int(one.url.rpartition(":")[2])
    others = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), port, socket.AF_INET)} - {"127.0.0.1", "127.0.1.1"}
    for address in (*others, "127.0.0.2"):
        with socket.socket() as asking:
            asking.settimeout(5)
            assert asking.connect_ex((address, port)) != 0


def test_a_second_one_has_a_port_and_a_token_of_its_own_and_the_same_sessions(serve: Any) -> None:
    one, other = serve("--no-check"), serve("--no-check")
    assert one.url != other.url
    assert one.token != other.token
    asked = urllib.request.Request(
        f"{one.url}/api/sessions",
        data=b'{"name": "both"}',
        headers={"Authorization": f"Bearer {one.token}", "Content-Type": "application/json"},
    )
    urllib.request.urlopen(asked, timeout=20).close()
    assert [session["name"] for session in other.get("/api/state")["sessions"]] == ["both"]
    port = one.url.rpartition(":")[2]
    third = serve("--no-check", "--port", port)
    _, told = third.process.communicate(timeout=30)
    assert third.process.returncode == 2
    assert told.startswith(f"latexrefcheck: port {port} of 127.0.0.1 cannot be taken: ")
    assert len(told.splitlines()) == 1


@pytest.mark.parametrize(
    "words", [["--port", "70000"], ["--port", "-1"], ["--port", "x"], ["nothing.tex"], ["--profil", "strict"]]
)
def test_what_is_wrong_is_said_in_a_sentence(serve: Any, words: list[str]) -> None:
    one = serve(*words)
    if words == ["nothing.tex"]:  # the page says it; the file may still come
        for _ in range(500):
            if one.get("/api/check")["phase"] == "failed":
                break
            threading.Event().wait(0.02)
        assert "nothing.tex" in one.get("/api/check")["error"]
        return
    _, told = one.process.communicate(timeout=30)
    assert one.process.returncode == 2
    assert told.startswith("latexrefcheck: ")
    assert len(told.splitlines()) == 1


def test_the_examples_of_the_documentation(serve: Any, crossref: str, paper: Path) -> None:
    """Every example, in the order of the page, by a shell with a real curl."""
    if shutil.which("curl") is None:
        pytest.skip("curl is not installed")
    configuration = (
        f"sources: [crossref]\nsource:\n  crossref: {{url: '{crossref}'}}\nselect: [doi-as-url]\n"  # finding 1 has a fix
    )
    (paper.parent / "config.yml").write_text(configuration, encoding="utf-8")
    one = serve("--config", str(paper.parent / "config.yml"), "--no-check")
    blocks = re.findall(r"^```sh\n(.*?)^```", PAGE.partition("## Routes")[2], re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 19
    script = [f"TOKEN={one.token}", blocks[0].replace("URL=http://127.0.0.1:8765", f"URL={one.url}")]
    wait = 'until curl -s -H "$AUTH" $URL/api/check | grep -q \'"phase": "[dsf]\'; do sleep 0.05; done\n'
    for block in blocks[1:]:
        script += [
            block.replace("curl -s", "curl -s --fail-with-body"),
            wait if "/api/check" in block else "",
            "printf '\\n%%%%\\n'",
        ]
    done = subprocess.run(["sh", "-e", "-c", "\n".join(script)], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout[-3000:]
    told = done.stdout.split("\n%%\n")
    assert '"VERIFIED"' in next(text for text in told if '"works"' in text and '"standing"' in text)
    assert any('"added": ["he2016deep"]' in text for text in told)
    assert any("@inproceedings{he2016deep," in text and "K. " in text for text in told)
    assert any(text.strip() == '{"removed": ["he2016deep"], "left": 0}' for text in told)


class Silent(BaseHTTPRequestHandler):
    """Takes a request and never answers."""

    def do_GET(self) -> None:
        self.server.asked.set()  # type: ignore[attr-defined]
        self.server.over.wait(60)  # type: ignore[attr-defined]

    def log_message(self, *_: Any) -> None:
        """Quiet."""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ends_at_once_while_a_source_is_silent(serve: Any, paper: Path, number: int) -> None:
    """A check and a search are out for answers that never come; the end does not wait for them."""
    silent: Any = ThreadingHTTPServer(("127.0.0.1", 0), Silent)
    silent.daemon_threads = True
    silent.asked, silent.over = threading.Event(), threading.Event()
    threading.Thread(target=silent.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{silent.server_address[1]}"
    configuration = f"sources: [crossref]\ntimeout: 50\nsource:\n  crossref: {{url: '{url}'}}\n"
    (paper.parent / "config.yml").write_text(configuration, encoding="utf-8")
    one = serve("--config", str(paper.parent / "config.yml"))
    headers = {"Authorization": f"Bearer {one.token}", "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(f"{one.url}/api/sessions", b"{}", headers), timeout=20) as answer:
        session = json.load(answer)["id"]

    def search() -> None:
        body = json.dumps({"session": session, "words": "rivers"}).encode()
        with contextlib.suppress(OSError):
            urllib.request.urlopen(urllib.request.Request(f"{one.url}/api/search", body, headers), timeout=60).close()

    threading.Thread(target=search, daemon=True).start()
    assert silent.asked.wait(30)
    status, told = one.end(number)  # waits for thirty seconds at most
    assert status in (0, -number, 128 + number)
    assert "Traceback" not in told
    silent.over.set()
    silent.shutdown()
    silent.server_close()
