"""A source of another package, one file: it is asked for a DOI and for a title, its record decides, its name is told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar
from urllib.parse import parse_qs, urlsplit

import pytest

SOURCE = '''"""Attic: the catalogue of an imaginary library."""

import json

from latexrefcheck.model.lookup import Answer, Ask, Limit, Limits, Own, Request, Source
from latexrefcheck.model.record import Record
from latexrefcheck.text.person import Person


def requests(queries, config):
    """One request per query."""
    for query in dict.fromkeys(queries):
        if query.kind in ASKS:
            yield Request("attic", f"{config.base}/look", (query,), params=((query.kind, query.value),))


def answer(request, response):
    """The works that came."""
    (query,) = request.queries
    if response.status != 200:
        return Answer(failed={query: response.failure or f"HTTP {response.status}"})
    works = json.loads(response.body)
    return Answer({query: tuple(map(record, works))}) if works else Answer(absent=frozenset((query,)))


def record(work):
    """The record of one work."""
    people = tuple(Person(*name.split(", ")) for name in work["authors"])
    found = {"years": (work["year"],), "identifiers": {"doi": work["doi"]}, "type": "article"}
    return Record(source="attic", titles=(work["title"],), authors=people, **found)


ASKS = {"doi": Ask(), "title": Ask()}
SOURCE = Source(
    id="attic",
    name="The Attic",
    requests=requests,
    answer=answer,
    base="https://attic.example",
    limits=Limits({"": Limit(100, 1.0, 2)}),
    asks=ASKS,
    owns=OWNS,
)
'''
WORKS = [
    {
        "doi": "10.99999/lamps",
        "title": "The Light of Old Lamps in Attics",
        "authors": ["Doe, Jane", "Roe, Rita"],
        "year": 2001,
    },
    {"doi": "10.99999/dust", "title": "A History of Dust in Seven Rooms", "authors": ["Poe, Ann", "Moe, Bo"], "year": 2003},
]
BIB = """
@article{right, author = {Doe, Jane and Roe, Rita}, title = {The Light of Old Lamps in Attics}, journal = {Attics},
  year = 2001, doi = {10.99999/lamps}}
@article{wrong, author = {Doe, Jane and Roe, Rita}, title = {A Manual of Sealing Wax and Kings}, journal = {Attics},
  year = 2001, doi = {10.99999/dust}}
@article{title, author = {Poe, Ann and Moe, Bo}, title = {A History of Dust in Seven Rooms}, journal = {Attics}, year = 2003}
"""


class Handler(BaseHTTPRequestHandler):
    """The library's interface."""

    asked: ClassVar[list[tuple[str, str]]] = []

    def log_message(self, *_: object) -> None:
        """Quiet."""

    def do_GET(self) -> None:
        ((kind, (value,)),) = parse_qs(urlsplit(self.path).query).items()
        self.asked.append((kind, value))
        body = json.dumps([work for work in WORKS if str(work[kind]).lower() == value.lower()]).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def library() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        Handler.asked.clear()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def install(place: Path, owns: str) -> None:
    """The one file of the source, and the entry point that names it."""
    information = place / "attic-1.0.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: attic\nVersion: 1.0\n", encoding="utf-8")
    (information / "entry_points.txt").write_text("[latexrefcheck.sources]\nattic = attic_source\n", encoding="utf-8")
    (place / "attic_source.py").write_text(SOURCE.replace("OWNS", owns), encoding="utf-8")


def command(place: Path, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """The program, with the package installed beside the paper."""
    path = os.pathsep.join((str(place.parent / "packages"), str(Path(__file__).parents[2])))
    given = {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "LATEXREFCHECK_CACHE": str(place.parent / "cache")}
    line = [sys.executable, "-m", "latexrefcheck", *arguments]
    return subprocess.run(line, cwd=place, env=given | environ, capture_output=True, text=True, timeout=60)


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    paper = tmp_path / "paper"
    paper.mkdir()
    (paper / "refs.bib").write_text(BIB, encoding="utf-8")
    return paper


def test_an_added_source_is_asked_decides_and_is_named(paper: Path, library: str) -> None:
    install(paper.parent / "packages", '{"doi": Own()}')
    run = command(paper, "--sources", "attic", "--report", "json", "--all", "refs.bib", LATEXREFCHECK_ATTIC_URL=library)
    report = json.loads(run.stdout)
    verdicts = {entry["key"]: entry["verdict"] for entry in report["entries"]}
    assert {kind for kind, _ in Handler.asked} == {"doi", "title"}
    assert {key: verdict["status"] for key, verdict in verdicts.items()} == {
        "right": "verified",
        "wrong": "wrong-identifier",
        "title": "verified",
    }
    assert verdicts["title"]["reason"] == "agrees with The Attic"
    assert "The Attic" in command(paper, "--sources", "attic", "-v", "refs.bib", LATEXREFCHECK_ATTIC_URL=library).stdout
    assert "The Attic" in command(paper, "sources").stdout


@pytest.mark.parametrize(
    ("sources", "told"),
    [
        ("retractionwatch", "Retraction Watch takes no questions from programs"),
        ("acl,openreview", "ACL Anthology and OpenReview take no questions from programs"),
    ],
)
def test_who_leaves_nobody_to_ask_is_told_so(paper: Path, sources: str, told: str) -> None:
    for arguments in (("verify", "--sources", sources, "doi:10.1038/nature14539"), ("--sources", sources, "refs.bib")):
        run = command(paper, *arguments)
        assert run.returncode == 2
        assert told in run.stderr and "latexrefcheck sources" in run.stderr


def test_all_switched_off_is_told(paper: Path) -> None:
    run = command(paper, "verify", "--sources", "crossref", "--without-sources", "crossref", "doi:10.1038/nature14539")
    assert (run.returncode, "every source is switched off" in run.stderr) == (2, True)
