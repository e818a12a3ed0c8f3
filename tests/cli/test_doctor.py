"""``doctor`` against simulated sources: healthy, off, renamed, moved, slow, behind a proxy; and against this machine's parts."""

from __future__ import annotations

import http.client
import json
import os
import re
import sys
import threading
import time
from collections.abc import Iterator
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from latexrefcheck import cli, registry
from latexrefcheck.verify import probe

ROOT = Path(__file__).parents[2]
ASKED = sorted(source.id for source in registry.sources.values() if source.asks and source.base)
NAMES = {source.id: source.name for source in registry.sources.values()}

INSPIRE = {
    "titles": [{"title": "The Large N limit of superconformal field theories and supergravity"}],
    "authors": [{"full_name": "Maldacena, Juan Martin"}],
    "arxiv_eprints": [{"value": "hep-th/9711200"}],
}
ZBMATH = {
    "title": {"title": "Modular elliptic curves and Fermat's Last Theorem"},
    "contributors": {"authors": [{"name": "Wiles, Andrew"}]},
    "year": "1995",
}
OTHERS = {
    "inspire": {"hits": {"total": 1, "hits": [{"id": "1", "metadata": INSPIRE}]}},
    "zbmath": {"result": [ZBMATH], "status": {"nr_total_results": 1}},
}
"""Answers of the two sources that the simulator does not play."""


def scholar() -> Any:
    """The simulator of the benchmarks, which knows the works that the sources are asked for."""
    sys.path.insert(0, str(ROOT / "benchmarks"))
    try:
        from invented_works import Work
        from scholar_server import ScholarServer
    finally:
        sys.path.pop(0)
    deep, attention = (("Yann", "LeCun"), ("Yoshua", "Bengio")), (("Ashish", "Vaswani"), ("Noam", "Shazeer"))
    residual, books = (("Kaiming", "He"), ("Xiangyu", "Zhang")), (("Thomas H.", "Cormen"),)
    all_of = tuple(ASKED)
    return ScholarServer(
        [
            Work("article", "computing", "Deep learning", deep, 2015, venue="Nature", publisher="Springer", volume="521",
                 issue="7553", pages="436-444", doi="10.1038/nature14539", pmid="26017442", issn="0028-0836",
                 agency="Crossref", known=all_of),
            Work("preprint", "computing", "Attention Is All You Need", attention, 2017, arxiv="1706.03762",
                 doi="10.48550/arxiv.1706.03762", agency="DataCite", known=all_of),
            Work("inproceedings", "computing", "Deep Residual Learning for Image Recognition", residual, 2016, venue="CVPR",
                 acronym="CVPR", publisher="IEEE", pages="770-778", doi="10.1109/cvpr.2016.90", agency="Crossref", known=all_of),
            Work("book", "computing", "Introduction to Algorithms", books, 2009, publisher="MIT Press", isbn="9780262033848",
                 known=all_of),
        ]
    )  # fmt: skip


class Front(ThreadingHTTPServer):
    """Stands before the simulator and spoils what it says, by source."""

    daemon_threads = True

    def __init__(self, behind: str) -> None:
        super().__init__(("127.0.0.1", 0), FrontHandler)
        self.behind = urlsplit(behind).netloc
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.renamed: dict[str, str] = {}
        self.status: dict[str, tuple[int, str]] = {}
        self.wait: dict[str, float] = {}
        self.page: set[str] = set()
        self.date = ""


class FrontHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Front

    def log_message(self, *_: Any) -> None:
        """Quiet."""

    def do_POST(self) -> None:
        self.answer(self.rfile.read(int(self.headers.get("Content-Length") or 0)))

    def do_GET(self) -> None:
        self.answer(b"")

    def answer(self, body: bytes) -> None:
        name = self.path.split("/")[1]
        time.sleep(self.server.wait.get(name, 0.0))
        if name in self.server.status:
            status, location = self.server.status[name]
            return self.reply(status, b"gone", {"Location": location} if location else {})
        if name in self.server.page:
            return self.reply(200, b"<!doctype html><title>Log in to the hotel network</title>", {})
        if name in OTHERS:
            said = json.dumps(OTHERS[name]).encode()
        else:
            connection = http.client.HTTPConnection(self.server.behind)
            connection.request(self.command, self.path, body or None, dict(self.headers.items()))
            said = connection.getresponse().read()
            connection.close()
        if field := self.server.renamed.get(name):
            said = re.sub(rf'(["<:/]){field}(["> ])'.encode(), rb"\1renamed\2", said)
        self.reply(200, said, {})

    def reply(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response_only(status)
        self.send_header("Date", self.server.date or formatdate(usegmt=True))
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture(scope="module")
def behind() -> Iterator[Any]:
    with scholar() as server:
        yield server


@pytest.fixture
def front(behind: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Front]:
    for name in list(os.environ):
        if name.startswith("LATEXREFCHECK_") or name.lower().endswith("_proxy") or name.endswith("_CA_BUNDLE"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))  # no TeX, which would take a second to say its versions
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("LATEXREFCHECK_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(probe, "RETRY", probe.RETRY._replace(tries=1))
    server = Front(behind.url)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    for name in ASKED:
        monkeypatch.setenv(f"LATEXREFCHECK_{name.upper()}_URL", f"{server.url}/{name}")
    yield server
    server.shutdown()
    server.server_close()


def doctor(capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, dict[str, tuple[str, str]]]:
    """Status, and health and detail by name."""
    status = cli.run(["doctor", "--json", "--all-sources", "--timeout", "3", *options])
    told = json.loads(capsys.readouterr().out)
    assert told["status"] == status
    return status, {check["name"]: (check["health"], check["detail"]) for check in told["checks"]}


def test_every_source_that_is_asked_names_a_sample() -> None:
    for source in registry.sources.values():
        if source.asks and source.base:
            assert source.sample is not None, f"{source.name} names no work that doctor could ask it for"
            assert source.sample.query.kind in source.asks
            assert source.sample.title or source.sample.identifiers


def test_all_is_well(front: Front, capsys: pytest.CaptureFixture[str]) -> None:
    status, checks = doctor(capsys)
    assert [name for name in ASKED if checks[NAMES[name]] != ("ok", "answers as expected")] == []
    assert checks["clock"] == ("ok", "agrees with the sources")
    assert checks["proxy"][0] == checks["TLS"][0] == checks["latexrefcheck.lock"][0] == "ok"
    assert status == 0, [check for check in checks.items() if check[1][0] not in ("ok", "note")]


@pytest.mark.parametrize("name", ASKED)
def test_a_source_that_is_off_is_named(name: str, front: Front, capsys: pytest.CaptureFixture[str]) -> None:
    front.status[name] = (503, "")
    status, checks = doctor(capsys)
    assert status == 3
    assert checks[NAMES[name]] == ("unreachable", "was not reached: 127.0.0.1 answered 503")
    assert [other for other in ASKED if other != name and checks[NAMES[other]][0] != "ok"] == []


@pytest.mark.parametrize("place", range(max(len(source.sample.reads) for source in registry.sources.values() if source.sample)))
def test_a_renamed_field_is_named(place: int, front: Front, capsys: pytest.CaptureFixture[str]) -> None:
    """The fields at one place of every source's list are renamed together; each source names its own."""
    samples = {name: registry.sources[name].sample for name in ASKED}
    front.renamed = {name: sample.reads[place] for name, sample in samples.items() if sample and place < len(sample.reads)}
    status, checks = doctor(capsys)
    assert status == 1
    for name in ASKED:
        health, detail = checks[NAMES[name]]
        field = front.renamed.get(name)
        assert health == ("wrong" if field else "ok"), detail
        assert field is None or f"“{field}”" in detail


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ((404, ""), "has moved: "),
        ((410, ""), "has moved: "),
        ((301, "https://new.example.org/works"), "has moved: "),
        ((308, "https://127.0.0.1:1/"), "has moved: "),
    ],
)
def test_a_moved_address_is_named(answer: tuple[int, str], said: str, front: Front, capsys: pytest.CaptureFixture[str]) -> None:
    front.status["crossref"] = answer
    status, checks = doctor(capsys, "--sources", "crossref")
    health, detail = checks["Crossref"]
    assert (status, health) == (1, "wrong")
    assert detail.startswith(said)
    assert f"{front.url}/crossref answered {answer[0]}" in detail
    assert "example.org" not in detail, "what a replaced address says is not quoted"


def test_a_web_page_is_named(front: Front, capsys: pytest.CaptureFixture[str]) -> None:
    front.page.add("openalex")
    status, checks = doctor(capsys, "--sources", "openalex")
    assert status == 1
    assert "a web page instead of data" in checks["OpenAlex"][1]


def test_a_slow_source_is_named(front: Front, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe, "SLOW", 0.5)
    front.wait["pubmed"] = 0.7
    status, checks = doctor(capsys, "--sources", "pubmed")
    assert status == 0
    assert checks["PubMed"][0] == "note"
    assert checks["PubMed"][1].startswith("is slow: it answered after ")
    front.wait["pubmed"] = 6.0
    status, checks = doctor(capsys, "--sources", "pubmed")
    assert (status, checks["PubMed"]) == (3, ("unreachable", "was not reached: 127.0.0.1: no answer in time"))


@pytest.mark.parametrize(
    ("status", "said"),
    [(407, "wants a user name and a password (407)"), (403, "answered 403 (asked through the proxy http://127.0.0.1:")],
)
def test_a_proxy_that_refuses_is_named(
    status: int, said: str, front: Front, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    front.status[""] = (status, "")
    monkeypatch.setenv("http_proxy", front.url.replace("http://", "http://me:hidden@"))
    monkeypatch.setenv("LATEXREFCHECK_CROSSREF_URL", "http://127.0.0.1:9/crossref")
    code, checks = doctor(capsys, "--sources", "crossref")
    assert code == 3
    assert said in checks["Crossref"][1]
    assert "1 sources are asked through http://127.0.0.1:" in checks["proxy"][1]
    assert not [detail for _, detail in checks.values() if "hidden" in detail]


def test_a_proxy_that_refuses_a_tunnel_is_named(
    front: Front, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FrontHandler, "do_CONNECT", lambda handler: handler.reply(407, b"", {}), raising=False)
    monkeypatch.setenv("https_proxy", front.url)
    monkeypatch.delenv("LATEXREFCHECK_DBLP_URL")
    code, checks = doctor(capsys, "--sources", "dblp")
    assert code == 3
    assert "the proxy did not let us through (407)" in checks["dblp"][1]


def test_a_wrong_clock_is_named(front: Front, capsys: pytest.CaptureFixture[str]) -> None:
    front.date = formatdate(time.time() - 7300, usegmt=True)
    status, checks = doctor(capsys, "--sources", "crossref,arxiv")
    assert (status, checks["clock"][0]) == (1, "wrong")
    assert "this machine is 2 h ahead of the sources" in checks["clock"][1]


def test_what_is_wrong_here_is_named(front: Front, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    Path("latexrefcheck.lock").write_text("{no lock")
    Path("cache").write_text("a file where the directory should be")
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", "/nonexistent/ca.pem")
    status, checks = doctor(capsys, "--offline")
    assert status == 1
    assert {name: health for name, (health, _) in checks.items() if health == "wrong"} == {
        "latexrefcheck.lock": "wrong",
        str(Path("cache/cache.sqlite").absolute()): "wrong",
    }
    assert checks["latexmk"][0] == "note"
    assert checks["sources"] == ("note", "were not asked, as --offline says")
    status, checks = doctor(capsys, "--sources", "crossref")
    assert "REQUESTS_CA_BUNDLE names /nonexistent/ca.pem" in checks["TLS"][1]


@pytest.mark.parametrize("text", ["colour: red\n", "profile: none\n", "cache: c\n", "[\n", "contact: nobody\n"])
def test_an_invalid_configuration_is_a_line(text: str, front: Front, capsys: pytest.CaptureFixture[str]) -> None:
    Path(".latexrefcheck.yml").write_text(text)
    status, checks = doctor(capsys, "--offline")
    assert status == 1
    assert len([detail for health, detail in checks.values() if health == "wrong"]) == 1


def test_programs_are_asked_for_their_versions(front: Front, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    for name, script in {
        "latexmk": "echo; echo 'Latexmk, Version 4.79'",
        "biber": "echo 'data source not found' >&2; exit 2",
        "bibtex": "echo BibTeX 0.99d; echo more",
    }.items():
        (tmp_path / "bin" / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / "bin" / name).chmod(0o755)
    status, checks = doctor(capsys, "--offline")
    assert status == 1
    assert checks["latexmk"] == ("ok", f"Latexmk, Version 4.79 ({tmp_path}/bin/latexmk)")
    assert checks["bibtex"] == ("ok", f"BibTeX 0.99d ({tmp_path}/bin/bibtex)")
    assert checks["biber"] == ("wrong", f"{tmp_path}/bin/biber ends with status 2: data source not found")
    assert checks["pdflatex"][0] == "note"


def test_the_text_has_a_line_for_each_thing(front: Front, capsys: pytest.CaptureFixture[str]) -> None:
    Path(".latexrefcheck.yml").write_text("profile: strict\n")
    front.status["crossref"] = (503, "")
    assert cli.run(["doctor", "--sources", "crossref,doiorg"]) == 3
    out, err = capsys.readouterr()
    assert err == ""
    lines = out.splitlines()
    assert [line.split()[0] for line in lines if " source " in line] == ["unreachable", "ok"]
    assert any("valid; profile strict" in line and ".latexrefcheck.yml" in line for line in lines)
    assert sum("Crossref" in line for line in lines) == 1
