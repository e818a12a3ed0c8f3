"""``--max-refs``: nobody is asked about more references than that, and the report says how many are left."""

from __future__ import annotations

import json
import os
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote

import pytest

from latexrefcheck.cli import run
from latexrefcheck.verify.limit import LEFT

KEYS = ("one", "two", "three", "four", "five")
ENTRY = (
    "@article{{{0}, author = {{Abel, Ann}}, title = {{The Flow of River {0}}}, journal = {{Water}}, year = 2017, "
    "doi = {{10.5555/{0}}}}}\n"
)
LINE = "Abel, A. (2017). The Flow of River {0}. Water. https://doi.org/10.5555/{0}\n"
TEXTS = {
    "refs.bib": "".join(ENTRY.format(key) for key in KEYS),
    "refs.txt": "".join(f"[{number}] {LINE.format(key)}" for number, key in enumerate(KEYS, 1)),
    "flüsse.md": "# Literatur\n\n" + "".join(f"{number}. {LINE.format(key)}" for number, key in enumerate(KEYS, 1)),
    "main.tex": "\\documentclass{article}\\begin{document}\\cite{" + ",".join(KEYS) + "}\\begin{thebibliography}{9}\n"
    + "".join(f"\\bibitem{{{key}}} A. Abel. The flow of river {key}. Water, 2017. doi:10.5555/{key}\n" for key in KEYS)
    + "\\end{thebibliography}\\end{document}\n",
}  # fmt: skip


class _Rivers(BaseHTTPRequestHandler):
    """Crossref and doi.org, which know a work for every DOI of a river, and keep what they were asked."""

    def do_GET(self) -> None:
        path = unquote(self.path)
        self.server.asked.append(path)  # type: ignore[attr-defined]
        dois = list(dict.fromkeys(re.findall(r"10\.5555/\w+", path)))
        items = [
            {
                "DOI": doi,
                "title": [f"The Flow of River {doi.partition('/')[2]}"],
                "author": [{"given": "Ann", "family": "Abel"}],
                "issued": {"date-parts": [[2017]]},
                "container-title": ["Water"],
                "type": "journal-article",
            }
            for doi in dois
        ]
        told: object = {"status": "ok", "message-type": "work-list", "message": {"items": items, "total-results": len(items)}}
        if "/doiRA/" in path:
            told = [{"DOI": doi, "RA": "Crossref"} for doi in dois]
        elif path.startswith("/works/"):
            told = {"status": "ok", "message-type": "work", "message": items[0]}
        body = json.dumps(told).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The requests of a run in an empty directory where only Crossref and doi.org are asked."""
    for name in [name for name in os.environ if name.startswith(("LATEXREFCHECK_", "GITHUB_"))]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Rivers)
    server.daemon_threads = True
    server.asked = []  # type: ignore[attr-defined]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for source in ("CROSSREF", "DOIORG"):
        monkeypatch.setenv(f"LATEXREFCHECK_{source}_URL", f"http://127.0.0.1:{server.server_address[1]}")
    yield server.asked  # type: ignore[attr-defined]
    server.shutdown()
    server.server_close()


def check(name: str, *more: str) -> tuple[int, list[str], list[str], list[str]]:
    """Exit status, keys of the references that are left, all keys, notes."""
    import contextlib
    import io

    Path(name).write_text(TEXTS[name], encoding="utf-8")
    words = ["check", "--sources", "crossref,doiorg", "--cache", "c", "--build", "off", "--report", "json", *more, name]
    with contextlib.redirect_stdout(io.StringIO()) as out:
        status = run(words)
    report = json.loads(out.getvalue())
    left = [one["key"] for one in report["entries"] if "limit" in one["verdict"]["unchecked"]]
    assert all(one["verdict"]["reason"] == LEFT for one in report["entries"] if one["key"] in left)
    return status, left, [one["key"] for one in report["entries"]], report["notes"]


@pytest.mark.parametrize("name", TEXTS)
def test_the_first_are_looked_up_and_the_rest_is_told(name: str, asked: list[str]) -> None:
    status, left, keys, notes = check(name, "--max-refs", "2", "--fail-on", "never")
    assert (status, left) == (0, keys[2:])
    assert any(note.startswith("3 of 5 references were not looked up: --max-refs allows 2 in one run") for note in notes)
    assert not any("could not be checked" in note for note in notes)
    assert any("10.5555/two" in path for path in asked)
    assert not any("10.5555/three" in path or "10.5555/four" in path or "10.5555/five" in path for path in asked)


@pytest.mark.parametrize(("most", "status"), [("4", 3), ("5", 0), ("0", 0), ("99", 0)])
def test_what_is_left_makes_a_run_incomplete(most: str, status: int, asked: list[str]) -> None:
    ended, left, _, notes = check("refs.bib", "--max-refs", most, "--require-complete", "--fail-on", "never")
    assert ended == status
    assert bool(left) == bool(status) == any("--max-refs" in note for note in notes)


def test_the_limit_counts_those_that_are_asked_about_and_so_the_next_run_goes_on(asked: list[str]) -> None:
    seen = []
    for _ in range(3):
        _, left, keys, notes = check("refs.bib", "--max-refs", "2", "--write-lock", "--fail-on", "never")
        seen.append([key for key in keys if key not in left])
        assert not left or any(note.endswith("the next run goes on where this one ended") for note in notes)
    assert seen == [list(KEYS[:2]), list(KEYS[:4]), list(KEYS)]


def test_without_a_lock_nobody_is_told_that_the_next_run_goes_on(asked: list[str]) -> None:
    notes = check("refs.bib", "--max-refs", "2", "--fail-on", "never")[3]
    assert not any("where this one ended" in note for note in notes)
    assert any("with --write-lock" in note for note in notes)


@pytest.mark.parametrize("most", ["-1", "2.5", "all"])
def test_what_is_no_limit_is_one_sentence(most: str, asked: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    Path("refs.bib").write_text(TEXTS["refs.bib"], encoding="utf-8")
    assert run(["check", "--max-refs", most, "refs.bib"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert asked == []


def test_other_reasons_are_told_apart(asked: list[str]) -> None:
    """Without a network, what was looked up in vain and what was never looked up are two notes with their own numbers."""
    notes = check("refs.bib", "--max-refs", "2", "--offline", "--fail-on", "never")[3]
    assert any(note.startswith("3 of 5 references were not looked up") for note in notes)
    assert any(note.startswith("2 of 5 entries could not be checked") for note in notes)
